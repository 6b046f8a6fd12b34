/** Runs the user's rules over existing records, in a thread that can be stopped. */
import { setImmediate as nextTurn } from "node:timers/promises";
import sql, { join } from "sql-template-tag";
import { BillError } from "../bills/line.ts";
import type { contract } from "../contract/contract.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Fen } from "../ledger/money.ts";
import { runThread } from "./bill-thread.ts";
import { countDay, lockBook, nowInstant } from "./book.ts";
import { daysBetween } from "./dates.ts";
import type { Context } from "./handler.ts";
import type { SortChange, SortSubject } from "./import-worker.ts";
import { contextIn, type OwnContext, type OwnHandler } from "./own.ts";
import { lockAccountRows } from "./record-lock.ts";
import { listActiveRules } from "./rules.ts";
import { requireUser } from "./users.ts";
import { keepVersions } from "./versions.ts";

const PAGE = 500;
const SHOWN = 500;

type Run = (typeof contract)["rules"]["run"];

export const runRules: OwnHandler<Run> = async (own, { body }) => {
  const rules = await own.store.read(async (db) => {
    const ctx = contextIn(own, db);
    await requireUser(ctx);
    return listActiveRules(ctx);
  });
  const { first, last } = daysBetween(body, own.zone);
  const bounds = [
    first === undefined ? sql`1 = 1` : sql`r.day >= ${first}`,
    last === undefined ? sql`1 = 1` : sql`r.day <= ${last}`,
  ];
  const changes: SortChange[] = [];
  let after = 0;
  const sort = async (found: SortChange[]): Promise<SortSubject[]> => {
    changes.push(...found);
    const page = await own.store.read((db) =>
      db.all<SortRow>(sql`
        select r.id as "id", case when r.refund = 1 then 'refund' else r.type end as "kind",
          r.category as "category", coalesce(r.description, '') as "description",
          a.name as "account", r.amount as "amount"
        from records r join accounts a on a.user_id = r.user_id and a.id = r.account_id
        where r.user_id = ${own.userId} and r.id > ${after} and r.transfer_id is null
          and ${join(bounds, " and ")}
        order by r.id limit ${PAGE}`),
    );
    after = page.at(-1)?.id ?? after;
    // A record keeps who and what in one text.
    return page.map((row) => ({ ...row, counterparty: row.description }));
  };
  await refusingSlow(() => runThread({ sort: { rules } }, { sort }));
  const applied = body.apply === true;
  if (applied) await applyChanges(own, changes);
  return { applied, count: changes.length, changes: changes.slice(0, SHOWN) };
};

interface SortRow {
  id: number;
  kind: string;
  category: string;
  description: string;
  account: string;
  amount: Fen;
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

/** Writes the categories, where they are still what the preview saw. Each can be restored by itself. */
async function applyChanges(own: OwnContext, changes: SortChange[]): Promise<void> {
  await own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      const accounts = await db.all<{ id: number }>(
        sql`select id as "id" from accounts where user_id = ${own.userId} order by id`,
      );
      await lockAccountRows(
        ctx,
        accounts.map(({ id }) => id),
      );
      for (let first = 0; first < changes.length; first += CHUNK) {
        const chunk = changes.slice(first, first + CHUNK);
        const unchanged = chunk.map(
          ({ recordId, from }) => sql`(id = ${recordId} and category = ${from})`,
        );
        await keepVersions(ctx, "record", join(unchanged, " or "), "update");
        for (const change of chunk) await sortRecord(ctx, change);
        await nextTurn();
      }
    },
    { long: true },
  );
}

async function sortRecord(ctx: Context, { recordId, from, to }: SortChange): Promise<void> {
  const old = await ctx.db.get<CountedRow>(sql`
    update records set category = ${to}, updated_at = ${nowInstant(ctx)}
    where user_id = ${ctx.userId} and id = ${recordId} and category = ${from}
    returning day as "day", type as "type", amount as "amount", refund as "refund"`);
  if (old === undefined) return;
  await countDay(ctx, { ...old, category: from }, -1);
  await countDay(ctx, { ...old, category: to }, 1);
}

interface CountedRow {
  day: string;
  type: "income" | "expense";
  amount: Fen;
  refund: number;
}
