/**
 * 华西证券's settlement list. Money that comes from or goes to a bank, dividends and interest are
 * read; buying and selling stay inside the securities account and are listed with that reason.
 */
import type { Fen } from "../ledger/money.ts";
import { currencyCode, readFen, readId } from "./cells.ts";
import {
  askAccounts,
  type Decision,
  type Format,
  newBill,
  newLine,
  question,
  skip,
  tablesWith,
} from "./format.ts";
import type { BillLine } from "./line.ts";
import type { TableRow } from "./table.ts";
import { joinTime } from "./times.ts";

const HEADER = ["交收日期", "业务名称", "证券代码", "清算金额", "资金本次余额"];
const ACCOUNT = "证券账户";

export const securities: Format = {
  key: "securities",
  title: "证券资金流水",
  recognise: (file) => tablesWith(file, HEADER).length > 0,
  read: (file) =>
    tablesWith(file, HEADER).map((table) => ({
      ...newBill(securities, file, "huaxi", "华西证券资金流水"),
      lines: table.body.map(readLine),
      notices: ["只读取银证转账、红利和利息；证券的买卖和市值变化请用余额调整记录"],
    })),
};

function readLine(row: TableRow): BillLine {
  const line = newLine(row);
  const signed = readFen(row.cell("清算金额"));
  line.time = joinTime(row.cell("交收日期"), row.cell("成交时间")) ?? "";
  line.amount = Math.abs(signed ?? 0) as Fen;
  line.currency = currencyCode(row.text("币种")) || "CNY";
  line.account = ACCOUNT;
  line.counterparty = row.text("证券名称");
  line.description = [row.text("业务名称"), row.text("证券名称")].filter(Boolean).join(" ");
  line.externalId = readId(row.cell("成交编号")).id;
  if (signed === undefined || line.time === "") {
    line.reason = "金额或时间无法识别";
    line.review = [question("unreadable", `${line.reason}，请对照原文件补记`)];
    return line;
  }
  line.own = { account: ACCOUNT, direction: signed < 0 ? "out" : "in" };
  return askAccounts(Object.assign(line, decide(row.text("业务名称"), signed)));
}

function decide(business: string, signed: Fen): Decision {
  if (signed === 0) return skip("没有资金变动");
  if (/银行转证券|银证转入/.test(business)) {
    return { kind: "transfer", account: "", toAccount: ACCOUNT, reason: "银证转账" };
  }
  if (/证券转银行|银证转出/.test(business)) {
    return { kind: "transfer", account: ACCOUNT, toAccount: "", reason: "银证转账" };
  }
  if (/红利|股息|利息|兑息/.test(business)) return { kind: signed > 0 ? "income" : "expense" };
  return skip("证券买卖，资金仍在证券账户内");
}
