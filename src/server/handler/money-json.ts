/**
 * Between yuan in JSON and fen inside, and from data to the text of an answer. A sum beyond 2^53 fen
 * has no exact JavaScript number in yuan, so it travels as text and is printed as the number it is.
 */
import { type Fen, type FenSum, fenFromYuan, yuanFromFen, yuanText } from "../../ledger/money.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Stands for a number that JavaScript cannot hold exactly. */
class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** NUL is refused in every text of a request, so that no user's text can look like this. */
  toJSON(): string {
    return `\0${this.text}`;
  }
}

/** 2^51: below it every fen divided by 100 is an exact two-decimal JSON number. */
const EXACT_LIMIT = 2 ** 51;

/** A sum of fen as yuan for an answer. */
export function yuan(amount: FenSum): number {
  if (typeof amount === "number" && Math.abs(amount) < EXACT_LIMIT) return yuanFromFen(amount);
  return new ExactNumber(yuanText(amount)) as unknown as number;
}

/** The fen of a validated amount: the contract's `yuan` keyword has refused everything else. */
export function fenOf(amount: number): Fen {
  const read = fenFromYuan(amount);
  if (read === undefined) throw new Error(`an unvalidated amount: ${amount}`);
  return read;
}

/** JSON text of data, with exact numbers as they are. */
export function toJson(data: unknown): string {
  return exactNumbers(JSON.stringify(data));
}

/** JSON text that was made before, with exact numbers as they are. */
export function exactNumbers(text: string): string {
  return text.includes('"\\u0000') ? text.replace(/"\\u0000(-?\d+(?:\.\d+)?)"/g, "$1") : text;
}

/** The envelope of a success. */
export function successText(dataText: string, message: string | undefined): string {
  return message === undefined
    ? `{"success":true,"data":${dataText}}`
    : `{"success":true,"data":${dataText},"message":${JSON.stringify(message)}}`;
}

/** The envelope of a failure. */
export function failureText(message: string): string {
  return `{"success":false,"data":null,"message":${JSON.stringify(message)}}`;
}
