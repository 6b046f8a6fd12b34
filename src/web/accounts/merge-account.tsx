/** Merging an account into another: what goes over, what the balance will be, and then one step with its 撤销. */
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useActions } from "../api/actions.ts";
import { type Account, fenOf } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { showChanged } from "../api/undo.ts";
import { moneyText } from "../base/money.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ReadError } from "../ui/error-boundary.tsx";
import { Form } from "../ui/form.tsx";
import { useWords } from "../words/words.ts";
import "./merge-account.css";
import { AccountPicker } from "./account-picker.tsx";

interface MergeAccountProps {
  account: Account;
  /** Those that it can go to. */
  others: Account[];
  close: () => void;
}

export function MergeAccount({ account, others, close }: MergeAccountProps) {
  const words = useWords();
  const { userId } = useBook();
  const { mergeAccounts } = useActions();
  const navigate = useNavigate();
  const { form, set, typed } = useTyped(`merge ${account.id}`, () => ({ chosen: 0 }));
  // What is agreed to is what stands there now: it is never kept.
  const [agreed, setAgreed] = useState(false);
  const into = others.find(({ id }) => id === form.chosen);
  const preview = useQuery({
    ...queries.mergePreview(userId, account.id, into?.id ?? 0),
    enabled: into !== undefined,
  });
  const between = preview.data?.between.count ?? 0;
  const save = async () => {
    if (into === undefined) throw new Error(words.merging.choose);
    if (preview.data === undefined) throw new Error(words.loading);
    if (between > 0 && !agreed) throw new Error(words.merging.agree);
    const changed = await mergeAccounts(account.id, into.id, between > 0);
    close();
    await navigate({ to: "/accounts/$id", params: { id: String(into.id) }, replace: true });
    showChanged(words, words.merging.done(account.name, into.name), changed, words.merging.undone);
  };
  return (
    <Dialog opened onClose={close} title={`${words.merging.title} · ${account.name}`}>
      <Form save={save} cancel={close} typed={typed} label={words.merging.merge}>
        <p className="muted">{words.merging.hint}</p>
        <AccountPicker
          label={words.merging.into}
          value={into?.id ?? 0}
          accounts={others}
          none={words.merging.choose}
          onChange={(id) => {
            set({ chosen: id });
            setAgreed(false);
          }}
        />
        {preview.error && <ReadError error={preview.error} retry={() => void preview.refetch()} />}
        {into && preview.data && (
          <p role="status">
            {words.merging.moves(preview.data, into.name)}
            <br />
            {words.merging.balance(moneyText(fenOf(preview.data.balance)))}
          </p>
        )}
        {between > 0 && preview.data && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
          <label className="merge-agree">
            <Checkbox
              checked={agreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            <span>
              {words.merging.between(between, moneyText(fenOf(preview.data.between.amount)))}
            </span>
          </label>
        )}
      </Form>
    </Dialog>
  );
}
