/** Plain sockets, for requests that no HTTP client would send and clients that do not behave. */
import { type AddressInfo, connect, type Socket } from "node:net";
import type { TestApp } from "./app.ts";

/** Lets the service listen on a port of its own; answers it. */
export async function listen(app: TestApp): Promise<number> {
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  return (app.app.server.address() as AddressInfo).port;
}

export function dial(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  return socket;
}

/** Sends bytes as they are and answers all that comes back until the server closes. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = dial(port);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
