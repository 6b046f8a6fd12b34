/** What else can be done with what is being edited: give it back, or delete it. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fen, ZERO } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import type { BookRecord } from "../api/book.ts";
import * as queries from "../api/queries.ts";
import { useRemoveTransfer } from "../records/remove-transfer.ts";
import { removeWithUndo } from "../records/remove-with-undo.ts";
import { useBook } from "../shell/book.ts";
import { useWords } from "../words/words.ts";
import { closeEntry, type Entry, openEntry } from "./entry-store.ts";

export function EditActions({ entry }: { entry: Entry }) {
  const words = useWords();
  const { remove } = useActions();
  const removeTransfer = useRemoveTransfer();
  const { record, transfer } = entry;
  if (record === undefined && transfer === undefined) return null;
  const onRemove = () => {
    closeEntry();
    if (record) void removeWithUndo([record], remove, words);
    else if (transfer) void removeTransfer(transfer);
  };
  return (
    <div className="edit-actions">
      {record?.type === "expense" && <RefundButton record={record} />}
      <Button variant="subtle" color="red" onClick={onRemove}>
        {words.remove}
      </Button>
    </div>
  );
}

/** Money that came back for an expense: the form begins anew, as its refund. */
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
