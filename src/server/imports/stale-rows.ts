/**
 * What has become of a preview's lines since it was made. A commit books exactly what the preview
 * shows; where that no longer holds it is refused, and the rows are shown as what they are now.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { idScopeOf } from "../../bills/formats.ts";
import { note } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { lockBook } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { contextIn, type LongContext } from "../handler/long-context.ts";
import type { KnownKey } from "./draft-order.ts";
import { askOpen, settleKnown } from "./draft-row.ts";
import { keyOn, standsElsewhere } from "./known-keys.ts";
import { lookAtNewer, lookAtPlanned, ownQuestions } from "./look-again.ts";
import { adoptMade } from "./made-accounts.ts";
import { listOvertaken, listPlanned, type PlannedRow } from "./planned-rows.ts";
import { PAGE, rowFields, type StoredRow } from "./preview-row.ts";
import { findKnown, REMEMBERED } from "./read-file.ts";
import { type Commit, inChunks } from "./write-rows.ts";

const any = (condition: Sql): Sql => sql`max(case when ${condition} then 1 else 0 end) = 1`;

/**
 * Numbers of the rows of which the preview says what is no longer so:
 * - a row that would be booked, and its line is in the book by now;
 * - a row that would be booked as new, and its line was booked and deleted by hand meanwhile;
 * - a row that says that its line is in the book, and it is no longer, or is as another record;
 * - a row that is to be merged into what is gone.
 */
function outdatedRows(userId: number, importId: number, range: Sql): Sql {
  const alive = any(
    sql`b.id is not null or t.id is not null or o.row_number is not null or j.id is not null`,
  );
  const same = any(sql`b.id = r.record_id or t.id = r.transfer_id`);
  const targetGone = any(sql`r.joins = 0 and coalesce(r.record_id, r.transfer_id) is not null
    and into_record.id is null and into_transfer.id is null`);
  return sql`select r.number from import_rows r
    left join import_keys k on k.user_id = ${userId} and k.key = r.key
    left join imports i on i.user_id = ${userId} and i.id = k.import_id
    left join records b on b.user_id = ${userId} and b.id = k.record_id
    left join transfers t on t.user_id = ${userId} and t.id = k.transfer_id
    left join import_openings o on o.user_id = ${userId} and o.import_id = k.import_id
      and o.row_number = k.row_number
    left join adjustments j on k.kind = 'opening' and j.user_id = ${userId}
      and j.import_id = k.import_id and j.import_row = k.row_number
    left join records into_record on into_record.user_id = ${userId}
      and into_record.id = r.record_id and r.action = 'merge'
    left join transfers into_transfer on into_transfer.user_id = ${userId}
      and into_transfer.id = r.transfer_id and r.action = 'merge'
    where r.user_id = ${userId} and r.import_id = ${importId} and ${range}
      and (r.action <> 'skip' or r.fate in ('known', 'changed'))
    group by r.number, r.action, r.fate
    having (r.action in ('import', 'merge') and (${alive}
        or (r.fate <> 'removed' and ${any(REMEMBERED)})))
      or (r.fate in ('known', 'changed') and not ${alive})
      or (r.action = 'update' and not ${same})
      or (r.action = 'merge' and ${targetGone})`;
}

/** Refuses a commit of which a row is outdated, with their number. */
export async function refuseOutdated(commit: Commit): Promise<void> {
  const { ctx, importId } = commit;
  const outdated = new Set<number>();
  const planned: PlannedRow[] = [];
  await inChunks(commit, async (range) => {
    const rows = await ctx.db.all<{ number: number }>(outdatedRows(ctx.userId, importId, range));
    for (const { number } of rows) outdated.add(number);
    planned.push(...(await listPlanned(ctx, importId, range)));
  });
  for (const number of await listOvertaken(ctx, planned)) outdated.add(number);
  if (outdated.size > 0) throw new Refusal(409, "importOutdated", { count: outdated.size });
}

/** Shows the outdated rows of a preview as what they are now, by the rule of a new preview. */
export async function renewOutdated(own: LongContext, importId: number): Promise<void> {
  await own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      await adoptMade(ctx, importId);
      const all = outdatedRows(ctx.userId, importId, sql`r.number > 0`);
      const rows = await db.all<StoredRow>(sql`select ${rowFields} from import_rows
        where user_id = ${ctx.userId} and import_id = ${importId} and number in (${all})
        order by number`);
      for (let at = 0; at < rows.length; at += PAGE) {
        await renewPage(ctx, importId, rows.slice(at, at + PAGE));
        await nextTurn();
      }
      const planned = await listPlanned(ctx, importId, sql`r.number > 0`);
      await lookAtPlanned(ctx, importId, await listOvertaken(ctx, planned));
      await followKnown(ctx, importId);
      await lookAtNewer(ctx, importId);
    },
    { long: true },
  );
}

/** What a row says, where it is outdated. */
type Said = Pick<
  StoredRow,
  "kind" | "status" | "fate" | "action" | "reason" | "questions" | "asked" | "askedValue"
>;

async function renewPage(ctx: Context, importId: number, rows: StoredRow[]): Promise<void> {
  const { db, userId } = ctx;
  const moved = await giveOwnKeys(ctx, importId, rows);
  const known = await knownBy(ctx, rows);
  const bySaid = new Map<string, number[]>();
  for (const row of rows) {
    // A line of another account than the book's is what the preview says.
    if (moved.has(row) && !known.has(row.key)) continue;
    const said = JSON.stringify(sayAnew(row, known.get(row.key)));
    bySaid.set(said, [...(bySaid.get(said) ?? []), row.number]);
  }
  for (const [said, numbers] of bySaid) {
    const { fate, action, reason, questions, asked, askedValue } = JSON.parse(said) as Said;
    await db.run(sql`update import_rows as r set fate = ${fate}, action = ${action},
      reason = ${reason}, questions = ${questions}, asked = ${asked}, asked_value = ${askedValue},
      decided = 0, suggestion = null, joins = 0, plan_id = null, due = null,
      merge_row = null, record_id = ${standing("record", userId)},
      transfer_id = ${standing("transfer", userId)}
      where r.user_id = ${userId} and r.import_id = ${importId} and r.number in (${join(numbers)})`);
  }
}

async function knownBy({ db, userId }: Context, rows: StoredRow[]): Promise<Map<string, KnownKey>> {
  const keys = rows.map(({ key }) => key);
  return new Map((await findKnown(db, userId, keys)).map((one) => [one.key, one]));
}

/**
 * Rows of which only another account has an equal line are other lines: they get keys of their account.
 * Returns them.
 */
async function giveOwnKeys(
  ctx: Context,
  importId: number,
  rows: StoredRow[],
): Promise<Set<StoredRow>> {
  const { db, userId } = ctx;
  const places = await db.all<{ place: number; provider: string; accountId: number }>(sql`
    select place, provider, account_id from import_accounts
    where user_id = ${userId} and import_id = ${importId} and account_id is not null`);
  const own = new Map(places.map((one) => [one.place, one]));
  const known = await knownBy(ctx, rows);
  const moved = new Set<StoredRow>();
  for (const row of rows) {
    const [place, found] = [own.get(row.ownPlace ?? -1), known.get(row.key)];
    if (place === undefined || found === undefined) continue;
    if (row.externalId !== "" && idScopeOf(place.provider) === "global") continue;
    if (!standsElsewhere(found, place.accountId)) continue;
    row.key = keyOn(row.key, place.accountId);
    moved.add(row);
    await db.run(sql`update import_rows set key = ${row.key}
      where user_id = ${userId} and import_id = ${importId} and number = ${row.number}`);
  }
  return moved;
}

/** The record or the transfer that the line of a row `r` is in the book as. */
function standing(noun: "record" | "transfer", userId: number): Sql {
  const [table, id] =
    noun === "record" ? [sql`records`, sql`k.record_id`] : [sql`transfers`, sql`k.transfer_id`];
  return sql`(select max(b.id) from import_keys k
    join ${table} b on b.user_id = ${userId} and b.id = ${id}
    where k.user_id = ${userId} and k.key = r.key)`;
}

function sayAnew(row: StoredRow, known: KnownKey | undefined): Said {
  const questions = ownQuestions(row.questions);
  const { kind, status, fate, action } = row;
  const said: Said = {
    ...{ kind, status, fate, action },
    ...{ reason: "", questions: null, asked: null, askedValue: null },
  };
  if (known !== undefined) settleKnown(said, known, questions);
  else {
    said.fate = "review";
    said.action = "skip";
    questions.unshift(
      row.action === "merge"
        ? { code: "merge-gone", text: note("mergeGone") }
        : { code: "undone", text: note("importUndoneSince") },
    );
  }
  askOpen(said, questions);
  return said;
}

/** A refund whose purchase is in the book by now gives that back. */
async function followKnown({ db, userId }: Context, importId: number): Promise<void> {
  const purchase = sql`from import_rows p where p.user_id = ${userId}
    and p.import_id = ${importId} and p.number = r.refund_row and p.action in ('skip', 'update')
    and p.record_id is not null`;
  await db.run(sql`update import_rows as r set refund_of = (select p.record_id ${purchase}),
      refund_row = null
    where r.user_id = ${userId} and r.import_id = ${importId} and r.refund_row is not null
      and exists (select 1 ${purchase})`);
}
