/**
 * What a bill file says, in the one form that every format is read into.
 * Pure data: no database, no clock, no zone but the bill's own wall time.
 */
import type { Fen } from "../ledger/money.ts";

/** What a line means for the books. `skip` never reaches them, and its `reason` says why. */
export type LineKind = "income" | "expense" | "refund" | "transfer" | "fee" | "skip";

/** A question that only the user can answer; shown in words in the preview. */
export interface Question {
  /** A stable key, for tests and translations: "unknown-type", "two-accounts", "no-purchase". */
  code: string;
  /** The question in Chinese. */
  text: string;
}

/** One line of a bill. */
export interface BillLine {
  kind: LineKind;
  /** Wall time as the bill writes it: "2026-06-15 12:01:02", or "2026-06-15" when it has no time. */
  time: string;
  /** What is booked, never negative, in fen. For a transfer with a fee: without the fee. */
  amount: Fen;
  /** ISO 4217; "CNY" for every Chinese source that does not say otherwise. */
  currency: string;
  /** The account named in the file that the money leaves or (income, refund) enters; "" when unknown. */
  account: string;
  /** For a transfer: the account that receives the money; "" when the file does not name it. */
  toAccount?: string;
  /** For a transfer: its fee, on top of `amount`. */
  fee?: Fen;
  /**
   * In statements of one account: that account, and whether the money came into it or went out, as
   * the columns say and whatever kind was made of it.
   */
  own?: { account: string; direction: "in" | "out" };
  counterparty: string;
  description: string;
  /** The category as the file names it; "" when it has none. */
  category: string;
  /** The provider's id of this line; "" when it has none or Excel has mangled it. */
  externalId: string;
  /** Other ids that may link this line to others (merchant order numbers). */
  linkIds: string[];
  /** For a refund: the index in `lines` of the purchase, when it is in the same file. */
  refundOf?: number;
  /** The status as the file words it; "" when it has none. */
  status: string;
  /** Empty when nothing is doubtful. */
  review: Question[];
  /** Why a line is skipped, or anything worth saying about the reading; Chinese; "" when nothing. */
  reason: string;
  /** 1-based line or row in the file (sheet) that it was read from. */
  sourceLine: number;
  /** The cells of the file as they were, by column name. */
  raw: Record<string, string>;
}

/** A count and a sum that the file states about itself. */
export interface StatedTotal {
  /** The file's own word: "收入", "支出", "不计收支". */
  label: string;
  count?: number;
  /** Fen. */
  sum?: Fen;
  /** What the rows add up to under the same word. */
  found?: { count: number; sum: Fen };
}

/** What a file says about one account of its own. */
export interface BillAccount {
  /** As the lines name it. */
  name: string;
  /** ISO 4217 or the file's own commodity; absent when the file does not say. */
  currency?: string;
  /** Balance before the first line, in fen; negative for a debt. */
  opening?: Fen;
  /** Balance after the last line, in fen; negative for a debt. */
  closing?: Fen;
}

/** One bill file, read. */
export interface Bill {
  /** The format's key: "alipay", "wechat", "icbc", "ofx" … */
  format: string;
  /** The layout within the format: "v3", "xlsx", "credit" … */
  layout: string;
  /** In Chinese, for people: "支付宝账单（2023 年起的 App 版）". */
  title: string;
  /** "utf-8", "gb18030", "utf-16le", "windows-1252", "xlsx", "xls" … */
  encoding: string;
  /** The owner's account with the provider ("138****0000"), "" when the file does not say. */
  owner: string;
  /** First and last day, "YYYY-MM-DD", as stated, else as found. */
  period?: { from: string; to: string };
  stated: StatedTotal[];
  lines: BillLine[];
  /** The file's accounts with the balances it states; absent in formats that know none. */
  accounts?: BillAccount[];
  /** Notices about the file as a whole, in Chinese ("文件被 Excel 另存过，订单号已损坏"). */
  notices: string[];
}

/** A file that cannot be imported, with the reason and the way on in Chinese words. */
export class BillError extends Error {
  /** Stable key: "unknown-format", "password-needed", "password-wrong", "too-large", "wrong-file" … */
  readonly code: string;
  readonly details: Record<string, unknown>;
  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "BillError";
    this.code = code;
    this.details = details;
  }
}
