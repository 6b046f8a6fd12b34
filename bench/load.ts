/**
 * A load of HTTP requests over keep-alive connections, made as cheap as it can be, so that the server
 * is what is measured: prepared request bytes out, answers recognised by their length, nothing parsed.
 */
import { connect, type Socket } from "node:net";

export interface LoadOptions {
  port: number;
  connections: number;
  /** How long to send, in milliseconds. */
  durationMs: number;
  /** The bytes of the next request. */
  next: () => string;
  /** Statuses that count as right. */
  expect?: number[];
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
  bytes: number;
}

/** Sends requests for the time given, each connection one after another. Fails on a wrong status. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const total = { bytes: 0 };
  const start = performance.now();
  const end = start + options.durationMs;
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      runConnection(options, end, latencies, total),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return {
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    bytes: total.bytes,
  };
}

function runConnection(
  { port, next, expect = [200] }: LoadOptions,
  end: number,
  latencies: number[],
  total: { bytes: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let chunks: Buffer[] = [];
    let have = 0;
    let need = -1;
    const send = () => {
      if (performance.now() >= end) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      have += chunk.length;
      if (need === -1) {
        const text = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const head = text.indexOf("\r\n\r\n");
        if (head === -1) return;
        const header = text.toString("latin1", 0, head);
        const status = Number(header.slice(9, 12));
        if (!expect.includes(status)) {
          reject(new Error(`unexpected answer: ${text.toString("utf8").slice(0, 500)}`));
          socket.destroy();
          return;
        }
        const length = /content-length: (\d+)/i.exec(header);
        need = head + 4 + (length ? Number(length[1]) : 0);
      }
      if (have < need) return;
      latencies.push(performance.now() - sentAt);
      total.bytes += have;
      chunks = [];
      have = 0;
      need = -1;
      send();
    });
  });
}

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${extra.join("")}\r\n`;
}

export function postRequest(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): string {
  const text = JSON.stringify(body);
  const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${extra.join("")}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
