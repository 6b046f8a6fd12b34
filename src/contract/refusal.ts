import type { MessageKey, Words } from "./messages.ts";

/**
 * What a caller did wrong, or cannot have now: an expected answer, not a fault. Everything else that
 * is thrown is a bug or an outage and is answered 500.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly key: MessageKey;
  readonly values: Record<string, string | number | Words>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    key: MessageKey,
    values: Record<string, string | number | Words> = {},
    headers: Record<string, string> = {},
  ) {
    super(key);
    this.name = "Refusal";
    this.status = status;
    this.key = key;
    this.values = values;
    this.headers = headers;
  }
}
