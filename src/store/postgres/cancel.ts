/** Asks a server to give up what a connection of ours has it do: by a connection of its own, as the protocol has it. */
import pg from "pg";
import type { Host, Target } from "./url.ts";

/** How long the server may take to hear it. */
const WAIT_MS = 2000;

/** What `pg` knows of a session, and the parts of its connection that its types leave out. */
export interface Session {
  processID: number;
  secretKey: number;
}

interface Wire extends pg.Connection {
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** Nobody waits for it: a server that cannot be reached goes on until it notices by itself. */
export function cancelStatement(session: Session, { host, port }: Host, { ssl }: Target): void {
  const wire = new pg.Connection({ ssl }) as Wire;
  const timer = setTimeout(() => wire.stream.destroy(), WAIT_MS).unref();
  const ask = () => wire.cancel(session.processID, session.secretKey);
  wire.on("error", () => wire.stream.destroy());
  wire.once("end", () => clearTimeout(timer));
  wire.once("connect", () => (ssl ? wire.requestSsl() : ask()));
  wire.once("sslconnect", ask);
  wire.connect(port, host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : host);
}
