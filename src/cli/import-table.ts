/** The preview and the result of an import, as tables for a terminal. */
import type { Import, ImportRow } from "../contract/import-shapes.ts";
import { wordTable } from "../ledger/word-table.ts";

const KINDS = wordTable<string>({
  income: "收入",
  expense: "支出",
  refund: "退款",
  transfer: "转账",
  fee: "手续费",
  opening: "期初余额",
  skip: "不记账",
});
const FATES = wordTable<string>({
  new: "新",
  known: "已导入",
  changed: "状态有变",
  removed: "曾删除",
  similar: "疑似重复",
  planned: "计划",
  review: "请核对",
  skip: "跳过",
});
const ACTIONS = wordTable<string>({
  import: "导入",
  skip: "不导入",
  merge: "合并",
  update: "更新",
});

/** Rows that a terminal shows; the rest are counted. */
const SHOWN = 30;

/** `names` are those of the book's accounts, by id. */
export function showPreview(shown: Import, names: ReadonlyMap<number, string>): string {
  const bills = shown.bills.map(
    ({ title, rows, encoding, period }) =>
      `${title}，${encoding}，${rows} 行${period ? `，${period.from} 至 ${period.to}` : ""}`,
  );
  const notices = shown.bills.flatMap((bill) => bill.notices.map((notice) => `注意：${notice}`));
  const rows = shown.rows.slice(0, SHOWN);
  const left = shown.rowCount - rows.length;
  return [
    ...bills,
    ...notices,
    table([
      ["行", "时间", "性质", "金额", "账户", "说明", "分类", "去向", "处理"],
      ...rows.map((row) => rowCells(row, shown)),
    ]),
    ...(left > 0 ? [`……另有 ${left} 行`] : []),
    ...doubts(rows),
    ...shown.questions.filter(({ open }) => open > 0).map(questionText),
    `账户：${shown.accounts.map((one) => accountText(one, names)).join("；")}`,
    `去向：${shown.fates
      .map(({ fate, action, count }) => `${FATES[fate]}（${ACTIONS[action]}）${count} 行`)
      .join("，")}`,
    `将写入：${
      shown.totals
        .map(({ kind, count, sum }) => `${KINDS[kind]} ${count} 笔 ${sum.toFixed(2)} 元`)
        .join("，") || nothing(shown)
    }`,
  ].join("\n");
}

/** Why a row is to be looked at, or is left out; what is booked already needs no words. */
function doubts(rows: ImportRow[]): string[] {
  return rows
    .filter(({ fate }) => fate !== "known")
    .flatMap(({ number, action, reason, questions = [], suggestion }) => {
      const asked = [...questions.map(({ text }) => text), suggestion?.reason];
      const texts = new Set([action === "skip" ? reason : undefined, ...asked].filter(Boolean));
      return texts.size === 0 ? [] : [`第 ${number} 行：${[...texts].join("；")}`];
    });
}

/** What many rows ask, once: they are not booked until it is answered. */
function questionText({ code, open, sum, text }: Import["questions"][number]): string {
  const how = code === "similar" ? "；加 --merge 全部合并，--book-duplicates 全部照记" : "";
  return `待回答：${open} 行，共 ${sum.toFixed(2)} 元，先不写入：${text}${how}`;
}

function nothing({ fates }: Import): string {
  const left = fates.filter(({ fate }) => fate !== "skip");
  return left.length > 0 && left.every(({ fate }) => fate === "known")
    ? "没有，这个文件里的都已记过"
    : "没有";
}

function rowCells(row: ImportRow, { accounts }: Import): string[] {
  const nameOf = (place: number | undefined) =>
    place === undefined ? "" : (accounts.find((one) => one.place === place)?.name ?? "");
  const to = nameOf(row.toAccount);
  return [
    String(row.number),
    row.time,
    KINDS[row.kind] ?? row.kind,
    row.amount.toFixed(2),
    to === "" ? nameOf(row.account) : `${nameOf(row.account)} → ${to}`,
    cut(row.description, 30),
    row.category,
    FATES[row.fate] ?? row.fate,
    ACTIONS[row.action] ?? row.action,
  ];
}

function accountText(
  { name, accountId, proposal, rows, booked }: Import["accounts"][number],
  names: ReadonlyMap<number, string>,
): string {
  const made = booked > 0 ? "新建" : "不用新建";
  const target = proposal
    ? `${made}“${proposal.name}”`
    : `“${names.get(accountId as number) ?? accountId}”`;
  return `${name || "（没有写）"} → ${target}，${rows} 行`;
}

export function showResult({ result }: Import): string {
  if (result === undefined) return "";
  const { records, transfers, updated, merged, skipped } = result;
  return [
    `已写入 ${records} 条记录、${transfers} 笔转账，更新 ${updated}，合并 ${merged}，跳过 ${skipped}（imported）`,
    table([
      ["账户", "导入前", "导入后", ""],
      ...result.accounts.map(({ name, before, after, made }) => [
        name,
        before.toFixed(2),
        after.toFixed(2),
        made ? "新建" : "",
      ]),
    ]),
    ...(result.accounts.some(({ made }) => made)
      ? ["新建的账户从 0 起算，账单之前的钱不在里面：请在网页里按实际余额校准"]
      : []),
  ].join("\n");
}

/** Columns under one another; a Chinese character is two wide. */
function table(rows: string[][]): string {
  const widths = (rows[0] as string[]).map((_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] as string))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell + " ".repeat((widths[at] as number) - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function widthOf(text: string): number {
  return [...text].reduce(
    (sum, char) => sum + (/[\u1100-\uFFEF\u{1F000}-\u{3FFFF}]/u.test(char) ? 2 : 1),
    0,
  );
}

function cut(text: string, width: number): string {
  let kept = "";
  for (const char of text.replace(/\s+/g, " ")) {
    if (widthOf(kept + char) > width) return `${kept}…`;
    kept += char;
  }
  return kept;
}
