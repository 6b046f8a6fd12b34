/** The tables that a book is made of, as export and load go through them; the columns are the contract's. */
import { BOOK_COLUMNS, type BookTableName, type ColumnSpec } from "../../contract/exported-book.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";

export interface BookTable {
  name: BookTableName;
  columns: Record<string, ColumnSpec>;
  /** Follows from the rest, so it is reckoned again. */
  derived?: string[];
  /** Reckoned again when all is there; until then there is nothing. */
  reckoned?: string[];
  /**
   * The rows in the order in which they are written, so that what a row names is there before it.
   * Where there may be very many they follow an index: SQLite puts millions of rows in order in a file of
   * hundreds of megabytes, and when the system writes that to the disk, every commit waits.
   */
  parts: readonly Part[];
}

interface Part {
  /** Columns. */
  order: string;
  /** Which rows, where not all of the user's. */
  only?: (userId: number) => Sql;
}

/** Previews are no part of the book; what has been committed is. */
const DONE = () => sql`status in ('committed', 'undone')`;
const OF_DONE = (userId: number) =>
  sql`import_id in (select id from imports where user_id = ${userId} and ${DONE()})`;

/** Those that name what is there: nothing takes a tick away with what it stood at. */
function ticksOf(what: "record" | "transfer" | "adjustment"): Part {
  const id = raw(`ticks.${what}_id`);
  return {
    order: `account_id, ${what}_id`,
    only: (userId) => sql`${id} is not null and exists (
      select 1 from ${raw(`${what}s`)} w where w.user_id = ${userId} and w.id = ${id})`,
  };
}

/** In the order in which they are loaded. */
export const BOOK_TABLES: readonly BookTable[] = [
  {
    name: "accounts",
    columns: BOOK_COLUMNS.accounts,
    derived: ["balance"],
    parts: [{ order: "id" }],
  },
  {
    name: "imports",
    columns: BOOK_COLUMNS.imports,
    parts: [{ order: "id", only: DONE }],
  },
  {
    name: "plans",
    columns: BOOK_COLUMNS.plans,
    reckoned: ["next_due", "next_date"],
    parts: [{ order: "id" }],
  },
  {
    name: "transfers",
    columns: BOOK_COLUMNS.transfers,
    parts: [{ order: "created_at, id" }],
  },
  {
    name: "records",
    columns: BOOK_COLUMNS.records,
    parts: [
      { order: "created_at, id", only: () => sql`refund_of is null` },
      { order: "refund_of, id", only: () => sql`refund_of is not null` },
    ],
  },
  {
    name: "plan_occurrences",
    columns: BOOK_COLUMNS.plan_occurrences,
    // Those of a plan that was deleted are for the history alone.
    parts: [
      {
        order: "plan_id, due",
        only: (userId) => sql`plan_id in (select id from plans where user_id = ${userId})`,
      },
    ],
  },
  {
    name: "adjustments",
    columns: BOOK_COLUMNS.adjustments,
    parts: [{ order: "id" }],
  },
  {
    name: "checkpoints",
    columns: BOOK_COLUMNS.checkpoints,
    parts: [{ order: "id" }],
  },
  {
    name: "ticks",
    columns: BOOK_COLUMNS.ticks,
    parts: [ticksOf("record"), ticksOf("transfer"), ticksOf("adjustment")],
  },
  {
    name: "budgets",
    columns: BOOK_COLUMNS.budgets,
    parts: [{ order: "id" }],
  },
  {
    name: "rules",
    columns: BOOK_COLUMNS.rules,
    parts: [{ order: "id" }],
  },
  {
    name: "import_accounts",
    columns: BOOK_COLUMNS.import_accounts,
    parts: [{ order: "import_id, place", only: OF_DONE }],
  },
  {
    name: "import_keys",
    columns: BOOK_COLUMNS.import_keys,
    parts: [{ order: "key, import_id", only: OF_DONE }],
  },
  {
    name: "import_changes",
    columns: BOOK_COLUMNS.import_changes,
    parts: [{ order: "import_id, key", only: OF_DONE }],
  },
  {
    name: "import_replaced",
    columns: BOOK_COLUMNS.import_replaced,
    parts: [{ order: "import_id, row_number", only: OF_DONE }],
  },
  {
    name: "import_openings",
    columns: BOOK_COLUMNS.import_openings,
    parts: [{ order: "import_id, row_number", only: OF_DONE }],
  },
  {
    name: "import_merged",
    columns: BOOK_COLUMNS.import_merged,
    parts: [{ order: "import_id, row_number", only: OF_DONE }],
  },
  {
    name: "account_names",
    columns: BOOK_COLUMNS.account_names,
    parts: [{ order: "provider, name" }],
  },
  {
    name: "column_mappings",
    columns: BOOK_COLUMNS.column_mappings,
    parts: [{ order: "fingerprint" }],
  },
  { name: "match_refusals", columns: BOOK_COLUMNS.match_refusals, parts: [{ order: "key" }] },
  {
    name: "import_answers",
    columns: BOOK_COLUMNS.import_answers,
    parts: [{ order: "provider, code, value" }],
  },
];

/** The tables that are no part of a book, and why. */
export const OTHER_TABLES = wordTable<string>({
  migrations: "the database's own",
  commits: "PostgreSQL's own: which commits have been answered",
  rate_limits: "PostgreSQL's own: the requests of a minute",
  import_jobs: "PostgreSQL's own: what runs on which node",
  attendance: "PostgreSQL's own: which processes are at work",
  settings: "the installation's own",
  users: "the book is loaded into a user that exists",
  revisions: "counts writes",
  day_totals: "follows from the records",
  idempotency: "answers of thirty days",
  import_closings: "previews; what they became are checkpoints",
  import_rows: "previews; what they became are records",
  history: "versions of thirty days, by ids of this installation",
  account_merges: "what the history needs to take a merge back",
  sessions: "sign-in is not money",
  tokens: "sign-in is not money",
  throttles: "sign-in is not money",
  second_factors: "sign-in is not money",
  recovery_codes: "sign-in is not money",
  sign_in_steps: "sign-in is not money",
  passkeys: "sign-in is not money",
  channels: "keys of this installation's own sealing",
  notices: "what was sent is not money",
  notice_settings: "for the channels, which stay",
  notice_lines: "what was said is not money",
  plan_suggestions: "what was not wanted here, by accounts of this installation",
  feeds: "an address of this installation",
  audit: "the history of this installation",
});
