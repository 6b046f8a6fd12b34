/** What the difference of a point may be, each with the button that mends it. */
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { yuanFromFen } from "../../ledger/money.ts";
import type { Changed } from "../api/actions.ts";
import { api, newKey } from "../api/client.ts";
import { recordOf, transferOf } from "../api/models.ts";
import { showChanged } from "../api/undo.ts";
import { shortDay } from "../base/days.ts";
import { useBook } from "../base/open-book.ts";
import { openEntry } from "../entry/entry-store.ts";
import { openRecord } from "../entry/open-record.ts";
import { Moved } from "../ui/money.tsx";
import { showError } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { useAdjusting, useMending } from "./actions.ts";
import { size } from "./balance-at.ts";
import type { Point, Suspect } from "./models.ts";

export function Suspects({ point }: { point: Point }) {
  const words = useAgreementWords();
  const { suspects } = point;
  return (
    <div className="suspects">
      {suspects.length === 0 && <p className="muted">{words.noSuspects}</p>}
      {suspects.map((suspect) => (
        <SuspectLine key={keyOf(suspect)} suspect={suspect} accountId={point.accountId} />
      ))}
      <AdjustDifference point={point} />
    </div>
  );
}

function keyOf({ recordId, transferId, adjustmentId, ...suspect }: Suspect): string {
  const { importId, row, historyId } = suspect;
  return [recordId, transferId, adjustmentId, importId, row, historyId].join(" ");
}

interface SuspectLineProps {
  suspect: Suspect;
  accountId: number;
}

function SuspectLine({ suspect, accountId }: SuspectLineProps) {
  const words = useAgreementWords();
  const { today } = useBook();
  const { busy, mend } = useMend(suspect, accountId);
  const { day, amount, description, reason, action, importId, row } = suspect;
  return (
    <div className="suspect">
      <span className="record-text">
        <span>
          {shortDay(day, today, words)} {description ?? words.unnamed} <Moved amount={amount} />
        </span>
        <span className="record-sub">{words.suspicions[reason]}</span>
      </span>
      <span className="suspect-mends">
        <Button variant="light" size="sm" loading={busy} onClick={mend}>
          {words.mends[action]}
        </Button>
        {importId !== undefined && (
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => (
              <Link
                to="/import/$id"
                params={{ id: String(importId) }}
                search={row === undefined ? {} : { row }}
                {...props}
              />
            )}
          >
            {words.showRow}
          </Button>
        )}
      </span>
    </div>
  );
}

/** Does what the suspect's action says; what is opened is changed by the person. */
function useMend(suspect: Suspect, accountId: number) {
  const words = useAgreementWords();
  const { zone } = useBook();
  const [busy, setBusy] = useState(false);
  const { restore, removeLine } = useMending();
  const say = (said: string, changed: Changed) =>
    showChanged(words, said, changed, words.mendedBack);
  const work = async () => {
    const { action } = suspect;
    if (action === "restore") say(words.mended, await restore(suspect));
    else if (action === "delete") say(words.removedLine, await removeLine(suspect));
    else if (action === "import") bookRow(suspect, accountId);
    else await openLine(suspect, zone);
  };
  const mend = () => {
    setBusy(true);
    void work()
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return { busy, mend };
}

/** Opens the form with what a bill's row says; its category is the person's. */
function bookRow({ amount, day, description = "" }: Suspect, accountId: number): void {
  const type = amount > 0 ? "income" : "expense";
  openEntry({ draft: { accountId, type, amount: size(amount), date: day, description } });
}

async function openLine({ recordId, transferId }: Suspect, zone: string): Promise<void> {
  if (recordId !== undefined) {
    const wire = await api("GET /api/records/:id", { params: { id: recordId } });
    await openRecord(recordOf(wire, zone), zone);
  } else if (transferId !== undefined) {
    const wire = await api("GET /api/transfers/:id", { params: { id: transferId } });
    openEntry({ transfer: transferOf(wire, zone) });
  }
}

/** Where nobody knows: the difference is booked on the point's day. */
function AdjustDifference({ point }: { point: Point }) {
  const words = useAgreementWords();
  const { adjust } = useAdjusting();
  const [busy, setBusy] = useState(false);
  const { accountId, day, difference } = point;
  const book = () => {
    setBusy(true);
    const amount = yuanFromFen(difference);
    void adjust({ accountId, date: day, amount, kind: "correction" }, newKey())
      .then((changed) => showChanged(words, words.adjusted, changed, words.mendedBack), showError)
      .finally(() => setBusy(false));
  };
  return (
    <div className="suspect">
      <Button variant="subtle" size="sm" loading={busy} onClick={book}>
        {words.adjustDifference}
      </Button>
    </div>
  );
}
