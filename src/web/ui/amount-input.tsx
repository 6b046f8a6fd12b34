/** A field for money: shows what a sum comes to, before it is saved. */
import { TextInput, type TextInputProps } from "@mantine/core";
import type { AmountRange } from "../../ledger/typed-amount.ts";
import { amountResult } from "../base/amount.ts";

interface AmountInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  range?: AmountRange;
  onText: (text: string) => void;
}

export function AmountInput({ value, range, onText, ...rest }: AmountInputProps) {
  const result = amountResult(value, range);
  return (
    <TextInput
      placeholder="0.00"
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      rightSectionWidth={120}
      rightSection={result && <span className="amount-result">{result}</span>}
    />
  );
}
