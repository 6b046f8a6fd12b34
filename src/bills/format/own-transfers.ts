/**
 * Rows of a statement that say transfer and whose other side stands in no other statement of the file.
 * One that names nobody, or an account of one's own, is asked about; what names somebody may be a
 * person's payment, which is a note (decisions W11).
 */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import { question } from "./format.ts";

/** Words of a row that moves money between accounts. */
export const MOVED =
  /转账|转帐|转入|转出|转存|轉賬|轉帳|轉入|轉出|汇入|汇出|匯入|匯出|提现(?!.{0,4}费)|零钱充值|余额充值|\bTRANSFER|\bTFR\b|\bXFER\b|ÜBERTRAG|UMBUCHUNG|VIREMENT|\bVIR\b|OVERBOEKING|TRASPASO|TRANSFERENCIA|TRANSFERÊNCIA|GIROCONTO|PRZELEW|ПЕРЕВОД|振替|이체|ÖVERFÖRING|OVERFØRSEL/i;

/** Words that say that both accounts are one's own. */
const OWN =
  /本人|同名|自己|溢缴款|他行转入|提现(?!.{0,4}费)|零钱充值|余额充值|\bOWN\b|BETWEEN (MY |YOUR )?ACC|\bINTERNAL\b|ÜBERTRAG|UMBUCHUNG|COMPTE [ÀA] COMPTE|GIROCONTO|СВОИМИ|WŁASN|CUENTAS? PROPIAS?|AHORRO|[EÉ]PARGNE|POUPANÇA|RISPARMIO|SPARKONTO|OSZCZĘDN|OPSPARING|\b(SAVINGS?|SAV|CHECKING|CHEQUING|CHK|BROKERAGE|MONEY MARKET|SHARE)\b/i;

/** What such a row says besides, and which names nobody. */
const NOBODY =
  /(?:中国)?(?:工商|建设|农业|招商|交通|邮政储蓄|邮储|浦发|浦东发展|中信|光大|民生|兴业|平安|华夏|广发|浙商|渤海|恒丰|微众|网商|北京|上海|江苏|宁波|南京|杭州)银行|来自|转自|转到|零钱(?!通)|银行卡|储蓄卡|借记卡|信用卡|钱包|余额(?!宝)|网银|网上银行|手机银行|手机|银行|跨行|行内|同城|实时|普通|快速|自动|电子|柜面|账户|帐户|账号|收款|付款|到账|来账|往账|款项|金额|\b(ONLINE|MOBILE|WEB|INTERNET|PHONE|INSTANT|BANK(ING)?|ELECTRONIC|AUTOMATIC|SCHEDULED|FUNDS?|ACCOUNT|ACCT|A\/C|NUMBER|NO|REF(ERENCE)?|CONFIRMATION|TRANSACTION|CREDIT|DEBIT|DEPOSIT|WITHDRAWAL|INCOMING|OUTGOING|FROM|TO|IN|OUT|OF|ON|VIA|THE|DE|A|AAN|VAN|SEPA|PIX|PELO|PARA|CUENTA|CONTA|RECIBIDA|RECEBIDA|ENVIADA|EMITIDA|RECU|EMIS|XXX+)\b/gi;

/** What a bank or a wallet keeps beside the account: the other side is one's own, whoever is named. */
const KEPT =
  /银证|银转证|证转银|三方存管|朝朝宝|朝朝盈|日日宝|(余额宝|余利宝|零钱通|理财通|小金库).{0,8}[转存提充赎买]|[转存提充].{0,8}(余额宝|余利宝|零钱通|理财通|小金库)|^\s*(支付宝\s*[-—]?\s*)?(余额宝|余利宝|零钱通|理财通|小金库)\s*$|定期(存|开户|转存|支取|销户|到期)|活期\+|绑定卡|绑卡转|定存|大额存单|结构性存款|兑[入回出]|充钱包|存银行|购汇|结汇|外汇买卖|定转活|活转定|定活|整存整取|零存整取|存单|通知存款|(理财|基金)(产品)?(申购|认购|赎回|购买|买入|卖出|到期)|(申购|认购|赎回|购买|买入|卖出|转入|转出)(理财|基金)|(理财|基金)(产品)?定投|\b(SAVINGS? POT|ROUND[- ]?UPS?|(FIXED|TERM|TIME) DEPOSIT|LIVRET A|TAGESGELD|FESTGELD)\b/i;

/** What such a place pays for the money it keeps. */
const YIELD = /收益|利息|结息|分红|\b(INTEREST|DIVIDEND)/i;

/**
 * Asks about the lines of money in and out that are perhaps transfers, in place. `beside` gives what the
 * row of a line says in columns that the line does not hold.
 */
export function askOwnTransfers(
  lines: readonly BillLine[],
  beside: (index: number) => string = () => "",
): void {
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "income" && line.kind !== "expense") continue;
    const isSorted = line.category !== "" && !MOVED.test(line.category);
    if (isSorted || line.own === undefined) continue;
    const text = `${line.counterparty} ${line.description} ${line.category} ${beside(index)}`;
    const kept = KEPT.test(text) && !YIELD.test(text);
    if (!kept && !MOVED.test(text)) continue;
    if (!kept && !OWN.test(text) && namesSomebody(text)) {
      if (line.reason === "") line.reason = note("maybeOwnTransfer");
      continue;
    }
    const asked = note(line.kind === "income" ? "ownTransferIn" : "ownTransferOut");
    line.review.push(question("own-transfer", asked, wordsOf(line) || undefined));
  }
}

function namesSomebody(text: string): boolean {
  const rest = text.replace(new RegExp(MOVED.source, "giu"), " ").replace(NOBODY, " ");
  return /\p{L}{2}/u.test(rest);
}

/** The words without numbers, so that one answer settles all rows with them. */
function wordsOf({ counterparty, description }: BillLine): string {
  const words = (counterparty || description).replace(/[\d*#/:]+/g, " ");
  return words.replace(/\s+/g, " ").trim().slice(0, 100);
}
