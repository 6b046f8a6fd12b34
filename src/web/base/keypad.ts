/** The keypad of the phone's entry. Pure. */
import { wordTable } from "../../ledger/word-table.ts";

/** One key pressed. Keeps the text one that can still become an amount. */
export function press(text: string, key: string): string {
  if (key === "⌫") return text.slice(0, -1);
  const last = text.at(-1) ?? "";
  if ("+-×÷".includes(key)) {
    if (text === "") return text;
    return ("+-×÷.".includes(last) ? text.slice(0, -1) : text) + key;
  }
  const number = /[\d.]*$/.exec(text)?.[0] ?? "";
  if (key === ".") return number.includes(".") ? text : `${text}${number === "" ? "0" : ""}.`;
  if (/\.\d{2}$/.test(number) || number.replace(/\..*/, "").length >= 12) return text;
  if (number === "0") return text.slice(0, -1) + key;
  return text + key;
}

const KEYS = wordTable<string>({ "*": "×", x: "×", "/": "÷", Backspace: "⌫", ",": "" });

/** The keypad's name of a key of a keyboard; undefined for keys that are none of it. */
export function keypadKey(key: string): string | undefined {
  const name = KEYS[key] ?? key;
  return /^[\d.+\-×÷⌫]$/.test(name) ? name : undefined;
}
