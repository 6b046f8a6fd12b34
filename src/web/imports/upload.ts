import { readEnvelope, send } from "../api/client.ts";
import { authorization } from "../api/session.ts";

/** Sends a bill; answers the id of its preview. Throws ApiError with the bill's problem. */
export async function uploadBill(
  userId: number,
  file: File,
  fields: Record<string, string> = {},
): Promise<number> {
  const form = new FormData();
  form.set("userId", String(userId));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  const headers = await authorization();
  const response = await send("/api/imports", { method: "POST", headers, body: form });
  return ((await readEnvelope(response)) as { id: number }).id;
}
