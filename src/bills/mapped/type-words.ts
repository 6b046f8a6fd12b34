/** What the words of a type column mean, in the languages of banks and apps. */

import { simplified } from "../../ledger/plain-text.ts";
import { cleanCell } from "../file/cells.ts";
import type { Cell } from "../file/sheet.ts";
import { tellsRefund } from "../format/refund-words.ts";
import { isConversion } from "./conversions.ts";

/** What the user may say that a word means: money in, money out, between own accounts, or no record. */
export type WordMeaning = "in" | "out" | "transfer" | "skip";

/** A word's meaning, and which way the money of a transfer goes where the word says it. */
export interface TypeWord {
  meaning: WordMeaning;
  direction?: "in" | "out";
  /** The word says that both accounts are the person's own, whatever else the table shows. */
  own?: true;
  /** Only of shares: goods are bought and sold as well. */
  shares?: true;
}

/** Which way a word says that money went; undefined where it says none. */
export function directionOf(word: TypeWord | undefined): "in" | "out" | undefined {
  return word?.meaning === "in" || word?.meaning === "out" ? word.meaning : word?.direction;
}

const IN =
  "收入 收 入 进 流入 収入 入金 입금 수입 收款 入账 入帐 进账 贷 贷方 贷记 存 存入 存款 存钱 退款 退货 退 返现 利息 结息 分红 工资 + " +
  "credit cr c k income in inflow deposit received receive refund interest salary h haben kredit bij " +
  "gutschrift eingang einnahme ingreso abono entrada crédito credito avoir recette bijschrijving topup";
const OUT =
  "支出 支 出 出金 출금 지출 付 付款 支付 支取 流出 消费 出账 出帐 借 借方 借记 取 取出 取款 取现 取钱 缴费 - " +
  "debit dr d db expense out outflow spent spend purchase withdrawal payment fee s soll debet af " +
  "lastschrift ausgang ausgabe cargo gasto salida débito debito dépense retrait afschrijving";
const TRANSFER =
  "转账 转帐 转移 互转 内部转账 账户互转 转 振替 이체 还款 信用卡还款 transfer internaltransfer accounttransfer " +
  "repayment umbuchung";
const TRANSFER_IN =
  "转入 转存 转账收入 借入 收债 transferin transfer-in incomingtransfer transferfrom transferreceived";
const TRANSFER_OUT =
  "转出 转支 转账支出 借出 还债 transferout transfer-out outgoingtransfer transferto transfersent";

/** Monzo's savings pots, Revolut's exchanges, PayPal's withdrawals to the bank. */
const TRANSFER_OWN =
  "pottransfer creditcardpayment creditcardpayments ccpayment exchange generalwithdrawal initiatedwithdrawal userinitiatedwithdrawal withdrawaltobank transfertobankinitiated " +
  "bankdeposittoppaccount generalcreditcarddeposit";

/** One side of a conversion between two balances of the account. */
const CONVERSION: TypeWord = { meaning: "transfer", own: true };

const WORDS = new Map<string, TypeWord>();
const learn = (words: string, word: TypeWord) => {
  for (const one of words.split(" ")) WORDS.set(one, word);
};
learn(IN, { meaning: "in" });
learn(OUT, { meaning: "out" });
learn(TRANSFER, { meaning: "transfer" });
learn(TRANSFER_OWN, { meaning: "transfer", own: true });
learn("买入", { meaning: "transfer", direction: "out", own: true, shares: true });
learn("卖出", { meaning: "transfer", direction: "in", own: true, shares: true });
learn("申购 认购 定投 证券买入 基金申购 基金认购 基金定投", {
  meaning: "transfer",
  direction: "out",
  own: true,
});
learn("赎回 证券卖出 基金赎回", { meaning: "transfer", direction: "in", own: true });
learn(TRANSFER_IN, { meaning: "transfer", direction: "in" });
learn(TRANSFER_OUT, { meaning: "transfer", direction: "out" });

const IN_WITHIN =
  /收入|收款|入账|入帐|^贷|退款|退货|返现|存入|利息|收益|\b(credit|deposit|income|refund)\b/i;
const OUT_WITHIN =
  /支出|消费|付款|支付|^借|取出|取现|缴费|\b(debit|withdrawal|expense|purchase)\b/i;

/** What takes back, whichever way the first went. */
const TAKEN_BACK = /撤销|撤銷|冲正|冲销|冲账|抹账|\b(reversal|reversed|void(ed)?|chargeback)\b/i;

function plain(word: string): string {
  return simplified(word.normalize("NFKC")).replace(/\s+/g, "").toLowerCase();
}

function wordOf(word: string): TypeWord | undefined {
  const text = plain(word);
  return WORDS.get(BOTH_NAMES.exec(text)?.[1] ?? text);
}

const known = new Map<string, TypeWord | undefined>();

/** A side of the books in both of their languages: 借 Dr, 贷(Cr). */
const BOTH_NAMES = /^([借贷])方?[(/]?(?:dr|cr|debit|credit)\)?$/;

/** Returns what a word means; undefined where it says nothing, or two things. */
export function typeWord(word: string): TypeWord | undefined {
  if (known.has(word)) return known.get(word);
  const exact = isConversion(word) ? CONVERSION : wordOf(word);
  const [into, out] = [IN_WITHIN.test(word), OUT_WITHIN.test(word)];
  const found =
    exact ??
    (into === out || TAKEN_BACK.test(word)
      ? undefined
      : { meaning: into ? ("in" as const) : ("out" as const) });
  if (known.size > 5_000) known.clear();
  known.set(word, found);
  return found;
}

/** Columns of what was bought as an investment. */
const OF_SHARES = /基金|证券|股票|份额|净值|代码|成交/;

/** What a word means in a table with these columns. */
export function typeWordIn(word: string, titles: readonly string[]): TypeWord | undefined {
  const known = typeWord(word);
  if (!known?.shares || known.direction === undefined) return known;
  return titles.some((title) => OF_SHARES.test(title)) ? known : { meaning: known.direction };
}

/** Whether a word is one that says which way money goes, and not a name that holds one. */
export function isDirectionWord(word: string): boolean {
  return directionOf(wordOf(word)) !== undefined;
}

/** Whether a word is one that types have, and not a name that holds one. */
export function isTypeWord(word: string): boolean {
  return wordOf(word) !== undefined;
}

/** More different words than this are names, not types. */
const MAX_WORDS = 60;

/** The words of a column with how often each stands there; undefined for a column of names. */
export function wordsOfColumn(cells: readonly Cell[]): Map<string, number> | undefined {
  const words = new Map<string, number>();
  for (const cell of cells) {
    const word = cleanCell(cell);
    words.set(word, (words.get(word) ?? 0) + 1);
    if (words.size > MAX_WORDS) return undefined;
  }
  return words;
}

/** Whether a column says which way money goes: at least half of its rows have words that say it. */
export function tellsDirection(cells: readonly Cell[]): boolean {
  const words = wordsOfColumn(cells);
  if (words === undefined) return false;
  let told = 0;
  for (const [word, count] of words) if (typeWord(word)) told += count;
  return told > 0 && told * 2 >= cells.length;
}

/** Words of a row's texts that say which way its money went, whatever kind of account it is. */
const TEXT_IN =
  /工资|薪资|代发|奖金|利息|结息|报销|收款|給料|給与|賞与|급여|зарплата|\b(salary|wages?|payroll|interest (paid|received|earned|credit)|dividend|cash ?back)\b|(?<!\p{L})(gehalt|salario|salário|salaire|stipendio|nómina|wynagrodzenie)(?!\p{L})|\bpayments?\b.{0,12}\b(thank ?you|received)\b|\b(pagamento recebido|pago recibido|paiement reçu)/iu;
const TEXT_OUT =
  /消费|买|购物|取现|取款|缴费|水费|电费|房租|超市|便利店|书店|餐|咖啡|加油|话费|打车|\b(purchase|withdrawal|atm|rent|grocer(y|ies)|supermarket|cafe|coffee|restaurant|fuel|petrol|fee)\b|(?<!\p{L})(miete|supermercado|supermarché|supermarkt|compra|achat|acquisto)(?!\p{L})/iu;

/** Which way the money of a row went by its texts; undefined where they say nothing, or both. */
export function textDirection(text: string): "in" | "out" | undefined {
  const [into, out] = [TEXT_IN.test(text) || tellsRefund(text), TEXT_OUT.test(text)];
  return into === out ? undefined : into ? "in" : "out";
}
