import { showToast } from "../ui/toast.tsx";
import type { Words } from "../words/words.ts";

/** Says how many of all records are done, where they are too many to be done at once. */
export function showProgress(words: Words, all: number): (done: number) => void {
  return (done) => showToast({ text: words.doneOf(done, all), busy: true });
}
