/** The book as a file on this device. */
import { readEnvelope, send } from "../api/client.ts";
import { authorization } from "../api/session.ts";
import { saveFile } from "../base/save-file.ts";

/** Saves the book in a format that `GET /api/export` knows, under a name of its own. */
export async function downloadBook(userId: number, format: string, name: string): Promise<void> {
  const headers = await authorization();
  const response = await send(`/api/export?userId=${userId}&format=${format}`, { headers });
  if (!response.ok) await readEnvelope(response);
  saveFile(await response.blob(), name);
}
