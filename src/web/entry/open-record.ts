import { type BookRecord, transferOf } from "../api/book.ts";
import { api } from "../api/client.ts";
import { showError } from "../toast.tsx";
import { openEntry } from "./entry-store.ts";

/** Opens a record to be changed; a transfer's fee opens its transfer, with which alone it changes. */
export async function openRecord(record: BookRecord, zone: string): Promise<void> {
  // One that is not on the server yet has no number of its own.
  if (record.id <= 0) return;
  if (record.transferId === undefined) {
    openEntry({ record });
    return;
  }
  try {
    const wire = await api("GET /api/transfers/:id", { params: { id: record.transferId } });
    openEntry({ transfer: transferOf(wire, zone) });
  } catch (error) {
    showError(error);
  }
}
