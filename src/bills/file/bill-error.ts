import { inWords, type Text } from "../../contract/notes.ts";

/** A file that cannot be imported, with the reason and the way on. `message` is its Chinese. */
export class BillError extends Error {
  /** Stable key: "unknown-format", "password-needed", "password-wrong", "too-large", "wrong-file" … */
  readonly code: string;
  /** The reason in every language. */
  readonly text: Text;
  readonly details: Record<string, unknown>;
  constructor(code: string, text: Text, details: Record<string, unknown> = {}) {
    super(inWords(text, "zh"));
    this.name = "BillError";
    this.code = code;
    this.text = text;
    this.details = details;
  }
}
