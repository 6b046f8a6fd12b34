/**
 * Which tables a book is made of, with every column, what each may hold, and what each names. Export
 * and load go by this list alone, and a test compares it with the database, so that a new table or
 * column cannot be forgotten.
 */
import sql, { type Sql } from "sql-template-tag";

/** The version of the JSON; raised when an older program could not load it rightly. */
export const BOOK_VERSION = 2;

/** What a column holds. Fen are text, since an opening balance may be beyond 2^53. `id:<table>` names a row of that table; a `?` behind it means "or null". */
export type ColumnKind =
  | "id"
  | `id:${BookTableName}`
  | "fen"
  | "amount"
  | "number"
  | "flag"
  | "text"
  | "day"
  | "month"
  | "instant"
  | "json";
export type ColumnSpec = ColumnKind | `${ColumnKind}?`;

export type BookTableName =
  | "accounts"
  | "transfers"
  | "records"
  | "adjustments"
  | "checkpoints"
  | "ticks"
  | "budgets"
  | "rules"
  | "imports"
  | "import_accounts"
  | "import_keys"
  | "import_changes"
  | "import_replaced"
  | "import_openings"
  | "import_merged"
  | "account_names"
  | "column_mappings"
  | "match_refusals"
  | "import_answers";

export interface BookTable {
  name: BookTableName;
  columns: Record<string, ColumnSpec>;
  /** Follows from the rest, so it is reckoned again. */
  derived?: string[];
  /** In which the rows are written, so that what a row names is there before it. */
  order: string;
  /** Which rows belong to the book, where not all do. */
  only?: (userId: number) => Sql;
}

/** Previews are no part of the book; what has been committed is. */
const DONE = () => sql`status in ('committed', 'undone')`;
const OF_DONE = (userId: number) =>
  sql`import_id in (select id from imports where user_id = ${userId} and ${DONE()})`;

const source: Record<string, ColumnSpec> = {
  provider: "text?",
  external_id: "text?",
  row_kind: "text?",
  import_id: "id:imports?",
  import_row: "number?",
};
const dated: Record<string, ColumnSpec> = { date: "instant", day: "day", timed: "flag" };
const stamps: Record<string, ColumnSpec> = { created_at: "instant", updated_at: "instant" };

/** In the order in which they are loaded. */
export const BOOK_TABLES: readonly BookTable[] = [
  {
    name: "accounts",
    columns: {
      id: "id",
      name: "text",
      type: "text",
      kind: "text?",
      color: "text",
      opening: "fen",
      archived: "flag",
      ...stamps,
    },
    derived: ["balance"],
    order: "id",
  },
  {
    name: "imports",
    columns: {
      id: "id",
      status: "text",
      file_name: "text",
      currency: "text",
      found: "json",
      result: "json?",
      problem: "json?",
      row_count: "number",
      ...stamps,
      committed_at: "instant?",
      dropped: "flag",
      keys_by_id: "flag",
      written: "number?",
    },
    order: "id",
    only: DONE,
  },
  {
    name: "transfers",
    columns: {
      id: "id",
      from_account_id: "id:accounts",
      to_account_id: "id:accounts",
      amount: "amount",
      description: "text?",
      ...dated,
      ...source,
      ...stamps,
    },
    order: "id",
  },
  {
    name: "records",
    columns: {
      id: "id",
      account_id: "id:accounts",
      type: "text",
      amount: "amount",
      category: "text",
      description: "text?",
      ...dated,
      refund: "flag",
      refund_of: "id:records?",
      transfer_id: "id:transfers?",
      ...source,
      ...stamps,
    },
    // An expense is there before what gives it back.
    order: "case when refund_of is null then 0 else 1 end, id",
  },
  {
    name: "adjustments",
    columns: {
      id: "id",
      account_id: "id:accounts",
      day: "day",
      amount: "number",
      value: "number?",
      kind: "text",
      description: "text?",
      import_id: "id:imports?",
      import_row: "number?",
      ...stamps,
    },
    order: "id",
  },
  {
    name: "checkpoints",
    columns: {
      id: "id",
      account_id: "id:accounts",
      day: "day",
      stated: "number",
      source: "text",
      import_id: "id:imports?",
      note: "text?",
      broken_by: "json?",
      ...stamps,
    },
    order: "id",
  },
  {
    name: "ticks",
    columns: {
      id: "id",
      account_id: "id:accounts",
      record_id: "id:records?",
      transfer_id: "id:transfers?",
      adjustment_id: "id:adjustments?",
    },
    order: "id",
    only: (userId) => sql`((record_id in (select id from records where user_id = ${userId}))
      or (transfer_id in (select id from transfers where user_id = ${userId}))
      or (adjustment_id in (select id from adjustments where user_id = ${userId})))`,
  },
  {
    name: "budgets",
    columns: { id: "id", category: "text", amount: "amount", month: "month", ...stamps },
    order: "id",
  },
  {
    name: "rules",
    columns: {
      id: "id",
      state: "text",
      field: "text",
      match: "text",
      text: "text",
      min_amount: "amount?",
      max_amount: "amount?",
      only_kind: "text?",
      category: "text?",
      account_id: "id:accounts?",
      kind: "text?",
      ...stamps,
    },
    order: "id",
  },
  {
    name: "import_accounts",
    columns: {
      import_id: "id:imports",
      place: "number",
      provider: "text",
      name: "text",
      account_id: "id:accounts?",
      new_name: "text",
      new_type: "text",
      made: "flag",
      other_side: "flag",
    },
    order: "import_id, place",
    only: OF_DONE,
  },
  {
    name: "import_keys",
    columns: {
      key: "text",
      import_id: "id:imports",
      row_number: "number",
      kind: "text",
      record_id: "id:records?",
      transfer_id: "id:transfers?",
      status: "text",
      description: "text",
      restored: "flag",
      joined_id: "id:records?",
      account_id: "id:accounts?",
      to_account_id: "id:accounts?",
      balance: "number?",
      link_id: "text?",
      category: "text?",
      bill: "number?",
      source_line: "number?",
    },
    order: "key, import_id",
    only: OF_DONE,
  },
  {
    name: "import_changes",
    columns: {
      import_id: "id:imports",
      key: "text",
      row_number: "number",
      was_import_id: "id:imports",
      was_row: "number",
      was_kind: "text",
      record_id: "id:records?",
      transfer_id: "id:transfers?",
      was_status: "text",
      was_description: "text",
      status: "text",
      description: "text",
      described: "flag",
    },
    order: "import_id, key",
    only: OF_DONE,
  },
  {
    name: "import_replaced",
    columns: {
      import_id: "id:imports",
      row_number: "number",
      record_id: "id:records?",
      account_id: "id:accounts",
      type: "text",
      amount: "amount",
      category: "text",
      description: "text?",
      ...dated,
      provider: "text?",
      external_id: "text?",
      row_kind: "text?",
      was_import_id: "id:imports?",
      was_row: "number?",
      ...stamps,
    },
    order: "import_id, row_number",
    only: OF_DONE,
  },
  {
    name: "import_openings",
    columns: {
      import_id: "id:imports",
      account_id: "id:accounts",
      row_number: "number",
      amount: "number",
    },
    order: "import_id, row_number",
    only: OF_DONE,
  },
  {
    name: "import_merged",
    columns: {
      import_id: "id:imports",
      row_number: "number",
      added: "text",
      fee: "number",
      taken: "number",
      was_updated_at: "instant",
      was_account_id: "id:accounts?",
      account_id: "id:accounts?",
    },
    order: "import_id, row_number",
    only: OF_DONE,
  },
  {
    name: "account_names",
    columns: { provider: "text", name: "text", account_id: "id:accounts" },
    order: "provider, name",
  },
  {
    name: "column_mappings",
    columns: { fingerprint: "text", mapping: "json" },
    order: "fingerprint",
  },
  { name: "match_refusals", columns: { key: "text" }, order: "key" },
  {
    name: "import_answers",
    columns: { provider: "text", code: "text", value: "text", answer: "json" },
    order: "provider, code, value",
  },
];

/** The tables that are no part of a book, and why. */
export const OTHER_TABLES: Record<string, string> = {
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
  import_rows: "previews; what they became are records",
  history: "versions of thirty days, by ids of this installation",
  account_merges: "what the history needs to take a merge back",
  sessions: "sign-in is not money",
  tokens: "sign-in is not money",
  throttles: "sign-in is not money",
  audit: "the history of this installation",
};
