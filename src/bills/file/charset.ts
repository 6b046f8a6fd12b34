/**
 * Text of files that state their own encoding: the prolog of XML, the header of OFX 1 (bills.md G2).
 * A statement that the bytes refute does not count.
 */
import { ENCODINGS } from "../../contract/bill-answers.ts";
import { note } from "../../contract/notes.ts";
import { BillError } from "./bill-error.ts";
import type { BillFile } from "./container.ts";
import type { DecodedText } from "./text.ts";

/** How far the statement is looked for. */
const HEAD_BYTES = 1024;

/** Names that banks write whatever the real encoding is: they decide nothing. */
const MEANINGLESS = /^(usascii|us-ascii|ascii|none|unicode|utf-?8|1252|windows-1252)$/i;

/**
 * Throws BillError "ask-encoding" for text whose guessed encoding makes no sense, unless the file states
 * a usable one itself. The details hold a line in the guessed encoding and all that can be chosen.
 */
export function askDoubtful(file: BillFile): void {
  if (!file.doubtful) return;
  const stated = statedEncoding(file.bytes);
  if (stated !== undefined && decodeStrictly(file.bytes, stated) !== undefined) return;
  const line = file.text.split(/[\r\n]+/).find((one) => /[\u0080-\uffff]/.test(one)) ?? "";
  const sample = [...line].slice(0, 40).join("");
  throw new BillError("ask-encoding", note("askEncoding", { encoding: file.encoding, sample }), {
    encoding: file.encoding,
    sample,
    encodings: ENCODINGS,
  });
}

/** Decodes by the user's choice, else by what the file states and its bytes allow, else by its bytes. */
export function decodeStated(file: BillFile, answers: { encoding?: string }): DecodedText {
  const guessed = { text: file.text, encoding: file.encoding };
  if (answers.encoding || file.encoding.startsWith("utf-")) return guessed;
  const stated = statedEncoding(file.bytes);
  const text = stated && decodeStrictly(file.bytes, stated);
  return stated && text ? { text, encoding: stated } : guessed;
}

/** The label of an encoding that can be decoded, or undefined when the file states none of use. */
function statedEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const prolog = /<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/i.exec(head)?.[1];
  const label = prolog ?? /CHARSET:\s*([\w.-]+)/i.exec(head)?.[1];
  if (label === undefined || MEANINGLESS.test(label)) return undefined;
  const named = label
    .replace(/^(125\d|874)$/, "windows-$1")
    .replace(/^(8859-\d+)$/, "iso-$1")
    .replace(/^(936|cp936|gbk|gb2312)$/i, "gb18030")
    .toLowerCase();
  return isKnown(named) ? named : undefined;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

function decodeStrictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
