import { api } from "../api/client.ts";
import { type BookRecord, transferOf } from "../api/models.ts";
import { showError } from "../ui/toast.tsx";
import { openEntry } from "./entry-store.ts";

/** Opens a record to be changed; a transfer's fee opens its transfer, with which alone it changes. */
export async function openRecord(record: BookRecord, zone: string): Promise<void> {
  if (record.transferId === undefined) {
    openEntry({ record });
    return;
  }
  // A transfer that is not on the service yet is opened itself.
  if (record.transferId < 0) return;
  try {
    const wire = await api("GET /api/transfers/:id", { params: { id: record.transferId } });
    openEntry({ transfer: transferOf(wire, zone) });
  } catch (error) {
    showError(error);
  }
}
