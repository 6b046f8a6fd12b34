/**
 * 随手记: the app's CSV, whose transfers are two rows with one 关联Id in either order, and the
 * workbooks of its web site and of 神象云账本, with one sheet a type. Rules: bills.md 8.
 */
import { readValue } from "./cell-value.ts";
import type { BillFile } from "./container.ts";
import { type Format, newBill, question, tablesWith } from "./format.ts";
import { add, isNegative, NOTHING, toFen } from "./fraction.ts";
import type { Bill, BillAccount, BillLine, LineKind } from "./line.ts";
import { leftOut, type Movement, movementLine } from "./movement.ts";
import type { TableRow } from "./table.ts";
import { readTime } from "./times.ts";

const HEADER = ["交易类型", "日期|交易日期", "账户|账户1|支出账户|收入账户|转出账户", "金额"];

/** 随手记 as CSV, XLS or XLSX. */
export const feidee: Format = {
  key: "feidee",
  title: "随手记导出文件",
  recognise: (file) =>
    tablesWith(file, HEADER).some((table) => table.has("关联Id") || table.has("子分类")),
  read: (file) => [readFeidee(file)],
};

/** Types that set a balance instead of moving money. */
const BALANCE_CHANGE = /^(余额变更|负债变更|债权变更)$/;

function readFeidee(file: BillFile): Bill {
  const tables = tablesWith(file, HEADER);
  const lines = tables.flatMap((table) =>
    table.body.map((row) => {
      const line = rowLine(row);
      if (tables.length > 1) line.raw = { ...line.raw, 工作表: table.sheet.name };
      return line;
    }),
  );
  const layout = file.container === "text" ? "csv" : file.container;
  return {
    ...newBill(feidee, file, layout, feidee.title),
    lines: joinTransfers(lines),
    accounts: openingAccounts(lines),
  };
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("交易类型");
  const money = readValue(row.cell("金额", "账户1金额"));
  const base: Movement = {
    time: readTime(row.cell("日期", "交易日期"), { date1904: row.table.sheet.date1904 }),
    value: money?.value,
    currency: row.text("账户币种", "币种") || "CNY",
    account: row.text("账户", "账户1", "支出账户", "收入账户", "转出账户"),
    counterparty: row.text("商家"),
    description: row.text("备注"),
    category: [row.text("分类", "类别"), row.text("子分类", "子类别")].filter(Boolean).join(":"),
    linkIds: [row.text("关联Id")].filter(Boolean),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
  };
  if (BALANCE_CHANGE.test(type))
    return movementLine({ ...base, kind: "skip", reason: `${type}，可作为账户的初始余额` });
  if (type === "转账") {
    const toAccount = row.text("账户2", "转入账户");
    return movementLine({ ...base, kind: "transfer", toAccount, category: "" });
  }
  if (type === "转出" || type === "转入") return movementLine({ ...base, kind: "transfer" });
  return movementLine({ ...base, ...meaningOf(type, base) });
}

/** A negative expense is a refund; a negative income is taken back and needs a look. */
function meaningOf(type: string, base: Movement): { kind: LineKind } & Partial<Movement> {
  const negative = base.value !== undefined && isNegative(base.value);
  if (type === "支出") return { kind: negative ? "refund" : "expense" };
  if (type === "收入" && !negative) return { kind: "income" };
  if (type === "收入") {
    return {
      kind: "expense",
      review: [question("income-reversed", "收入是负数，请核对是否为退回")],
    };
  }
  const review = [question("unknown-type", `不认识的交易类型“${type}”，请手工补记`)];
  return { kind: "skip", reason: `不认识的交易类型“${type}”`, review };
}

/** Makes one transfer of the two rows that share a 关联Id. */
function joinTransfers(lines: BillLine[]): BillLine[] {
  const open = new Map<string, BillLine>();
  const joined = new Map<BillLine, BillLine>();
  for (const line of lines) {
    if (!isHalf(line)) continue;
    const id = line.linkIds[0] ?? "";
    const twin = open.get(id);
    if (id === "" || !twin || twin.status === line.status) {
      open.set(id, line);
      continue;
    }
    open.delete(id);
    const [out, into] = line.status === "转出" ? [line, twin] : [twin, line];
    joined.set(twin, { ...twin, account: out.account, toAccount: into.account });
    joined.set(line, leftOut(line, `与第 ${twin.sourceLine} 行是同一笔转账，只记一次`));
  }
  return lines.map((line) => joined.get(line) ?? (isHalf(line) ? halfTransfer(line) : line));
}

function isHalf(line: BillLine): boolean {
  return line.kind === "transfer" && (line.status === "转出" || line.status === "转入");
}

function halfTransfer(line: BillLine): BillLine {
  const review = [...line.review, question("no-other-side", "找不到转账的另一个账户，请选择")];
  const [account, toAccount] = line.status === "转出" ? [line.account, ""] : ["", line.account];
  return { ...line, account, toAccount, review };
}

/** Balance changes add up to what the account began with. */
function openingAccounts(lines: readonly BillLine[]): BillAccount[] {
  const sums = new Map<string, { currency: string; sum: typeof NOTHING }>();
  for (const line of lines) {
    if (line.account === "") continue;
    const known = sums.get(line.account) ?? { currency: line.currency, sum: NOTHING };
    sums.set(line.account, known);
    const amount = BALANCE_CHANGE.test(line.status) ? readValue(line.raw.金额 ?? "") : undefined;
    if (amount) known.sum = add(known.sum, amount.value);
  }
  return [...sums].map(([name, { currency, sum }]) => {
    const opening = toFen(sum)?.amount;
    return { name, currency, ...(opening === undefined ? {} : { opening }) };
  });
}
