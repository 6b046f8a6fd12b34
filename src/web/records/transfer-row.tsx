/** A transfer among the records: where it went from and to, and opened by a tap. */
import { IconArrowRight } from "@tabler/icons-react";
import { memo } from "react";
import { type Fen, fen } from "../../ledger/money.ts";
import { type Account, effectOn, type Transfer } from "../api/book.ts";
import { CategoryIcon } from "../entry/categories.tsx";
import { openEntry } from "../entry/entry-store.ts";
import { moneyText } from "../money.ts";
import { Money } from "../parts/money.tsx";
import { useWords } from "../words/words.ts";
import { useRemoveTransfer } from "./remove-transfer.ts";
import { RowButtons } from "./row-buttons.tsx";

interface TransferRowProps {
  transfer: Transfer;
  accounts: Map<number, Account>;
  /** The chosen account, from whose side the amount is then told. */
  accountId?: number | undefined;
  /** That account's balance after the transfer. */
  after?: Fen;
  /** Whether records are being chosen: transfers cannot be. */
  choosing?: boolean;
}

export const PhoneTransfer = memo(function PhoneTransfer(props: TransferRowProps) {
  const { transfer, accounts, after, choosing } = props;
  const words = useWords();
  const note = [words.transfer, transfer.description].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      className="record-row record-main"
      disabled={choosing}
      onClick={() => openEntry({ transfer })}
    >
      <CategoryIcon category="转账" />
      <span className="record-text">
        <Way transfer={transfer} accounts={accounts} />
        <span className="record-sub ellipsis">{note}</span>
      </span>
      <span className="record-figures">
        <Amount {...props} />
        {after !== undefined && <span className="record-sub money">{moneyText(after)}</span>}
      </span>
    </button>
  );
});

export const DeskTransfer = memo(function DeskTransfer(props: TransferRowProps) {
  const { transfer, accounts, after } = props;
  const words = useWords();
  const remove = useRemoveTransfer();
  const name = `${words.transfer} ${moneyText(transfer.amount)}`;
  return (
    <div className="record-row desk-row">
      <span />
      <CategoryIcon category="转账" size={34} />
      <span className="desk-row-text">{words.transfer}</span>
      <span className="desk-row-text desk-row-way">
        <Way transfer={transfer} accounts={accounts} />
        <span className="desk-row-note ellipsis">{transfer.description}</span>
      </span>
      <span />
      <span className="desk-row-text desk-row-amount">
        <Amount {...props} />
      </span>
      {after !== undefined && <span className="desk-row-after money">{moneyText(after)}</span>}
      <RowButtons
        name={name}
        edit={() => openEntry({ transfer })}
        remove={() => void remove(transfer)}
      />
    </div>
  );
});

function Way({ transfer, accounts }: Pick<TransferRowProps, "transfer" | "accounts">) {
  const nameOf = (id: number) => accounts.get(id)?.name ?? "";
  return (
    <span className="ellipsis">
      {nameOf(transfer.fromAccountId)} <IconArrowRight size={14} aria-hidden="true" />{" "}
      {nameOf(transfer.toAccountId)}
    </span>
  );
}

/** Signed where one account looks at it; in no colour, since it is neither income nor expense. */
function Amount({ transfer, accountId }: Pick<TransferRowProps, "transfer" | "accountId">) {
  if (accountId === undefined) return <Money amount={transfer.amount} />;
  const effect = effectOn(accountId, transfer);
  if (effect < 0) return <Money amount={effect} />;
  return <span className="money">+{moneyText(fen(effect))}</span>;
}
