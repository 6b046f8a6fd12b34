/** Uploads: a file with the fields beside it. */
import { headersOf, readEnvelope, send } from "./client.ts";

/** Returns the envelope's data. Throws ApiError, OfflineError, or the signal's reason. */
export async function sendFile(
  url: string,
  fields: Record<string, string>,
  file: File,
  signal?: AbortSignal,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  // The browser itself says the type of a form.
  const headers = await headersOf(undefined);
  const request = { method: "POST", headers, body: form, ...(signal && { signal }) };
  return readEnvelope(await send(url, request));
}
