/** Arithmetic in amounts, as Beancount allows it: `(30 + 10) / 3`, `-1,000.00 * 2`. Exact. */
import { type Evaluated, readExpression, type Sign, type Syntax } from "../../ledger/arithmetic.ts";
import { readDecimal } from "./decimal.ts";

const NUMBER = /\s*(\d[\d,]*(?:\.\d*)?|\.\d+)/y;
const SIGN = /\s*([-+*/()])/y;

const SYNTAX: Syntax = {
  number(text, at) {
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(text);
    const value = found && readDecimal(found[1] as string, ".");
    return value ? { value, end: NUMBER.lastIndex } : undefined;
  },
  sign(text, at) {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(text)?.[1]?.replace("*", "×").replace("/", "÷");
    return sign === undefined ? undefined : { sign: sign as Sign, end: SIGN.lastIndex };
  },
};

/** Reads an expression from the start of the text; undefined when there is none, or it is wrong. */
export function readBeancountNumber(text: string): Evaluated | undefined {
  return readExpression(text, SYNTAX);
}
