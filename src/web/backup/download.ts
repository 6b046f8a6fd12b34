/** The book as a file on this device. */
import { download } from "../api/download.ts";

/** Saves the book in a format that `GET /api/export` knows, under a name of its own. */
export function downloadBook(userId: number, format: string, name: string): Promise<void> {
  return download(`/api/export?userId=${userId}&format=${format}`, name);
}
