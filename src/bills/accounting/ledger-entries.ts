/** The transactions of an hledger or ledger file as written, before their amounts mean anything. */
import { type Note, note } from "../../contract/notes.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { BillError } from "../file/bill-error.ts";
import type { Limits } from "../file/limits.ts";
import { textLines } from "../file/text.ts";
import { dayText } from "../values/times.ts";

/** One indented line of an entry. */
export interface LedgerPosting {
  account: string;
  /** Behind the account, without the comment. */
  rest: string;
}

/** One transaction. */
export interface LedgerEntry {
  day: string | undefined;
  status: string;
  code: string;
  payee: string;
  note: string;
  /** `key: value` comments. */
  tags: Record<string, string>;
  postings: LedgerPosting[];
  /** 1-based. */
  line: number;
}

/** A whole file, in its own order. */
export interface LedgerFile {
  entries: LedgerEntry[];
  /** From `account X  ; type: A`, by account: "A", "L", "E", "R", "X". */
  types: Map<string, string>;
  /** From `decimal-mark`. */
  decimalMark?: "." | ",";
  /** What is not read. */
  notices: Note[];
}

const HEADER =
  /^(?:(\d{4})[-/.])?(\d{1,2})[-/.](\d{1,2})(?:=[\d/.-]+)?(?=\s|$)\s*([*!]?)\s*(?:\(([^)]*)\))?\s*(.*)$/;

/** Directives that say nothing about money. */
const SILENT =
  /^(commodity|payee|tag|P|D|N|bucket|A|assert|check|define|def|expr|eval|value|format|end)\b/;

class Reader {
  readonly file: LedgerFile = { entries: [], types: new Map(), notices: [] };
  readonly #prefixes: string[] = [];
  readonly #aliases: [string, string][] = [];
  readonly #passedOver = new Map<string, { word: string | Note; count: number }>();
  #year = 0;
  #current: LedgerEntry | undefined;
  /** Inside a block that is no transaction: periodic and automated rules, directives. */
  #block = "";
  #comment = false;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  take(line: string, number: number): void {
    if (this.#comment) {
      this.#comment = !/^end (comment|test)\b/.test(line);
      return;
    }
    if (line.trim() === "") return;
    if (/^\s/.test(line)) {
      this.#takeIndented(line.trim());
      return;
    }
    this.#current = undefined;
    this.#block = "";
    if (/^[;#*%|]/.test(line)) return;
    if (/^\d/.test(line)) this.#begin(line, number);
    else this.#takeDirective(line);
  }

  get notices(): Note[] {
    return [...this.#passedOver]
      .slice(0, 20)
      .map(([, { word, count }]) => note("contentLeftOut", { word, count }));
  }

  #begin(line: string, number: number): void {
    const { text, comment } = splitComment(line);
    const found = HEADER.exec(text);
    if (!found) return;
    const [, year, month, day, status, code, description] = found;
    const [payee = "", ...rest] = description!.split("|");
    this.#current = {
      day: dayText(Number(year ?? this.#year), Number(month), Number(day)),
      status: status!,
      code: code ?? "",
      payee: payee.trim(),
      note: rest.join("|").trim(),
      tags: wordTable({}),
      postings: [],
      line: number,
    };
    addTags(this.#current.tags, comment);
    this.file.entries.push(this.#current);
    if (this.file.entries.length > this.#limits.records) {
      throw new BillError("too-large", note("ledgerTooLarge"));
    }
  }

  #takeIndented(line: string): void {
    if (this.#block.startsWith("account ")) {
      const type = /^;?\s*type:\s*([ALERX])/i.exec(line)?.[1];
      if (type) this.file.types.set(this.#block.slice(8), type.toUpperCase());
    }
    if (!this.#current) return;
    if (line.startsWith(";") || line.startsWith("#")) {
      addTags(this.#current.tags, line.slice(1));
      return;
    }
    const { text } = splitComment(line.replace(/^[*!]\s+/, ""));
    const [account = "", ...rest] = text.split(/\t| {2,}/);
    if (/^[([].*[)\]]$/.test(account.trim())) this.#note(note("virtualPostings"));
    else
      this.#current.postings.push({
        account: this.#fullName(account),
        rest: rest.join(" ").trim(),
      });
  }

  #fullName(account: string): string {
    const full = [...this.#prefixes, account.trim()].join(":");
    for (const [from, to] of this.#aliases) {
      if (full === from || full.startsWith(`${from}:`)) return `${to}${full.slice(from.length)}`;
    }
    return full;
  }

  #takeDirective(raw: string): void {
    const line = raw.replace(/^[!@](?=\w)/, "");
    const { text, comment } = splitComment(line);
    if (/^(comment|test)\b/.test(line)) this.#comment = true;
    else if (/^apply account /.test(line)) this.#prefixes.push(text.slice(14).trim());
    else if (/^end( apply( account)?)?\s*$/.test(text)) this.#prefixes.pop();
    else if (/^alias /.test(line)) this.#takeAlias(text.slice(6));
    else if (/^(Y|year|apply year)\s*\d{4}/.test(line)) this.#year = Number(/\d{4}/.exec(line)![0]);
    else if (/^decimal-mark\s+[.,]/.test(line))
      this.file.decimalMark = line.includes(",") ? "," : ".";
    else if (/^account /.test(line)) this.#takeAccount(text.slice(8).trim(), comment);
    else if (line.startsWith("~")) this.#note(note("periodicRules"));
    else if (line.startsWith("=")) this.#note(note("automatedRules"));
    else if (!SILENT.test(line)) this.#note(text.split(/\s/, 1)[0]!.slice(0, 20));
  }

  #takeAccount(account: string, comment: string): void {
    this.#block = `account ${account}`;
    const type = /\btype:\s*([ALERX])/i.exec(comment)?.[1];
    if (type) this.file.types.set(account, type.toUpperCase());
  }

  #takeAlias(text: string): void {
    const at = text.indexOf("=");
    if (at < 0 || text.startsWith("/")) this.#note("alias");
    else if (this.#aliases.length < 100) {
      this.#aliases.push([text.slice(0, at).trim(), text.slice(at + 1).trim()]);
    }
  }

  #note(word: string | Note): void {
    const key = typeof word === "string" ? word : word.code;
    const count = (this.#passedOver.get(key)?.count ?? 0) + 1;
    this.#passedOver.set(key, { word, count });
  }
}

/** @throws BillError "too-large" */
export function readLedgerEntries(text: string, limits: Limits): LedgerFile {
  const reader = new Reader(limits);
  for (const [index, line] of textLines(text, limits).entries()) reader.take(line, index + 1);
  reader.file.notices.push(...reader.notices);
  return reader.file;
}

function splitComment(line: string): { text: string; comment: string } {
  const at = line.indexOf(";");
  if (at < 0) return { text: line.trimEnd(), comment: "" };
  return { text: line.slice(0, at).trimEnd(), comment: line.slice(at + 1) };
}

/** `key: value`, one to a comment, or several with commas between them as hledger allows. */
function addTags(tags: Record<string, string>, comment: string): void {
  for (const part of comment.split(/,(?=\s*[\w-]+:)/)) {
    const found = /^\s*([\w\u0080-\uffff-]{1,60}):\s*(.*)$/.exec(part);
    if (found) tags[found[1]!] = found[2]!.trim().replace(/^"([^"]*)"$/, "$1");
  }
}
