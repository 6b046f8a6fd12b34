/** Why something could not be sent, as it is kept and shown: a sentence of the catalogue and what fills it. */
import { type Language, type MessageKey, say } from "../../contract/messages.ts";

export class SendFault extends Error {
  readonly key: MessageKey;
  readonly values: Record<string, string | number>;
  /** It will never work: the other side has said that nobody is there. */
  readonly isFinal: boolean;

  constructor(
    key: MessageKey,
    values: Record<string, string | number> = {},
    { isFinal = false } = {},
  ) {
    super(key);
    this.name = "SendFault";
    this.key = key;
    this.values = values;
    this.isFinal = isFinal;
  }

  /** As it lies in its row. */
  get stored(): string {
    return JSON.stringify({ key: this.key, values: this.values });
  }
}

/** The sentence of a fault that was kept. */
export function sayFault(stored: string, language: Language): string {
  const { key, values } = JSON.parse(stored) as Pick<SendFault, "key" | "values">;
  return say(key, language, values);
}
