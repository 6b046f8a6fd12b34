/** What a one-line entry leaves unclear, and how it is said: by the service, and by the app at each key. */
import type { Language, Words } from "./messages.ts";

export const QUICK_FIELDS = ["amount", "account", "category", "date", "type"] as const;
export type QuickField = (typeof QUICK_FIELDS)[number];

/** What stands in the way of a reading. */
export interface QuickProblem {
  field: QuickField | "refundOf";
  problem: "missing" | "ambiguous" | "invalid" | "unknown" | "archived" | "currency" | "rounded";
  /** What it could be, or the word that names nothing. */
  names: string[];
}

const FIELDS = {
  amount: { zh: "金额", en: "amount" },
  account: { zh: "账户", en: "account" },
  category: { zh: "分类", en: "category" },
  date: { zh: "日期", en: "date" },
  type: { zh: "收支", en: "type" },
  refundOf: { zh: "所退的支出", en: "refunded expense" },
} as const satisfies Record<QuickProblem["field"], Words>;

const PROBLEMS = {
  missing: { zh: "缺少{field}", en: "the {field} is missing" },
  ambiguous: { zh: "{field}不明确（{names}）", en: "the {field} is ambiguous ({names})" },
  invalid: { zh: "{field}无效（{names}）", en: "the {field} is not valid ({names})" },
  unknown: { zh: "没有叫“{names}”的{field}", en: "there is no {field} named {names}" },
  archived: { zh: "{field}“{names}”已归档", en: "the {field} {names} is archived" },
  currency: { zh: "{field}不是人民币（{names}）", en: "the {field} is not in yuan ({names})" },
  rounded: {
    zh: "{field}除不尽（约 {names}）",
    en: "the {field} is no whole cent (about {names})",
  },
} as const satisfies Record<QuickProblem["problem"], Words>;

/** Everything that stands in the way, in one sentence. */
export function saidProblems(problems: QuickProblem[], language: Language): string {
  const list = language === "zh" ? "、" : ", ";
  return problems
    .map(({ field, problem, names }) =>
      PROBLEMS[problem][language]
        .replace("{field}", FIELDS[field][language])
        .replace("{names}", () => names.join(list)),
    )
    .join(language === "zh" ? "；" : "; ");
}
