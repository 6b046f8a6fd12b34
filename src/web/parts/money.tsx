import type { FenSum } from "../../ledger/money.ts";
import { moneyText } from "../money.ts";

interface MoneyProps {
  amount: FenSum;
  /** Coloured and signed as income or expense; a plain figure otherwise. */
  as?: "income" | "expense" | "auto";
  sign?: boolean;
  /** Cents smaller than the yuan, for large figures. */
  large?: boolean;
  className?: string;
}

/** An amount of money: grouped, tabular, and in the colour that was chosen for in and out. */
export function Money({ amount, as, sign = as !== undefined, large, className = "" }: MoneyProps) {
  const kind = as === "auto" ? (amount < 0 ? "expense" : amount > 0 ? "income" : undefined) : as;
  const size = as === "auto" && amount < 0 ? -BigInt(amount) : amount;
  const prefix = sign && kind ? (kind === "income" ? "+" : "−") : "";
  const text = `${prefix}${moneyText(size as FenSum)}`;
  const [whole, cents] = text.split(".");
  return (
    <span className={`money ${className}`} data-kind={kind} data-money="">
      {large ? (
        <>
          {whole}
          <small>.{cents}</small>
        </>
      ) : (
        text
      )}
    </span>
  );
}
