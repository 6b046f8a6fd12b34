/** A transfer among the records: where it went from and to, and opened by a tap. */
import { IconArrowRight } from "@tabler/icons-react";
import { memo } from "react";
import type { Fen } from "../../ledger/money.ts";
import { type Account, effectOn, type Transfer } from "../api/models.ts";
import { moneyText } from "../base/money.ts";
import { openEntry } from "../entry/entry-store.ts";
import { CategoryIcon } from "../ui/categories.tsx";
import { Money, Moved } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";
import type { RowActions } from "./record-row.tsx";
import { canBeChosen } from "./selection.ts";

export interface TransferRowProps {
  transfer: Transfer;
  accounts: Map<number, Account>;
  /** The chosen account, from whose side the amount is then told. */
  accountId?: number | undefined;
  /** That account's balance after the transfer. */
  after?: Fen;
  /** What can be done with one of a list. */
  actions?: RowActions;
  selected?: boolean;
  /** Whether rows are being chosen: a tap then chooses. */
  choosing?: boolean;
  /** Its day, where no heading says it. */
  when?: string;
  /** At the desk: says its day, which no heading does. */
  dated?: boolean;
}

export const PhoneTransfer = memo(function PhoneTransfer(props: TransferRowProps) {
  const { transfer, accounts, after, actions, selected, choosing, when } = props;
  const words = useWords();
  const note = [when, words.transfer, transfer.description].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      className="record-row record-main"
      aria-pressed={choosing ? selected : undefined}
      disabled={choosing && !canBeChosen(transfer)}
      onClick={() => (choosing ? actions?.toggle(transfer) : openEntry({ transfer }))}
    >
      {choosing && <span className="tick" data-on={selected || undefined} aria-hidden="true" />}
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

export function Way({ transfer, accounts }: Pick<TransferRowProps, "transfer" | "accounts">) {
  const words = useWords();
  const nameOf = (id: number) => accounts.get(id)?.name ?? "";
  return (
    <span className="record-title">
      <span className="ellipsis">
        {nameOf(transfer.fromAccountId)} <IconArrowRight size={14} aria-hidden="true" />{" "}
        {nameOf(transfer.toAccountId)}
      </span>
      {transfer.waiting && <em className="tag">{words.notSynced}</em>}
    </span>
  );
}

/** Signed where one account looks at it; in no colour, since it is neither income nor expense. */
export function Amount({ transfer, accountId }: Pick<TransferRowProps, "transfer" | "accountId">) {
  if (accountId === undefined) return <Money amount={transfer.amount} />;
  return <Moved amount={effectOn(accountId, transfer)} />;
}
