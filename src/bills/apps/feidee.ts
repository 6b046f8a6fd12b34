/**
 * 随手记: the app's CSV, whose transfers are two rows with one 关联Id in either order, and the
 * workbooks of its web site and of 神象云账本, with one sheet a type. Rules: bills.md 8.
 */
import { note } from "../../contract/notes.ts";
import { add, NOTHING, negate, toFen } from "../../ledger/arithmetic.ts";
import type { Bill, BillAccount, BillLine } from "../bill/line.ts";
import type { BillFile } from "../file/container.ts";
import type { TableRow } from "../file/table.ts";
import { askAccounts, type Format, layoutOf, newBill, tablesWith } from "../format/format.ts";
import { leftOut, type Movement, movementLine } from "../format/movement.ts";
import { openingLine, settleOpenings } from "../format/opening.ts";
import { readValue } from "../values/cell-value.ts";
import { readTime } from "../values/times.ts";
import {
  askArrived,
  askCurrencies,
  earned,
  givenBack,
  levels,
  type Meaning,
  moved,
  nameCategories,
  spent,
  unknownType,
} from "./app-kinds.ts";

const FIRST_ACCOUNT = ["账户", "账户1", "支出账户", "收入账户", "转出账户"];
const AMOUNT = ["金额", "账户1金额", "转出金额", "交易金额"];
const HEADER = ["交易类型", "日期|交易日期|时间", FIRST_ACCOUNT.join("|"), AMOUNT.join("|")];

/** Columns that only 随手记 names so beside 交易类型. */
const OWN = ["关联Id", "子分类", "二级分类", "支出账户", "收入账户", "转出账户"];

/** 随手记 as CSV, XLS or XLSX. */
export const feidee: Format = {
  key: "feidee",
  clock: "china",
  role: "app",
  ids: "account",
  title: note("feideeTitle"),
  recognise: (file) =>
    tablesWith(file, HEADER).some((table) => OWN.some((name) => table.has(name))),
  read: (file) => [readFeidee(file)],
};

/** Types that set a balance instead of moving money; a change of debt raises what is owed. */
const BALANCE_CHANGE = /^(余额变更|负债变更|债务变更|债权变更)$/;
const DEBT_CHANGE = /^(负债变更|债务变更)$/;

/** Types that move money from 账户1 to 账户2. */
const MOVES = /^(转账|借入|借出|收债|还债|代付|报销)$/;

function readFeidee(file: BillFile): Bill {
  const tables = tablesWith(file, HEADER);
  const lines = tables.flatMap((table) =>
    table.body.map((row) => {
      const line = rowLine(row);
      if (tables.length > 1) line.raw = { ...line.raw, 工作表: table.sheet.name };
      return line;
    }),
  );
  const layout = layoutOf(file);
  return {
    ...newBill(feidee, file, layout, feidee.title),
    lines: settleOpenings(nameCategories(joinTransfers(lines))),
    accounts: openingAccounts(lines),
  };
}

function rowLine(row: TableRow): BillLine {
  const type = row.text("交易类型");
  const money = readValue(row.cell(...AMOUNT));
  const base: Movement = {
    time: readTime(row.cell("日期", "交易日期", "时间"), {
      date1904: row.table.sheet.date1904,
    }),
    value: money?.value,
    currency: row.text("账户币种", "账户1币种", "币种") || "CNY",
    account: row.text(...FIRST_ACCOUNT),
    counterparty: row.text("商家"),
    description: row.text("备注"),
    category: levels(
      row.text("分类", "类别", "一级分类"),
      row.text("子分类", "子类别", "二级分类"),
    ),
    linkIds: [row.text("关联Id")].filter(Boolean),
    status: type,
    sourceLine: row.line,
    raw: row.raw,
  };
  if (BALANCE_CHANGE.test(type)) {
    const value = base.value && DEBT_CHANGE.test(type) ? negate(base.value) : base.value;
    return openingLine({ ...base, value });
  }
  const line = movementLine({ ...base, ...meaningOf(type, base, row) });
  const arrived = row.cell("账户2金额", "转入金额");
  askCurrencies(line, row.text("账户2金额", "转入金额"), row.text("账户2币种"));
  return askArrived(line, row.cell(...AMOUNT), arrived);
}

function meaningOf(type: string, base: Movement, row: TableRow): Meaning {
  if (type === "支出") return spent(base.value);
  if (type === "收入") return earned(base.value);
  if (type === "退款") return givenBack(base.value);
  if (type === "转出" || type === "转入") {
    return { ...givenBack(base.value), kind: "transfer", category: "" };
  }
  const other = row.text("账户2", "转入账户");
  // A loan or debt that names one account does not say which side that is.
  if (!MOVES.test(type) || (type !== "转账" && other === "")) return unknownType(type);
  return { ...moved(base.value, base.account ?? "", other), category: "" };
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
    joined.set(twin, joinedLine(twin, line));
    joined.set(line, leftOut(line, note("sameTransfer", { line: twin.sourceLine })));
  }
  return lines.map((line) => joined.get(line) ?? askAccounts(isHalf(line) ? half(line) : line));
}

/** What left and what arrived; other currencies or amounts are asked about. */
function joinedLine(twin: BillLine, line: BillLine): BillLine {
  const [out, into] = line.status === "转出" ? [line, twin] : [twin, line];
  const whole: BillLine = {
    ...twin,
    amount: out.amount,
    currency: out.currency,
    account: out.account,
    toAccount: into.account,
    review: [...twin.review],
  };
  askCurrencies(whole, into.raw.金额 ?? "", into.currency);
  return askArrived(whole, out.raw.金额 ?? "", into.raw.金额 ?? "");
}

function isHalf(line: BillLine): boolean {
  return line.kind === "transfer" && (line.status === "转出" || line.status === "转入");
}

function half(line: BillLine): BillLine {
  const [account, toAccount] = line.status === "转出" ? [line.account, ""] : ["", line.account];
  return { ...line, account, toAccount };
}

/** Balance changes add up to what the account began with. */
function openingAccounts(lines: readonly BillLine[]): BillAccount[] {
  const sums = new Map<string, { currency: string; sum: typeof NOTHING }>();
  for (const line of lines) {
    if (line.account === "") continue;
    const known = sums.get(line.account) ?? { currency: line.currency, sum: NOTHING };
    sums.set(line.account, known);
    const amount = BALANCE_CHANGE.test(line.status) ? readValue(line.raw.金额 ?? "") : undefined;
    if (!amount) continue;
    known.sum = add(known.sum, DEBT_CHANGE.test(line.status) ? negate(amount.value) : amount.value);
  }
  return [...sums].map(([name, { currency, sum }]) => {
    const opening = toFen(sum)?.amount;
    return { name, currency, ...(opening === undefined ? {} : { opening }) };
  });
}
