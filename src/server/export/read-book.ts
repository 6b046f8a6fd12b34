/** Reads an exported book in a thread, so that the service goes on answering meanwhile. */
import { BillError } from "../../bills/file/bill-error.ts";
import { Refusal } from "../../contract/refusal.ts";
import { runThread } from "../background/worker-pool.ts";
import type { BookPage } from "./parse-book.ts";

/** The rows of each table, in pages. Throws the refusal "bookInvalid" with the reason. */
export async function readBook(
  userId: number,
  bytes: Uint8Array,
): Promise<Map<string, BookPage[]>> {
  const pages = new Map<string, BookPage[]>();
  const page = async (table: string, one: BookPage) => {
    const known = pages.get(table);
    if (known) known.push(one);
    else pages.set(table, [one]);
  };
  try {
    // A buffer of its own, since it is handed over to the thread.
    const book = new Uint8Array(bytes);
    await runThread<null>({ book }, { page }, { userId, bytes: book });
  } catch (error) {
    if (!(error instanceof BillError)) throw error;
    throw new Refusal(400, "bookInvalid", { reason: error.message });
  }
  return pages;
}
