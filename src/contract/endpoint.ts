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
 * - `caller`: whoever signed in; nobody in open mode (users);
 * - `query`: the required `userId` of the query;
 * - `body`: the required `userId` of the body;
 * - a noun: the owner of the resource that `:id` names; a `userId` that is given must be the same.
 */
export type Owner = "none" | "caller" | "query" | "body" | OwnedNoun;
export type OwnedNoun =
  | "account"
  | "record"
  | "transfer"
  | "budget"
  | "import"
  | "rule"
  | "history";

/** The 404 of each noun that a path can name. */
export const NOT_FOUND = {
  account: "accountNotFound",
  record: "recordNotFound",
  transfer: "transferNotFound",
  budget: "budgetNotFound",
  history: "historyNotFound",
  import: "importNotFound",
  rule: "ruleNotFound",
} as const satisfies Record<OwnedNoun, MessageKey>;

export interface Endpoint {
  method: Method;
  path: string;
  /** The group in the documentation. */
  tag: string;
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
  /** An invalid `amount`, too, is said as a missing field (POST /api/records). */
  invalidAmountIsMissing?: true;
  /** What it may refuse besides what every endpoint may. */
  refuses?: MessageKey[];
  /**
   * `own`: the handler opens its transactions itself, because its work is longer than one (imports,
   * exports). Its owner is still found before it runs.
   */
  transaction?: "own";
  /** The body is multipart/form-data with one file named `file`; its fields are text. */
  upload?: true;
  /** The content types of an answer that is no JSON, with a comma between them. */
  answers?: string;
  /** On only where development endpoints are (decisions G15). */
  development?: true;
  /** Served without a token in jwt mode: sign-in itself, and what says nothing about anybody. */
  public?: true;
  /** Served only in jwt mode; `password` only where the sign-in is our own, not a provider's. */
  only?: "jwt" | "password";
  /** Refused to personal access tokens, whatever their scope: passwords, sessions, tokens. */
  sessionOnly?: true;
  /** The answer holds a secret: it is neither kept for an Idempotency-Key nor cached anywhere. */
  secret?: true;
  /** Opens its own transactions: hashing a password, or counting a failure, cannot wait in one. */
  signIn?: true;
}

/** Whether the endpoint reads or writes one user's book, whose revision then stands for its state. */
export function hasBook({ owner }: Endpoint): boolean {
  return owner !== "none" && owner !== "caller";
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
