/** The thread that runs long reads; see reader-threads.ts. Statements run in the order they come. */
import { parentPort } from "node:worker_threads";
import { raw, Sql } from "../sql.ts";
import { Connection } from "./sqlite-connection.ts";

/** What the thread is asked. A session is one transaction; `cursor` names a result that is paged through. */
export type ReaderOrder = { id: number; session: number } & (
  | { op: "begin"; path: string }
  | { op: "all" | "get"; text: string; values: unknown[] }
  | { op: "open"; cursor: number; text: string; values: unknown[]; size: number }
  | { op: "next" | "stop"; cursor: number }
  | { op: "end" }
);

export type ReaderAnswer = { id: number } & (
  | { value: unknown }
  | { error: { message: string; code?: string } }
);

interface Session {
  connection: Connection;
  cursors: Map<number, AsyncIterator<unknown[]>>;
}

const sessions = new Map<number, Session>();

async function obey(order: ReaderOrder): Promise<unknown> {
  if (order.op === "begin") {
    const connection = new Connection(order.path, { readonly: true, timeout: 1000 }, 8192);
    sessions.set(order.session, { connection, cursors: new Map() });
    connection.command("begin");
    return undefined;
  }
  const session = sessions.get(order.session);
  if (session === undefined) return undefined;
  const { connection, cursors } = session;
  switch (order.op) {
    case "all":
      return connection.all(statement(order));
    case "get":
      return connection.get(statement(order));
    case "open":
      cursors.set(
        order.cursor,
        connection.pages<unknown>(statement(order), order.size)[Symbol.asyncIterator](),
      );
      return undefined;
    case "next":
      return (await cursors.get(order.cursor)?.next())?.value;
    case "stop":
      await cursors.get(order.cursor)?.return?.();
      cursors.delete(order.cursor);
      return undefined;
    case "end":
      sessions.delete(order.session);
      connection.endPages();
      connection.raw.close();
      return undefined;
  }
}

/** The tag's own object does not pass between threads; the connection reads these two of it. */
function statement({ text, values }: { text: string; values: unknown[] }): Sql {
  return new Sql(raw(text).shape, values);
}

parentPort?.on("message", (order: ReaderOrder) => {
  obey(order).then(
    (value) => answer({ id: order.id, value }),
    (error: Error & { code?: string }) => {
      const { message, code } = error;
      answer({ id: order.id, error: { message, ...(code !== undefined && { code }) } });
    },
  );
});

function answer(message: ReaderAnswer): void {
  parentPort?.postMessage(message);
}
