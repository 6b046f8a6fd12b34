/**
 * Bytes to text. A bill never says its encoding reliably, so it is found out from the whole file:
 * byte order mark, UTF-8, GB18030, and windows-1252 last.
 */
import { ENCODINGS } from "../../contract/bill-answers.ts";
import { note } from "../../contract/notes.ts";
import { storable } from "../../ledger/storable.ts";
import { BillError } from "./bill-error.ts";
import { type Limits, tooLarge } from "./limits.ts";

/** A decoded file; `encoding` is the label that was used ("utf-8", "gb18030", "utf-16le" …). */
export interface DecodedText {
  text: string;
  encoding: string;
  /** The bytes allow the encoding, but the text does not look like any language in it: the user is asked. */
  doubtful?: boolean;
}

/** How many bytes are looked at for what needs no exact answer. */
const SAMPLE_BYTES = 65_536;

/**
 * Decodes a whole file. `forced` is the user's choice and wins over everything but a byte order
 * mark's own removal. NUL characters are left out: they pad cells, and no database text holds them.
 * Throws BillError("unknown-encoding") for a label that does not exist.
 */
export function decodeText(bytes: Uint8Array, forced?: string): DecodedText {
  const decoded = decodeWhole(bytes, forced);
  return { ...decoded, text: storable(decoded.text) };
}

function decodeWhole(bytes: Uint8Array, forced?: string): DecodedText {
  if (forced) return decodeForced(bytes, forced);
  const marked = markedEncoding(bytes) ?? unmarkedUtf32(bytes) ?? unmarkedUtf16(bytes);
  if (marked) return { text: decode(bytes, marked), encoding: marked };
  const utf8 = decodeStrictly(bytes, "utf-8");
  if (utf8 !== undefined) return { text: utf8, encoding: "utf-8" };
  if (isMostly(bytes, "utf-8")) return { text: decode(bytes, "utf-8"), encoding: "utf-8" };
  if (!looksWestern(bytes)) {
    const chinese = decodeStrictly(bytes, "gb18030");
    if (chinese !== undefined) {
      return { text: chinese, encoding: "gb18030", doubtful: !looksChinese(bytes, chinese) };
    }
    if (isMostly(bytes, "gb18030")) {
      const text = decode(bytes, "gb18030");
      return { text, encoding: "gb18030", doubtful: !looksChinese(bytes, text) };
    }
  }
  const text = decode(bytes, "windows-1252");
  return { text, encoding: "windows-1252", doubtful: !readsWestern(text) };
}

function decodeForced(bytes: Uint8Array, label: string): DecodedText {
  const known = ENCODINGS.find((encoding) => encoding === label.toLowerCase());
  if (!known) {
    throw new BillError("unknown-encoding", note("encodingUnknown", { encoding: label }), {
      known: ENCODINGS,
    });
  }
  return { text: decode(bytes, known), encoding: known };
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding.startsWith("utf-32")) return decodeUtf32(bytes, encoding === "utf-32le");
  return new TextDecoder(encoding).decode(bytes);
}

/** How many characters are put together at once: a call takes only so many arguments. */
const CHARACTERS_AT_ONCE = 8_192;

/** UTF-32, which the platform does not decode. */
function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  let some: number[] = [];
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    const code = view.getUint32(at, little);
    if (at === 0 && code === 0xfeff) continue;
    some.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
    if (some.length < CHARACTERS_AT_ONCE) continue;
    parts.push(String.fromCodePoint(...some));
    some = [];
  }
  parts.push(String.fromCodePoint(...some));
  return parts.join("");
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
  const zeros = bytes[2] === 0 && bytes[3] === 0;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return zeros ? "utf-32le" : "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return "utf-32be";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** The fewest characters that tell UTF-32 without a mark. */
const LEAST_CHARACTERS = 8;

/** UTF-32 without a mark: the highest byte of every character is NUL, and the next one nearly always. */
function unmarkedUtf32(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~3;
  if (bytes.length % 4 !== 0 || length < LEAST_CHARACTERS * 4) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 3]!++;
  const all = length / 4;
  if (zeros[3] === all && zeros[2]! * 10 >= all * 9) return "utf-32le";
  return zeros[0] === all && zeros[1]! * 10 >= all * 9 ? "utf-32be" : undefined;
}

/** Words of the headers and preambles of Chinese bills: a text with one of them is read rightly. */
const CHINESE_WORDS =
  /日期|时间|金额|交易|收入|支出|账户|余额|摘要|备注|类型|类别|分类|支付|商户|名称|账单|明细|转账|对方|说明|人民币|工资|记录/;
/** Letters of Japanese among Chinese ones. */
const KANA = /[\u3041-\u30ff]/g;

/**
 * Whether text that is valid GB18030 is Chinese. The characters in use lie in the first part of the
 * table (lead B0 to D7); Japanese, Korean, Cyrillic and Big5 fall outside it, or into a corner of it.
 */
function looksChinese(bytes: Uint8Array, text: string): boolean {
  if (CHINESE_WORDS.test(text)) return true;
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let [pairs, common, late] = [0, 0, 0];
  for (let at = 0; at + 1 < length; at++) {
    const [lead, trail] = [bytes[at]!, bytes[at + 1]!];
    if (lead < 0x81) continue;
    at++;
    pairs++;
    const inTable = trail >= 0xa1;
    if (inTable && lead >= 0xa1 && lead <= 0xa3) common++;
    if (!inTable || lead < 0xb0 || lead > 0xd7) continue;
    common++;
    // Korean syllables end at C8; no Chinese text of some length does without 上, 是, 小, 一, 在, 支.
    if (lead >= 0xc9) late++;
  }
  const kana = text.slice(0, SAMPLE_BYTES).match(KANA)?.length ?? 0;
  return common * 20 >= pairs * 17 && late * 12 >= pairs && kana * 10 <= pairs;
}

/** Signs that stand within no word of a Western language, and controls that no text has. */
const NOT_WESTERN =
  /[\p{L}][¡¢¤¥¦§¨©«¬®¯±²³´µ¶·¸¹»¼½¾¿×÷][\p{L}]|[À-ÿ]{4,}|[\u0080-\u009f]|(^|[\s,;"])[ßÿþðÞÐ][\p{L}]/u;

/** Whether text decoded as windows-1252 can be of a Western language. */
function readsWestern(text: string): boolean {
  return !NOT_WESTERN.test(text.slice(0, SAMPLE_BYTES));
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

/** Lines without their ends: CRLF, LF or a lone CR. Throws BillError("too-large"). */
export function textLines(text: string, limits: Limits): string[] {
  if (text.length > limits.text) throw tooLarge(limits);
  return text.split(/\r\n|\r|\n/);
}
