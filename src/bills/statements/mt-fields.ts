/** The fields of SWIFT messages: `:61:…` and what continues on the lines below. */
import type { Limits } from "../file/limits.ts";
import { textLines } from "../file/text.ts";

/** One field of a message. */
export interface MtField {
  /** "61", "60F", "86" … */
  tag: string;
  /** Lines joined by "\n", without the indentation that some tools add. */
  value: string;
  /** 1-based. */
  line: number;
}

/** Reads all fields of all messages in the file; lines between messages belong to none. */
export function readMtFields(text: string, limits: Limits): MtField[] {
  const fields: MtField[] = [];
  let open: MtField | undefined;
  let parts: string[] = [];
  const finish = () => {
    if (open) open.value = parts.join("\n");
    open = undefined;
  };
  for (const [index, raw] of textLines(text, limits).entries()) {
    const line = raw.replace(/^[\t ]+(?=:|-\}?\s*$)/, "").replace(/^(\{\d:[^}]*\})*\{4:/, "");
    const found = /^:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (found) {
      finish();
      open = { tag: found[1]!, value: "", line: index + 1 };
      parts = [found[2]!];
      fields.push(open);
    } else if (/^-\}?\s*$/.test(line)) {
      finish();
    } else if (open && line !== "") {
      parts.push(line);
    }
  }
  finish();
  return fields;
}
