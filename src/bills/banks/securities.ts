/**
 * 华西证券's settlement list. Money that comes from or goes to a bank, dividends and interest are
 * read; buying and selling stay inside the securities account and are listed with that reason.
 */
import { note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import type { BillLine } from "../bill/line.ts";
import { currencyCode, readFen, readId } from "../file/cells.ts";
import type { TableRow } from "../file/table.ts";
import {
  askAccounts,
  type Decision,
  type Format,
  hasTable,
  newBill,
  newLine,
  skip,
  tablesWith,
  unreadableLine,
} from "../format/format.ts";
import { joinTime } from "../values/times.ts";

const HEADER = ["交收日期", "业务名称", "证券代码", "清算金额", "资金本次余额"];
const ACCOUNT = "证券账户";

export const securities: Format = {
  key: "securities",
  clock: "china",
  role: "bank",
  ids: "account",
  title: note("securitiesTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) =>
    tablesWith(file, HEADER).map((table) => ({
      ...newBill(securities, file, "huaxi", note("securitiesTitle")),
      lines: table.body.map(readLine),
      notices: [note("securitiesOnlyCash")],
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
  if (signed === undefined || line.time === "") return unreadableLine(line, signed);
  line.own = { account: ACCOUNT, direction: signed < 0 ? "out" : "in" };
  return askAccounts(Object.assign(line, decide(row.text("业务名称"), signed)));
}

function decide(business: string, signed: Fen): Decision {
  if (signed === 0) return skip(note("zeroAmount"));
  if (/银行转证券|银证转入/.test(business)) {
    return { kind: "transfer", account: "", toAccount: ACCOUNT, reason: note("brokerTransfer") };
  }
  if (/证券转银行|银证转出/.test(business)) {
    return { kind: "transfer", account: ACCOUNT, toAccount: "", reason: note("brokerTransfer") };
  }
  if (/红利|股息|利息|兑息/.test(business)) return { kind: signed > 0 ? "income" : "expense" };
  return skip(note("investment"));
}
