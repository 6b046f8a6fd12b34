/** 口袋记账's CSV: a transfer names both accounts in one cell, "银行卡->现金". */
import { note } from "../../contract/notes.ts";
import type { BillLine } from "../bill/line.ts";
import type { TableRow } from "../file/table.ts";
import {
  askAccounts,
  type Format,
  hasTable,
  layoutOf,
  newBill,
  tablesWith,
} from "../format/format.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import {
  earned,
  levels,
  type Meaning,
  moved,
  nameCategories,
  spent,
  unknownType,
} from "./app-kinds.ts";

const HEADER = ["收支类型", "一级分类", "二级分类", "账户", "金额", "日期"];

/** 口袋记账. */
export const koudai: Format = {
  key: "koudai",
  clock: "china",
  role: "app",
  ids: "account",
  title: note("koudaiTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) =>
    tablesWith(file, HEADER).map((table) => ({
      ...newBill(koudai, file, layoutOf(file), koudai.title),
      lines: nameCategories(table.body.map(rowLine)),
    })),
};

function rowLine(row: TableRow): BillLine {
  const type = row.text("收支类型");
  const base: Movement = {
    time: readTime(row.cell("日期"), { date1904: row.table.sheet.date1904 }),
    value: readValue(row.cell("金额"))?.value,
    account: row.text("账户"),
    description: row.text("备注"),
    category: levels(row.text("一级分类"), row.text("二级分类")),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
  };
  return askAccounts(movementLine({ ...base, ...meaningOf(type, base) }));
}

function meaningOf(type: string, { value, account = "" }: Movement): Meaning {
  if (type === "支出") return spent(value);
  if (type === "收入") return earned(value);
  if (type !== "转账") return unknownType(type);
  const [from = "", to = ""] = account.split(/\s*(?:->|=>|→|➔|➡️?)\s*/u);
  return { ...moved(value, from, to), category: "" };
}
