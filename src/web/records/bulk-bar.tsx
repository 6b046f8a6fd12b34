/** What can be done with the chosen records, all at once. */
import { Button, CloseButton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Day } from "../../ledger/calendar.ts";
import { AccountPicker } from "../accounts/account-picker.tsx";
import { type RecordChange, useActions } from "../api/actions.ts";
import { type BookRecord, isTransfer, type RecordFilter } from "../api/models.ts";
import { showProgress } from "../api/progress.ts";
import * as queries from "../api/queries.ts";
import { useRemoval } from "../api/removal.ts";
import { showChanged } from "../api/undo.ts";
import { useBook } from "../base/open-book.ts";
import { CategoryGrid } from "../categories/category-grid.tsx";
import { DayField } from "../days/day-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { showError } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";
import { allLines } from "./all-lines.ts";
import { ConfirmRemoval, needsConfirmation } from "./confirm-removal.tsx";
import { canBeChosen, type Selection, selectionOf } from "./selection.ts";

interface BulkProps {
  filter: RecordFilter;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  close: () => void;
}

type Change = "category" | "accountId" | "date";

export function BulkBar({ filter, selection, setSelection, close }: BulkProps) {
  const words = useWords();
  const { userId, zone } = useBook();
  const client = useQueryClient();
  const actions = useActions();
  const removal = useRemoval();
  const [changing, setChanging] = useState<Change>();
  const [asking, setAsking] = useState(false);
  const lines = [...selection.values()];
  const records = lines.filter((line): line is BookRecord => !isTransfer(line));
  const none = lines.length === 0;
  async function selectAll() {
    const found = await allLines(client, userId, zone, filter).catch(showError);
    if (found) setSelection(selectionOf(found.filter(canBeChosen)));
  }
  function apply(fields: RecordChange) {
    const { length } = records;
    setChanging(undefined);
    close();
    const done = actions.changeMany(records, fields, showProgress(words, length));
    done.then((changed) => showChanged(words, words.recordsChanged(length), changed), showError);
  }
  const remove = () => {
    close();
    void removal.lines(lines);
  };
  const button = (change: Change, label: string) => (
    <Button
      variant="subtle"
      size="sm"
      disabled={none || records.length < lines.length}
      title={records.length < lines.length ? words.transfersOnlyRemoved : ""}
      onClick={() => setChanging(change)}
    >
      {label}
    </Button>
  );
  return (
    <div className="bulk-bar" role="toolbar" aria-label={words.selected(lines.length)}>
      <strong>{words.selected(lines.length)}</strong>
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
          onClick={() => (needsConfirmation(lines) ? setAsking(true) : remove())}
        >
          {words.remove}
        </Button>
      </div>
      <CloseButton aria-label={words.cancel} onClick={close} />
      {asking && <ConfirmRemoval lines={lines} close={() => setAsking(false)} remove={remove} />}
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
  const [value, setValue] = useState(change === "date" ? (today as string) : "");
  const titles = {
    category: words.changeCategory,
    accountId: words.changeAccount,
    date: words.changeDate,
  };
  const open = accounts.filter(({ archived }) => !archived);
  const chosen = value.trim();
  return (
    <Dialog opened onClose={close} title={titles[change]}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === "") return;
          apply(change === "accountId" ? { accountId: Number(chosen) } : { [change]: chosen });
        }}
      >
        {change === "category" && <CategoryGrid type={type} value={value} onChange={setValue} />}
        {change === "accountId" && (
          <AccountPicker
            label={words.account}
            value={Number(value)}
            none={words.pleaseChoose}
            accounts={open}
            onChange={(id) => setValue(String(id))}
          />
        )}
        {change === "date" && (
          <DayField label={words.date} value={value as Day} onChange={setValue} />
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
    </Dialog>
  );
}
