/** Names of categories that are accounts with parents: "支出:食品:午餐". */
import type { BillLine } from "../bill/line.ts";
import { categoryNames } from "../format/category-levels.ts";

/** The roots that programs keep their categories under. */
const ROOT =
  /^(incomes?|revenues?|expenses?|收入|支出|费用|費用|einnahmen|ausgaben|ertrag|aufwand)$/i;

/** The lines with the lowest level as category where that is unmistakable in the file. */
export function withCategoryNames(lines: BillLine[]): BillLine[] {
  const name = categoryNames(lines.map(({ category }) => pathOf(category)));
  for (const line of lines) line.category = name(pathOf(line.category));
  return lines;
}

function pathOf(category: string): string[] {
  const path = category.split(":").filter((level) => level !== "");
  return path.length > 1 && ROOT.test(path[0] ?? "") ? path.slice(1) : path;
}
