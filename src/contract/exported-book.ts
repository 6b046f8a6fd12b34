/**
 * The exported book: every table with its columns, and what each may hold. Export and load go by this
 * list, and a test compares it with the database, so that a new table or column cannot be forgotten.
 */
import Type, { type TSchema } from "typebox";
import { Timestamp } from "./fields.ts";

/** The version of the JSON; raised when an older program could not load it rightly. */
export const BOOK_VERSION = 3;

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
  | "plans"
  | "plan_occurrences"
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

const source: Record<string, ColumnSpec> = {
  provider: "text?",
  external_id: "text?",
  row_kind: "text?",
  import_id: "id:imports?",
  import_row: "number?",
};
const planned: Record<string, ColumnSpec> = { plan_id: "id:plans?", due: "day?" };
const dated: Record<string, ColumnSpec> = { date: "instant", day: "day", timed: "flag" };
const stamps: Record<string, ColumnSpec> = { created_at: "instant", updated_at: "instant" };

/** The columns of every table. */
export const BOOK_COLUMNS = {
  accounts: {
    id: "id",
    name: "text",
    type: "text",
    kind: "text?",
    color: "text",
    opening: "fen",
    archived: "flag",
    ...stamps,
  },
  imports: {
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
  plans: {
    id: "id",
    name: "text",
    kind: "text",
    account_id: "id:accounts?",
    to_account_id: "id:accounts?",
    category: "text?",
    description: "text?",
    amount: "amount?",
    amount_mode: "text",
    unit: "text",
    step: "number",
    days: "text",
    start_day: "day",
    end_day: "day?",
    times: "number?",
    times_count: "text",
    weekend: "text",
    mode: "text",
    remind_days: "number?",
    state: "text",
    reason: "text?",
    follows: "id:plans?",
    since: "day",
    acts_from: "day",
    estimate_since: "instant?",
    ...stamps,
  },
  transfers: {
    id: "id",
    from_account_id: "id:accounts",
    to_account_id: "id:accounts",
    amount: "amount",
    description: "text?",
    ...dated,
    ...planned,
    ...source,
    ...stamps,
  },
  records: {
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
    ...planned,
    ...source,
    ...stamps,
  },
  plan_occurrences: {
    plan_id: "id:plans",
    due: "day",
    state: "text",
    date: "day?",
    amount: "amount?",
    account_id: "id:accounts?",
    description: "text?",
    record_id: "id:records?",
    transfer_id: "id:transfers?",
    settled_at: "instant?",
  },
  adjustments: {
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
  checkpoints: {
    id: "id",
    account_id: "id:accounts",
    day: "day",
    stated: "number",
    source: "text",
    import_id: "id:imports?",
    note: "text?",
    broken_by: "json?",
    was_stated: "number?",
    was_import_id: "id:imports?",
    ...stamps,
  },
  ticks: {
    id: "id",
    account_id: "id:accounts",
    record_id: "id:records?",
    transfer_id: "id:transfers?",
    adjustment_id: "id:adjustments?",
  },
  budgets: { id: "id", category: "text", amount: "amount", month: "month", ...stamps },
  rules: {
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
  import_accounts: {
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
  import_keys: {
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
  import_changes: {
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
  import_replaced: {
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
  import_openings: {
    import_id: "id:imports",
    account_id: "id:accounts",
    row_number: "number",
    amount: "number",
  },
  import_merged: {
    import_id: "id:imports",
    row_number: "number",
    added: "text",
    fee: "number",
    taken: "number",
    was_updated_at: "instant",
    was_account_id: "id:accounts?",
    account_id: "id:accounts?",
    was_amount: "amount?",
    was_date: "instant?",
    was_day: "day?",
    was_timed: "flag?",
    amount: "amount?",
    date: "instant?",
    day: "day?",
    timed: "flag?",
  },
  account_names: { provider: "text", name: "text", account_id: "id:accounts" },
  column_mappings: { fingerprint: "text", mapping: "json" },
  match_refusals: { key: "text" },
  import_answers: { provider: "text", code: "text", value: "text", answer: "json" },
} as const satisfies Record<string, Record<string, ColumnSpec>>;

/** What each kind of column is in the JSON. */
const KINDS = {
  id: Type.Integer(),
  fen: Type.String({ pattern: "^-?[0-9]+$" }),
  amount: Type.Integer(),
  number: Type.Integer(),
  flag: Type.Integer({ minimum: 0, maximum: 1 }),
  text: Type.String(),
  day: Type.String({ format: "date" }),
  month: Type.String(),
  instant: Type.String({ format: "date-time" }),
  json: Type.String({ contentMediaType: "application/json" }),
} as const satisfies Record<string, TSchema>;

function schemaOf(spec: ColumnSpec): TSchema {
  const kind = KINDS[/^\w+/.exec(spec)?.[0] as keyof typeof KINDS];
  return spec.endsWith("?") ? Type.Union([kind, Type.Null()]) : kind;
}

const tables = Object.entries(BOOK_COLUMNS).map(([name, columns]) => {
  const fields = Object.entries(columns).map(([column, spec]) => [column, schemaOf(spec)]);
  return [name, Type.Array(Type.Object(Object.fromEntries(fields)))];
});

/** The file that `GET /api/export?format=json` answers and `POST /api/book` loads; money is in fen. */
export const ExportedBook = Type.Object(
  {
    fenming: Type.Object({
      version: Type.Integer({ examples: [BOOK_VERSION] }),
      zone: Type.String({ examples: ["Asia/Shanghai"] }),
      exportedAt: Timestamp,
    }),
    ...(Object.fromEntries(tables) as Record<BookTableName, TSchema>),
  },
  { title: "ExportedBook" },
);
