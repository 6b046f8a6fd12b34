/**
 * The service as typed functions: `api("GET /api/records", { query })`. Types come from the contract
 * alone; nothing of it is in the bundle.
 */
import type { Static, TSchema } from "typebox";
import type { Contract } from "../../contract/contract.ts";
import { getSettings } from "../settings.ts";
import { getWords } from "../words/words.ts";
import { noteRevision } from "./revision.ts";
import { authorization, onUnauthorized } from "./session.ts";

type Declared = { [Noun in keyof Contract]: Contract[Noun][keyof Contract[Noun]] }[keyof Contract];
export type Route = keyof Inputs;

type Part<E, K extends string> = E extends { [P in K]: infer S extends TSchema }
  ? Record<never, never> extends Static<S>
    ? { [P in K]?: Static<S> }
    : { [P in K]: Static<S> }
  : Record<never, never>;
/**
 * What an endpoint takes and answers, by route. Named anew by `as`, so that the compiler looks a route up
 * and does not put together what all routes take.
 */
type Inputs = {
  [E in Declared as `${E["method"]} ${E["path"]}`]: Part<E, "params"> &
    Part<E, "query"> &
    Part<E, "body">;
};
type Outputs = { [E in Declared as `${E["method"]} ${E["path"]}`]: Static<E["returns"]> };
export type InputOf<R extends Route> = Inputs[R];
export type OutputOf<R extends Route> = Outputs[R];

/** The service answered, and refused or failed: its status and its own words. */
export class ApiError extends Error {
  readonly status: number;
  /** What is wrong with a bill, as a program reads it: "password-needed". */
  readonly problem: string;
  constructor(status: number, message: string, problem = "") {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
  }
}

/** The service could not be reached. */
export class OfflineError extends Error {
  constructor(said = getWords().offline) {
    super(said);
    this.name = "OfflineError";
  }
}

/** Whether a later attempt may go through: nothing is wrong with what was sent. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || PASSING.includes(error.status) || error.status >= 500;
}

/** Signed out, slow, or too many requests. */
const PASSING = [401, 408, 425, 429];
/** What came from a proxy or a login page of the network, and not from the service. */
const NOT_OURS = 502;

export interface SendOptions {
  /** Makes a repeated POST book once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Sends it as this user alone; throws when another one has signed in. */
  as?: number | undefined;
  /** Told when the service gave the answer, in milliseconds since 1970. */
  said?: (instant: number) => void;
}

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** What was answered, and the act of the history by which it can be taken back. */
export interface Written<Data> {
  data: Data;
  /** Undefined where nothing was there before that was changed or deleted. */
  act: number | undefined;
  /** Of a page of a list: the cursor of the next one, where there is one. */
  next: string | undefined;
}

/** Calls the endpoint; answers `data`, or throws ApiError or OfflineError. */
export async function api<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: SendOptions = {},
): Promise<OutputOf<R>> {
  return (await write(route, input, options)).data;
}

/** Calls the endpoint like `api`; answers its act of the history, too. */
export async function write<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: SendOptions = {},
): Promise<Written<OutputOf<R>>> {
  const [method, path] = route.split(" ") as [string, string];
  const { params = {}, query = {}, body } = input as AnyInput;
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name])) + queryText(query);
  const request: RequestInit = { method, headers: await headersOf(body, options) };
  if (body !== undefined) request.body = JSON.stringify(body);
  if (options.signal) request.signal = options.signal;
  const response = await send(url, request);
  noteRevision(response.headers);
  options.said?.(Date.parse(response.headers.get("date") ?? "") || Date.now());
  const data = (await readEnvelope(response)) as OutputOf<R>;
  const act = Number(response.headers.get("history-act") ?? 0) || undefined;
  return { data, act, next: response.headers.get("next-cursor") ?? undefined };
}

/** The headers of a request: who asks, in which language, and what its body is. */
export async function headersOf(
  body: unknown,
  { idempotencyKey, as }: SendOptions = {},
): Promise<Record<string, string>> {
  const headers: Record<string, string> = { ...(await authorization(as)) };
  if (getSettings().language === "en") headers["x-language"] = "en";
  if (body !== undefined) headers["content-type"] = "application/json";
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  return headers;
}

/** Sends a request of any kind; a file's upload comes this way. */
export async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    // Given up by the app itself; a time that has run out is a network that is gone.
    if (request.signal?.aborted && request.signal.reason?.name !== "TimeoutError") throw error;
    throw new OfflineError();
  }
}

/** The data of the envelope, or what it says is wrong. */
export async function readEnvelope(response: Response): Promise<unknown> {
  const envelope = await response.json().catch(() => undefined);
  if (envelope?.success === true) return envelope.data;
  const { status, headers } = response;
  if (status === 401) onUnauthorized();
  const isOurs = typeof envelope?.message === "string";
  throw new ApiError(
    isOurs || isPassing(new ApiError(status, "")) ? status : NOT_OURS,
    isOurs ? envelope.message : getWords().unreadable,
    headers.get("bill-problem") ?? "",
  );
}

/** "?a=1&b=2" of what is given. */
export function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** A key for one wish of a person. `crypto.randomUUID` does not exist on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
