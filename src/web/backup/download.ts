/** The book as a file on this device. */
import { readEnvelope, send } from "../api/client.ts";
import { authorization } from "../api/session.ts";

/** Saves the book in a format that `GET /api/export` knows, under a name of its own. */
export async function downloadBook(userId: number, format: string, name: string): Promise<void> {
  const headers = await authorization();
  const response = await send(`/api/export?userId=${userId}&format=${format}`, { headers });
  if (!response.ok) await readEnvelope(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
