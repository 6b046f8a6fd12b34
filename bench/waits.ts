/** What others wait while a service does something long. */
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds: the longest wait of a create, and of `/health`. */
export interface Waits {
  create: number;
  health: number;
}

export interface Watch {
  /** The longest waits since it was last asked, so far as they have gone. */
  take(): Waits;
  /** Asks no more; the longest waits since it was last asked. */
  stop(): Promise<Waits>;
}

/** Creates records on the account and asks for `/health`, one after another, until it is stopped. */
export function watchWaits(base: string, account: { userId: number; accountId: number }): Watch {
  const day = `${new Date().getFullYear()}-01-01`;
  const record = { ...account, type: "expense", amount: 1, category: "餐饮", date: day };
  const body = JSON.stringify(record);
  const headers = { "content-type": "application/json" };
  let waits: Waits = { create: 0, health: 0 };
  /** When those began that are not answered yet. */
  const since: { [name in keyof Waits]?: number | undefined } = {};
  let going = true;
  const count = (name: keyof Waits) => {
    const start = since[name] ?? performance.now();
    waits[name] = Math.max(waits[name], performance.now() - start);
  };
  const again = async (name: keyof Waits, ask: () => Promise<Response>) => {
    while (going) {
      since[name] = performance.now();
      const answer = await ask();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      count(name);
      since[name] = undefined;
      await sleep(5);
    }
  };
  const asked = Promise.all([
    again("create", () => fetch(`${base}/api/records`, { method: "POST", headers, body })),
    again("health", () => fetch(`${base}/health`)),
  ]);
  const take = () => {
    count("create");
    count("health");
    const taken = waits;
    waits = { create: 0, health: 0 };
    return taken;
  };
  return {
    take,
    async stop() {
      going = false;
      await asked;
      return take();
    },
  };
}
