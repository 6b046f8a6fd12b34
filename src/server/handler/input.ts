/** The checked input of a request, and the refusal of a field of it. */
import type { TSchema } from "typebox";
import type { Words } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";

export type Fields = Record<string, unknown>;

/** The checked input of a request. */
export interface CheckedInput {
  params: Fields;
  query: Fields;
  body: Fields;
}

/** Returns the refusal of a field, in the words that its schema carries. */
export function invalidField(field: string, schema: TSchema): Refusal {
  const { label, rule } = schema as unknown as { label: Words; rule: Words };
  return new Refusal(400, "invalidField", { label, field, rule });
}
