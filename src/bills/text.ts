/**
 * Bytes to text. A bill never says its encoding reliably, so it is found out from the whole file:
 * byte order mark, UTF-8, GB18030, and windows-1252 last.
 */
import { BillError } from "./line.ts";

/** A decoded file; `encoding` is the label that was used ("utf-8", "gb18030", "utf-16le" …). */
export interface DecodedText {
  text: string;
  encoding: string;
}

/** The encodings a user may choose in the preview when the guess was wrong. */
export const ENCODINGS = [
  "utf-8",
  "gb18030",
  "utf-16le",
  "utf-16be",
  "big5",
  "windows-1252",
  "windows-1251",
  "iso-8859-15",
  "shift_jis",
] as const;

/** How many bytes are looked at for what needs no exact answer. */
const SAMPLE_BYTES = 65_536;

/**
 * Decodes a whole file. `forced` is the user's choice and wins over everything but a byte order
 * mark's own removal. Throws BillError("unknown-encoding") for a label that does not exist.
 */
export function decodeText(bytes: Uint8Array, forced?: string): DecodedText {
  if (forced) return decodeForced(bytes, forced);
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (marked) return { text: decode(bytes, marked), encoding: marked };
  const utf8 = decodeStrictly(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8, encoding: "utf-8" };
  if (isMostly(bytes, "utf-8")) return { text: decode(bytes, "utf-8"), encoding: "utf-8" };
  if (!looksWestern(bytes)) {
    const chinese = decodeStrictly(bytes, "gb18030");
    if (chinese !== undefined) return { text: chinese, encoding: "gb18030" };
    if (isMostly(bytes, "gb18030")) {
      return { text: decode(bytes, "gb18030"), encoding: "gb18030" };
    }
  }
  return { text: decode(bytes, "windows-1252"), encoding: "windows-1252" };
}

function decodeForced(bytes: Uint8Array, label: string): DecodedText {
  const known = ENCODINGS.find((encoding) => encoding === label.toLowerCase());
  if (!known) {
    throw new BillError("unknown-encoding", `不支持的文字编码：${label}`, { known: ENCODINGS });
  }
  return { text: decode(bytes, known), encoding: known };
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether the bytes are this encoding but for a few: a file that was cut inside a character, or a
 * column that was. Without this a cut UTF-8 file would be read as GB18030, which refuses little.
 */
function isMostly(bytes: Uint8Array, encoding: string): boolean {
  const text = decode(bytes, encoding);
  let wrong = 0;
  let right = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) wrong++;
    else if (code >= 0x80) right++;
  }
  return right >= wrong * 20;
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** UTF-16 without a mark shows as NUL in every other byte of its line ends, digits and commas. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < length; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  const enough = Math.max(4, length / 20);
  if (odd >= enough && even === 0) return "utf-16le";
  if (even >= enough && odd === 0) return "utf-16be";
  return undefined;
}

/**
 * Whether text that is no UTF-8 is rather Western than Chinese. "Müller" is valid GB18030 (ü and l
 * make one character), but Chinese text seldom pairs a high byte with an ASCII letter and Western
 * text nearly always does.
 */
function looksWestern(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let chinese = 0;
  let western = 0;
  for (let at = 0; at + 1 < length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    if ((bytes[at + 1] ?? 0) >= 0x80) {
      chinese++;
      at++;
    } else {
      western++;
    }
  }
  return western > chinese;
}
