/**
 * Gathers log lines into pieces before they are written. The library gathers too, but measures all it
 * has gathered again with each line, which cost more than making the line.
 */
import pino from "pino";

const LINES = 200;
const WAIT_MS = 250;

export interface LogPieces {
  write(line: string): void;
  /** Writes what is left before the process ends. */
  flushSync(): void;
}

/** A destination for pino on standard output. A line waits for at most a quarter of a second. */
export function logPieces(): LogPieces {
  const output = pino.destination({ sync: false });
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    output.write(lines.join(""));
    lines = [];
  };
  const flushSync = () => {
    send();
    output.flushSync();
  };
  // Also when the process ends by a fault of ours: its last lines say which.
  process.once("exit", flushSync);
  return {
    flushSync,
    write(line) {
      lines.push(line);
      if (lines.length >= LINES) send();
      else timer ??= setTimeout(send, WAIT_MS).unref();
    },
  };
}
