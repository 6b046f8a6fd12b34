/** The words of the pages about imports beside those of the app: they come with these pages alone. */
import { importsEn } from "./imports-en.ts";
import { importsZh } from "./imports-zh.ts";
import { joinWords } from "./joined.ts";
import type { Words } from "./words.ts";

export type ImportWords = Words & typeof importsZh;

/** The words in the chosen language. */
export const useImportWords: () => ImportWords = joinWords(importsZh, importsEn);
