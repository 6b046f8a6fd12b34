import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { yuanFromFen } from "../../ledger/money.ts";
import { isAmount, readTypedAmount } from "../../ledger/typed-amount.ts";
import { useActions } from "../api/actions.ts";
import { api, newKey } from "../api/client.ts";
import type { Account, Kind } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { amountProblem } from "../base/amount.ts";
import { COLORS, nextColor } from "../base/colors.ts";
import { useBook } from "../base/open-book.ts";
import { useTyped } from "../base/typed.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { showToast } from "../ui/toast.tsx";
import { useAgreementWords } from "../words/agreement.ts";
import { useWords } from "../words/words.ts";

const ACCOUNT_TYPES = ["payment", "bank", "cash"] as const;
/** In the order of the groups that accounts stand in. */
export const KINDS = ["plain", "credit", "person", "loan", "asset"] as const;

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
  const words = useAgreementWords();
  const { userId } = useBook();
  const { data: known = [] } = useQuery(queries.accounts(userId));
  const { form, set, typed } = useTyped(`account ${account?.id ?? "new"}`, () => begun(account));
  const { name, type, kind, balance } = form;
  const color = form.color ?? nextColor(known);
  const send = useSaveAccount(account);

  async function save() {
    const read = readTypedAmount(balance.trim() || "0", "balance");
    if (name.trim() === "") throw new Error(words.nameMissing);
    if (!isAmount(read)) throw new Error(amountProblem(read, words));
    const { id } = await send({ name: name.trim(), type, kind, color, balance: read.amount });
    showToast({ text: words.accountSaved, tone: "good" });
    saved(id);
  }

  return (
    <Dialog opened onClose={close} title={account ? words.editAccount : words.newAccount}>
      <Form save={save} cancel={close} typed={typed}>
        {hint && <p className="muted">{hint}</p>}
        <TextInput
          label={words.accountName}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label={words.accountType}
          value={type}
          data={ACCOUNT_TYPES.map((value) => ({ value, label: words[value] }))}
          onChange={(event) => set({ type: event.currentTarget.value as Account["type"] })}
        />
        <NativeSelect
          label={words.kind}
          value={kind}
          data={KINDS.map((value) => ({
            value,
            label: `${words.types[value]} · ${words.kindHints[value]}`,
          }))}
          onChange={(event) => set({ kind: event.currentTarget.value as Kind })}
        />
        {account === undefined && (
          <AmountInput
            label={words.currentBalance}
            range="balance"
            value={balance}
            onText={(balance) => set({ balance })}
          />
        )}
        <ColorChoice color={color} setColor={(color) => set({ color })} />
      </Form>
    </Dialog>
  );
}

/** What stands in the form at first. */
function begun(account: Account | undefined) {
  return {
    name: account?.name ?? "",
    type: account?.type ?? "payment",
    kind: account?.kind ?? "plain",
    color: account?.color,
    balance: "",
  };
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

type AccountFields = Pick<Account, "name" | "type" | "kind" | "color" | "balance">;

/** Sends the account's fields: of a new account, once. The balance of an old one is set elsewhere. */
function useSaveAccount(account: Account | undefined) {
  const { userId } = useBook();
  const { change } = useActions();
  const [key] = useState(newKey);
  return ({ balance, kind, ...fields }: AccountFields) => {
    const chosen = kind === "plain" ? undefined : kind;
    return change(() =>
      account
        ? api("PUT /api/accounts/:id", {
            params: { id: account.id },
            body: { ...fields, kind: chosen ?? null },
          })
        : api(
            "POST /api/accounts",
            {
              body: {
                userId,
                ...fields,
                ...(chosen !== undefined && { kind: chosen }),
                balance: yuanFromFen(balance),
              },
            },
            { idempotencyKey: key },
          ),
    );
  };
}
