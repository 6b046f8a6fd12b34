/** Where a proposed category comes from. */
import type { Words } from "../messages.ts";

export const categoryNotes = {
  feeOfBill: { zh: "账单里的手续费", en: "A fee of the bill" },
  categoryOfFile: { zh: "文件里的分类", en: "The category in the file" },
  categoryOfBill: { zh: "账单的分类“{category}”", en: "The bill's category “{category}”" },
  merchantWord: { zh: "商户词典“{word}”", en: "The dictionary of merchants: “{word}”" },
  wordInText: { zh: "文字里有“{word}”", en: "The text holds “{word}”" },
  noClue: { zh: "没有线索，请选择分类", en: "There is no clue; please choose a category" },
} as const satisfies Record<string, Words>;
