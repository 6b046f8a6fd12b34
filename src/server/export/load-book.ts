/**
 * Loads an exported book into an empty one. Nothing of the file is trusted: every value is checked
 * by the list of columns, ids are new, balances and day totals are computed from the rows.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LoadedBook } from "../../contract/book.ts";
import type { ColumnSpec } from "../../contract/exported-book.ts";
import { PAUSE_REASONS, PLAN_KINDS, PLAN_STATES } from "../../contract/plans.ts";
import { Refusal } from "../../contract/refusal.ts";
import { asDay, asMonth, type Day, dayOf, instantAt, startOfDay } from "../../ledger/calendar.ts";
import { MAX_AMOUNT, MAX_BALANCE } from "../../ledger/money.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { COUNTED_AMOUNT, COUNTED_TYPE } from "../../store/counted.ts";
import { isForbidden, isOverflow } from "../../store/forbidden.ts";
import { join, raw, type Sql, sql } from "../../store/sql.ts";
import { lockBook } from "../book/balances.ts";
import type { Context } from "../handler/context.ts";
import { contextIn, type LongContext } from "../handler/long-context.ts";
import type { BookPage } from "./parse-book.ts";
import { readBook } from "./read-book.ts";
import { reckonPlans } from "./reckon-plans.ts";
import { fitsColumn } from "./stored-json.ts";
import { BOOK_TABLES, type BookTable } from "./tables.ts";

type Row = Record<string, unknown>;
/** New ids by old ones, a map each table. */
type Ids = Map<string, Map<number, number>>;

export async function loadBook(own: LongContext, bytes: Uint8Array): Promise<LoadedBook> {
  const pages = await readBook(own.userId, bytes);
  return own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      await requireEmpty(ctx);
      const ids: Ids = new Map();
      for (const table of BOOK_TABLES) {
        await loadTable(ctx, table, pages.get(table.name) ?? [], ids);
      }
      await reckon(ctx).catch((error: unknown) => {
        throw isOverflow(error) ? invalid("合计超出范围") : error;
      });
      await reckonPlans(ctx);
      await requireSound(ctx);
      const count = (name: string) =>
        (pages.get(name) ?? []).reduce((sum, page) => sum + page.rows, 0);
      return {
        accounts: count("accounts"),
        records: count("records"),
        transfers: count("transfers"),
        adjustments: count("adjustments"),
        budgets: count("budgets"),
        rules: count("rules"),
        imports: count("imports"),
      };
    },
    { long: true },
  );
}

function invalid(reason: string): Refusal {
  return new Refusal(400, "bookInvalid", { reason });
}

async function requireEmpty({ db, userId }: Context): Promise<void> {
  for (const { name } of BOOK_TABLES) {
    const row = await db.get(sql`select 1 as one from ${raw(name)}
      where user_id = ${userId} limit 1`);
    if (row !== undefined) throw new Refusal(400, "bookNotEmpty");
  }
}

async function loadTable(
  ctx: Context,
  table: BookTable,
  pages: BookPage[],
  ids: Ids,
): Promise<void> {
  const given = new Map<number, number>();
  ids.set(table.name, given);
  const columns = Object.keys(table.columns).filter((column) => column !== "id");
  const derived = table.derived ?? [];
  const names = raw(["user_id", ...columns, ...derived].join(", "));
  const hasId = "id" in table.columns;
  let index = 0;
  for (const page of pages) {
    for (const row of JSON.parse(page.text) as Row[]) {
      const at = index++;
      const values = columns.map((column) => readColumn(table, column, row, at, ids, ctx));
      const statement = sql`insert into ${raw(table.name)} (${names})
        values (${join([ctx.userId, ...values, ...derived.map(() => 0)])})`;
      try {
        if (hasId) given.set(row.id as number, await insertNumbered(ctx, statement));
        else await ctx.db.run(statement);
      } catch (error) {
        // A transfer to itself, two of what there is one of.
        if (!isForbidden(error)) throw error;
        throw invalid(`${table.name} 第 ${at + 1} 行与账本的规则或别的行冲突`);
      }
    }
    await nextTurn();
  }
}

/** Inserts a row; answers its new id. */
async function insertNumbered({ db }: Context, statement: Sql): Promise<number> {
  const made = await db.get<{ id: number }>(sql`${statement} returning id`);
  return (made as { id: number }).id;
}

/** Values that a column may hold besides what its kind says. */
const CHOICES = wordTable<readonly string[]>({
  "plans.kind": PLAN_KINDS,
  "plans.state": PLAN_STATES,
  "plans.reason": PAUSE_REASONS,
  "plans.amount_mode": ["fixed", "estimate", "ask"],
  "plans.unit": ["day", "week", "month", "year"],
  "plans.times_count": ["all", "booked"],
  "plans.weekend": ["keep", "before", "after"],
  "plans.mode": ["auto", "confirm"],
  "plan_occurrences.state": ["open", "waiting", "booked", "skipped"],
  "accounts.type": ["payment", "bank", "cash"],
  "accounts.kind": ["credit", "loan", "person", "asset"],
  "adjustments.kind": ["valuation", "correction"],
  "import_accounts.new_type": ["payment", "bank", "cash"],
  "records.type": ["income", "expense"],
  "imports.status": ["committed", "undone"],
  "rules.state": ["active", "proposed", "off"],
  "rules.field": ["counterparty", "description", "account", "any"],
  "rules.match": ["contains", "equals", "pattern"],
  "rules.kind": ["income", "expense", "refund", "transfer", "skip"],
  "rules.only_kind": ["income", "expense", "refund", "transfer", "skip"],
});
const LENGTHS = wordTable<number>({ name: 100, category: 100, description: 200 });
const COLOR = /^#[0-9A-Fa-f]{6}$/;

function readColumn(
  table: BookTable,
  column: string,
  row: Row,
  index: number,
  ids: Ids,
  ctx: Context,
): string | number | null {
  const wrong = () => invalid(`${table.name} 第 ${index + 1} 行的 ${column} 无效`);
  if (typeof row !== "object" || row === null) throw wrong();
  const spec = table.columns[column] as ColumnSpec;
  // A plan that was deleted names nothing here.
  if (column === "due" && spec === "day?" && !isKnownPlan(row, ids)) return null;
  const value = movedDate(table, column, row, ctx) ?? row[column] ?? null;
  if (value === null) {
    if (spec.endsWith("?")) return null;
    // A file of an earlier version knows fewer of them.
    if (spec === "flag") return 0;
    throw wrong();
  }
  const read = readValue(spec.replace("?", ""), value, ids, `${table.name}.${column}`);
  // What a line of a bill became may have been deleted since; the line is known all the same.
  if (read === undefined && outlives(table.name) && /^id:.*\?$/.test(spec)) return null;
  if (read === undefined && spec === "id:plans?") return null;
  if (read === undefined) throw wrong();
  return read;
}

/** Whether rows of the table stay when what they name is deleted. */
function outlives(table: string): boolean {
  return table.startsWith("import_") || table === "plan_occurrences";
}

function isKnownPlan(row: Row, ids: Ids): boolean {
  return ids.get("plans")?.has(row.plan_id as number) ?? false;
}

/** Days as they fall in this book's zone (decisions D1): a plain day stays, an instant stays. */
function movedDate(table: BookTable, column: string, row: Row, { zone }: Context): unknown {
  if (!("timed" in table.columns)) return undefined;
  if (column === "day" && row.timed === 1) {
    const ms = typeof row.date === "string" ? Date.parse(row.date) : Number.NaN;
    return Number.isFinite(ms) ? dayOf(ms, zone) : undefined;
  }
  if (column === "date" && row.timed === 0 && asDay(String(row.day)) !== undefined) {
    const start = startOfDay(row.day as Day, zone);
    return start === undefined ? undefined : instantAt(start);
  }
  return undefined;
}

function readValue(
  kind: string,
  value: unknown,
  ids: Ids,
  name: string,
): string | number | undefined {
  if (kind.startsWith("id:")) return ids.get(kind.slice(3))?.get(value as number);
  if (typeof value === "number") return readNumber(kind, value);
  if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) return undefined;
  if (kind === "fen") return /^-?\d{1,18}$/.test(value) ? value : undefined;
  if (kind === "day") return asDay(value);
  if (kind === "month") return asMonth(value);
  if (kind === "instant") return isInstant(value) ? value : undefined;
  if (kind === "json") return readJson(value, name, ids);
  return kind === "text" ? readText(value, name, ids) : undefined;
}

function readNumber(kind: string, value: number): number | undefined {
  if (!Number.isSafeInteger(value)) return undefined;
  if (kind === "flag") return value === 0 || value === 1 ? value : undefined;
  if (kind === "amount") return value >= 1 && value <= MAX_AMOUNT ? value : undefined;
  return kind === "number" ? value : undefined;
}

function isInstant(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) && Number.isFinite(Date.parse(text))
  );
}

function readText(value: string, name: string, ids: Ids): string | undefined {
  const [table = "", column = ""] = name.split(".");
  if (name in CHOICES && !CHOICES[name]?.includes(value)) return undefined;
  if (column === "color" && !COLOR.test(value)) return undefined;
  const longest = table.startsWith("import") ? 2000 : (LENGTHS[column] ?? 2000);
  if ([...value].length > longest) return undefined;
  if (["accounts.name", "records.category", "budgets.category"].includes(name)) {
    return value.trim() === "" ? undefined : value;
  }
  if (name === "match_refusals.key") return movedRefs(value, ids);
  return column === "key" && table.startsWith("import_") ? movedKey(value, ids) : value;
}

/** Behind the key of a line that another account has too stands the id of its own. */
function movedKey(key: string, ids: Ids): string {
  return key.replace(/@(\d+)$/, (_, id: string) => {
    return `@${ids.get("accounts")?.get(Number(id)) ?? `gone-${id}`}`;
  });
}

/** Keys of refused suggestions name records by their ids, and lines by their keys. */
function movedRefs(key: string, ids: Ids): string {
  const moved = key.replace(/"(line:[^"]*)"/g, (_, line: string) => `"${movedKey(line, ids)}"`);
  return moved.replace(/"(record|transfer):(\d+)"/g, (_, kind: string, id: string) => {
    const moved = ids.get(`${kind}s`)?.get(Number(id));
    return `"${kind}:${moved ?? `gone-${id}`}"`;
  });
}

function readJson(value: string, name: string, ids: Ids): string | undefined {
  try {
    const parsed = JSON.parse(value);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    if (!fitsColumn(name, parsed)) return undefined;
    if (name === "import_answers.answer") moveAccounts(parsed, ids);
    if (name !== "imports.result") return JSON.stringify(parsed);
    const accounts = Array.isArray(parsed.accounts) ? parsed.accounts : [];
    for (const account of accounts) {
      account.accountId = ids.get("accounts")?.get(account.accountId) ?? account.accountId;
    }
    return JSON.stringify(parsed);
  } catch {
    return undefined;
  }
}

/** The accounts that an answer names, as they are numbered here. */
function moveAccounts(answer: Record<string, unknown>, ids: Ids): void {
  for (const field of ["accountId", "toAccountId"]) {
    if (answer[field] === undefined) continue;
    answer[field] = ids.get("accounts")?.get(answer[field] as number);
  }
}

/** Balances and day totals from the rows. */
async function reckon({ db, userId }: Context): Promise<void> {
  await db.run(sql`
    update accounts set balance = opening
      + coalesce((select sum(case when r.type = 'income' then r.amount else -r.amount end)
          from records r where r.user_id = ${userId} and r.account_id = accounts.id), 0)
      + coalesce((select sum(t.amount) from transfers t
          where t.user_id = ${userId} and t.to_account_id = accounts.id), 0)
      - coalesce((select sum(t.amount) from transfers t
          where t.user_id = ${userId} and t.from_account_id = accounts.id), 0)
      + coalesce((select sum(j.amount) from adjustments j
          where j.user_id = ${userId} and j.account_id = accounts.id), 0)
    where user_id = ${userId}`);
  await db.run(sql`
    insert into day_totals (user_id, day, type, category, amount, count)
    select user_id, day, type, category, sum(amount), count(*) from (
      select user_id, day, ${COUNTED_TYPE} as type, category, ${COUNTED_AMOUNT} as amount
      from records where user_id = ${userId}
    ) as counted group by user_id, day, type, category`);
}

/** What no book of ours can be: out of bounds, refunds of nothing, fees of other accounts. */
async function requireSound({ db, userId }: Context): Promise<void> {
  const bound = MAX_BALANCE;
  const faults: [string, ReturnType<typeof sql>][] = [
    [
      "余额超出范围",
      sql`select 1 as one from accounts where user_id = ${userId}
        and (balance > ${bound} or balance < ${-bound}) limit 1`,
    ],
    [
      "当天合计超出范围",
      sql`select 1 as one from day_totals where user_id = ${userId}
        and (amount > ${bound} or amount < ${-bound}) limit 1`,
    ],
    [
      "有退款与所退的支出不符",
      sql`select 1 as one from records r
        left join records e on e.user_id = r.user_id and e.id = r.refund_of
        where r.user_id = ${userId} and ((r.refund = 1 and r.type <> 'income')
          or (r.refund_of is not null and (r.refund = 0 or e.type <> 'expense'
            or e.transfer_id is not null))) limit 1`,
    ],
    [
      "有支出的退款合计超过了它",
      sql`select 1 as one from records e
        join records r on r.user_id = e.user_id and r.refund_of = e.id
        where e.user_id = ${userId}
        group by e.id, e.amount having sum(r.amount) > e.amount limit 1`,
    ],
    [
      "有转账的手续费不符",
      sql`select 1 as one from transfers t
        join records f on f.user_id = t.user_id and f.transfer_id = t.id
        where t.user_id = ${userId}
        group by t.id having count(*) > 1 or max(case when f.type = 'expense' and f.refund = 0
          and f.account_id = t.from_account_id then 0 else 1 end) = 1 limit 1`,
    ],
  ];
  for (const [reason, statement] of faults) {
    if ((await db.get(statement)) !== undefined) throw invalid(reason);
  }
}
