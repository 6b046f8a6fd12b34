/** Files of the service on this device. */
import { saveFile } from "../base/save-file.ts";
import { headersOf, readEnvelope, send } from "./client.ts";

/** Saves what is at an address of the service under a name. */
export async function download(path: string, name: string): Promise<void> {
  const response = await send(path, { headers: await headersOf(undefined) });
  if (!response.ok) await readEnvelope(response);
  saveFile(await response.blob(), name);
}
