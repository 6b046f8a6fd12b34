/** The lines of a text file, as far as it can be a bill at all. */
import { MAX_BYTES, tooLarge } from "./limits.ts";

/** Lines without their ends: CRLF, LF or a lone CR. Throws BillError("too-large"). */
export function textLines(text: string): string[] {
  // Unpacking an archive may give ten times what an upload may hold; no ledger needs that.
  if (text.length > MAX_BYTES) throw tooLarge();
  return text.split(/\r\n|\r|\n/);
}
