/**
 * Server-sent events over `fetch`: the browser's own EventSource can carry no Authorization header.
 */
import { ApiError, readEnvelope, send } from "./client.ts";
import { authorization } from "./session.ts";

export interface ServerEvent {
  name: string;
  /** What the event says, parsed. */
  data: unknown;
}

/**
 * Each event as it comes, until the service ends the stream. Throws OfflineError or ApiError where it
 * cannot begin, and the signal's reason once that is aborted.
 */
export async function* eventsOf(url: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const headers = { ...(await authorization()), accept: "text/event-stream" };
  const response = await send(url, { headers, signal, cache: "no-store" });
  if (!response.ok) await readEnvelope(response);
  if (response.body === null) throw new ApiError(response.status, response.statusText);
  let text = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop() as string;
      for (const part of parts) {
        const event = eventOf(part);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    // Leaving early hangs up.
    await reader.cancel().catch(() => {});
  }
}

/** A comment, as a sign of life is one, is no event. */
function eventOf(text: string): ServerEvent | undefined {
  const fields = new Map(
    text.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const data = fields.get("data");
  return data === undefined
    ? undefined
    : { name: fields.get("event") ?? "message", data: JSON.parse(data) };
}
