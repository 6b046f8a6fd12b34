import { clockTime } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import "./restored.css";

/** Says that what stands here was typed before, and lets it go. */
export function Restored({ at, discard }: { at: number | undefined; discard: () => void }) {
  const words = useWords();
  const { zone } = useBook();
  if (at === undefined) return null;
  return (
    <p className="restored" role="status">
      {words.draftRestored(clockTime(at, zone))}
      <button type="button" className="text-button" onClick={discard}>
        {words.startOver}
      </button>
    </p>
  );
}
