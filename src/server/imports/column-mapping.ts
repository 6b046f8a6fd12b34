/** A column mapping as the user sends it: what is no mapping is refused with the place that is wrong. */
import { BillError } from "../../bills/file/bill-error.ts";
import type { AmountModel, ColumnMapping, FeeModel } from "../../bills/mapped/mapping.ts";
import type { ColumnRole } from "../../bills/mapped/mapping-names.ts";
import type { WordMeaning } from "../../bills/mapped/type-words.ts";
import type { StatedPeriod } from "../../bills/values/times.ts";
import { DATE_ORDERS, HEADERS } from "../../contract/bill-answers.ts";
import type { Words } from "../../contract/messages.ts";
import { type Note, note } from "../../contract/notes.ts";
import { asDay } from "../../ledger/calendar.ts";

/** What each role of a column is called. */
const ROLES: Record<ColumnRole, Words> = {
  date: { zh: "日期", en: "date" },
  otherDate: { zh: "备用日期", en: "other date" },
  clock: { zh: "时刻", en: "time of day" },
  amount: { zh: "金额", en: "amount" },
  in: { zh: "收入金额", en: "money in" },
  out: { zh: "支出金额", en: "money out" },
  fee: { zh: "手续费", en: "fee" },
  type: { zh: "收支方向", en: "direction" },
  balance: { zh: "余额", en: "balance" },
  currency: { zh: "货币", en: "currency" },
  account: { zh: "账户", en: "account" },
  toAccount: { zh: "转入账户", en: "account it goes to" },
  counterparty: { zh: "对方", en: "counterparty" },
  description: { zh: "说明", en: "description" },
  category: { zh: "分类", en: "category" },
  id: { zh: "单号", en: "number" },
  status: { zh: "状态", en: "status" },
};
const MODELS: readonly AmountModel[] = ["signed", "in-out", "typed"];
const FEES: readonly FeeModel[] = ["apart", "within"];
const MEANINGS: readonly WordMeaning[] = ["in", "out", "transfer", "skip"];
/** More words than this are no types. */
const MOST_WORDS = 200;
const MARKS = [".", ","] as const;
const LONGEST = 200;

type Given = Record<string, unknown>;

/** More tables than this are not mapped by hand. */
const MOST_TABLES = 50;

/** The mappings of a JSON text that holds one, or a list of them: one of each table. */
export function readMappings(text: string): ColumnMapping[] {
  const given = parsed(text);
  const list = Array.isArray(given) ? given : [given];
  if (list.length === 0 || list.length > MOST_TABLES) {
    throw new BillError("mapping-invalid", note("mappingTables", { most: MOST_TABLES }));
  }
  return list.map(readMapping);
}

function readMapping(value: unknown): ColumnMapping {
  const mapping = objectOf(value);
  if (typeof mapping.fingerprint !== "string" || mapping.fingerprint === "") {
    throw wrong(said("表头指纹", "header fingerprint"), "fingerprint", note("mustBeOfTables"));
  }
  const flipSign = yesOrNo(mapping.flipSign, said("正负相反", "turned signs"), "flipSign");
  const outNegative = yesOrNo(
    mapping.outNegative,
    said("支出带负号", "negative money out"),
    "outNegative",
  );
  const wordsOnly = yesOrNo(mapping.wordsOnly, said("只看收支类型", "words only"), "wordsOnly");
  const header = oneOf(mapping.header, HEADERS, said("表头", "header"), "header");
  const leftOut = yesOrNo(mapping.leftOut, said("不导入", "left out"), "leftOut");
  const fee = oneOf(mapping.fee, FEES, said("手续费", "fee"), "fee");
  const words = readWords(mapping.words);
  const decimal = oneOf(mapping.decimal, MARKS, said("小数点", "decimal mark"), "decimal");
  const dateOrder = oneOf(
    mapping.dateOrder,
    DATE_ORDERS,
    said("日期次序", "date order"),
    "dateOrder",
  );
  const period = readPeriod(mapping.period);
  return {
    fingerprint: mapping.fingerprint,
    columns: readColumns(mapping.columns),
    model:
      oneOf(mapping.model, MODELS, said("金额怎么写", "model of amounts"), "model") ?? "signed",
    ...(leftOut && { leftOut }),
    ...(header && { header }),
    ...(flipSign !== undefined && { flipSign }),
    ...(outNegative !== undefined && { outNegative }),
    ...(wordsOnly && { wordsOnly }),
    ...(fee && { fee }),
    ...(words && { words }),
    ...(dateOrder && { dateOrder }),
    ...(period && { period }),
    ...(decimal && { decimal }),
    account: shortText(mapping.account, ROLES.account, "account"),
    currency: readCurrency(mapping.currency),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BillError("mapping-invalid", note("mappingNoJson"));
  }
}

function objectOf(value: unknown): Given {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new BillError("mapping-invalid", note("mappingNoObject"));
  }
  return value as Given;
}

/** Roles that nobody knows are left out, as unknown fields are everywhere. */
function readColumns(value: unknown): ColumnMapping["columns"] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw wrong(said("各列", "columns"), "columns", note("mustNameColumns"));
  }
  const columns: ColumnMapping["columns"] = {};
  for (const role of Object.keys(ROLES) as ColumnRole[]) {
    const { zh, en } = ROLES[role];
    const label = said(`${zh}列`, `${en} column`);
    const column = shortText((value as Given)[role], label, `columns.${role}`);
    if (column !== "") columns[role] = column;
  }
  return columns;
}

function yesOrNo(value: unknown, label: Words, field: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean") return value;
  throw wrong(label, field, note("mustBeBoolean"));
}

/** What words of the type column mean. */
function readWords(value: unknown): ColumnMapping["words"] {
  if (value === undefined || value === null) return undefined;
  const entries = typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
  if (typeof value !== "object" || Array.isArray(value) || entries.length > MOST_WORDS) {
    throw wrong(
      said("类型的含义", "meanings of types"),
      "words",
      note("mustHoldWords", { most: MOST_WORDS }),
    );
  }
  const meanings = entries.flatMap(([word, meaning]) => {
    const named = shortText(word, said("类型", "type"), "words");
    const meant = oneOf(meaning, MEANINGS, said(`类型“${named}”`, `type “${named}”`), "words");
    return meant === undefined ? [] : [[named, meant] as const];
  });
  return Object.fromEntries(meanings);
}

function shortText(value: unknown, label: Words, field: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" && [...value].length <= LONGEST && !value.includes("\0")) {
    return value.toWellFormed();
  }
  throw wrong(label, field, note("mustBeShort", { most: LONGEST }));
}

/** The first and the last day of rows whose dates have no year. */
function readPeriod(value: unknown): StatedPeriod | undefined {
  if (value === undefined || value === null) return undefined;
  const { from, to } = (typeof value === "object" ? value : {}) as Given;
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  throw wrong(said("日期范围", "days"), "period", note("mustBePeriod"));
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && asDay(value) !== undefined;
}

function readCurrency(value: unknown): string {
  if (value === undefined || value === null || value === "") return "CNY";
  if (typeof value === "string" && /^[A-Z]{3}$/.test(value)) return value;
  throw wrong(ROLES.currency, "currency", note("mustBeCurrency"));
}

function oneOf<T extends string>(
  value: unknown,
  choices: readonly T[],
  label: Words,
  field: string,
): T | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (choices.includes(value as T)) return value as T;
  throw wrong(label, field, note("mustBeOneOf", { choices: choices.join("、") }));
}

function wrong(label: Words, field: string, rule: Note): BillError {
  return new BillError("mapping-invalid", note("mappingField", { label, field, rule }));
}

function said(zh: string, en: string): Words {
  return { zh, en };
}
