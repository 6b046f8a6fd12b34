/**
 * Lists of an order to the thread of imports. What is handed over at once holds the event loop as long, so that of a
 * long list the order has the beginning, and the thread asks for the rest.
 */
import { AT_ONCE } from "../handler/in-turns.ts";

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** The beginning of a list: all of one of usual length. */
export const beginningOf = <One>(list: readonly One[]): One[] => list.slice(0, AT_ONCE);

/** Answers the thread that asks for more. */
export const moreOf = (lists: Lists) => ({
  more: async (name: string, from: number) => (lists[name] ?? []).slice(from, from + AT_ONCE),
});

/** Adds to the beginning of a list all that it is asked for, on the thread's side. */
export async function completeList(
  list: unknown[],
  more: (from: number) => Promise<unknown[]>,
): Promise<void> {
  while (list.length > 0 && list.length % AT_ONCE === 0) {
    const page = await more(list.length);
    if (page.length === 0) return;
    for (const one of page) list.push(one);
  }
}
