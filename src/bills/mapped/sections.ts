/**
 * Sections of one kind: a title row "支出" above its records and "收入" above others, or sheets that are
 * called so. The title says which way the money of plain numbers went.
 */
import { cleanCell } from "../file/cells.ts";
import type { Row, Sheet } from "../file/sheet.ts";
import { rowText, type Table } from "../file/table.ts";
import { anyMoney, columnContents, isDate } from "./mapping-columns.ts";
import { rolesOf } from "./mapping-names.ts";

/** Which way the money of a section went. */
export type SectionKind = "in" | "out";

const TITLE =
  /^(?:\(?[一二三四五六七八九十\d]{1,2}\)?[、.]?\s*)?(?<before>[^收支/／、和及与与&|,，:：]{0,12}?)(?:(?<out>支出|开支|開支|开销|花销|花费|expenses?|spendings?)|(?<into>收入|进账|進帳|入账|incomes?))(?:明细|明細|记录|記錄|清单|列表|流水|情况|部分|项目|项|类|表|账|账单)?\s*(?:[(（【[].{0,12}[)）】\]])?[:：】\])）]?$/iu;
/** What turns the meaning of the word that follows it, or leaves it open. */
const TURNED = /[不净非无未]|合计|总计|小计|共计|总|total|net|sum|no/i;

/** The kind that a title names, and nothing else; undefined for any other text. */
export function sectionKind(text: string): SectionKind | undefined {
  const found = TITLE.exec(text.normalize("NFKC").trim())?.groups;
  if (found === undefined || TURNED.test(found.before ?? "")) return undefined;
  return found.into === undefined ? "out" : "in";
}

/** The kind that a row names which holds a title, and at most a sum beside it. */
export function titleKind({ cells }: Row): SectionKind | undefined {
  const texts = new Set(cells.map(cleanCell).filter((text) => text !== ""));
  const [first, ...others] = texts;
  if (first === undefined || others.length > 3) return undefined;
  const isSum = (text: string) =>
    /^(合计|总计|小计|共计|total)[:：]?$/i.test(text) || (!isDate(text) && anyMoney(text));
  return others.every(isSum) ? sectionKind(first) : undefined;
}

/** How many rows above a header may hold its title: blank ones are passed. */
const TITLE_WITHIN = 3;

/** The kind that stands above the header, else that of the sheet's name. */
function kindAbove({ name, rows }: Sheet, header: number): SectionKind | undefined {
  for (let at = header - 1; at >= Math.max(0, header - TITLE_WITHIN); at--) {
    const row = rows[at] as Row;
    if (rowText(row) === "") continue;
    return titleKind(row) ?? sectionKind(name);
  }
  return sectionKind(name);
}

/** A part of a table under one header. */
export interface Section {
  sheet: Sheet;
  headerIndex: number;
  kind: SectionKind | undefined;
}

/**
 * Whether a row that names a kind is a title, and no record without a date: it stands where rows begin or have
 * their day, and has records below it. With a sum beside it only its place or a header below tells them apart.
 */
function isTitle(
  under: readonly Row[],
  at: number,
  { header, dates }: { header: Row; dates: number | undefined },
): boolean {
  const { cells } = under[at] as Row;
  const filled = cells.flatMap((cell, index) => (cleanCell(cell) === "" ? [] : [index]));
  const below = under.slice(at + 1).find((row) => rowText(row) !== "");
  if (below === undefined || titleKind(below) !== undefined) return filled.length === 1;
  if (rowText(below) === rowText(header) || filled[0] === dates) return true;
  return filled.length === 1 && filled[0] === 0;
}

/**
 * The sections of a table, itself where it has none. Each gets the header, whether or not the file
 * repeats it. A table that says by a column which way its money went has no sections.
 */
export function sectionsOf(table: Table): Section[] {
  const { sheet, headerIndex, titles } = table;
  const whole = { sheet, headerIndex, kind: undefined };
  const under = sheet.rows.slice(headerIndex + 1);
  const kind = kindAbove(sheet, headerIndex);
  const named = under.flatMap((row, at) => (titleKind(row) === undefined ? [] : [at]));
  if (kind === undefined && named.length === 0) return [whole];
  const roles = rolesOf(titles, columnContents(under, titles.length));
  if (roles.in || roles.out || roles.type) return [whole];
  const header = sheet.rows[headerIndex] as Row;
  const dates = roles.date === undefined ? undefined : table.indexesOf(roles.date)[0];
  const starts = named.filter((at) => isTitle(under, at, { header, dates }));
  if (kind === undefined && starts.length === 0) return [whole];
  const first = under.slice(0, starts[0] ?? under.length);
  const sections: Section[] = [
    {
      sheet: { ...sheet, rows: [...sheet.rows.slice(0, headerIndex + 1), ...first] },
      headerIndex,
      kind,
    },
  ];
  starts.forEach((start, index) => {
    const title = under[start] as Row;
    const below = under.slice(start + 1, starts[index + 1] ?? under.length);
    const rows = below.filter((row) => rowText(row) !== "" && rowText(row) !== rowText(header));
    if (rows.length === 0) return;
    const part = { ...sheet, rows: [title, { ...header, line: title.line }, ...rows] };
    sections.push({ sheet: part, headerIndex: 1, kind: titleKind(title) });
  });
  return sections.filter(({ sheet: { rows }, headerIndex: at }) => rows.length > at + 1);
}
