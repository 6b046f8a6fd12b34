/** The directives of a Beancount file, line by line, before they mean anything. */
import { note } from "../../contract/notes.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { BillError } from "../file/bill-error.ts";
import type { Limits } from "../file/limits.ts";
import { textLines } from "../file/text.ts";
import { dayText } from "../values/times.ts";

/** One posting as written: its account and whatever stands behind it. */
export interface RawPosting {
  account: string;
  rest: string;
}

/** A dated line with what is indented under it. */
export interface Directive {
  /** "txn", "open", "balance", "pad" … */
  kind: string;
  /** Undefined when the date is impossible. */
  day: string | undefined;
  /** What stands behind the keyword, strings included. */
  rest: string;
  /** Of a transaction: its flag. */
  flag: string;
  /** Tags pushed by pushtag that hold here. */
  tags: string[];
  postings: RawPosting[];
  metadata: Record<string, string>;
  /** 1-based. */
  line: number;
}

/** A whole file, in its own order. */
export interface BeancountFile {
  options: Record<string, string>;
  directives: Directive[];
  /** Undated lines that are not read, by keyword: "plugin", "include". */
  passedOver: Map<string, number[]>;
}

/** How many lines a string may run over before its quote counts as a mistake. */
const MAX_STRING_LINES = 64;

const DATED = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})\s+(\S+)\s*([\s\S]*)$/;
const UNDATED = /^(option|plugin|include|pushtag|poptag|pushmeta|popmeta)\b\s*([\s\S]*)$/;
const POSTING = /^\s+(?:[!*&#?%A-Z]\s+)?([^\s:;"{}@]+(?::[^\s:;"{}@]+)+)\s*(.*)$/;
const METADATA = /^\s+([a-z][\w-]*):(?:\s+(.*))?$/;

/** @throws BillError "too-large" */
export function readDirectives(text: string, limits: Limits): BeancountFile {
  const file: BeancountFile = { options: wordTable({}), directives: [], passedOver: new Map() };
  const tags = new Set<string>();
  let current: Directive | undefined;
  for (const { text: line, number } of logicalLines(text, limits)) {
    if (/^\s/.test(line)) {
      if (current) addDetail(current, line);
      continue;
    }
    current = undefined;
    const dated = DATED.exec(line);
    if (dated) {
      current = newDirective(dated, [...tags], number);
      file.directives.push(current);
      if (file.directives.length > limits.records) throw tooLarge();
      continue;
    }
    const undated = UNDATED.exec(line);
    if (undated) takeUndated(file, tags, undated[1]!, undated[2]!, number);
  }
  return file;
}

function tooLarge(): BillError {
  return new BillError("too-large", note("ledgerTooLarge"));
}

function newDirective(dated: RegExpExecArray, tags: string[], line: number): Directive {
  const [, year, month, day, word, rest] = dated as unknown as string[];
  const transaction = word === "txn" || /^[!*&#?%A-Z]$/.test(word!);
  return {
    kind: transaction ? "txn" : word!,
    day: dayText(Number(year), Number(month), Number(day)),
    rest: rest!,
    flag: transaction && word !== "txn" ? word! : "*",
    tags,
    postings: [],
    metadata: wordTable({}),
    line,
  };
}

function addDetail(directive: Directive, line: string): void {
  const metadata = METADATA.exec(line);
  if (metadata) {
    const value = (metadata[2] ?? "").trim();
    if (directive.postings.length === 0) directive.metadata[metadata[1]!] = unquote(value);
    return;
  }
  const posting = POSTING.exec(line);
  if (posting) directive.postings.push({ account: posting[1]!, rest: withoutComment(posting[2]!) });
}

function takeUndated(
  file: BeancountFile,
  tags: Set<string>,
  word: string,
  rest: string,
  line: number,
): void {
  const strings = stringsOf(rest);
  if (word === "option" && strings.length === 2) file.options[strings[0]!] = strings[1]!;
  else if (word === "pushtag") tags.add(rest.trim().replace(/^#/, ""));
  else if (word === "poptag") tags.delete(rest.trim().replace(/^#/, ""));
  else file.passedOver.set(word, [...(file.passedOver.get(word) ?? []).slice(0, 20), line]);
}

/** Lines, joined where a string runs over several. */
function* logicalLines(text: string, limits: Limits): Generator<{ text: string; number: number }> {
  const lines = textLines(text, limits);
  for (let at = 0; at < lines.length; at += 1) {
    const number = at + 1;
    const first = lines[at]!;
    if (first.trim() === "" || /^\s*;/.test(first)) continue;
    let joined = first;
    let end = at;
    while (endsInString(joined) && end + 1 < lines.length && end - at < MAX_STRING_LINES) {
      end += 1;
      joined += `\n${lines[end]}`;
    }
    const closed = !endsInString(joined);
    yield { text: closed ? joined : first, number };
    if (closed) at = end;
  }
}

function endsInString(line: string): boolean {
  let inside = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === "\\" && inside) at += 1;
    else if (character === '"') inside = !inside;
    else if (character === ";" && !inside) at = nextLine(line, at);
  }
  return inside;
}

function nextLine(line: string, from: number): number {
  const end = line.indexOf("\n", from);
  return end < 0 ? line.length : end;
}

/** Text before a `;` that stands in no string. */
export function withoutComment(text: string): string {
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && inside) at += 1;
    else if (text[at] === '"') inside = !inside;
    else if (text[at] === ";" && !inside) return text.slice(0, at).trimEnd();
  }
  return text.trimEnd();
}

/** All strings in a text, unescaped. */
export function stringsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map((found) => unescaped(found[1]!));
}

function unquote(text: string): string {
  return stringsOf(text)[0] ?? withoutComment(text);
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, character) => (character === "n" ? "\n" : character));
}
