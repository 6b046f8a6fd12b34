import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Fen, yuanFixed, yuanFromFen, ZERO } from "../../ledger/money.ts";
import { useActions } from "../api/actions.ts";
import type { Account } from "../api/book.ts";
import { api, newKey } from "../api/client.ts";
import * as queries from "../api/queries.ts";
import { evaluate } from "../entry/arithmetic.ts";
import { useBook } from "../shell/book.ts";
import { showToast } from "../toast.tsx";
import { useWords } from "../words/words.ts";
import { COLORS, nextColor } from "./colors.ts";

export const ACCOUNT_TYPES = ["payment", "bank", "cash"] as const;

/** A balance as typed: a sum, zero, or something below zero. Undefined while it is neither. */
export function readBalance(text: string): Fen | undefined {
  const trimmed = text.trim().replace("−", "-");
  if (trimmed === "" || /^-?0+(\.0{0,2})?$/.test(trimmed)) return ZERO;
  if (!trimmed.startsWith("-")) return evaluate(trimmed);
  const size = evaluate(trimmed.slice(1));
  return size === undefined ? undefined : (-size as Fen);
}

interface AccountFormProps {
  /** The account that is changed; a new one otherwise. */
  account?: Account;
  close: () => void;
  saved?: () => void;
}

export function AccountForm({ account, close, saved }: AccountFormProps) {
  const words = useWords();
  const { userId } = useBook();
  const { change } = useActions();
  const [name, setName] = useState(account?.name ?? "");
  const [type, setType] = useState(account?.type ?? "payment");
  const { data: known = [] } = useQuery(queries.accounts(userId));
  const [chosen, setColor] = useState(account?.color);
  const color = chosen ?? nextColor(known);
  const [balance, setBalance] = useState(account ? yuanFixed(account.balance) : "");
  const [key] = useState(newKey);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const amount = readBalance(balance);
    if (name.trim() === "") return setError(words.nameMissing);
    if (amount === undefined) return setError(words.balanceWrong);
    const fields = {
      name: name.trim(),
      type,
      color,
      balance: yuanFromFen(amount),
    };
    // What was not touched is not sent: records may have moved the balance meanwhile.
    const changed = amount === account?.balance ? { ...fields, balance: undefined } : fields;
    setBusy(true);
    try {
      await change(() =>
        account
          ? api("PUT /api/accounts/:id", { params: { id: account.id }, body: changed as never })
          : api("POST /api/accounts", { body: { userId, ...fields } }, { idempotencyKey: key }),
      );
      showToast({ text: words.accountSaved, tone: "good" });
      close();
      saved?.();
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={close}
      title={account ? words.editAccount : words.newAccount}
      closeButtonProps={{ "aria-label": words.close }}
    >
      <form className="form" onSubmit={save}>
        <TextInput
          label={words.accountName}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={words.accountType}
          value={type}
          data={ACCOUNT_TYPES.map((value) => ({ value, label: words[value] }))}
          onChange={(event) => setType(event.currentTarget.value as Account["type"])}
        />
        <TextInput
          label={account ? words.adjustBalance : words.currentBalance}
          description={account && words.adjustHint}
          inputMode="decimal"
          placeholder="0.00"
          value={balance}
          onChange={(event) => setBalance(event.currentTarget.value)}
        />
        <fieldset className="colors">
          <legend>{words.accountColor}</legend>
          {[...new Set([...COLORS, color])].map((choice) => (
            <label key={choice} style={{ background: choice }}>
              <input
                type="radio"
                name="color"
                aria-label={choice}
                checked={choice === color}
                onChange={() => setColor(choice)}
              />
            </label>
          ))}
        </fieldset>
        {error && (
          <p className="entry-error" role="alert">
            {error}
          </p>
        )}
        <div className="form-actions">
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
