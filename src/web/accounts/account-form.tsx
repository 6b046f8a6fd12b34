import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { yuanFixed, yuanFromFen } from "../../ledger/money.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { useActions } from "../api/actions.ts";
import { api, newKey } from "../api/client.ts";
import type { Account } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { amountProblem } from "../base/amount.ts";
import { COLORS, nextColor } from "../base/colors.ts";
import { useBook } from "../base/open-book.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { showToast } from "../ui/toast.tsx";
import { useWords } from "../words/words.ts";

export const ACCOUNT_TYPES = ["payment", "bank", "cash"] as const;

interface AccountFormProps {
  /** The account that is changed; a new one otherwise. */
  account?: Account;
  close: () => void;
  /** Goes on with the account's number in place of closing. */
  saved?: (id: number) => void;
  /** Why it is asked for. */
  hint?: string;
}

export function AccountForm({ account, close, saved = close, hint }: AccountFormProps) {
  const words = useWords();
  const { userId } = useBook();
  const { data: known = [] } = useQuery(queries.accounts(userId));
  const [name, setName] = useState(account?.name ?? "");
  const [type, setType] = useState(account?.type ?? "payment");
  const [chosen, setColor] = useState(account?.color);
  const [balance, setBalance] = useState(account ? yuanFixed(account.balance) : "");
  const color = chosen ?? nextColor(known);
  const send = useSaveAccount(account);

  async function save() {
    const read = readTypedAmount(balance.trim() || "0", "balance");
    if (name.trim() === "") throw new Error(words.nameMissing);
    if (!isAmount(read)) throw new Error(amountProblem(read, words));
    const { id } = await send({ name: name.trim(), type, color, balance: read.amount });
    showToast({ text: words.accountSaved, tone: "good" });
    saved(id);
  }

  return (
    <Dialog opened onClose={close} title={account ? words.editAccount : words.newAccount}>
      <Form save={save} cancel={close}>
        {hint && <p className="muted">{hint}</p>}
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
        <AmountInput
          label={account ? words.adjustBalance : words.currentBalance}
          description={account && words.adjustHint}
          range="balance"
          value={balance}
          onText={setBalance}
        />
        <ColorChoice color={color} setColor={setColor} />
      </Form>
    </Dialog>
  );
}

function ColorChoice({ color, setColor }: { color: string; setColor: (color: string) => void }) {
  const words = useWords();
  return (
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
  );
}

type AccountFields = Pick<Account, "name" | "type" | "color" | "balance">;

/** Sends the account's fields: a new account once, of an old one what was touched. */
function useSaveAccount(account: Account | undefined) {
  const { userId } = useBook();
  const { change } = useActions();
  const [key] = useState(newKey);
  return (fields: AccountFields) => {
    const body = { ...fields, balance: yuanFromFen(fields.balance) };
    // A balance that was not touched is not sent: records may have moved it meanwhile.
    const changed = fields.balance === account?.balance ? { ...body, balance: undefined } : body;
    return change(() =>
      account
        ? api("PUT /api/accounts/:id", { params: { id: account.id }, body: changed as never })
        : api("POST /api/accounts", { body: { userId, ...body } }, { idempotencyKey: key }),
    );
  };
}
