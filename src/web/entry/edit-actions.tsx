/** What else can be done with what is being edited: once more, give it back, or delete it. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ZERO } from "../../ledger/money.ts";
import { type BookLine, type BookRecord, isRefund, isTransfer } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import { closeEntry, type Entry, openEntry } from "./entry-store.ts";
import { actsOf, refundOf, useLineActs } from "./line-actions.ts";
import { SubjectLinks } from "./subject-links.tsx";

export function EditActions({ entry }: { entry: Entry }) {
  const words = useWords();
  const act = useLineActs();
  const { record, transfer } = entry;
  const line = record ?? transfer;
  if (line === undefined) return null;
  const acts = actsOf(line);
  return (
    <>
      <div className="edit-actions">
        {record && acts.includes("refund") && <RefundButton record={record} />}
        {acts.includes("again") && (
          <Button variant="light" onClick={() => act.again(line)}>
            {words.saveAndNew}
          </Button>
        )}
        {line.id > 0 && <MakePlan line={line} />}
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            closeEntry();
            act.remove(line);
          }}
        >
          {words.remove}
        </Button>
      </div>
      {record && record.id > 0 && <SubjectLinks record={record} />}
    </>
  );
}

/** Says it once, so that it comes again by itself. */
function MakePlan({ line }: { line: BookLine }) {
  const words = useWords();
  if (!isTransfer(line) && isRefund(line)) return null;
  const search = isTransfer(line) ? { transfer: line.id } : { record: line.id };
  return (
    <Button
      variant="light"
      onClick={closeEntry}
      renderRoot={(props) => <Link to="/plans" search={search} {...props} />}
    >
      {words.makePlan}
    </Button>
  );
}

/** Money that came back for an expense: the form starts again, as its refund. */
function RefundButton({ record }: { record: BookRecord }) {
  const words = useWords();
  const { userId } = useBook();
  const { data: refunded = ZERO, isPending } = useQuery(queries.refunded(userId, record.id));
  const refund = refundOf(record, refunded);
  if (isPending) return <span />;
  if (refund === undefined) return <span className="muted">{words.refundedWhole}</span>;
  return (
    <Button variant="light" onClick={() => openEntry(refund)}>
      {words.refundAction}
    </Button>
  );
}
