/** The one picker of accounts: those used last first, archived ones apart, and a new one at hand. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Account } from "../api/models.ts";
import * as queries from "../api/queries.ts";
import { useBook } from "../base/open-book.ts";
import { useSettings } from "../settings.ts";
import { Money } from "../ui/money.tsx";
import { Picker, type PickerOption } from "../ui/picker.tsx";
import { PickerButton, type PickerLook } from "../ui/picker-button.tsx";
import { useWords, type Words } from "../words/words.ts";
import { AccountForm } from "./account-form.tsx";
import { AccountIcon } from "./account-icon.tsx";

interface AccountPickerProps extends PickerLook {
  /** The chosen account's number; 0 for none. */
  value: number;
  onChange: (id: number) => void;
  /** Those to choose from; all of the book otherwise. */
  accounts?: Account[];
  /** The account on the other side of a transfer: where it is chosen, the two change places. */
  other?: { id: number; swap: () => void };
  /** What stands for no account, and where it can be chosen. */
  none?: string;
  /** Whether none can be chosen once more. */
  clearable?: boolean;
}

export function AccountPicker(props: AccountPickerProps) {
  const { value, onChange, accounts, other, none = "—", clearable, ...look } = props;
  const { userId } = useBook();
  const { data: all = [] } = useQuery(queries.accounts(userId));
  const chosen = all.find(({ id }) => id === value);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PickerButton
        {...look}
        text={chosen?.name ?? none}
        icon={chosen && <i className="picker-dot" style={{ background: chosen.color }} />}
      >
        {(close) => (
          <Choices
            label={look.label}
            value={value}
            accounts={accounts ?? all}
            other={other?.id}
            none={clearable ? none : undefined}
            pick={(id) => {
              close();
              if (id === other?.id) other.swap();
              else onChange(id);
            }}
            add={() => {
              close();
              setAdding(true);
            }}
          />
        )}
      </PickerButton>
      {adding && (
        <AccountForm
          close={() => setAdding(false)}
          saved={(id) => {
            setAdding(false);
            onChange(id);
          }}
        />
      )}
    </>
  );
}

interface ChoicesProps {
  label: string;
  value: number;
  accounts: Account[];
  other: number | undefined;
  none: string | undefined;
  pick: (id: number) => void;
  add: () => void;
}

function Choices({ label, value, accounts, other, none, pick, add }: ChoicesProps) {
  const words = useWords();
  const { usedAccountIds } = useSettings();
  const options = useMemo((): PickerOption[] => {
    const sorted = lastUsedFirst(accounts, usedAccountIds);
    const shown = sorted.map((account) => optionOf(account, other, words));
    return none === undefined ? shown : [{ key: "0", name: none }, ...shown];
  }, [accounts, usedAccountIds, other, none, words]);
  return (
    <Picker
      label={label}
      options={options}
      value={String(value)}
      pick={(key) => pick(Number(key))}
      foot={
        <Button variant="light" leftSection={<IconPlus size={18} />} onClick={add}>
          {words.newAccountHere}
        </Button>
      }
    />
  );
}

function optionOf(account: Account, other: number | undefined, words: Words): PickerOption {
  return {
    key: String(account.id),
    name: account.name,
    icon: <AccountIcon account={account} size={32} />,
    aside:
      account.id === other ? (
        <span className="record-sub">{words.otherSide}</span>
      ) : (
        <Money amount={account.balance} />
      ),
    group: account.archived ? words.archived : undefined,
  };
}

/** Those in use first, among them the one used last; the others as they were. */
function lastUsedFirst(accounts: Account[], used: number[]): Account[] {
  const place = ({ id, archived }: Account) => {
    const found = used.indexOf(id);
    return (archived ? 1000 : 0) + (found < 0 ? used.length : found);
  };
  return [...accounts].sort((a, b) => place(a) - place(b));
}
