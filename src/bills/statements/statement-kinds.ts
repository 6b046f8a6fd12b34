/**
 * What the movements of statements mean beyond their signs: repayments of cards seen from either
 * side, and transfers whose two sides stand in two statements of the file.
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import {
  type CardCredit,
  looksLikeCard,
  repaidAccount,
  saysRepayment,
  settleCardCredits,
} from "../format/card-words.ts";
import { askAccounts } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { askBalanceRows } from "../format/opening.ts";
import { askOwnTransfers, MOVED } from "../format/own-transfers.ts";
import { pairTransfers } from "../format/pairing.ts";
import { saysRefund } from "../format/refund-words.ts";
import { spendingCategories } from "../format/spending.ts";

const CARD_NAME =
  /credit\s?card|kredit\s?karte|carte de cr[eé]dit|信用卡|贷记卡|\bvisa\b|master\s?card|\bamex\b/i;

/** Whether the name or type of an account says that it is a credit card. */
export function isCardName(name: string): boolean {
  return CARD_NAME.test(name);
}

/** What a format knows of its statements. */
export interface StatementKinds {
  /** Names of the accounts that are credit cards. */
  cards: ReadonlySet<string>;
  /** What the format's own type says of a line. */
  typeOf?(line: BillLine): CardCredit | undefined;
  /** Categories that the file lists as those of expenses, and of income. */
  listed?: ReadonlyMap<string, "expense" | "income">;
}

/**
 * The lines with their meaning. A line without `own` keeps what its format made of it; a kind that
 * the format has decided (transfer, skip, refund) stays.
 */
export function settleStatements(lines: BillLine[], kinds: StatementKinds): BillLine[] {
  const cards = new Set(kinds.cards);
  const spending = spendingOf(lines, kinds.listed);
  for (const [account, own] of byAccount(lines)) {
    if (!cards.has(account) && looksLikeCard(wordsOf(own))) cards.add(account);
    if (cards.has(account)) continue;
    for (const line of own) settleBankLine(line, spending);
  }
  const isCredit = (line: BillLine) => line.kind === "income" && cards.has(line.account);
  settleCardCredits(lines, { isCredit, ...(kinds.typeOf && { typeOf: kinds.typeOf }) });
  for (const line of lines) if (cards.has(line.account)) settleCardDebit(line);
  const seenFrom = new Map<BillLine, string>();
  for (const line of lines) {
    if (line.kind === "transfer") seenFrom.set(line, line.own?.account ?? line.account);
  }
  const joined = joinHalves(pairTransfers(lines, seenFrom), MOVED);
  askOwnTransfers(joined);
  askBalanceRows(joined);
  return joined;
}

/** What the file lists decides, else what it spends from. */
function spendingOf(
  lines: readonly BillLine[],
  listed: StatementKinds["listed"] = new Map(),
): Set<string> {
  const spending = spendingCategories(lines);
  for (const [category, kind] of listed) {
    if (kind === "expense") spending.add(category);
    else spending.delete(category);
  }
  return spending;
}

function byAccount(lines: readonly BillLine[]): Map<string, BillLine[]> {
  const accounts = new Map<string, BillLine[]>();
  for (const line of lines) {
    if (line.own === undefined || line.kind === "skip") continue;
    const known = accounts.get(line.own.account);
    if (known) known.push(line);
    else accounts.set(line.own.account, [line]);
  }
  return accounts;
}

function* wordsOf(lines: readonly BillLine[]): Generator<{ into: boolean; text: string }> {
  for (const line of lines) yield { into: line.own?.direction === "in", text: textOf(line) };
}

function textOf({ counterparty, description }: BillLine): string {
  return `${counterparty} ${description}`;
}

/** Money that an account gets back for a purchase, or for a booking that is undone. */
function isGivenBack(line: BillLine, spending: ReadonlySet<string>): boolean {
  if (line.kind !== "income") return false;
  if (line.category !== "") return spending.has(line.category);
  const { reason } = line;
  const isUndone = typeof reason !== "string" && reason.code === "reversal";
  return isUndone || saysRefund(textOf(line));
}

/** A repayment seen from the account that pays it, or that it comes back to; or something given back. */
function settleBankLine(line: BillLine, spending: ReadonlySet<string>): void {
  if (isGivenBack(line, spending)) line.kind = "refund";
  const text = textOf(line);
  if (line.category !== "" || !saysRepayment(text)) return;
  const own = line.account;
  const reason = note("repayment");
  if (line.kind === "expense") {
    const repaid = { kind: "transfer", toAccount: repaidAccount(text), reason };
    Object.assign(line, repaid);
  } else if (line.kind === "income") {
    Object.assign(line, { kind: "transfer", account: "", toAccount: own, reason });
  }
}

/** Money that leaves a card with the words of a repayment has come back, or its sign is wrong. */
function settleCardDebit(line: BillLine): void {
  if (line.kind !== "expense" || line.category !== "" || !saysRepayment(textOf(line))) return;
  askAccounts(Object.assign(line, { kind: "transfer", toAccount: "" }));
}
