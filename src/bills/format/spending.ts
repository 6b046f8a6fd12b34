/** Categories that a file spends from: money back into one of them is a refund, no income. */
import type { BillLine } from "../bill/line.ts";

/** How much more may come into a category than went out where both happened equally often. */
const MOST_BACK = 10;

interface Moved {
  outs: number;
  ins: number;
  out: number;
  into: number;
}

/**
 * The categories from which money goes out more often than it comes in, or as often and not for a sum
 * that no purchase of the file comes near: wages of which one was corrected are not spent.
 */
export function spendingCategories(lines: readonly BillLine[]): Set<string> {
  const moved = new Map<string, Moved>();
  for (const { kind, category, amount } of lines) {
    if (category === "" || (kind !== "expense" && kind !== "income")) continue;
    const known = moved.get(category) ?? { outs: 0, ins: 0, out: 0, into: 0 };
    moved.set(category, known);
    if (kind === "expense") {
      known.outs++;
      known.out += amount;
    } else {
      known.ins++;
      known.into += amount;
    }
  }
  const spends = ({ outs, ins, out, into }: Moved) =>
    outs > 0 && (outs > ins || (outs === ins && into <= out * MOST_BACK));
  return new Set([...moved].flatMap(([category, one]) => (spends(one) ? [category] : [])));
}
