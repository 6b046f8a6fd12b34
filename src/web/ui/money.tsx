import type { FenSum } from "../../ledger/money.ts";
import { moneyText } from "../base/money.ts";

interface MoneyProps {
  amount: FenSum;
  /** Coloured and signed as income or expense; a plain figure otherwise. */
  as?: "income" | "expense";
  sign?: boolean;
  /** Cents smaller than the yuan, for large figures. */
  large?: boolean;
  className?: string;
}

/** What moves a balance, either way; in no colour, since it is neither income nor expense. */
export function Moved({ amount, className = "" }: Pick<MoneyProps, "amount" | "className">) {
  const text = `${amount > 0 ? "+" : ""}${moneyText(amount)}`;
  return <span className={`money ${className}`}>{text}</span>;
}

/** An amount of money: grouped, tabular, and in the colour that was chosen for in and out. */
export function Money({ amount, as, sign = as !== undefined, large, className = "" }: MoneyProps) {
  // What came back may be more than what was spent: less than nothing spent is a plus.
  const isPlus = as === "income" ? amount > 0 : amount < 0;
  const prefix = sign && as !== undefined && amount !== 0 ? (isPlus ? "+" : "−") : "";
  const size = prefix !== "" && amount < 0 ? -BigInt(amount) : amount;
  const text = `${prefix}${moneyText(size as FenSum)}`;
  const [whole, cents] = text.split(".");
  return (
    <span className={`money ${className}`} data-kind={as} data-money="">
      {large ? (
        <>
          {whole}
          {cents !== undefined && <small>.{cents}</small>}
        </>
      ) : (
        text
      )}
    </span>
  );
}
