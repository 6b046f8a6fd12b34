/** The whole book as text, as it comes from one snapshot: JSON, CSV, Beancount, hledger. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { writeBeancount } from "../../bills/export/beancount.ts";
import { type CsvCell, writeCsv } from "../../bills/export/csv.ts";
import type {
  Book,
  BookAccount,
  BookAdjustment,
  BookCheckpoint,
  BookRecord,
  BookTransfer,
} from "../../bills/export/exported-book.ts";
import { writeHledger } from "../../bills/export/hledger.ts";
import { BOOK_VERSION } from "../../contract/exported-book.ts";
import type { AccountKind } from "../../contract/fields.ts";
import { purposeOf } from "../../ledger/account-words.ts";
import { dayOf, instantAt } from "../../ledger/calendar.ts";
import { type Fen, yuanFixed } from "../../ledger/money.ts";
import { fieldOf } from "../../store/names.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import { reckonAll } from "../agreement/checkpoints.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, mapInTurns, textInTurns } from "../handler/in-turns.ts";
import { BOOK_TABLES, type BookTable } from "./tables.ts";

const PAGE_ROWS = 500;

/** Everything, a row a line: what `loadBook` takes. */
export async function* writeJson(ctx: Context): AsyncGenerator<string> {
  const head = { version: BOOK_VERSION, zone: ctx.zone, exportedAt: instantAt(ctx.now) };
  yield `{"fenming":${JSON.stringify(head)}`;
  for (const table of BOOK_TABLES) {
    yield `,\n"${table.name}":[`;
    let separator = "\n";
    const named = Object.keys(table.columns).map((column) => [column, fieldOf(column)] as const);
    for (const statement of statementsFor(ctx, table)) {
      for await (const page of pagesOf<Row>(ctx, statement)) {
        yield separator + page.map((row) => jsonOf(row, named)).join(",\n");
        separator = ",\n";
      }
    }
    yield "\n]";
  }
  yield "}\n";
}

type Row = Record<string, unknown>;

/** A row as JSON under the names of its columns, which the file keeps. */
function jsonOf(row: Row, named: (readonly [column: string, field: string])[]): string {
  return JSON.stringify(Object.fromEntries(named.map(([column, field]) => [column, row[field]])));
}

/** A statement for each part of the table. */
function statementsFor({ userId }: Context, { name, columns, parts }: BookTable): Sql[] {
  const fields = Object.entries(columns).map(([column, kind]) =>
    kind === "fen" ? `cast(${column} as text) as ${column}` : column,
  );
  return parts.map(
    ({ order, only }) => sql`select ${raw(fields.join(", "))} from ${raw(name)}
      where user_id = ${userId} ${only === undefined ? sql`` : sql`and ${only(userId)}`}
      order by ${raw(order)}`,
  );
}

async function* pagesOf<Row>({ db }: Context, statement: Sql): AsyncGenerator<Row[]> {
  for await (const page of db.pages<Row>(statement, PAGE_ROWS)) {
    yield page;
    await nextTurn();
  }
}

async function* rowsOf<Row>(ctx: Context, statement: Sql): AsyncGenerator<Row> {
  for await (const page of pagesOf<Row>(ctx, statement)) yield* page;
}

/** A row of the table of entries that CSV and workbooks show. */
export const ENTRY_HEADER = [
  "编号",
  "类型",
  "日期",
  "金额",
  "分类",
  "账户",
  "转入账户",
  "手续费",
  "备注",
  "退款对应记录",
  "来源",
  "来源单号",
] as const;

interface EntryRow {
  id: number;
  kind: string;
  day: string;
  amount: Fen;
  category: string | null;
  account: string;
  toAccount: string | null;
  fee: Fen | null;
  description: string | null;
  refundOf: number | null;
  provider: string | null;
  externalId: string | null;
}

/** Records, transfers and adjustments, by day; the fee of a transfer stands in its own row. */
export async function* entryRows(ctx: Context): AsyncGenerator<CsvCell[]> {
  for await (const row of rowsOf<EntryRow>(ctx, entries(ctx.userId))) {
    yield [
      row.id,
      row.kind,
      row.day,
      Number(yuanFixed(row.amount)),
      row.category,
      row.account,
      row.toAccount,
      row.fee === null ? null : Number(yuanFixed(row.fee)),
      row.description,
      row.refundOf,
      row.provider,
      row.externalId,
    ];
  }
}

function entries(userId: number): Sql {
  // SQLite orders a union by names that are given with "as" alone.
  return sql`
    select r.id as id, case when r.refund = 1 then '退款' when r.type = 'income' then '收入'
        else '支出' end as kind, r.day as day, r.amount, r.category, a.name as account,
      null as to_account, null as fee, r.description, r.refund_of, r.provider, r.external_id,
      r.created_at as created_at
    from records r join accounts a on a.user_id = r.user_id and a.id = r.account_id
    where r.user_id = ${userId} and r.transfer_id is null
    union all
    select t.id, '转账', t.day, t.amount, null, a.name, b.name,
      (select f.amount from records f where f.user_id = ${userId} and f.transfer_id = t.id),
      t.description, null, t.provider, t.external_id, t.created_at
    from transfers t
    join accounts a on a.user_id = t.user_id and a.id = t.from_account_id
    join accounts b on b.user_id = t.user_id and b.id = t.to_account_id
    where t.user_id = ${userId}
    union all
    select j.id, '调整', j.day, j.amount, null, a.name, null, null, j.description, null, null, null,
      j.created_at
    from adjustments j join accounts a on a.user_id = j.user_id and a.id = j.account_id
    where j.user_id = ${userId}
    order by day, created_at, id`;
}

export async function* writeEntriesCsv(ctx: Context): AsyncGenerator<string> {
  async function* rows(): AsyncGenerator<readonly CsvCell[]> {
    yield ENTRY_HEADER;
    yield* entryRows(ctx);
  }
  yield* writeCsv(rows());
}

export async function* writeBeancountBook(ctx: Context): AsyncGenerator<string> {
  yield* textInTurns(writeBeancount(await bookFor(ctx)));
}

export async function* writeHledgerBook(ctx: Context): AsyncGenerator<string> {
  yield* textInTurns(writeHledger(await bookFor(ctx)));
}

async function bookFor(ctx: Context): Promise<Book> {
  const { db, userId } = ctx;
  const accounts = await allInTurns<ExportedAccount>(
    db,
    sql`select id, name, kind, opening, balance
      from accounts where user_id = ${userId} order by id`,
  );
  const first = await db.get<{ day: string | null }>(sql`
    select min(day) as day from (
      select min(day) as day from records where user_id = ${userId}
      union all select min(day) as day from transfers where user_id = ${userId}
      union all select min(day) as day from adjustments where user_id = ${userId}
    ) as firsts`);
  return {
    title: "分明账本",
    firstDay: first?.day ?? dayOf(ctx.now, ctx.zone),
    accounts: await mapInTurns(accounts, (one) => ({ ...one, kind: kindOf(one) })),
    records: recordsOf(ctx),
    transfers: rowsOf<BookTransfer>(
      ctx,
      sql`select t.id, t.from_account_id as "from", t.to_account_id as "to",
        t.amount, coalesce((select f.amount from records f
          where f.user_id = ${userId} and f.transfer_id = t.id), 0) as fee,
        coalesce(t.description, '') as description, t.day
      from transfers t where t.user_id = ${userId} order by t.day, t.id`,
    ),
    adjustments: rowsOf<BookAdjustment>(
      ctx,
      sql`select id, account_id as account, amount, coalesce(description, '') as description, day
      from adjustments where user_id = ${userId} and amount <> 0 order by day, id`,
    ),
    checkpoints: await readCheckpoints(ctx),
    hasAdjustments:
      (await db.get(sql`select 1 as one from adjustments where user_id = ${userId} limit 1`)) !==
      undefined,
  };
}

async function readCheckpoints(ctx: Context): Promise<BookCheckpoint[]> {
  const reckoned = await reckonAll(ctx);
  return mapInTurns(
    reckoned.flat(),
    ({ row: { accountId: account, day, stated }, difference }) => ({
      ...{ account, day, stated },
      ok: difference === 0n,
    }),
  );
}

interface ExportedAccount {
  id: number;
  name: string;
  kind: AccountKind | null;
  opening: Fen;
  balance: Fen;
}

/** A credit card or a loan is a debt. Where its kind was not said, its name tells. */
function kindOf({ name, kind }: ExportedAccount): BookAccount["kind"] {
  const purpose = kind ?? purposeOf(name);
  return purpose === "credit" || purpose === "loan" ? "liability" : "asset";
}

async function* recordsOf(ctx: Context): AsyncGenerator<BookRecord> {
  const rows = rowsOf<Omit<BookRecord, "refund"> & { refund: number }>(
    ctx,
    sql`select id, case when refund = 1 then 'expense' else type end as type,
      amount, refund, category, account_id as account,
      coalesce(description, '') as description, day
    from records where user_id = ${ctx.userId} and transfer_id is null order by day, id`,
  );
  for await (const row of rows) yield { ...row, refund: row.refund === 1 };
}

/** The other sheets of a workbook. */
export interface SheetRows {
  name: string;
  header: readonly string[];
  rows: AsyncIterable<CsvCell[]>;
}

export function sheetsOf(ctx: Context): SheetRows[] {
  const { userId } = ctx;
  const yuan = (row: CsvCell[], ...columns: number[]) =>
    row.map((cell, at) =>
      columns.includes(at) && typeof cell === "number" ? Number(yuanFixed(cell as Fen)) : cell,
    );
  async function* cells(statement: Sql, ...money: number[]): AsyncGenerator<CsvCell[]> {
    for await (const row of rowsOf<Record<string, CsvCell>>(ctx, statement)) {
      yield yuan(Object.values(row), ...money);
    }
  }
  return [
    { name: "明细", header: ENTRY_HEADER, rows: entryRows(ctx) },
    {
      name: "账户",
      header: ["编号", "名称", "类型", "期初余额", "余额"],
      rows: cells(
        sql`select id, name, type, opening,
          balance from accounts where user_id = ${userId} order by id`,
        3,
        4,
      ),
    },
    {
      name: "预算",
      header: ["编号", "月份", "分类", "金额"],
      rows: cells(
        sql`select id, month, category, amount
          from budgets where user_id = ${userId} order by month, id`,
        3,
      ),
    },
    {
      name: "规则",
      header: ["编号", "状态", "比较", "方式", "文字", "分类", "性质"],
      rows: cells(
        sql`select id, state, field, match,
          text, category, kind
          from rules where user_id = ${userId} order by id`,
      ),
    },
  ];
}
