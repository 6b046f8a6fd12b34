import { DEFAULT_COLOR } from "../../contract/limits.ts";

/** Colours that tell accounts apart. */
export const COLORS = [
  "#1677FF",
  "#07C160",
  "#D48806",
  "#C41D7F",
  "#13A8A8",
  "#D4380D",
  "#722ED1",
  "#389E0D",
  "#C7000B",
  "#2F54EB",
  "#D4B106",
  "#595959",
] as const;

/** The first colour that no account has; by turn when all are taken. */
export function nextColor(accounts: { color: string }[]): string {
  const taken = new Set(accounts.map(({ color }) => color));
  return COLORS.find((color) => !taken.has(color)) ?? turn(accounts.length);
}

/** Accounts without a colour of their own get different ones, the same every time. */
export function withColors<A extends { color: string }>(accounts: A[]): A[] {
  const shown: A[] = [];
  for (const account of accounts) {
    const others = [...shown, ...accounts.filter(({ color }) => color !== DEFAULT_COLOR)];
    shown.push(
      account.color === DEFAULT_COLOR ? { ...account, color: nextColor(others) } : account,
    );
  }
  return shown;
}

function turn(index: number): string {
  return COLORS[index % COLORS.length] as string;
}
