/** What can be done with one line of a list, wherever it stands: once more, give back, delete. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Fen, fen } from "../../ledger/money.ts";
import { type BookLine, type BookRecord, isTransfer } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useRemoval } from "../api/removal.ts";
import { useBook } from "../base/open-book.ts";
import { showError, showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { beginForm } from "./entry-form.ts";
import { type Entry, openEntry } from "./entry-store.ts";

export type LineAct = "again" | "refund" | "remove";

/** What can be done with it. A transfer's fee goes with its transfer; a refund is its expense's. */
export function actsOf(line: BookLine): LineAct[] {
  if (isTransfer(line)) return ["again", "remove"];
  if (line.transferId !== undefined) return [];
  if (line.refundOf !== undefined) return ["remove"];
  // What the service has not numbered yet has no refund.
  return line.type === "expense" && line.id > 0
    ? ["again", "refund", "remove"]
    : ["again", "remove"];
}

export function useLineActs(): Record<LineAct, (line: BookLine) => void> {
  const words = useWords();
  const { userId, today, zone } = useBook();
  const client = useQueryClient();
  const removal = useRemoval();
  return useMemo(
    () => ({
      again(line) {
        const entry = isTransfer(line) ? { transfer: line } : { record: line };
        openEntry({ form: { ...beginForm(entry, today, zone, undefined), day: today, time: "" } });
      },
      refund(line) {
        if (isTransfer(line)) return;
        client.fetchQuery(queries.refunded(userId, line.id)).then((refunded) => {
          const entry = refundOf(line, refunded);
          if (entry) openEntry(entry);
          else showToast({ text: words.refundedWhole });
        }, showError);
      },
      remove: (line) => void removal.lines([line]),
    }),
    [words, userId, today, zone, client, removal],
  );
}

/** The form of what comes back for an expense; undefined where all of it has. */
export function refundOf(record: BookRecord, refunded: Fen): Entry | undefined {
  const { accountId, amount, category, id } = record;
  const refundable = fen(amount - refunded);
  if (refundable <= 0) return undefined;
  const draft = { type: "income" as const, accountId, amount: refundable, category, refundOf: id };
  return { draft, refundable };
}
