/** Deleting: says what has gone, and offers to take it back. */
import { useMemo } from "react";
import { showError } from "../ui/toast.tsx";
import { useWords, type Words } from "../words/words.ts";
import { type Changed, useActions } from "./actions.ts";
import { type BookLine, type Budget, isTransfer } from "./models.ts";
import { showProgress } from "./progress.ts";
import { showChanged } from "./undo.ts";

export function useRemoval() {
  const words = useWords();
  const actions = useActions();
  return useMemo(() => {
    const say = (text: string, removed: Promise<Changed>) =>
      removed.then((changed) => showChanged(words, text, changed), showError);
    return {
      /** Records, and transfers with their fees. */
      lines: (lines: BookLine[]) =>
        say(removedText(lines, words), actions.remove(lines, showProgress(words, lines.length))),
      budget: (old: Budget) => say(words.budgetRemoved, actions.removeBudget(old)),
      /** With its records and transfers. */
      account: (id: number) => say(words.accountRemoved, actions.removeAccount(id)),
    };
  }, [words, actions]);
}

function removedText(lines: BookLine[], words: Words): string {
  const moved = lines.filter(isTransfer).length;
  if (moved === 0) return words.recordsRemoved(lines.length);
  return lines.length === 1 ? words.transferRemoved : words.linesRemoved(lines.length);
}
