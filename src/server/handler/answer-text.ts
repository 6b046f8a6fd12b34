/** The text of an answer of any length. */
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AT_ONCE } from "./in-turns.ts";
import { successText, toJson } from "./money-json.ts";

/** The body of a success: its text, or where a list in it is long the text as it is written. */
export function successBody(data: unknown, message: string | undefined): string | Readable {
  if (!isLong(data)) return successText(toJson(data), message);
  return Readable.from(envelope(data, message), { objectMode: false });
}

/** The same as one text, for what keeps it. */
export async function successWhole(data: unknown, message: string | undefined): Promise<string> {
  if (!isLong(data)) return successText(toJson(data), message);
  let text = "";
  for await (const piece of envelope(data, message)) text += piece;
  return text;
}

async function* envelope(data: unknown, message: string | undefined): AsyncGenerator<string> {
  const [head, tail] = successText("\0", message).split("\0") as [string, string];
  yield head;
  yield* jsonPieces(data);
  yield tail;
}

/** What `toJson` gives, in pieces; a long list is written in several, and others have their turn between. */
export async function* jsonPieces(data: unknown): AsyncGenerator<string> {
  if (!isLong(data)) yield toJson(data);
  else if (Array.isArray(data)) yield* listPieces(data);
  else yield* fieldPieces(data as object);
}

/** Whether there is a long list in an answer. Lists within lists are not looked for: of those, none that is answered is long. */
export function isLong(data: unknown): boolean {
  if (Array.isArray(data)) return data.length > AT_ONCE;
  if (typeof data !== "object" || data === null) return false;
  for (const name in data) if (isLong((data as Record<string, unknown>)[name])) return true;
  return false;
}

async function* fieldPieces(data: object): AsyncGenerator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(value);
    before = ",";
  }
  yield "}";
}

async function* listPieces(list: unknown[]): AsyncGenerator<string> {
  for (let at = 0; at < list.length; at += AT_ONCE) {
    const some = toJson(list.slice(at, at + AT_ONCE));
    yield `${at === 0 ? "[" : ","}${some.slice(1, -1)}`;
    await nextTurn();
  }
  yield "]";
}
