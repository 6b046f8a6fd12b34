/**
 * Which account of the book a name means, for bills, for the one-line entry and for the app. What
 * fits best decides, and where two accounts fit equally well, none is taken: both are answered, so
 * that the caller can ask.
 *
 * 1. The account of that name, or that a bill has called so before.
 * 2. The account of that wallet: 零钱 is 微信零钱, 花呗 is 支付宝花呗, 现金 the one account of cash.
 * 3. The account of that card: the same last digits, and nothing that speaks against it (bank, kind,
 *    currency, other digits).
 * 4. The account of that bank: 招行, CMB and 招商银行 are one. An account that is known as another card
 *    is not this one, nor is what a bank keeps besides cards (理财, 贷款).
 * 5. Said by a person only: the account of that kind (信用卡, 银行卡), or that holds the word
 *    in its name.
 *
 * A bill's plain name of a bank is no credit card; what a person says may be either.
 */
import {
  type AccountWords,
  BANK_IN_LINE,
  bankOf,
  cardKindOf,
  plainName,
  readAccountName,
  WALLETS_IN_LINE,
} from "./account-words.ts";
import { simplified } from "./plain-text.ts";

/** An account of the book, as far as its names go. */
export interface NamedAccount {
  id: number;
  name: string;
  type?: string;
  /** Put away: it is found by its name, wallet or card, and never by its bank or by a part. */
  archived?: boolean | number;
  /** What bills have called it. */
  alsoCalled?: readonly string[];
}

/** By which of the rules above an account was found. */
export type FoundBy = "name" | "wallet" | "card" | "bank" | "kind" | "part";

/** One account; several that fit equally well; or undefined: nothing of the book has that name. */
export type FoundAccount<A extends NamedAccount> =
  | { account: A; by: FoundBy }
  | { candidates: A[]; by: FoundBy }
  | undefined;

/** Who has written the name. */
export type Speaker = "person" | "bill";

/** An account with what its own name and the names that bills gave it say. */
interface Known<A> {
  account: A;
  words: AccountWords[];
}

/** The names of a book's accounts, read once. */
export class AccountNames<A extends NamedAccount> {
  readonly #accounts: readonly A[];
  readonly #byName = new Map<string, A[]>();
  readonly #byOtherName = new Map<string, A[]>();
  readonly #byWallet = new Map<string, A[]>();
  readonly #byTail = new Map<string, Known<A>[]>();
  readonly #byBank = new Map<string, Known<A>[]>();
  /** What was found by a bank's name: all names of one bank fit the same accounts. */
  readonly #found = new Map<string, FoundAccount<A>>();

  constructor(accounts: readonly A[]) {
    this.#accounts = accounts;
    for (const account of accounts) this.#add(account);
  }

  #add(account: A): void {
    const { name, type, alsoCalled = [] } = account;
    const words = [name, ...alsoCalled].map(readAccountName);
    const known = { account, words };
    const [own, ...others] = words.map(({ plain }) => plain);
    put(this.#byName, own as string, account);
    for (const other of new Set(others)) put(this.#byOtherName, other, account);
    const wallets = words.map(({ wallet }) => wallet);
    for (const wallet of new Set(type === "cash" ? [...wallets, CASH] : wallets)) {
      if (wallet !== undefined) put(this.#byWallet, wallet, account);
    }
    for (const tail of new Set(words.map((one) => one.tail))) {
      if (tail !== undefined) put(this.#byTail, tail, known);
    }
    for (const bank of new Set(words.map((one) => one.bank))) {
      if (bank !== undefined && !account.archived) put(this.#byBank, bank, known);
    }
  }

  /** Finds the account that a name means. */
  find(said: string, speaker: Speaker = "person"): FoundAccount<A> {
    const words = readAccountName(said);
    if (words.plain === "") return undefined;
    return (
      settle(this.#byName.get(words.plain), "name") ??
      settle(this.#byOtherName.get(words.plain), "name") ??
      settle(this.#ofWallet(words, speaker), "wallet") ??
      settle(this.#ofCard(words), "card") ??
      this.#ofBank(words, speaker) ??
      (speaker === "person" ? this.#loosely(words) : undefined)
    );
  }

  #ofWallet({ wallet, channel }: AccountWords, speaker: Speaker): A[] | undefined {
    // A bill's 微信支付 or 支付宝 may be any card behind it.
    if (wallet === undefined || (speaker === "bill" && channel)) return undefined;
    return this.#byWallet.get(wallet);
  }

  #ofCard(said: AccountWords): A[] | undefined {
    if (said.tail === undefined) return undefined;
    return accountsOf(this.#byTail.get(said.tail), (known) =>
      known.words.some((name) => isCard(said, name)),
    );
  }

  /** A card of the bank with these digits has been found before. */
  #ofBank(said: AccountWords, speaker: Speaker): FoundAccount<A> {
    const { bank, tail, kind, currency } = said;
    if (bank === undefined) return undefined;
    const key = JSON.stringify([bank, kind, currency, speaker, tail === undefined]);
    if (!this.#found.has(key)) {
      const all = this.#byBank.get(bank);
      const fitting = accountsOf(all, (known) => isBank(said, known, speaker));
      this.#found.set(key, settle(fitting, "bank"));
    }
    return this.#found.get(key);
  }

  #loosely(said: AccountWords): FoundAccount<A> {
    const open = this.#accounts.filter(({ archived }) => !archived);
    const kind = KINDS.find(([names]) => names.test(said.plain))?.[1];
    const ofKind =
      kind && open.filter((account) => kind(account.type, cardKindOf(account.name) === "credit"));
    return (
      settle(ofKind, "kind") ??
      settle(
        open.filter(({ name }) => said.bank === undefined && isPart(said.plain, name)),
        "part",
      )
    );
  }
}

const CASH = "现金";

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function accountsOf<A>(
  known: readonly Known<A>[] | undefined,
  fits: (one: Known<A>) => boolean,
): A[] | undefined {
  return known?.filter(fits).map(({ account }) => account);
}

/** Finds the account that a name means. For many names, `AccountNames` reads the book once. */
export function findAccount<A extends NamedAccount>(
  said: string,
  accounts: readonly A[],
  speaker: Speaker = "person",
): FoundAccount<A> {
  return new AccountNames(accounts).find(said, speaker);
}

/** One, or several, of which those in use go before those that were put away. */
function settle<A extends NamedAccount>(found: A[] | undefined, by: FoundBy): FoundAccount<A> {
  if (found === undefined) return undefined;
  const open = found.filter(({ archived }) => !archived);
  const candidates = open.length > 0 ? open : found;
  const [account] = candidates;
  if (account === undefined) return undefined;
  return candidates.length === 1 ? { account, by } : { candidates, by };
}

/** The same digits at the end, and nothing that speaks against it. */
function isCard(said: AccountWords, known: AccountWords): boolean {
  return said.tail !== undefined && said.tail === known.tail && !contradict(said, known);
}

/** Whether two names speak of two accounts. What one of them leaves out speaks against nothing. */
function contradict(one: AccountWords, other: AccountWords): boolean {
  return (
    differ(one.tail, other.tail) ||
    differ(one.bank, other.bank) ||
    differ(one.kind, other.kind) ||
    one.currency !== other.currency ||
    one.besides !== other.besides ||
    headsDiffer(one.head, other.head)
  );
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** 6225****1186 and 6222****1186 are two cards, 6225****1186 and 6225880112341186 may be one. */
function headsDiffer(one = "", other = ""): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) !== other.slice(0, length);
}

const hasTail = ({ tail }: AccountWords): boolean => tail !== undefined;

function isBank<A>(said: AccountWords, { words }: Known<A>, speaker: Speaker): boolean {
  // Known as another card than the one that is said.
  if (said.tail !== undefined && words.some(hasTail)) return false;
  return words.some(
    (name) =>
      name.bank === said.bank &&
      !name.besides &&
      name.currency === said.currency &&
      fitsKind(said, name, speaker),
  );
}

function fitsKind(said: AccountWords, name: AccountWords, speaker: Speaker): boolean {
  if (speaker === "person" && said.kind === undefined) return true;
  return (said.kind === "credit") === (name.kind === "credit");
}

/** A card that is said without its bank. */
const KINDS: [RegExp, (type: string | undefined, isCredit: boolean) => boolean][] = [
  [/^(信用卡|creditcard)$/, (_, isCredit) => isCredit],
  [/^(储蓄卡|借记卡|银行卡|debitcard)$/, (type, isCredit) => type === "bank" && !isCredit],
];

/** At least two characters of a name; digits alone are no name. */
function isPart(plain: string, name: string): boolean {
  return [...plain].length > 1 && !/^\d+$/.test(plain) && plainName(name).includes(plain);
}

/** A piece of a line that names an account. */
export interface AccountMention<A extends NamedAccount> {
  start: number;
  end: number;
  /** As it was written. */
  said: string;
  /** Undefined: it names an account that the book does not have. */
  found: FoundAccount<A>;
}

/**
 * Finds the words of a line that name accounts, by position: names of the book, banks, wallets, cards
 * (招行, 零钱, 信用卡, 尾号1186), and pieces between blanks or digits that are a part of one name. `isTaken`
 * says which positions are read already. A bank, a wallet or a card that the book does not have is
 * found as well, with `found` undefined, so that the caller can say so.
 */
export function findAccountMentions<A extends NamedAccount>(
  line: string,
  accounts: readonly A[],
  isTaken: (position: number) => boolean = () => false,
): AccountMention<A>[] {
  const text = plainPlaces(line);
  const names = new AccountNames(accounts);
  const mentions: AccountMention<A>[] = [];
  const isFree = ({ start, end }: Span) => {
    for (let position = start; position < end; position += 1) if (isTaken(position)) return false;
    return mentions.every((other) => end <= other.start || other.end <= start);
  };
  const add = (span: Span, found: FoundAccount<A>) =>
    mentions.push({ ...span, said: line.slice(span.start, span.end), found });
  const spans = [...ownNames(text, accounts), ...knownWords(text), ...paidWith(text)];
  spans.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  for (const span of spans) {
    if (!isFree(span)) continue;
    const whole = withTail(text, span, names);
    const chosen = isFree(whole) ? whole : span;
    add(chosen, names.find(text.slice(chosen.start, chosen.end)));
  }
  // 工资 is a part of 工资卡, but no account where another is named.
  for (const span of mentions.length === 0 ? pieces(text) : []) {
    const found = isFree(span) ? names.find(text.slice(span.start, span.end)) : undefined;
    if (found !== undefined) add(span, found);
  }
  return mentions.sort((a, b) => a.start - b.start);
}

interface Span {
  start: number;
  end: number;
}

/** Plain characters and small letters, character for character. */
function plainPlaces(line: string): string {
  return simplified(line)
    .replace(/[\uFF01-\uFF5E]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, " ")
    .replace(/[A-Z]/g, (one) => one.toLowerCase());
}

/** Where the names of the book stand. A name of one character is no word of a line. */
function ownNames(text: string, accounts: readonly NamedAccount[]): Span[] {
  return accounts.flatMap(({ name }) => {
    const wanted = plainPlaces(name).trim();
    return [...wanted].length > 1 ? spansOf(text, literal(wanted)) : [];
  });
}

/** Letters and digits only between others: an account "abc" is not in "abcd". */
function literal(word: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = /^[a-z0-9]/.test(word) ? "(?<![a-z0-9])" : "";
  const after = /[a-z]$/.test(word) ? "(?![a-z])" : /\d$/.test(word) ? "(?!\\d)" : "";
  return `${before}${escaped}${after}`;
}

const CARD = "(?:信用卡|贷记卡|储蓄卡|借记卡|卡)?";
const TAIL = "(?:\\s*\\((?:尾号)?\\d{4}\\)|\\s*尾号\\s*\\d{4}(?!\\d))";

/** What begins with an account's word and is another: 微信读书, 现金流, 白条鸡, 信用卡年费. */
const NO_ACCOUNT =
  "(?!读书|红包|群|豆|公众号|视频号|小程序|流量|流|额|奖|券|价|鸡|鸭|鱼|猪|羊|肉|虾|年费|包)";

function knownWords(text: string): Span[] {
  return [
    ...spansOf(text, `(?:${BANK_IN_LINE})${CARD}${TAIL}?`).filter(
      ({ start, end }) => bankOf(text.slice(start, end)) !== undefined,
    ),
    ...spansOf(text, `(?:${WALLETS_IN_LINE})${NO_ACCOUNT}${TAIL}?`),
    ...spansOf(text, `(?:卡\\s*)?尾号\\s*\\d{4}(?!\\d)(?:的?卡)?`),
    // As banks write to their customers: 您账户1234于11月3日.
    ...spansOf(text, `(?<=您的?(?:账户|账号|卡号)[*]{0,4})\\d{4}(?=[于在\\s]*\\d{1,2}月)`),
  ];
}

/** 刷饭卡, 用公交卡: what was paid with, whether the book knows it or not. */
function paidWith(text: string): Span[] {
  return spansOf(text, "(?<=刷|用)\\p{sc=Han}{1,4}?(?:卡|账户|钱包)");
}

function spansOf(text: string, source: string): Span[] {
  const found = text.matchAll(new RegExp(source, "giu"));
  return [...found].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

/** 招行 1186: the digits belong to the name where the book has that card, else they may be money. */
function withTail<A extends NamedAccount>(text: string, span: Span, names: AccountNames<A>): Span {
  const digits = /^卡?\s?(\d{4})(?![\d.元块])/.exec(text.slice(span.end));
  if (digits === null) return span;
  const end = span.end + digits[0].length;
  const card = names.find(text.slice(span.start, end));
  return card?.by === "card" || card?.by === "name" ? { start: span.start, end } : span;
}

/** What stands between blanks, signs and digits. */
function pieces(text: string): Span[] {
  return spansOf(text, "[^\\s\\d,.，。;；:：、+*×/¥]{2,}");
}

/** Whether two names mean one account, as bills and banks write them. */
export function sameAccount(one: string, other: string): "same" | "different" | "unknown" {
  if (one === "" || other === "") return "unknown";
  const [a, b] = [readAccountName(one), readAccountName(other)];
  if (a.plain === b.plain) return "same";
  if (contradict(a, b)) return "different";
  if (a.tail !== undefined && b.tail !== undefined) return "same";
  if (a.wallet !== undefined || b.wallet !== undefined) {
    return a.wallet === b.wallet ? "same" : "different";
  }
  const bank = a.bank !== undefined && a.bank === b.bank && a.besides === b.besides;
  return bank ? "same" : "different";
}
