/** What an import is called: after its bills and their period, else after its file. */
import type { ImportWords } from "../words/imports.ts";
import type { ImportDetail } from "./detail.ts";

type Named = Pick<ImportDetail, "bills" | "fileName">;

/** "支付宝账单、微信支付账单"; the layout that a title adds in brackets is left out. */
export function billsOf({ bills, fileName }: Named): string {
  const titles = bills.map(({ title }) => title.replace(/（.*?）$/, ""));
  return [...new Set(titles)].join("、") || fileName;
}

/** "2026-06-01 – 2026-06-15"; empty where no bill has one. */
export function periodOf({ bills }: Named): string {
  const periods = bills.flatMap(({ period }) => (period ? [period] : []));
  if (periods.length === 0) return "";
  const from = periods.map((period) => period.from).sort()[0];
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  return from === to ? (from as string) : `${from} – ${to}`;
}

export function importTitle(named: Named | undefined, words: ImportWords): string {
  if (named === undefined) return words.imports;
  return words.importTitle(billsOf(named));
}
