/** An adjustment among the records, in grey: neither income nor expense. It is changed on its account. */
import { Link } from "@tanstack/react-router";
import type { Fen } from "../../ledger/money.ts";
import type { Account, Adjustment } from "../api/models.ts";
import { moneyText } from "../base/money.ts";
import { AdjustmentIcon } from "../ui/adjustment-icon.tsx";
import { Moved } from "../ui/money.tsx";
import { useWords } from "../words/words.ts";

interface AdjustmentRowProps {
  adjustment: Adjustment;
  account: Account | undefined;
  /** That account's balance after it, where one account is looked at. */
  after: Fen | undefined;
  desk: boolean;
}

export function AdjustmentRow({ adjustment, account, after, desk }: AdjustmentRowProps) {
  const words = useWords();
  const { accountId, kind, amount, description } = adjustment;
  const name = words.types[kind] ?? kind;
  const to = { to: "/accounts/$id", params: { id: String(accountId) } } as const;
  if (desk) {
    return (
      <Link {...to} className="record-row desk-row adjustment record-main">
        <span />
        <AdjustmentIcon />
        <span className="desk-row-text">{name}</span>
        <span className="desk-row-text ellipsis">{description}</span>
        <span className="desk-row-account ellipsis">
          <i style={{ background: account?.color }} aria-hidden="true" />
          {account?.name}
        </span>
        <span className="desk-row-text desk-row-amount">
          <Moved amount={amount} />
        </span>
        {after !== undefined && <span className="desk-row-after money">{moneyText(after)}</span>}
        <span />
      </Link>
    );
  }
  return (
    <Link {...to} className="record-row record-main adjustment">
      <AdjustmentIcon />
      <span className="record-text">
        <span className="record-title">{name}</span>
        <span className="record-sub ellipsis">
          {[account?.name, description].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="record-figures">
        <Moved amount={amount} />
        {after !== undefined && <span className="record-sub money">{moneyText(after)}</span>}
      </span>
    </Link>
  );
}
