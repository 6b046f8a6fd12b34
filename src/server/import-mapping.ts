/** A column mapping as the user sends it: what is no mapping is refused with the place that is wrong. */
import { BillError } from "../bills/line.ts";
import type { AmountModel, ColumnMapping } from "../bills/mapping.ts";
import type { ColumnRole } from "../bills/mapping-names.ts";
import type { DateOrder } from "../bills/times.ts";

const ROLES: Record<ColumnRole, string> = {
  date: "日期",
  clock: "时刻",
  amount: "金额",
  in: "收入金额",
  out: "支出金额",
  type: "收支方向",
  balance: "余额",
  currency: "货币",
  account: "账户",
  toAccount: "转入账户",
  counterparty: "对方",
  description: "说明",
  category: "分类",
  id: "单号",
  status: "状态",
};
const MODELS: readonly AmountModel[] = ["signed", "in-out", "typed"];
const ORDERS: readonly DateOrder[] = ["ymd", "dmy", "mdy"];
const MARKS = [".", ","] as const;
const LONGEST = 200;

type Given = Record<string, unknown>;

export function readMapping(text: string): ColumnMapping {
  const mapping = parsed(text);
  if (typeof mapping.fingerprint !== "string" || mapping.fingerprint === "") {
    throw wrong("表头指纹", "fingerprint", "必须是 tables 里给出的文字");
  }
  const { flipSign } = mapping;
  if (flipSign !== undefined && flipSign !== null && typeof flipSign !== "boolean") {
    throw wrong("正负相反", "flipSign", "必须是 true 或 false");
  }
  const dateOrder = oneOf(mapping.dateOrder, ORDERS, "日期次序", "dateOrder");
  return {
    fingerprint: mapping.fingerprint,
    columns: readColumns(mapping.columns),
    model: oneOf(mapping.model, MODELS, "金额怎么写", "model") ?? "signed",
    ...(typeof flipSign === "boolean" && { flipSign }),
    ...(dateOrder && { dateOrder }),
    decimal: oneOf(mapping.decimal, MARKS, "小数点", "decimal") ?? ".",
    account: shortText(mapping.account, "账户", "account"),
    currency: readCurrency(mapping.currency),
  };
}

function parsed(text: string): Given {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BillError("mapping-invalid", "列对应关系（mapping）不是有效的 JSON");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new BillError("mapping-invalid", "列对应关系（mapping）必须是一个对象");
  }
  return value as Given;
}

/** Roles that nobody knows are left out, as unknown fields are everywhere. */
function readColumns(value: unknown): ColumnMapping["columns"] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw wrong("各列", "columns", "必须是一个对象，写明哪一列是什么");
  }
  const columns: ColumnMapping["columns"] = {};
  for (const role of Object.keys(ROLES) as ColumnRole[]) {
    const column = shortText((value as Given)[role], `${ROLES[role]}列`, `columns.${role}`);
    if (column !== "") columns[role] = column;
  }
  return columns;
}

function shortText(value: unknown, label: string, field: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" && [...value].length <= LONGEST && !value.includes("\0")) {
    return value.toWellFormed();
  }
  throw wrong(label, field, `必须是不超过 ${LONGEST} 个字符的文字`);
}

function readCurrency(value: unknown): string {
  if (value === undefined || value === null || value === "") return "CNY";
  if (typeof value === "string" && /^[A-Z]{3}$/.test(value)) return value;
  throw wrong("货币", "currency", "必须是三个大写字母");
}

function oneOf<T extends string>(
  value: unknown,
  choices: readonly T[],
  label: string,
  field: string,
): T | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (choices.includes(value as T)) return value as T;
  throw wrong(label, field, `必须是 ${choices.join("、")} 之一`);
}

function wrong(label: string, field: string, rule: string): BillError {
  return new BillError("mapping-invalid", `列对应关系的${label}（mapping.${field}）${rule}`);
}
