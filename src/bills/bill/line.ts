/**
 * What a bill file says, in the one form that every format is read into.
 * Pure data: no database, no clock, no zone but the bill's own wall time.
 */
import type { Text } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";

/**
 * What a line means for the books. `opening` sets what an account begins with (`own` says in or out) and
 * is neither income nor expense. `skip` never reaches them, and its `reason` says why.
 */
export type LineKind = "income" | "expense" | "refund" | "transfer" | "fee" | "opening" | "skip";

/** A question that only the user can answer; its row is not booked until then (decisions W2, W11). */
export interface Question {
  /** A stable key, for tests and answers: "unknown-type", "two-accounts". Not its text's code. */
  code: string;
  /** What one answer settles for every row that has it, and is remembered for: a status word. */
  value?: string;
  text: Text;
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
  /** The own account's balance after this line, where the file says it; negative for a debt. */
  balance?: Fen;
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
  /** What of day, amount, direction, account, currency, status or sameness is not proved. */
  review: Question[];
  /** Why a line is skipped, or anything worth saying about the reading; "" when nothing. */
  reason: Text;
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

/** What a file states that an account of its own held when a day ended; negative for a debt. */
export interface Closing {
  /** As the lines name it. */
  account: string;
  /** ISO 4217; "" when the file does not say. */
  currency: string;
  day: string;
  balance: Fen;
}

/** Whose wall clock a file writes: China's (UTC+8), or that of the place where the book is kept. */
export type Clock = "china" | "local";
/** Who wrote a file. A wallet or a shop says most about a payment; an app holds the user's own books. */
export type Role = "wallet" | "shop" | "bank" | "app";
/** Whether a provider's numbers are unique everywhere, or only within one account. */
export type IdScope = "global" | "account";

/** What holds for all bills of a format. */
export interface Traits {
  clock: Clock;
  role: Role;
  ids: IdScope;
}

/** One bill file, read. */
export interface Bill extends Traits {
  /** The format's key: "alipay", "wechat", "icbc", "ofx" … */
  format: string;
  /** The layout within the format: "v3", "xlsx", "credit" … */
  layout: string;
  /** For people: "支付宝账单（2023 年起的 App 版）". */
  title: Text;
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
  /** Balances at ends of days that the file states in so many words; running ones are in its lines. */
  closings?: Closing[];
  /** Notices about the file as a whole ("文件被 Excel 另存过，订单号已损坏"). */
  notices: Text[];
}
