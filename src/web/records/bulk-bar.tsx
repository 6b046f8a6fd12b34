/** What can be done with the chosen records, all at once. */
import { Button, CloseButton, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordChange, useActions } from "../api/actions.ts";
import type { BookRecord } from "../api/book.ts";
import type { RecordFilter } from "../api/queries.ts";
import * as queries from "../api/queries.ts";
import { useCategories } from "../entry/use-entry.ts";
import { useBook } from "../shell/book.ts";
import { showError, showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";
import { removeWithUndo } from "./remove-with-undo.ts";

interface BulkProps {
  filter: RecordFilter;
  selection: Map<number, BookRecord>;
  setSelection: (selection: Map<number, BookRecord>) => void;
  close: () => void;
}

type Change = "category" | "accountId" | "date";

export function BulkBar({ filter, selection, setSelection, close }: BulkProps) {
  const words = useWords();
  const { userId, zone } = useBook();
  const client = useQueryClient();
  const actions = useActions();
  const [changing, setChanging] = useState<Change>();
  const records = [...selection.values()];
  const none = records.length === 0;
  async function selectAll() {
    const all = await client.fetchQuery(queries.records(userId, zone, filter)).catch(showError);
    // A transfer's fee changes with its transfer alone.
    const own = all?.filter(({ transferId }) => transferId === undefined);
    if (own) setSelection(new Map(own.map((record) => [record.id, record])));
  }
  async function apply(fields: RecordChange) {
    setChanging(undefined);
    close();
    try {
      await actions.changeMany(records, fields);
      showToast({ text: words.recordsChanged(records.length), tone: "good" });
    } catch (error) {
      showError(error);
    }
  }
  const button = (change: Change, label: string) => (
    <Button variant="subtle" size="sm" disabled={none} onClick={() => setChanging(change)}>
      {label}
    </Button>
  );
  return (
    <div className="bulk-bar" role="toolbar" aria-label={words.selected(records.length)}>
      <strong>{words.selected(records.length)}</strong>
      <Button variant="subtle" size="sm" onClick={selectAll}>
        {words.selectAll}
      </Button>
      <div className="bulk-actions">
        {button("category", words.changeCategory)}
        {button("accountId", words.changeAccount)}
        {button("date", words.changeDate)}
        <Button
          variant="subtle"
          color="red"
          size="sm"
          disabled={none}
          onClick={() => {
            close();
            void removeWithUndo(records, actions.remove, words);
          }}
        >
          {words.remove}
        </Button>
      </div>
      <CloseButton aria-label={words.cancel} onClick={close} />
      {changing && (
        <ChangeDialog
          change={changing}
          type={records[0]?.type ?? "expense"}
          close={() => setChanging(undefined)}
          apply={apply}
        />
      )}
    </div>
  );
}

interface ChangeDialogProps {
  change: Change;
  type: BookRecord["type"];
  close: () => void;
  apply: (fields: RecordChange) => void;
}

function ChangeDialog({ change, type, close, apply }: ChangeDialogProps) {
  const words = useWords();
  const { userId, today } = useBook();
  const { data: accounts = [] } = useQuery(queries.accounts(userId));
  const categories = useCategories(type);
  const [value, setValue] = useState(change === "date" ? (today as string) : "");
  const titles = {
    category: words.changeCategory,
    accountId: words.changeAccount,
    date: words.changeDate,
  };
  const chosen = change === "accountId" ? value || String(accounts[0]?.id ?? "") : value.trim();
  return (
    <Modal
      opened
      onClose={close}
      title={titles[change]}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === "") return;
          apply(change === "accountId" ? { accountId: Number(chosen) } : { [change]: chosen });
        }}
      >
        {change === "category" && (
          <TextInput
            label={words.category}
            list="bulk-categories"
            maxLength={100}
            value={value}
            data-autofocus
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <datalist id="bulk-categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        {change === "accountId" && (
          <NativeSelect
            label={words.account}
            value={chosen}
            data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        {change === "date" && (
          <TextInput
            type="date"
            label={words.date}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <div className="form-actions">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={chosen === ""}>
            {words.apply}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
