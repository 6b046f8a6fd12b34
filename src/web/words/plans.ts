/** The words of plans beside those of the app: they come with their pages alone. */
import { joinWords } from "./joined.ts";
import { plansEn } from "./plans-en.ts";
import { plansZh } from "./plans-zh.ts";
import type { Words } from "./words.ts";

export type PlanWords = Words & typeof plansZh;

/** The words in the chosen language. */
export const usePlanWords: () => PlanWords = joinWords(plansZh, plansEn);
