/** The words of the pages about imports beside those of the app: they come with these pages alone. */
import { importsEn } from "./imports-en.ts";
import { importsZh } from "./imports-zh.ts";
import { useWords, type Words } from "./words.ts";
import { zh } from "./zh.ts";

export type ImportWords = Words & typeof importsZh;

const joined = new WeakMap<Words, ImportWords>();

/** The words in the chosen language. */
export function useImportWords(): ImportWords {
  const words = useWords();
  const known = joined.get(words);
  if (known !== undefined) return known;
  const all = { ...words, ...(words === zh ? importsZh : importsEn) };
  joined.set(words, all);
  return all;
}
