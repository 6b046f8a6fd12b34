/** A program that notices are sent to: a real HTTP server of this machine, which answers as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

export type Answering = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** From now on it answers so; 200 with nothing at first. */
  answer: Answering;
}

/** Answers with a status and a body. */
export const withStatus =
  (status: number, text = "", headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, headers).end(text);
  };

/** Begins no answer. */
export const never: Answering = () => {};

/** Says that it is well, and never ends the body. */
export const slowly: Answering = (response) => {
  response.writeHead(200).write("…");
};

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const receiver: Receiver = { url: "", port: 0, received: [], answer: withStatus(200) };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers, url: path = "" } = request;
    const bytes = Buffer.concat(chunks);
    const received = { path, headers, text: bytes.toString(), bytes };
    receiver.received.push(received);
    receiver.answer(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}`;
  return receiver;
}
