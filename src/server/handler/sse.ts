/** Server-sent events as text. */

/** A client that watches hears at least this often that the connection lives. */
export const HEARTBEAT_MS = 15_000;

/** A comment: a sign of life that is no event. */
export const BEAT = ": beat\n\n";

export function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
