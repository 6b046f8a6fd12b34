/** A bill on its way: sent, read by the service, and followed until its preview stands. */
import { ApiError, api } from "../api/client.ts";
import { eventsOf } from "../api/events.ts";
import { sendFile } from "../api/send-file.ts";

/** How far an import is; `total` is 0 while nobody can know. */
export interface Progress {
  stage: "sending" | "reading" | "comparing" | "storing" | "committing" | "undoing";
  done: number;
  total: number;
}

export interface Watch {
  signal: AbortSignal;
  /** Called with the import's id as soon as it has one. */
  progress: (progress: Progress, id?: number) => void;
}

/** Work may go on in another process of the service, which this one cannot watch: it is asked again. */
const AGAIN_MS = 500;

/**
 * Sends a bill and waits for its preview; answers its id. Throws ApiError with the bill's problem, and
 * nothing of it stays behind then.
 */
export async function readBill(
  userId: number,
  file: File,
  fields: Record<string, string>,
  watch: Watch,
): Promise<number> {
  watch.progress({ stage: "sending", done: 0, total: 0 });
  const id = await sendBill(userId, file, fields, watch.signal);
  const params = { id };
  await followImport(userId, id, watch);
  const { status, problem } = await api("GET /api/imports/:id", { params, query: { userId } });
  if (status === "ready" || status === "unmapped") return id;
  await api("DELETE /api/imports/:id", { params });
  throw new ApiError(400, problem?.text ?? "", problem?.code ?? status);
}

async function sendBill(
  userId: number,
  file: File,
  fields: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const all = { userId: String(userId), wait: "false", ...fields };
  return ((await sendFile("/api/imports", all, file, signal)) as { id: number }).id;
}

/** Tells how far the import is until its reading has ended, or the signal says enough. */
export async function followImport(userId: number, id: number, watch: Watch): Promise<void> {
  for (;;) {
    const events = eventsOf(`/api/imports/${id}/events?userId=${userId}`, watch.signal);
    for await (const { name, data } of events) {
      if (name === "progress") watch.progress(data as Progress, id);
      else if ((data as { status: string }).status !== "reading") return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    watch.signal.throwIfAborted();
  }
}

/** Tells how far a commit is, until `signal` says that it has been answered. */
export async function followCommit(userId: number, id: number, watch: Watch): Promise<void> {
  while (!watch.signal.aborted) {
    await followImport(userId, id, watch).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
