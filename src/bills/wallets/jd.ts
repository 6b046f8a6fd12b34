/** JD's bill: the columns changed their order in 2024-12, their names did not. */
import { note } from "../../contract/notes.ts";
import { type Fen, ZERO } from "../../ledger/money.ts";
import { noticeMangledIds } from "../bill/excel.ts";
import type { Bill, BillLine } from "../bill/line.ts";
import { filledCell, readFen, readId } from "../file/cells.ts";
import type { BillFile } from "../file/container.ts";
import type { Table, TableRow } from "../file/table.ts";
import { loanOf, repaidCard, saysLoan, saysRepayment } from "../format/card-words.ts";
import {
  type Decision,
  type Format,
  hasTable,
  newBill,
  newLine,
  question,
  skip,
  tablesWith,
  transfer,
  unreadableLine,
} from "../format/format.ts";
import { readTime } from "../values/times.ts";
import { readMethod } from "./method.ts";
import { compareTotals, readPreamble } from "./preamble.ts";
import { linkRefunds, purchaseText, type RefundOptions } from "./refunds.ts";
import {
  askMove,
  askTwoAccounts,
  comesBack,
  decidedLine,
  type WalletMoney,
  walletMoney,
} from "./wallet-line.ts";
import { jdStatus } from "./wallet-status.ts";

const HEADER = ["交易时间", "商户名称", "交易说明", "收/支", "金额", "交易状态"];
const AMOUNT = /^(.+?)(?:\((已全额退款|已退款)([\d.,]*)\))?$/;

/** The bill of 京东 and 京东金融. */
export const jd: Format = {
  key: "jd",
  clock: "china",
  role: "shop",
  ids: "global",
  title: note("jdTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) => tablesWith(file, HEADER).map((table) => readTable(file, table)),
};

function readTable(file: BillFile, table: Table): Bill {
  const layout = table.titles[1] === "交易分类" ? "v1" : "v2";
  const bill = newBill(jd, file, layout, note(layout === "v1" ? "jdOldTitle" : "jdNewTitle"));
  readPreamble(bill, table.preamble);
  const rows = table.body;
  bill.lines = rows.map(readLine);
  noticeMangledIds(bill, rows, "交易订单号");
  linkRefunds(bill.lines, refunds(layout));
  compareTotals(bill, (line) => ({
    label: filledCell(line.raw["收/支"]),
    amount: (line.kind === "skip" ? 0 : line.amount - refundedPart(line)) as Fen,
  }));
  return bill;
}

/** A row, read but not yet understood. */
interface JdRow {
  amount: Fen;
  direction: string;
  status: string;
  text: string;
  /** 商户名称 */
  shop: string;
  account: string;
  fullyRefunded: boolean;
}

function readLine(row: TableRow): BillLine {
  const line = newLine(row);
  const cell = amountCell(row.text("金额"));
  const time = readTime(row.cell("交易时间"), { date1904: row.table.sheet.date1904 });
  const method = readMethod(row.cell("收/付款方式"));
  const read: JdRow = {
    amount: cell?.money.amount ?? ZERO,
    direction: filledCell(row.cell("收/支")),
    status: row.text("交易状态"),
    text: filledCell(row.cell("交易说明")),
    shop: filledCell(row.cell("商户名称")),
    account: method.account,
    fullyRefunded: cell?.full ?? false,
  };
  Object.assign(line, {
    ...cell?.money,
    time: time ?? "",
    account: read.account,
    counterparty: read.shop,
    description: read.text,
    category: filledCell(row.cell("交易分类")),
    externalId: readId(row.cell("交易订单号")).id,
    linkIds: [readId(row.cell("商家订单号")).id].filter((id) => id !== ""),
    status: read.status,
  });
  if (!cell || !time) return unreadableLine(line, cell?.money.amount);
  const whole = decidedLine(line, decide(read), jdStatus(read.status));
  askTwoAccounts(whole, method.others);
  return whole;
}

/** "131.77(已退款89.84)": bought for the first, and the second came back as a row of its own. */
function amountCell(
  text: string,
): { money: WalletMoney; refunded: Fen; full: boolean } | undefined {
  const match = AMOUNT.exec(text.normalize("NFKC"));
  const money = match ? walletMoney(match[1] as string) : undefined;
  if (!match || money === undefined) return undefined;
  const full = match[2] === "已全额退款";
  return { money, full, refunded: full ? money.amount : (readFen(match[3]) ?? ZERO) };
}

function refundedPart(line: BillLine): Fen {
  return amountCell(filledCell(line.raw.金额))?.refunded ?? ZERO;
}

function decide(row: JdRow): Decision {
  if (row.amount === 0) return skip(note("zeroAmount"));
  if (/^(冻结|解冻)[-—]?/.test(row.text)) return skip(note("holdOnly"));
  const isBack =
    row.status === "退款成功" ||
    /^(退款|价保退款)|退款$/.test(row.text) ||
    (row.direction === "收入" && /(退回|退还)$/.test(row.text) && !/提现/.test(row.text));
  if (isBack) {
    return row.direction === "支出" ? { kind: "expense" } : comesBack(row.text, row.account);
  }
  const moved = listedMove(row);
  if (moved) return moved;
  if (row.direction === "支出") return { kind: "expense" };
  if (row.direction === "收入") return { kind: "income" };
  return neutral(row);
}

/** What moves between own accounts, though the file lists it as income or expense; goods bear any words. */
function listedMove(row: JdRow): Decision | undefined {
  const { direction, text, shop, account } = row;
  if (!/^(收入|支出)$/.test(direction)) return undefined;
  const repaid = direction === "支出" && saysRepayment(text);
  if (repaid) return transfer(account, loanOf(text) || cardName(row), note("repayment"));
  const lent = direction === "收入" && saysLoan(text);
  if (lent) return transfer(loanOf(text), account, note("loanPaidOut"));
  if (!/金融|京东(钱包|支付|小金库)/.test(shop)) return undefined;
  const decision = NEUTRAL.find(([words]) => words.test(text))?.[1](row);
  return decision?.kind === "transfer" ? askMove(decision, direction) : undefined;
}

/** Neutral rows are told apart by their text; the first rule that fits decides. */
const NEUTRAL: [RegExp, (row: JdRow) => Decision][] = [
  [/白条.*还款/, (row) => transfer(row.account, "白条", note("repayment"))],
  [/金条.*还款/, (row) => transfer(row.account, "金条", note("repayment"))],
  [/金条.*(借款|放款)/, (row) => transfer("金条", row.account, note("loanPaidOut"))],
  [/信用卡还款/, (row) => transfer(row.account, cardName(row), note("repayment"))],
  [/小金库.*转入/, (row) => transfer(row.account, "京东小金库")],
  [/小金库.*转出/, (row) => transfer("京东小金库", row.account)],
  [/基金.*(转入|买入|申购)/, (row) => transfer(row.account, row.shop, note("fundBought"))],
  [/基金.*(转出|卖出|赎回)/, (row) => transfer(row.shop, row.account, note("fundSold"))],
  [/收益/, () => ({ kind: "income", reason: note("interest") })],
  [/(余额|钱包).*充值/, (row) => transfer(row.account, "京东钱包", note("topUp"))],
  [/(余额|钱包).*提现/, (row) => transfer("京东钱包", row.account, note("withdrawal"))],
];

function neutral(row: JdRow): Decision {
  if (row.fullyRefunded) return { kind: "expense", reason: note("refundedWhole") };
  const rule = NEUTRAL.find(([text]) => text.test(row.text));
  if (rule) return rule[1](row);
  if (row.account === "先享后付") return skip(note("payLater"));
  return {
    ...skip(note("neutralUnknown")),
    review: [question("unknown-type", note("askNeutral", { text: row.text }))],
  };
}

/** The card, where the shop's name names one: "招商银行信用卡还款"; "" is asked about. */
function cardName({ shop }: JdRow): string {
  return /银行|信用卡/.test(shop) ? repaidCard(shop.replace(/还款$/, "")) : "";
}

/** One order number is shared by a purchase, its refunds and its holds; "_1" may follow it. */
function orderIds(line: BillLine): string[] {
  return [line.externalId.replace(/_\d+$/, "")].filter((id) => id !== "");
}

function refunds(layout: string): RefundOptions {
  const shop = (line: BillLine) => [`${line.counterparty} ${purchaseText(line.description)}`];
  return {
    rules: [
      { refund: orderIds, purchase: orderIds },
      { refund: (line) => line.linkIds, purchase: (line) => line.linkIds },
      { refund: shop, purchase: shop, guess: true },
      {
        refund: (line) => [line.counterparty],
        purchase: (line) => [line.counterparty],
        guess: true,
      },
    ],
    refundable: (line) => (layout === "v2" ? refundedPart(line) : line.amount),
    refunded: (line) => refundedPart(line) > 0,
    closed: (line) => /^(交易关闭|已关闭)$/.test(line.status),
  };
}
