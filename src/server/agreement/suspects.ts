/**
 * Where the difference between the book and the bank may have come from. What is looked at lies between
 * two checkpoints: the last at which the difference was another one, and the first at which it is this.
 * Each reason is a look of its own; without a trace nobody is suspected.
 */
import { SUSPICIONS, type Suspect, type Suspicion } from "../../contract/checkpoints.ts";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { yuan } from "../handler/money-json.ts";
import type { Gap } from "./gap.ts";
import { suspectChanges } from "./suspect-changes.ts";

const MOST = 20;
/** What has nothing but its amount to speak against it is shown only as far as somebody would look. */
const MOST_OF_A_KIND = 3;
/** Days within which two equal movements are taken for one that was booked twice, or for another day's. */
const NEAR = 3;
const MANY = 200;

/** The best first. */
export async function findSuspects(ctx: Context, gap: Gap): Promise<Suspect[]> {
  const delta = Number(gap.delta);
  // No record and no transfer is as large as that.
  if (!Number.isSafeInteger(delta) || delta === 0) return [];
  const looks = [
    suspectChanges(ctx, gap),
    skippedRows(ctx, gap, fen(delta)),
    bookedTooMuch(ctx, gap, fen(delta)),
    adjusted(ctx, gap, fen(delta)),
    elsewhere(ctx, gap, fen(delta)),
    otherDirection(ctx, gap, fen(delta)),
    swappedDigits(ctx, gap, fen(delta)),
    nextDays(ctx, gap, fen(delta)),
  ];
  const found = (await Promise.all(looks)).flat();
  const seen = new Set<string>();
  return found
    .map((suspect, at) => ({ suspect, at }))
    .sort((a, b) => rank(a.suspect) - rank(b.suspect) || a.at - b.at)
    .map(({ suspect }) => suspect)
    .filter((suspect) => {
      // What is known for a surer reason isn't named again for a weaker one.
      const key = nameOf(suspect);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MOST);
}

function nameOf({ recordId, transferId, adjustmentId, importId, row, historyId }: Suspect): string {
  if (recordId !== undefined) return `record ${recordId}`;
  if (transferId !== undefined) return `transfer ${transferId}`;
  if (adjustmentId !== undefined) return `adjustment ${adjustmentId}`;
  return `${importId} ${row} ${historyId}`;
}

const rank = ({ reason }: Suspect) => SUSPICIONS.indexOf(reason as Suspicion);

/** A movement of the account by a record or a transfer. */
interface Moved {
  noun: "record" | "transfer";
  id: number;
  day: Day;
  effect: Fen;
  description: string | null;
  createdAt: string;
  importId: number | null;
}

/** Movements of an account by exactly `effect`, on some of the days, newest made first. */
function movementsOf(
  { db, userId }: Context,
  accountId: number,
  effect: Fen,
  days: Sql,
): Promise<Moved[]> {
  const amount = Math.abs(effect);
  const type = effect > 0 ? "income" : "expense";
  const side = effect > 0 ? sql`to_account_id` : sql`from_account_id`;
  return db.all<Moved>(sql`
    select 'record' as noun, id, day, cast(${effect} as bigint) as effect, coalesce(description, category)
      as description, created_at, import_id
    from records where user_id = ${userId} and account_id = ${accountId} and type = ${type}
      and amount = ${amount} ${days}
    union all
    select 'transfer' as noun, id, day, cast(${effect} as bigint) as effect, description, created_at, import_id
    from transfers where user_id = ${userId} and ${side} = ${accountId} and amount = ${amount} ${days}
    order by created_at desc, id desc limit ${MANY}`);
}

function daysOf({ after, last }: Pick<Gap, "after" | "last">): Sql {
  return after === undefined ? sql`and day <= ${last}` : sql`and day > ${after} and day <= ${last}`;
}

function suspectOf(
  { noun, id, day, effect, description }: Moved,
  reason: Suspicion,
  action: Suspect["action"],
): Suspect {
  return {
    reason,
    ...(noun === "record" ? { recordId: id } : { transferId: id }),
    date: day,
    amount: yuan(effect),
    ...(description && { description }),
    action,
  };
}

/** Booked twice, or simply of that amount: what the book has and the bank hasn't. */
async function bookedTooMuch(ctx: Context, gap: Gap, delta: Fen): Promise<Suspect[]> {
  const effect = fen(-delta);
  const near = { after: gap.after && shiftDay(gap.after, -NEAR), last: shiftDay(gap.last, NEAR) };
  const rows = await movementsOf(ctx, gap.accountId, effect, daysOf(near));
  const inside = rows.filter(({ day }) => day <= gap.last && (!gap.after || day > gap.after));
  const twin = (one: Moved) =>
    rows.some((other) => other !== one && isNear(one.day, other.day, NEAR));
  // Of two equal ones the one that no bill has is the likelier to be too much, then the newer.
  const doubled = inside.filter(twin).sort((a, b) => Number(isOfBill(a)) - Number(isOfBill(b)));
  const covered = await coveredDays(ctx, inside);
  const single = inside
    .filter((one) => !twin(one))
    .sort((a, b) => weight(b, covered) - weight(a, covered));
  return [
    ...doubled.map((one) => suspectOf(one, "duplicate", "delete")),
    ...single.slice(0, MOST_OF_A_KIND).map((one) => suspectOf(one, "sameAmount", "look")),
  ];
}

const isOfBill = ({ importId }: Moved) => importId !== null;

/** What was typed on a day that a bill tells of, and the bill does not have, is likelier. */
function weight(one: Moved, covered: ReadonlySet<string>): number {
  return !isOfBill(one) && covered.has(one.day) ? 1 : 0;
}

/** Those days of the movements on which bills have booked something. */
async function coveredDays({ db, userId }: Context, moved: Moved[]): Promise<Set<string>> {
  const days = new Set<string>();
  for (const day of new Set(moved.slice(0, MOST).map((one) => one.day))) {
    const booked = await db.get(sql`select 1 as one from records where user_id = ${userId}
      and day = ${day} and import_id is not null limit 1`);
    if (booked !== undefined) days.add(day);
  }
  return days;
}

function isNear(one: Day, other: Day, days: number): boolean {
  return shiftDay(one, -days) <= other && other <= shiftDay(one, days);
}

/** Rows of bills that were left out. Of a row that was no money its amount alone is known. */
async function skippedRows(
  { db, userId }: Context,
  { accountId, ...gap }: Gap,
  delta: Fen,
): Promise<Suspect[]> {
  const rows = await db.all<SkippedRow>(sql`
    select r.import_id, r.number, r.kind, r.day, r.amount, r.fee, r.counterparty, r.description,
      case when coalesce(r.account_id, a.account_id) = ${accountId} then 1 else 0 end as own
    from import_rows r
    join imports i on i.user_id = r.user_id and i.id = r.import_id and i.status = 'committed'
    left join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
      and a.place = r.account
    left join import_accounts b on b.user_id = r.user_id and b.import_id = r.import_id
      and b.place = r.to_account
    where r.user_id = ${userId} and r.action = 'skip' and r.record_id is null
      and r.transfer_id is null and (r.amount = ${Math.abs(delta)} or r.fee = ${Math.abs(delta)})
      and (coalesce(r.account_id, a.account_id) = ${accountId}
        or coalesce(r.to_account_id, b.account_id) = ${accountId})
      ${daysOf(gap)}
    order by r.import_id desc, r.number limit ${MANY}`);
  return rows
    .filter((row) => effectOfRow(row) === undefined || effectOfRow(row) === delta)
    .map((row) => ({
      reason: "skipped",
      importId: row.importId,
      row: row.number,
      date: row.day,
      amount: yuan(delta),
      ...((row.counterparty || row.description) && {
        description: row.counterparty || row.description,
      }),
      action: "import",
    }));
}

interface SkippedRow {
  importId: number;
  number: number;
  kind: string;
  day: Day;
  amount: number;
  fee: number;
  counterparty: string;
  description: string;
  /** 1: the account is the row's own, not the other side of its transfer. */
  own: number;
}

/** What a row would move on the account; undefined where the row does not say. */
function effectOfRow({ kind, amount, own }: SkippedRow): number | undefined {
  if (kind === "expense" || kind === "fee") return -amount;
  if (kind === "income" || kind === "refund") return amount;
  if (kind === "transfer") return own === 1 ? -amount : amount;
  return undefined;
}

/** Adjustments of just that sum: what they stood for was booked as what it is since then. */
async function adjusted(
  { db, userId }: Context,
  { accountId, ...gap }: Gap,
  delta: Fen,
): Promise<Suspect[]> {
  const rows = await db.all<{ id: number; day: Day; description: string | null }>(sql`
    select id, day, description from adjustments where user_id = ${userId}
      and account_id = ${accountId} and amount = ${-delta} ${daysOf(gap)}
    order by created_at desc, id desc limit ${MOST_OF_A_KIND}`);
  return rows.map(({ id, day, description }) => ({
    reason: "adjusted",
    adjustmentId: id,
    date: day,
    amount: yuan(fen(-delta)),
    ...(description && { description }),
    action: "delete",
  }));
}

/** The same sum on another account, where the bank has it on this one. */
async function elsewhere(
  { db, userId }: Context,
  { accountId, ...gap }: Gap,
  delta: Fen,
): Promise<Suspect[]> {
  const type = delta > 0 ? "income" : "expense";
  const rows = await db.all<Moved>(sql`
    select 'record' as noun, id, day, cast(${delta} as bigint) as effect,
      coalesce(description, category) as description, created_at, import_id
    from records where user_id = ${userId} and account_id <> ${accountId} and type = ${type}
      and amount = ${Math.abs(delta)} and transfer_id is null ${daysOf(gap)}
    order by created_at desc, id desc limit ${MANY}`);
  const sorted = rows.sort((a, b) => Number(isOfBill(a)) - Number(isOfBill(b)));
  return sorted.slice(0, MOST_OF_A_KIND).map((one) => suspectOf(one, "otherAccount", "move"));
}

/** An income that was an expense, or the other way round, is wrong by twice its amount. */
async function otherDirection(ctx: Context, gap: Gap, delta: Fen): Promise<Suspect[]> {
  if (delta % 2 !== 0) return [];
  const rows = await movementsOf(ctx, gap.accountId, fen(-delta / 2), daysOf(gap));
  return rows
    .filter(({ noun }) => noun === "record")
    .slice(0, MOST_OF_A_KIND)
    .map((one) => suspectOf(one, "otherDirection", "change"));
}

/** Two digits that changed places make a difference that nine divides. */
async function swappedDigits(ctx: Context, gap: Gap, delta: Fen): Promise<Suspect[]> {
  if (delta % 9 !== 0) return [];
  const { db, userId } = ctx;
  const rows = await db.all<Moved & { amount: number; type: string }>(sql`
    select 'record' as noun, id, day, amount, type, coalesce(description, category) as description,
      created_at, import_id
    from records where user_id = ${userId} and account_id = ${gap.accountId}
      and amount > ${Math.floor(Math.abs(delta) / 90)} and import_id is null ${daysOf(gap)}
    order by created_at desc, id desc limit 20000`);
  const found = rows.filter(({ amount, type }) =>
    swapsOf(amount).some((meant) => (type === "income" ? 1 : -1) * (meant - amount) === delta),
  );
  // Where many amounts could have been meant otherwise, that says nothing of any.
  if (found.length > MOST_OF_A_KIND) return [];
  return found.map((one) => {
    const effect = fen(one.type === "income" ? one.amount : -one.amount);
    return suspectOf({ ...one, effect }, "swapped", "change");
  });
}

/** The amounts that it is when two neighbouring digits change places. */
export function swapsOf(amount: number): number[] {
  const digits = String(amount);
  const swaps: number[] = [];
  for (let at = 0; at + 1 < digits.length; at += 1) {
    if (digits[at] === digits[at + 1]) continue;
    swaps.push(
      Number(`${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`),
    );
  }
  return swaps;
}

/** Booked a few days too late or too early, over the point. */
async function nextDays(ctx: Context, gap: Gap, delta: Fen): Promise<Suspect[]> {
  const later = { after: gap.last, last: shiftDay(gap.last, NEAR) };
  const behind = await movementsOf(ctx, gap.accountId, delta, daysOf(later));
  return behind.slice(0, MOST_OF_A_KIND).map((one) => suspectOf(one, "nextDays", "change"));
}
