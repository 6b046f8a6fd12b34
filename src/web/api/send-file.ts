/** Uploads: a file with the fields beside it. */
import { readEnvelope, send } from "./client.ts";
import { authorization } from "./session.ts";

/** Answers the envelope's data. Throws ApiError, OfflineError, or the signal's reason. */
export async function sendFile(
  url: string,
  fields: Record<string, string>,
  file: File,
  signal?: AbortSignal,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  const headers = await authorization();
  const request = { method: "POST", headers, body: form, ...(signal && { signal }) };
  return readEnvelope(await send(url, request));
}
