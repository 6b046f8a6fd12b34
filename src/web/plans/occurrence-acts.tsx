/** What can be done with one occurrence, and the dialogs that it opens. */
import { type ReactNode, useState } from "react";
import { api } from "../api/client.ts";
import { recordOf, transferOf } from "../api/models.ts";
import { showChanged } from "../api/undo.ts";
import { useBook } from "../base/open-book.ts";
import { openEntry } from "../entry/entry-store.ts";
import { showError } from "../ui/toast.tsx";
import { usePlanWords } from "../words/plans.ts";
import { usePlanActions } from "./actions.ts";
import type { Occurrence, Plan } from "./models.ts";
import { OccurrenceForm } from "./occurrence-form.tsx";
import { PlanForm } from "./plan-form.tsx";

export type OccurrenceAct = "book" | "skip" | "unskip" | "edit" | "following" | "open" | "pause";

/** What can be done, the most wanted first. */
export function actsOf(plan: Plan, { state, unsent }: Occurrence): OccurrenceAct[] {
  // What has not reached the service is not known by its number.
  if (unsent && state === "booked") return [];
  if (state === "booked") return plan.kind === "reminder" ? [] : ["open"];
  if (state === "skipped") return ["unskip"];
  if (state === "deleted") return ["book"];
  const following: OccurrenceAct[] = state === "open" ? ["following"] : [];
  return ["book", "skip", "edit", ...following];
}

interface OccurrenceActs {
  act: (wanted: OccurrenceAct) => void;
  dialog: ReactNode;
}

export function useOccurrenceActs(plan: Plan, occurrence: Occurrence): OccurrenceActs {
  const words = usePlanWords();
  const { zone } = useBook();
  const { book, changeOccurrence, pause } = usePlanActions();
  const [opened, setOpened] = useState<"edit" | "book" | "following">();
  const close = () => setOpened(undefined);
  const due = { plan, occurrence };
  const change = async (state: "skipped" | "open", said: string) =>
    showChanged(words, said, await changeOccurrence(due, { state }), words.planBack);
  const doIt = async (wanted: OccurrenceAct) => {
    const { amount = plan.amount } = occurrence;
    if (wanted === "skip") await change("skipped", words.occurrenceSkipped);
    else if (wanted === "unskip") await change("open", words.occurrenceOpen);
    else if (wanted === "pause") {
      showChanged(words, words.planPaused, await pause(plan.id), words.planBack);
    } else if (wanted === "open") await openBooked(occurrence, zone);
    // What is not known for certain is asked before it is booked.
    else if (wanted === "book" && plan.kind !== "reminder" && asks(plan, amount)) setOpened("book");
    else if (wanted === "book") {
      showChanged(words, words.occurrenceBooked, await book(due));
    } else if (wanted === "edit" || wanted === "following") setOpened(wanted);
  };
  const dialog =
    opened === "following" ? (
      <PlanForm plan={plan} from={occurrence.due} close={close} />
    ) : (
      opened && (
        <OccurrenceForm
          plan={plan}
          occurrence={occurrence}
          books={opened === "book"}
          close={close}
        />
      )
    );
  return { act: (wanted) => void doIt(wanted).catch(showError), dialog };
}

/** Opens what the occurrence was booked as. */
async function openBooked({ recordId, transferId }: Occurrence, zone: string): Promise<void> {
  if (recordId !== undefined) {
    const wire = await api("GET /api/records/:id", { params: { id: recordId } });
    openEntry({ record: recordOf(wire, zone) });
  } else if (transferId !== undefined) {
    const wire = await api("GET /api/transfers/:id", { params: { id: transferId } });
    openEntry({ transfer: transferOf(wire, zone) });
  }
}

/** Whether the amount is asked first: it differs from time to time. */
function asks({ amountMode }: Plan, amount: number | undefined): boolean {
  return amountMode !== "fixed" || amount === undefined;
}
