/**
 * The interface as data. An endpoint says how it is called, what it takes, what it answers and what
 * it may refuse; the server, the OpenAPI document, the typed clients and the tests all read this.
 */
import type { Static, TObject, TProperties, TSchema } from "typebox";
import type { MessageKey, Words } from "./messages.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * How the request's owner is known, so that no query runs without one:
 * - `none`: the endpoint belongs to nobody (health);
 * - `caller`: the user who signed in; nobody in open mode (users);
 * - `query`: the required `userId` of the query;
 * - `body`: the required `userId` of the body;
 * - a noun: the owner of the resource that `:id` names; a `userId` that is given must be the same.
 */
export type Owner = "none" | "caller" | "query" | "body" | OwnedNoun;
export type OwnedNoun = keyof typeof NOUNS;

/**
 * The nouns that a path can name: the table of their rows, the 404 of one that does not exist, and
 * which rows there are where that is not all of them.
 */
export const NOUNS = {
  account: { table: "accounts", notFound: "accountNotFound" },
  record: { table: "records", notFound: "recordNotFound" },
  transfer: { table: "transfers", notFound: "transferNotFound" },
  adjustment: { table: "adjustments", notFound: "adjustmentNotFound" },
  checkpoint: { table: "checkpoints", notFound: "checkpointNotFound" },
  budget: { table: "budgets", notFound: "budgetNotFound" },
  plan: { table: "plans", notFound: "planNotFound" },
  channel: { table: "channels", notFound: "channelNotFound" },
  import: { table: "imports", notFound: "importNotFound", only: "dropped = 0" },
  rule: { table: "rules", notFound: "ruleNotFound" },
  history: { table: "history", notFound: "historyNotFound" },
} as const satisfies Record<string, Noun>;

interface Noun {
  table: string;
  notFound: MessageKey;
  only?: string;
}

/**
 * How an endpoint is served, which is what its handler is given (`ContextOf` in server/handler):
 * - `static`: from what the service knows of itself, without the database, also while that is away;
 * - `read`: one snapshot;
 * - `write`: one transaction, all or nothing;
 * - `session`: transactions of its own, because hashing a password cannot wait in one; the answers
 *   are secrets;
 * - `long`: transactions of its own, because the work is longer than one (imports, exports, events).
 */
export type Serve = "static" | "read" | "write" | "session" | "long";

/** The groups of the documentation, in its order. */
export const TAGS = {
  系统: { zh: "服务的状态与版本", en: "State and version of the service" },
  登录: { zh: "注册、登录、会话与密码", en: "Registration, sign-in, sessions and passwords" },
  访问令牌: { zh: "给脚本与快捷指令的令牌", en: "Tokens for scripts and shortcuts" },
  用户: { zh: "账本的主人", en: "Owners of books" },
  账户: { zh: "钱在哪里，余额随记录变化", en: "Where money is; balances move with records" },
  记录: { zh: "收入、支出与退款", en: "Incomes, expenses and refunds" },
  快记: { zh: "一句话记一笔", en: "One line books a record or a transfer" },
  转账: { zh: "自己账户之间的转账", en: "Money moved between own accounts" },
  计划: { zh: "按时重复的收支与转账", en: "Money that comes again on its day" },
  提醒: { zh: "通知渠道与发出的通知", en: "Channels, and what was sent by them" },
  对账: { zh: "调整、对账单、对账点与净资产", en: "Adjustments, sheets, checkpoints, net worth" },
  分类: { zh: "同一分类的两个名字", en: "Two names of one category" },
  预算: { zh: "每月每个分类的上限", en: "Monthly caps by category" },
  统计: { zh: "月度合计、每日走势与比较", en: "Monthly totals, daily trend, comparison" },
  总览: { zh: "首页所需的一切", en: "All that the first page needs" },
  导入: { zh: "账单：预览、决定、写入、撤销", en: "Bills: preview, decide, commit, undo" },
  规则: { zh: "导入与已有记录的分类规则", en: "Rules for categories of imports and records" },
  历史: { zh: "改动之前的样子与恢复", en: "What was before, and bringing it back" },
  账本: { zh: "整本导出与装入，变动的通知", en: "The whole book out and in; news of changes" },
} as const satisfies Record<string, Words>;

export interface Endpoint {
  method: Method;
  path: string;
  serve: Serve;
  /**
   * The path names one resource itself, not a view of it (as `verify` is): a read has a strong tag, and
   * a write takes `If-Match`, for which the `get` of the same noun reads the resource.
   */
  resource?: true;
  /** A write that may go through many rows: it must not hold the requests of others, and may give them turns. */
  manyRows?: true;
  /**
   * Whether a read with this query may look at very many rows of a large book: it must not hold the
   * requests of others.
   */
  looksAtMany?: (query: Readonly<Record<string, unknown>>) => boolean;
  /**
   * It books what is new and answers nothing that was there before: what a token of scope `create` may do.
   * Other reads need `read`, other writes `read` and `write`, since their answers show what was there.
   */
  creates?: true;
  /** Asked by what watches the service: outside the interface, so without its limit and its CORS. */
  probe?: true;
  /** Its answer is too small to be worth compressing. */
  small?: true;
  /** The group in the documentation. */
  tag: keyof typeof TAGS;
  summary: Words;
  /** More than the summary says; optional. */
  notes?: Words;
  owner: Owner;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** Optional fields of the body that contradict its others: left out of its example. */
  notInExample?: string[];
  /** The schema of `data`. */
  returns: TSchema;
  /** The message of a success; only where the interface shows one. */
  done?: MessageKey;
  /** The message instead, where `data` has the field; by its value, where that is given. */
  doneWith?: Record<string, MessageKey | Record<string, MessageKey>>;
  /** An invalid `amount`, too, is said as a missing field (POST /api/records). */
  invalidAmountIsMissing?: true;
  /** An empty text for an optional field of the body is left out, as phones send it (decisions G8). */
  emptyIsLeftOut?: true;
  /** What it may refuse besides what every endpoint may. */
  refuses?: MessageKey[];
  /** The body is multipart/form-data with one file named `file`; its fields are text. */
  upload?: true;
  /** The content types of an answer that is no JSON, with a comma between them. */
  answers?: string;
  /** The schema of a JSON answer that is a file as it is, without the envelope. */
  file?: TSchema;
  /** The schema of the data of every event of a stream, by the event's name. */
  events?: Readonly<Record<string, TSchema>>;
  /** On only where development endpoints are (decisions G15). */
  development?: true;
  /** Served without a token in jwt mode: sign-in itself, and what says nothing about anybody. */
  public?: true;
  /** Served only in jwt mode; `password` only where the sign-in is our own, not a provider's. */
  only?: "jwt" | "password";
  /** Refused to personal access tokens, whatever their scope: passwords, sessions, tokens. */
  sessionOnly?: true;
  /** Open to who still has to turn a second factor on, where everybody must have one. */
  enrols?: true;
  /** The answer holds a secret: it is neither kept for an Idempotency-Key nor cached anywhere. */
  secret?: true;
}

/** Whether the endpoint reads or writes one user's book, whose revision then stands for its state. */
export function hasBook({ owner }: Endpoint): boolean {
  return owner !== "none" && owner !== "caller";
}

/**
 * Whether a query narrows what is answered: a name that is not known would then show everything in
 * silence, and is refused.
 */
export function narrowsByQuery({ method, query }: Endpoint): boolean {
  const required = requiredOf(query);
  const names = Object.keys(propertiesOf(query));
  return method === "GET" && names.some((name) => name !== "userId" && !required.includes(name));
}

/** For `looksAtMany`: a query that gives any of the fields. */
export function givenAny(...names: string[]): NonNullable<Endpoint["looksAtMany"]> {
  return (query) => names.some((name) => query[name] !== undefined);
}

/** Whether it takes an `Idempotency-Key`. */
export function takesKey({ method, serve, secret }: Endpoint): boolean {
  return method === "POST" && serve === "write" && !secret;
}

/** Declares an endpoint, keeping the exact types of its parts. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Part<E, K extends string> = E extends { [P in K]: infer S extends TSchema }
  ? Static<S>
  : object;

/** What a handler is given, and a client must send. */
export interface Input<E extends Endpoint> {
  params: Part<E, "params">;
  query: Part<E, "query">;
  body: Part<E, "body">;
}

/** What `data` of the answer is. */
export type Output<E extends Endpoint> = Static<E["returns"]>;

/** The properties of an object schema. */
export function propertiesOf(schema: TObject | undefined): TProperties {
  return (schema?.properties ?? {}) as TProperties;
}

/** The names that an object schema requires. */
export function requiredOf(schema: TObject | undefined): readonly string[] {
  return (schema?.required ?? []) as readonly string[];
}

/** What an object schema requires besides, as long as one of its fields is not given. */
export interface RequiredUnless {
  given: string;
  names: readonly string[];
}

/** For an object schema's options: the names are required unless the field is given. */
export function requiredUnless(given: string, names: string[]) {
  return { if: { required: [given] }, else: { required: names } };
}

/** What `requiredUnless` has put into an object schema. */
export function requiredUnlessOf(schema: TObject | undefined): RequiredUnless | undefined {
  const { if: condition, else: otherwise } = (schema ?? {}) as Partial<
    ReturnType<typeof requiredUnless>
  >;
  const given = condition?.required[0];
  return given === undefined ? undefined : { given, names: otherwise?.required ?? [] };
}
