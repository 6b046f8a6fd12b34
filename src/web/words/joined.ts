/** Words that come with some pages alone, beside those of the app. */
import { useWords, type Words } from "./words.ts";
import { zh } from "./zh.ts";

/** Makes the hook that returns the app's words and these, in the chosen language. */
export function joinWords<More extends object>(chinese: More, english: More): () => Words & More {
  const joined = new WeakMap<Words, Words & More>();
  return () => {
    const words = useWords();
    const known = joined.get(words);
    if (known !== undefined) return known;
    const all = { ...words, ...(words === zh ? chinese : english) };
    joined.set(words, all);
    return all;
  };
}
