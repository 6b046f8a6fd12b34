/**
 * The thread that runs the statements of long reads and long writes; see statement-threads.ts. They run in the
 * order they come.
 */
import { statSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { raw, Sql } from "../sql.ts";
import { Connection } from "./sqlite-connection.ts";

/** What the thread is asked. A session is one transaction; `cursor` names a result that is paged through. */
export type ThreadOrder = { id: number; session: number } & (
  | { op: "begin"; path: string; writes: boolean }
  | { op: "all" | "get" | "run"; text: string; values: unknown[] }
  | { op: "insert"; table: string; columns: readonly string[]; values: readonly unknown[] }
  | { op: "open"; cursor: number; text: string; values: unknown[]; size: number }
  | { op: "next" | "stop"; cursor: number }
  | { op: "commit" | "end" }
  | { op: "close"; path: string }
);

export type ThreadAnswer = { id: number } & (
  | { value: unknown }
  | { error: { message: string; code?: string } }
);

interface Session {
  path: string;
  connection: Connection;
  cursors: Map<number, AsyncIterator<unknown[]>>;
}

/** What a connection keeps of the file: with 32 MB for writes an import of 100,000 rows took 50 MB more and no less time. */
const CACHE_KIB = 8192;

const sessions = new Map<number, Session>();
/** What writes to each database: kept from one write to the next, with its statements and pages. */
const writers = new Map<string, Writer>();

interface Writer {
  connection: Connection;
  /** The file that it has open. */
  inode: number;
}

async function obey(order: ThreadOrder): Promise<unknown> {
  if (order.op === "begin") {
    const { path, writes } = order;
    const connection = writes ? beginWrite(path) : beginRead(path);
    sessions.set(order.session, { path, connection, cursors: new Map() });
    return undefined;
  }
  if (order.op === "close") return closeWriter(order.path);
  const session = sessions.get(order.session);
  if (session === undefined) return undefined;
  if (order.op === "end") {
    sessions.delete(order.session);
    return end(session);
  }
  // SQLite ends a transaction by itself on a full disk: what came then would be a commit each.
  if (!session.connection.raw.inTransaction) throw new Error("the transaction ended by itself");
  return runIn(session, order);
}

function beginRead(path: string): Connection {
  const connection = new Connection(path, { readonly: true, timeout: 1000 }, CACHE_KIB);
  connection.command("begin");
  return connection;
}

function beginWrite(path: string): Connection {
  const { connection } = writerOf(path);
  connection.command("begin immediate");
  return connection;
}

function writerOf(path: string): Writer {
  const inode = statSync(path).ino;
  const known = writers.get(path);
  if (known?.inode === inode) return known;
  closeWriter(path);
  const writer = { connection: openWriter(path), inode };
  writers.set(path, writer);
  return writer;
}

/** Its log is synced by each commit, and moved by none: that is the checkpointer's. */
function openWriter(path: string): Connection {
  const connection = new Connection(path, { fileMustExist: true, timeout: 0 }, CACHE_KIB);
  connection.raw.pragma("synchronous = FULL");
  connection.raw.pragma("wal_autocheckpoint = 0");
  return connection;
}

function closeWriter(path: string): void {
  writers.get(path)?.connection.raw.close();
  writers.delete(path);
}

/** What a write has not committed is undone. */
function end({ path, connection }: Session): void {
  connection.endPages();
  if (connection.raw.readonly) return void connection.raw.close();
  if (!connection.raw.inTransaction) return;
  try {
    connection.command("rollback");
  } catch {
    closeWriter(path);
  }
}

type Statement = Exclude<ThreadOrder, { op: "begin" | "end" | "close" }>;

async function runIn({ connection, cursors }: Session, order: Statement): Promise<unknown> {
  switch (order.op) {
    case "all":
      return connection.all(statement(order));
    case "get":
      return connection.get(statement(order));
    case "run":
      return connection.run(statement(order));
    case "insert":
      return connection.insert(order.table, order.columns, order.values);
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
    case "commit":
      connection.endPages();
      connection.command("commit");
      return undefined;
  }
}

/** The tag's own object does not pass between threads; the connection reads these two of it. */
function statement({ text, values }: { text: string; values: unknown[] }): Sql {
  return new Sql(raw(text).shape, values);
}

parentPort?.on("message", (order: ThreadOrder) => {
  obey(order).then(
    (value) => answer({ id: order.id, value }),
    (error: Error & { code?: string }) => {
      const { message, code } = error;
      answer({ id: order.id, error: { message, ...(code !== undefined && { code }) } });
    },
  );
});

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}
