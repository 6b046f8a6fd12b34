/** Runs the user's rules over existing records, in a thread that can be stopped. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { BillError } from "../../bills/file/bill-error.ts";
import type { contract } from "../../contract/contract.ts";
import type { Language } from "../../contract/messages.ts";
import { inWords, note } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Fen } from "../../ledger/money.ts";
import type { Query } from "../../store/db.ts";
import { join, sql } from "../../store/sql.ts";
import { requireUser } from "../auth/users.ts";
import { runThread } from "../background/worker-pool.ts";
import { lockBook } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { allInTurns } from "../handler/in-turns.ts";
import { contextIn, type LongContext, type LongHandler } from "../handler/long-context.ts";
import {
  type CategoryChange,
  type Follower,
  followExpenses,
  followersOf,
  giveCategory,
  type Recounted,
  recount,
} from "../records/refund-categories.ts";
import { beginningOf, moreOf } from "./order-lists.ts";
import { listActiveRules } from "./rules.ts";
import type { SortChange, SortSubject } from "./worker.ts";

const PAGE = 500;
const SHOWN = 500;

type Run = (typeof contract)["rules"]["run"];

export const runRules: LongHandler<Run> = async (own, { body }) => {
  // Of a book of any size: what is between two days may be all that is looked through.
  const look = <T>(work: (db: Query) => Promise<T>) => own.store.read(work, { longOf: own.userId });
  const rules = await look(async (db) => {
    const ctx = contextIn(own, db);
    await requireUser(ctx);
    return listActiveRules(ctx);
  });
  const { first, last } = daysBetween(body, own.zone);
  const bounds = [
    first === undefined ? sql`1 = 1` : sql`r.day >= ${first}`,
    last === undefined ? sql`1 = 1` : sql`r.day <= ${last}`,
  ];
  const sorted: Sorted = { changes: [], decided: new Set() };
  let done = { createdAt: "", id: 0 };
  const sort = async (found: SortChange[]): Promise<SortSubject[]> => {
    for (const one of found) {
      sorted.decided.add(one.recordId);
      if (one.from !== one.to) sorted.changes.push(one);
    }
    const page = await look((db) =>
      db.all<SortRow>(sql`
        select r.id, case when r.refund = 1 then 'refund' else r.type end as kind,
          r.category, coalesce(r.description, '') as description,
          a.name as account, r.amount, r.created_at
        from records r join accounts a on a.user_id = r.user_id and a.id = r.account_id
        where r.user_id = ${own.userId} and r.transfer_id is null
          and (r.created_at, r.id) > (${done.createdAt}, ${done.id}) and ${join(bounds, " and ")}
        order by r.created_at, r.id limit ${PAGE}`),
    );
    done = page.at(-1) ?? done;
    // A record keeps who and what in one text.
    return page.map((row) => ({ ...row, counterparty: row.description }));
  };
  const order = { sort: { rules: beginningOf(rules) } };
  const answers = { sort, ...moreOf({ rules }) };
  await refusingSlow(() => runThread<null>(order, answers, { userId: own.userId }));
  const applied = body.apply === true;
  const following = applied ? await applyChanges(own, sorted) : await previewFollowers(own, sorted);
  const changes = [...sorted.changes, ...following];
  const plans = changes.length === 0 ? [] : await leftBehind(own, changes);
  return {
    applied,
    count: changes.length,
    changes: changes.slice(0, SHOWN).map((one) => sayChange(one, own.language)),
    ...(plans.length > 0 && { plans }),
  };
};

interface BookedByPlan {
  recordId: number;
  planId: number;
  name: string;
  category: string;
}

/** Plans whose booked records leave the plan's category, all of them for the same one. */
async function leftBehind(own: LongContext, changes: SortChange[]) {
  const statement = sql`select r.id as record_id, p.id as plan_id, p.name, p.category
    from plans p join records r on r.user_id = ${own.userId} and r.plan_id = p.id
    where p.user_id = ${own.userId} and p.state <> 'ended' and p.category is not null
    order by p.id, r.id`;
  const booked = await own.store.read((db) => allInTurns<BookedByPlan>(db, statement), {
    longOf: own.userId,
  });
  const changed = new Map(changes.map((change) => [change.recordId, change]));
  const found = new Map<number, { name: string; from: string; to: Set<string> }>();
  for (const { recordId, planId, name, category } of booked) {
    const change = changed.get(recordId);
    if (change?.from !== category) continue;
    const plan = found.get(planId) ?? { name, from: category, to: new Set() };
    found.set(planId, plan);
    plan.to.add(change.to);
  }
  return [...found].flatMap(([planId, { name, from, to }]) => {
    const [only, ...others] = to;
    return only === undefined || others.length > 0 ? [] : [{ planId, name, from, to: only }];
  });
}

function sayChange({ reason, ...change }: SortChange, language: Language) {
  return { ...change, reason: inWords(reason, language) };
}

/** What the rules say. */
interface Sorted {
  changes: SortChange[];
  /** Records whose category a rule decides, also where that is the one they have: they follow none. */
  decided: Set<number>;
}

async function previewFollowers(own: LongContext, sorted: Sorted): Promise<SortChange[]> {
  const changes = sorted.changes.map(({ recordId, from, to }) => ({ id: recordId, from, to }));
  const following: SortChange[] = [];
  for (let first = 0; first < changes.length; first += PAGE) {
    const page = changes.slice(first, first + PAGE);
    const found = await own.store.read((db) =>
      followersOf(contextIn(own, db), page, sorted.decided),
    );
    following.push(...found.map(followingChange));
    await nextTurn();
  }
  return following;
}

interface SortRow {
  id: number;
  kind: string;
  category: string;
  description: string;
  account: string;
  amount: Fen;
  createdAt: string;
}

async function refusingSlow(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw error instanceof BillError ? new Refusal(400, "rulesTooSlow") : error;
  }
}

/** Records whose versions are kept at once, between two turns of the event loop. */
const CHUNK = 100;

/**
 * Writes the categories, where they are still what the preview saw, and moves the refunds that follow
 * their expenses. Each can be restored by itself. Returns the refunds that followed.
 */
async function applyChanges(own: LongContext, sorted: Sorted): Promise<SortChange[]> {
  return own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      own.act = ctx.act;
      const following: SortChange[] = [];
      for (let first = 0; first < sorted.changes.length; first += CHUNK) {
        const chunk = sorted.changes.slice(first, first + CHUNK);
        following.push(...(await applyChunk(ctx, chunk, sorted.decided)));
        await nextTurn();
      }
      return following;
    },
    { long: true },
  );
}

async function applyChunk(
  ctx: Context,
  chunk: SortChange[],
  decided: ReadonlySet<number>,
): Promise<SortChange[]> {
  const sorted: Recounted[] = [];
  const changes: CategoryChange[] = [];
  for (const { from, to, ids } of groupsOf(chunk)) {
    // But for those that have left the category that the preview saw.
    const found = await giveCategory(ctx, sql`id in (${join(ids)}) and category = ${from}`, to);
    for (const { id, ...after } of found) {
      changes.push({ id, from, to });
      sorted.push({ before: { ...after, category: from }, after });
    }
  }
  const followers = await followExpenses(ctx, changes, decided);
  await recount(ctx, [...sorted, ...followers]);
  return followers.map(followingChange);
}

/** Records that leave one category for another. */
interface Group {
  from: string;
  to: string;
  ids: number[];
}

function groupsOf(changes: readonly SortChange[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const { recordId, from, to } of changes) {
    const key = JSON.stringify([from, to]);
    const group = groups.get(key) ?? { from, to, ids: [] };
    groups.set(key, group);
    group.ids.push(recordId);
  }
  return groups.values();
}

function followingChange({ id, before, after }: Follower): SortChange {
  return { recordId: id, from: before.category, to: after.category, reason: note("asPurchase") };
}
