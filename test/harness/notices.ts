/** Channels and notices in tests: a service that may call a receiver, and the sender of its own time. */
import type { TestContext } from "node:test";
import type { Sender } from "../../src/server/notices/sender.ts";
import { senderOf } from "../../src/server/notices/sender-of.ts";
import type { OutboundOptions } from "../../src/server/outbound/outbound.ts";
import { type Allowed, readAllowed } from "../../src/server/outbound/rules.ts";
import { SEALING, type TestApp, type TestOptions } from "./app.ts";
import { during, made } from "./book.ts";
import { startReceiver } from "./receiver.ts";

type Open = (options?: TestOptions) => Promise<TestApp>;

export const HOOK_KEY = `whsec_${Buffer.from("a key that signs, of 32 bytes ok").toString("base64")}`;

export const allowing = (...entries: string[]): Allowed[] =>
  entries.map((entry) => readAllowed(entry) as Allowed);

export const NOON = Date.parse("2026-11-29T04:00:00Z");

/** A sender beside the service, as another node has it. */
export function senderFor(
  app: TestApp,
  outbound: OutboundOptions,
  now: () => number,
  secrets = [SEALING],
): Sender {
  const onFault = (error: unknown) => {
    throw error;
  };
  const auth = { mode: "open" } as const;
  const config = { auth, sealing: secrets, outbound, mail: undefined, publicUrl: undefined };
  return senderOf(app.db, config, { now, onFault });
}

/** A service with a receiver that it may call, and a clock that the test moves. */
export async function withReceiver(
  t: TestContext,
  open: Open,
  options: Partial<OutboundOptions> = {},
) {
  const clock = { now: NOON };
  const receiver = await startReceiver(t);
  const outbound = { allow: allowing(`127.0.0.1:${receiver.port}`), ...options };
  const now = () => clock.now;
  const app = await during(t, open, { now, config: { outbound } });
  const sender = senderFor(app, outbound, now);
  const pass = (minutes: number) => {
    clock.now += minutes * 60_000;
  };
  const hookOf = async (userId: number, more: object = {}) => {
    const url = `${receiver.url}/hook?token=secret-path`;
    const hook = { userId, kind: "webhook", name: "程序", url, key: HOOK_KEY };
    return made(await app.post("/api/channels", { ...hook, ...more }));
  };
  const noticesOf = async (userId: number) => made(await app.get(`/api/notices?userId=${userId}`));
  return { app, clock, receiver, outbound, sender, pass, hookOf, noticesOf };
}
