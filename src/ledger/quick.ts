/**
 * Reads one line into a record or a transfer: "打车32 微信", "昨天 午饭三十五块", "工资 1.2万 招商银行",
 * "taxi 45 cash", "微信提现500到招行". Local and pure: today, the accounts and the categories are given.
 * Each position of the line is taken by at most one reading; the rest is the note. Nothing is guessed where
 * two readings are possible: what is missing or unclear is said, and nothing is booked.
 */
import type { RecordType } from "../contract/fields.ts";
import type { QuickField, QuickProblem } from "../contract/quick-problems.ts";
import { type AccountMention, findAccount, findAccountMentions } from "./account-names.ts";
import type { Day } from "./calendar.ts";
import { NUMERALS } from "./chinese-number.ts";
import type { Fen } from "./money.ts";
import { type AmountFound, readAmount } from "./quick-amount.ts";
import { bothSides, type QuickCategory, readCategory, typeOfCategory } from "./quick-category.ts";
import { findDays, settledDays } from "./quick-day.ts";
import {
  ACCOUNT_MARK,
  isCashFetched,
  type KindRead,
  type Role,
  readKind,
  roleOf,
  withoutMoveWords,
} from "./quick-kind.ts";
import { Line, plainWord } from "./quick-line.ts";

export interface QuickAccount {
  id: number;
  name: string;
  type: string;
  archived?: boolean | number;
}

/** What of a user's book the reading rests on. */
export interface QuickBook {
  accounts: QuickAccount[];
  /** The categories in use, and whether each was ever income, ever an expense. */
  categories: QuickCategory[];
  /** The account of the newest record: the one meant where none is named. */
  lastAccountId: number | undefined;
}

/** What is known beside the line: it goes before the line, and settles what the line leaves unclear. */
export interface QuickGiven {
  amount?: Fen;
  type?: RecordType;
  category?: string;
  accountId?: number;
  day?: Day;
}

export interface QuickReading {
  type: RecordType | "transfer";
  /** An income that gives an expense back. */
  refund: boolean;
  amount: Fen;
  /** The amount is a product or quotient that was rounded to a fen. */
  rounded: boolean;
  /** Empty for a transfer. */
  category: string;
  /** Of a transfer: where the money leaves. */
  accountId: number;
  /** Of a transfer: where it arrives. */
  toAccountId: number | undefined;
  day: Day;
  /** What is left of the line; empty when nothing is. */
  note: string;
  /** What the line did not say and was assumed. */
  assumed: QuickField[];
}

/** Reads the line, or says everything that is missing or unclear. */
export function readQuick(
  text: string,
  book: QuickBook,
  today: Day,
  given: QuickGiven = {},
): QuickReading | QuickProblem[] {
  return new Reader(text, book, given).read(today);
}

/** What one pays with; to buy or fill one is another thing (公交卡充值50, 买购物卡500). */
const CARDS =
  /(?<![买办充送值])(?:饭卡|校园卡|一卡通|公交卡|地铁卡|交通卡|悠游卡|八达通|羊城通|岭南通|深圳通|西瓜卡|(?<!\p{sc=Han})分付(?!款)|购物卡|储值卡|礼品卡|会员卡|加油卡|医保卡|工资卡)(?!充|费|续|[加增]值)|(?<![a-z])(?:credit card|debit card|bank card|visa(?! fee)|mastercard|amex|paypal|apple ?pay|google pay|unionpay|venmo)(?![a-z])/giu;

/** -工资 500: taken off what comes in. With a blank behind it, it begins a line of a list. */
const MINUS_AHEAD = /(?:^|\s)-(?=\p{L})/u;

/** 转给老王: no account of the book. */
const TO_SOMEBODY = /(?<!补|供)给(?!我|自己)\p{sc=Han}{1,3}/u;

type AmountSaid = Pick<AmountFound, "amount" | "rounded" | "sign"> & Partial<Span>;
type Mention = AccountMention<QuickAccount>;

class Reader {
  readonly #line: Line;
  readonly #book: QuickBook;
  readonly #given: QuickGiven;
  /** Where days stand. */
  #days: Span[] = [];
  readonly #problems: QuickProblem[] = [];
  readonly #assumed: QuickField[] = [];

  constructor(text: string, book: QuickBook, given: QuickGiven) {
    this.#line = new Line(text);
    this.#book = book;
    this.#given = given;
  }

  read(today: Day): QuickReading | QuickProblem[] {
    const day = this.#day(today);
    const mentions = this.#mentions();
    const amount = this.#amount(mentions);
    const plain = besideAmount(masked(this.#line.plain, this.#days, " "), amount);
    const text = masked(plain, mentions, ACCOUNT_MARK);
    const kind = this.#kind(text, plain, amount);
    const isMove = kind.kind === "transfer" && this.#given.type === undefined;
    const accounts = isMove ? this.#sides(text, mentions) : this.#account(mentions);
    const category = isMove ? undefined : this.#category(kind);
    const isSaid = this.#given.type !== undefined || kind.kind !== undefined;
    if (isMinus(plain, amount) && category?.type === "income" && !isSaid) {
      this.#ask("type", "ambiguous", ["-", category.name]);
    }
    if (this.#problems.length > 0 || amount === undefined || accounts === undefined) {
      return this.#problems;
    }
    const note = this.#line.rest();
    return {
      amount: amount.amount,
      rounded: amount.rounded,
      type: category?.type ?? "transfer",
      refund: kind.kind === "refund" && category?.type === "income",
      category: category?.name ?? "",
      accountId: accounts.from,
      toAccountId: accounts.to,
      day,
      note: isMove ? withoutMoveWords(note) : note,
      assumed: this.#assumed,
    };
  }

  #ask(field: QuickField, problem: QuickProblem["problem"], names: string[]): undefined {
    this.#problems.push({ field, problem, names });
    return undefined;
  }

  #day(today: Day): Day {
    if (this.#given.day !== undefined) return this.#given.day;
    const { accounts, categories } = this.#book;
    const own = this.#withDigits([...accounts, ...categories]);
    const found = settledDays(findDays(masked(this.#line.plain, own, " "), today));
    for (const { start, end } of found)
      this.#line.take(start, end + ofLength(this.#line.plain, end));
    this.#days = found;
    const names = found.map(({ start, end }) => this.#line.plain.slice(start, end));
    const [first] = found;
    if (first === undefined) this.#assumed.push("date");
    else if (found.some(({ vague }) => vague)) this.#ask("date", "ambiguous", names);
    else if (found.some(({ day }) => day !== first.day)) this.#ask("date", "ambiguous", names);
    else if (first.day === undefined) this.#ask("date", "invalid", names);
    return first?.day ?? today;
  }

  /** Where names of the book stand that hold digits: 2026旅行 is no year, and 3号卡 no day. */
  #withDigits(named: { name: string }[]): Span[] {
    const names = named.map(({ name }) => name);
    return this.#line.find(names.filter((name) => /\d.*\p{L}|\p{L}.*\d/u.test(plainWord(name))));
  }

  /** Where the line names accounts, also those that the book does not have. A part of a name that is the word of a category names none. */
  #mentions(): Mention[] {
    const { accounts } = this.#book;
    const categories = readCategory(this.#line, this.#book.categories, undefined).spans;
    const mentions = findAccountMentions(this.#line.plain, accounts, this.#line.isTaken).filter(
      ({ start, end, found }) =>
        found?.by !== "part" || !categories.some((other) => start < other.end && other.start < end),
    );
    for (const { index, 0: said } of this.#line.plain.matchAll(CARDS)) {
      const [start, end] = [index, index + said.length];
      if (mentions.some((other) => start < other.end && other.start < end)) continue;
      mentions.push({ start, end, said, found: findAccount(said, accounts) });
    }
    const isGiven = this.#given.accountId !== undefined;
    for (const mention of mentions) {
      // What is given goes before the line; what the line says besides stays in its note.
      if (!isGiven || openAccount(mention)?.id === this.#given.accountId) {
        this.#line.take(mention.start, mention.end);
      }
    }
    return mentions;
  }

  #amount(mentions: Mention[]): AmountSaid | undefined {
    const { amount } = this.#given;
    if (amount !== undefined) return { amount, rounded: false, sign: undefined };
    const named = mentions.map(({ start, end, found }) => ({
      start,
      end,
      isWhole: found?.by === "name",
    }));
    const categories = this.#withDigits(this.#book.categories);
    for (const { start, end } of categories) this.#line.take(start, end);
    const read = readAmount(this.#line, named);
    for (const { start, end } of categories) this.#line.release(start, end);
    if ("problem" in read) return this.#ask("amount", read.problem, read.names);
    this.#line.take(read.start, read.end);
    return read;
  }

  #kind(masked: string, plain: string, amount: AmountSaid | undefined): KindRead {
    const names = this.#book.categories.map(({ name }) => plainWord(name));
    const hasOwn = (word: string) => names.some((name) => name.includes(word));
    const read = readKind(masked, plain, hasOwn, amount?.start);
    const { type } = this.#given;
    const sign = amount?.sign;
    for (const { start, end } of read.words) this.#line.take(start, end);
    if (read.unclear.length > 0 && type === undefined) {
      this.#ask("type", "ambiguous", read.unclear);
    }
    // +12 came in, whatever it was for.
    if (sign === "+" && read.kind === undefined) return { ...read, kind: "income" };
    const comesIn = read.kind === "income" || read.kind === "refund";
    if ((comesIn && isMinus(plain, amount)) || (sign === "+" && read.kind === "expense")) {
      this.#ask("type", "ambiguous", [sign ?? "-"]);
    }
    return read;
  }

  /** The account of a record: the one named, else the one used last, else the only one. */
  #account(mentions: Mention[]): { from: number; to: undefined } | undefined {
    const { accountId } = this.#given;
    if (accountId !== undefined) return { from: accountId, to: undefined };
    const named = this.#named(paidBy(this.#line.plain, mentions));
    if (named === undefined) return undefined;
    const [account] = named;
    if (account) return { from: account.id, to: undefined };
    const usual = usualAccount(this.#book);
    if (usual === undefined) {
      const names = this.#book.accounts.filter(({ archived }) => !archived).map(({ name }) => name);
      return this.#ask("account", "missing", names);
    }
    this.#assumed.push("account");
    return { from: usual.id, to: undefined };
  }

  /** The one account that the line names, or none; undefined where that is asked about. */
  #named(mentions: Mention[]): QuickAccount[] | undefined {
    const problem = withoutSettled(mentions)
      .map(problemOf)
      .find((one) => one !== undefined);
    if (problem) {
      this.#problems.push(problem);
      return undefined;
    }
    const accounts = [...new Set(mentions.flatMap((mention) => openAccount(mention) ?? []))];
    if (accounts.length < 2) return accounts;
    const names = accounts.map(({ name }) => name);
    return this.#ask("account", "ambiguous", names);
  }

  /** Both sides of a transfer. */
  #sides(masked: string, mentions: Mention[]): { from: number; to: number } | undefined {
    const person = TO_SOMEBODY.exec(masked)?.[0];
    if (person !== undefined && mentions.length > 1)
      return this.#ask("type", "ambiguous", [person]);
    const problem = mentions.map(problemOf).find((one) => one !== undefined);
    if (problem) {
      this.#problems.push(problem);
      return undefined;
    }
    const sides = mentions.map((mention) => ({
      id: openAccount(mention)?.id as number,
      role: roleOf(masked, mention.start, mention.end),
    }));
    const froms = sides.filter(({ role }) => role === "from");
    const tos = sides.filter(({ role }) => role === "to");
    const others = sides.filter(({ role }) => role === undefined);
    const fetched = isCashFetched(masked) ? this.#onlyCash() : undefined;
    const [only] = sides;
    const { accountId } = this.#given;
    if (accountId !== undefined) {
      const far = tos.length > 0 ? tos : others;
      const [to] = far.filter(({ id }) => id !== accountId);
      if (to && far.length === 1) return { from: accountId, to: to.id };
      if (sides.length === 0 && fetched !== undefined && fetched !== accountId) {
        return { from: accountId, to: fetched };
      }
    } else if (sides.length === 2) {
      const from = froms[0] ?? (tos.length === 1 ? others[0] : undefined);
      const to = tos[0] ?? (froms.length === 1 ? others[0] : undefined);
      if (from && to && from.id !== to.id && froms.length < 2 && tos.length < 2) {
        return { from: from.id, to: to.id };
      }
    } else if (only && sides.length === 1 && this.#givesCash(only) && fetched !== undefined) {
      return { from: only.id, to: fetched };
    }
    const names = mentions.map(({ said }) => said);
    if (names.length === 0) return this.#ask("type", "ambiguous", [moveWord(masked)]);
    return this.#ask("account", names.length > 1 ? "ambiguous" : "missing", names);
  }

  /** Whether cash is fetched from an account: from a bank's, wherever the line names it, unless money goes there. */
  #givesCash({ id, role }: { id: number; role: Role | "both" }): boolean {
    const isBank = this.#book.accounts.some(
      (account) => account.id === id && account.type === "bank",
    );
    return isBank && (role === "from" || role === undefined);
  }

  /** The account of cash, where there is only one. */
  #onlyCash(): number | undefined {
    const cash = this.#book.accounts.filter(({ type, archived }) => type === "cash" && !archived);
    return cash.length === 1 ? cash[0]?.id : undefined;
  }

  /** What a category that is given says of its direction, where the book does not know it yet: 退款 asks. */
  #sideOfGiven(category: string): RecordType | undefined {
    const { categories } = this.#book;
    if (categories.some(({ name }) => name === category)) return undefined;
    const { kind } = readKind(category, category, () => true);
    if (kind === "refund" || kind === "transfer" || /借(?![记阅呗书])/.test(category)) {
      this.#ask("type", "ambiguous", [category]);
    }
    return kind === "income" || kind === "expense" ? kind : undefined;
  }

  #category(kind: KindRead): { name: string; type: RecordType } {
    const { type, category } = this.#given;
    const isRefund = kind.kind === "refund";
    const said = type ?? (isRefund ? "expense" : sideOf(kind));
    const isOnlyGiven = said === undefined && category !== undefined && kind.unclear.length === 0;
    const side = isOnlyGiven ? this.#sideOfGiven(category) : said;
    const { categories } = this.#book;
    const read = readCategory(this.#line, categories, isRefund ? "expense" : side, isRefund);
    const isAsked = kind.unclear.length > 0 || read.ambiguous.length > 1;
    const isOpen = side === undefined && category === undefined && !isAsked;
    const both = isOpen ? bothSides(this.#line, categories) : [];
    if (both.length > 0) this.#ask("type", "ambiguous", both);
    for (const { start, end } of read.taken) this.#line.take(start, end);
    if (category === undefined) {
      if (read.ambiguous.length > 1) this.#ask("category", "ambiguous", read.ambiguous);
      if (read.assumed) this.#assumed.push("category");
    }
    const name = category ?? read.name;
    if (isRefund && type === undefined) return { name, type: "income" };
    return { name, type: side ?? typeOfCategory(name, categories) };
  }
}

interface Span {
  start: number;
  end: number;
}

/** The text with a mark for each character of the spans. */
function masked(plain: string, spans: Span[], mark: string): string {
  return spans.reduce(
    (text, { start, end }) => text.slice(0, start) + mark.repeat(end - start) + text.slice(end),
    plain,
  );
}

/**
 * The line as its words are read beside its amount: 赢了五十块 and 赢了，50块 as 赢了50块. Numerals become
 * digits, and so do the marks and blanks before them, one for one.
 */
function besideAmount(plain: string, amount: Partial<Span> | undefined): string {
  if (amount?.start === undefined || amount.end === undefined) return plain;
  const before = plain
    .slice(0, amount.start)
    .replace(/(?<!\s)[\s,，:：、]{2,}$|[,，:：、]$/u, (gap) => "0".repeat(gap.length));
  const said = plain.slice(amount.start, amount.end).replace(NUMERALS, "1");
  return before + said + plain.slice(amount.end);
}

/** Whether the amount, or what it is for, stands behind a minus. */
function isMinus(plain: string, amount: AmountSaid | undefined): boolean {
  return amount?.sign === "-" || MINUS_AHEAD.test(plain);
}

/** The 的 behind a day: 昨天的打车. */
function ofLength(plain: string, end: number): number {
  return /^的(?![士确])/.test(plain.slice(end, end + 2)) ? 1 : 0;
}

function sideOf({ kind }: KindRead): RecordType | undefined {
  return kind === "income" || kind === "expense" ? kind : undefined;
}

function moveWord(masked: string): string {
  return (
    /转[^\s\d]?|提[现款]|取[^\s\d]?|存[^\s\d]?|充[^\s\d]?|还款?/
      .exec(masked)?.[0]
      .replaceAll(ACCOUNT_MARK, "") ?? "transfer"
  );
}

/** 支付方式 招商银行储蓄卡: of several mentions the one that a receipt says was paid with. */
function paidBy(plain: string, mentions: Mention[]): Mention[] {
  const found = mentions.filter(
    ({ start, end }) =>
      /(?:支付|付款|扣款)方式\s?[:为是]?\s*$/.test(plain.slice(0, start)) &&
      !/^\s*[&+和、/]/.test(plain.slice(end)),
  );
  return found.length === 1 ? found : mentions;
}

/** Without the names that several accounts have, where one of these is named for certain: 【招商银行】尾号1234. */
function withoutSettled(mentions: Mention[]): Mention[] {
  const certain = mentions.flatMap((mention) => openAccount(mention)?.id ?? []);
  return mentions.filter(
    ({ found }) =>
      !(found && "candidates" in found) || !found.candidates.some(({ id }) => certain.includes(id)),
  );
}

/** The account that a mention means for certain. */
function openAccount({ found }: Mention): QuickAccount | undefined {
  return found && "account" in found && !found.account.archived ? found.account : undefined;
}

function problemOf({ said, found }: Mention): QuickProblem | undefined {
  if (found === undefined) return { field: "account", problem: "unknown", names: [said] };
  if ("candidates" in found) {
    return {
      field: "account",
      problem: "ambiguous",
      names: found.candidates.map(({ name }) => name),
    };
  }
  if (!found.account.archived) return undefined;
  return { field: "account", problem: "archived", names: [found.account.name] };
}

/** The account of the newest record, else the only one. One that was put away is never it. */
export function usualAccount({ accounts, lastAccountId }: QuickBook): QuickAccount | undefined {
  const open = accounts.filter(({ archived }) => !archived);
  return open.find(({ id }) => id === lastAccountId) ?? (open.length === 1 ? open[0] : undefined);
}

/** The account that a text given beside the line names. */
export function accountByName(name: string, book: QuickBook): QuickAccount | QuickProblem[] {
  const mention = {
    start: 0,
    end: name.length,
    said: name,
    found: findAccount(name, book.accounts),
  };
  const problem = problemOf(mention);
  return problem ? [problem] : (openAccount(mention) as QuickAccount);
}
