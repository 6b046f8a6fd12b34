/** What else can be done with what is being edited: give it back, or delete it. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fen, ZERO } from "../../ledger/money.ts";
import type { BookRecord } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useRemoval } from "../api/removal.ts";
import { useBook } from "../base/open-book.ts";
import { useWords } from "../words/words.ts";
import { beginForm, refundedBy } from "./entry-form.ts";
import { closeEntry, type Entry, openEntry } from "./entry-store.ts";

export function EditActions({ entry }: { entry: Entry }) {
  const words = useWords();
  const { today, zone } = useBook();
  const remove = useRemoval();
  const { record, transfer } = entry;
  if (record === undefined && transfer === undefined) return null;
  const onRemove = () => {
    closeEntry();
    if (record) void remove.lines([record]);
    else if (transfer) void remove.lines([transfer]);
  };
  /** The same once more, today. */
  const copy = () =>
    openEntry({ form: { ...beginForm(entry, today, zone, undefined), day: today } });
  return (
    <div className="edit-actions">
      {record?.type === "expense" && record.id > 0 && <RefundButton record={record} />}
      {refundedBy(entry) === undefined && (
        <Button variant="light" onClick={copy}>
          {words.saveAndNew}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={onRemove}>
        {words.remove}
      </Button>
    </div>
  );
}

/** Money that came back for an expense: the form starts again, as its refund. */
function RefundButton({ record }: { record: BookRecord }) {
  const words = useWords();
  const { userId } = useBook();
  const { data: refunded, isPending } = useQuery(queries.refunded(userId, record.id));
  const { accountId, amount, category } = record;
  const refundable = fen(amount - (refunded ?? ZERO));
  if (isPending) return <span />;
  if (refundable <= 0) return <span className="muted">{words.refundedWhole}</span>;
  const draft = {
    type: "income" as const,
    accountId,
    amount: refundable,
    category,
    refundOf: record.id,
  };
  return (
    <Button variant="light" onClick={() => openEntry({ draft, refundable })}>
      {words.refundAction}
    </Button>
  );
}
