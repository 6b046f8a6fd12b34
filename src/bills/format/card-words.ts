/**
 * What the words of a credit card's statement say of money that comes into it (decisions W12): a
 * repayment, which is a transfer whose other side is asked, or something given back. Where they say
 * neither or both, a purchase at the same shop before it makes it a refund; else it is asked about.
 */
import { note } from "../../contract/notes.ts";
import { readAccountName } from "../../ledger/account-words.ts";
import type { BillLine } from "../bill/line.ts";
import { askAccounts, question } from "./format.ts";
import { tellsRefund } from "./refund-words.ts";

/** What money into a card is. */
export type CardCredit = "repayment" | "refund";

/** Words of a repayment on either side of it: the card's statement and the bank's. */
const REPAYMENT =
  /还款|還款|繳款|还信用卡|還信用卡|还贷|归还贷款|贷款(归还|扣款|本息)|\bRE-?PAYMENT|\bAUTO[- ]?(PAY(MENT)?|PYMT|PMT)\b|CREDIT\s?CARD\s?(PAYMENT|PYMT|PMT|BILL)|CREDIT\s?CRD|\bPAYMENT TO .{0,30}\b(CARD|CRD)\b|\b(AMEX|DISCOVER|BARCLAYCARD|CITI ?CARD|CARDMEMBER SERV(ICES)?)\b.{0,24}\b(E-?)?(PAYMENT|PYMT|PMT)|CRCARDPMT|KREDITKARTEN?.{0,3}ABRECHNUNG|\bPAGAMENTO (DE |DA )?(FATURA|CART[AÃ]O)|\bPAGO (DE |DE LA )?TARJETA|\bPRLV CARTE|カード引(き)?落|クレジットカード支払|신용카드\s?(결제|대금)|카드대금/i;

/** Words that say it only where money comes into a card. */
const RECEIVED =
  /THANK\s?YOU|\bE-?PAYMENT\b|\b(PAYMENT|PYMT|PMT)S?\b.{0,20}\b(RECEIVED|RCVD|RECVD|FROM)\b|\bRECEIVED\b.{0,20}\bPAYMENT|\b(MOBILE|ONLINE|INTERNET|WEB|ELECTRONIC|BRANCH|PHONE|ACH)\s(PAYMENT|PYMT|PMT)\b|转入|轉入|转账|转帐|轉賬|汇入|匯入|存入|存款|现金存|银联入账|\bXFER\b|\bTFR\b|\bTRANSFER\b|\bDEPOSIT|\bPAGAMENTO RECEBIDO|\bPAGO RECIBIDO|\bPAIEMENT REÇU/i;

/** A text that is nothing but this word, with a way and a number. */
const PAYMENT_ALONE =
  /^[\W\d_]*((ONLINE|MOBILE|INTERNET|ELECTRONIC|WEB|BRANCH|PHONE|BANK|DIRECT DEBIT|AUTOMATIC|BILL|CARD|YOUR|CUSTOMER)\s+)*(PAYMENT|PYMT|PMT)S?[\W\d_]*$/i;

const GIVEN_BACK =
  /退款|退货|退貨|退回|退还|冲正|沖正|撤销|撤銷|返现|返还|奖励|红利|\bREFUND|\bRETURN|\bREVERS(AL|ED)|\bCHARGE-?BACK|\bCASH ?BACK|\bREBATE|\bREWARD/i;

/** Names of ways to pay: two rows of one of them need not be of one shop. */
const CHANNEL =
  /^(财付通|微信|微信支付|支付宝|京东|京东支付|美团|美团支付|云闪付|银联|抖音支付|银联在线|网银在线|paypal|alipay|wechat|unionpay|visa|mastercard|消费|购物|purchase|credit|other)+$/;

/** Whether the words of a row name a repayment of a card or a loan, seen from the paying account. */
export function saysRepayment(text: string): boolean {
  return REPAYMENT.test(text);
}

/** What the words alone say; undefined where they say nothing, or two things. */
export function cardCreditOf(texts: readonly string[], typed?: CardCredit): CardCredit | undefined {
  const all = texts.join(" ");
  const repaid = typed === "repayment" || repaidBy(all) || texts.some(isPaymentAlone);
  const back = typed === "refund" || GIVEN_BACK.test(all) || tellsRefund(all);
  if (repaid === back) return undefined;
  return repaid ? "repayment" : "refund";
}

function repaidBy(text: string): boolean {
  return REPAYMENT.test(text) || RECEIVED.test(text);
}

function isPaymentAlone(text: string): boolean {
  return PAYMENT_ALONE.test(text);
}

/** Words that stand on a card's statement only. */
const OF_A_CARD =
  /信用卡.{0,4}还款|(银联|自动|约定|自助|柜面|网银|手机银行|跨行|支付宝|微信|云闪付|财付通|转账)还款|\bPAYMENTS?\b.{0,12}(\bTHANK|\bRECEIVED)|AUTO-?PAY\b.{0,12}(\bPAYMENT|\bTHANK)|\bPAYMENTS?\s?(AND|\/|&)\s?CREDITS?\b/i;

/**
 * Whether rows of an account that nothing else tells are a card's: money comes in with the words of
 * a repayment, and none goes out with them.
 */
export function looksLikeCard(rows: Iterable<{ into: boolean; text: string }>): boolean {
  let repaid = false;
  for (const { into, text } of rows) {
    if (into) repaid ||= OF_A_CARD.test(text);
    else if (REPAYMENT.test(text)) return false;
  }
  return repaid;
}

/** What wallets lend, by the names that their own bills give it. */
const LOANS =
  /花呗|借呗|网商贷|备用金|白条|金条|美团月付|美团借钱|抖音月付|抖音放心借|分付|微粒贷|有钱花/;

/** Words of money that a lender pays out: it is owed, and no income. */
const LENT =
  /放款|发放贷款|贷款(发放|入账|到账|放款)|借款(到账|入账|发放|成功)|(借呗|网商贷|备用金|金条|借钱|放心借|微粒贷|有钱花).{0,4}(借款|取出|领取)|\bLOAN (DISBURSEMENT|PROCEEDS|ADVANCE|PAYOUT)/i;

/** Whether the words of money that came in say that it was lent. */
export function saysLoan(text: string): boolean {
  return LENT.test(text);
}

/** The loan that a text names; "" where it names none. */
export function loanOf(text: string): string {
  return LOANS.exec(text.normalize("NFKC"))?.[0] ?? "";
}

/**
 * What a row of the paying account repays: a card ("信用卡(4321)"), a wallet's loan ("花呗"); ""
 * where it names none.
 */
export function repaidAccount(text: string): string {
  const plain = text.normalize("NFKC");
  const loan = loanOf(plain);
  if (loan !== "") return loan;
  const named = /\p{L}{2,30}银行信用卡(\(\d{4}\))?/u.exec(plain)?.[0];
  if (named !== undefined) return named;
  if (!/信用卡|CREDIT\s?(CARD|CRD)/i.test(plain)) return "";
  const digits =
    /(?<![\d.,/-])(?:\d{4}[ -]?(?:[\d*xX]{4}[ -]?){1,2}|[*xX]+)?(\d{4})(?![\d*xX]|[.,/-]\d)/;
  const tail = digits.exec(plain)?.[1];
  return tail === undefined ? "" : `信用卡(${tail})`;
}

/**
 * The card that a wallet's repayment goes to, by the name that its row gives; "" where that is a bank's
 * alone, whose account of that name is no card, or no name at all.
 */
export function repaidCard(name: string): string {
  const { bank, tail, kind, plain } = readAccountName(name);
  if (tail !== undefined) return name;
  if (/^(信用卡|贷记卡)$/.test(plain)) return "";
  return bank !== undefined && kind !== "credit" ? "" : name;
}

/** A purchase of a statement that money back may belong to. */
interface Purchase {
  index: number;
  left: number;
}

/** How many purchases of one shop are looked through. */
const MAX_TRIED = 50;

/** Which lines are decided about, and what else is known of them. */
export interface CardLines {
  /** Whether money came into a card here, and nothing but its sign has decided about the line. */
  isCredit(line: BillLine): boolean;
  /** What the format's own type of the line says. */
  typeOf?(line: BillLine): CardCredit | undefined;
}

/**
 * Decides about each line of money into a card, in place: a transfer that asks where the money came
 * from, a refund of the purchase before it, or a question ("card-credit"). Never an income.
 */
export function settleCardCredits(lines: readonly BillLine[], which: CardLines): void {
  if (!lines.some((line) => which.isCredit(line))) return;
  const purchases = new Map<string, Purchase[]>();
  for (const index of purchasesFirst(lines)) {
    const line = lines[index] as BillLine;
    if (line.kind === "expense") notePurchase(purchases, line, index);
    else if (which.isCredit(line)) settleCredit(line, purchases, which.typeOf?.(line));
  }
}

/** The places of the lines by day; on each day the purchases before what is given back. */
function purchasesFirst(lines: readonly BillLine[]): number[] {
  const keys = lines.map(({ time, kind }) => `${time.slice(0, 10)}${kind === "expense" ? 0 : 1}`);
  const order = keys.map((_, index) => index).filter((index) => lines[index]?.kind !== "skip");
  return order.sort((a, b) => {
    const [x, y] = [keys[a] as string, keys[b] as string];
    return x < y ? -1 : x > y ? 1 : a - b;
  });
}

function notePurchase(purchases: Map<string, Purchase[]>, line: BillLine, index: number): void {
  const shop = shopOf(line);
  if (shop === "") return;
  const known = purchases.get(shop);
  if (known) known.push({ index, left: line.amount });
  else purchases.set(shop, [{ index, left: line.amount }]);
}

function settleCredit(
  line: BillLine,
  purchases: ReadonlyMap<string, Purchase[]>,
  typed: CardCredit | undefined,
): void {
  const own = line.kind === "transfer" ? (line.toAccount ?? "") : line.account;
  const said = cardCreditOf([line.counterparty, line.description, line.category], typed);
  if (said === "repayment") {
    const repaid = { kind: "transfer", account: "", toAccount: own, reason: note("repayment") };
    askAccounts(Object.assign(line, repaid));
    return;
  }
  const unclear = typed === "repayment";
  const purchase = unclear ? undefined : purchaseOf(line, purchases.get(shopOf(line)) ?? []);
  line.kind = "refund";
  if (purchase) {
    purchase.left -= line.amount;
    line.refundOf = purchase.index;
  } else if (said === undefined) line.review.push(question("card-credit", note("cardCredit")));
}

/** The last purchase of the same amount, else the last that is large enough. */
function purchaseOf(line: BillLine, all: readonly Purchase[]): Purchase | undefined {
  const last = all.slice(-MAX_TRIED);
  return (
    last.findLast(({ left }) => left === line.amount) ??
    last.findLast(({ left }) => left >= line.amount)
  );
}

/**
 * The card, the currency and the shop without its numbers and what a refund adds to the name; ""
 * where no shop is named.
 */
function shopOf({ account, toAccount, currency, counterparty, description }: BillLine): string {
  const name = (counterparty || description)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[*#].*$/s, "")
    .replace(/\b(refund(ed)?|returns?|returned|reversal|purchase)\b|退款|退货|消费/g, "")
    .replace(/[^\p{L}]/gu, "");
  const card = account || (toAccount ?? "");
  return name.length < 2 || CHANNEL.test(name) ? "" : `${card}\n${currency}\n${name}`;
}
