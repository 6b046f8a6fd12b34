/**
 * A PostgreSQL of our own on 127.0.0.1 for tests. It ends, and its folder goes, with the process that
 * started it, however that process ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Binaries, findBinaries, serverOwner } from "./binaries.ts";

export interface Server {
  /** Of the database `postgres`, as the superuser `app`. */
  url: string;
  port: number;
  /** The data folder. */
  data: string;
  /** "postgres (PostgreSQL) 18.4" */
  version: string;
  /** The process of the server itself, for tests that kill it. */
  pid(): number;
  /** Ends the server in order; its folder goes too, unless it was given. */
  stop(): Promise<void>;
  /** Ends the server as a power cut would, and its folder. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  /** More settings of the server. */
  settings?: Record<string, string>;
  /** The port; a free one by default. */
  port?: number;
  /** Starts on this folder (of an earlier server with `keep`, or a copy of one) instead of a new one. */
  place?: Place;
}

/** A folder with its programs, where servers can be started one after another. */
export interface Place {
  root: string;
  binaries: Binaries;
  remove(): void;
}

/** Throw-away data need no protection against a power cut. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/** Makes a folder of the server's owner and a cluster in it. */
export async function makePlace(): Promise<Place> {
  const owner = serverOwner();
  const root = mkdtempSync(join(tmpdir(), "fenming-pg-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    if (owner.uid !== undefined) chownSync(root, owner.uid, owner.gid as number);
    const place = { root, binaries: findBinaries(root, owner), remove };
    await initialise(place);
    return place;
  } catch (error) {
    remove();
    throw error;
  }
}

function initialise({ root, binaries }: Place): Promise<void> {
  const args = ["-D", join(root, "data"), "-U", "app", "-A", "trust", "-E", "UTF8"];
  const child = spawn(
    join(binaries.folder, "initdb"),
    [...args, "--locale=C", "--no-sync", "--no-instructions"],
    { ...binaries.owner, env: environment, cwd: "/", stdio: ["ignore", "ignore", "pipe"] },
  );
  let errors = "";
  child.stderr?.on("data", (text) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed: ${errors}`)),
    );
  });
}

/** Starts a server. Its port may be taken between being found and being used: then it tries again. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const place = options.place ?? (await makePlace());
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const running = run(place, port, { ...FAST, ...options.settings });
    const problem = await becomesReady(port, running);
    if (problem === undefined) return asServer(place, port, running, options.place !== undefined);
    running.child.stdin?.end("done\n");
    if (attempt === 3 || !/could not bind|already in use/.test(problem)) {
      throw new Error(`PostgreSQL did not start: ${problem}`);
    }
  }
}

interface Running {
  child: ChildProcess;
  ended: Promise<void>;
  hasEnded(): boolean;
  errors(): string;
}

/**
 * The shell's standard input is a pipe from this process. When this process ends in any way, also by
 * SIGKILL, the pipe ends without a word: the server is stopped and the folder removed.
 */
const GUARD = `
root=$1; shift
exec 3<&0
"$@" & server=$!
(
  read -r word <&3
  [ "$word" = done ] && exit
  kill -QUIT $server 2>/dev/null
  sleep 0.2
  rm -rf "$root"
) &
wait $server`;

function run(place: Place, port: number, settings: Record<string, string>): Running {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    shared_buffers: "64MB",
    timezone: "UTC",
    ...settings,
  };
  const args = ["-D", join(place.root, "data"), "-p", String(port)];
  for (const [name, value] of Object.entries(all)) args.push("-c", `${name}=${value}`);
  const program = join(place.binaries.folder, "postgres");
  const child = spawn("/bin/sh", ["-c", GUARD, "sh", place.root, program, ...args], {
    ...place.binaries.owner,
    env: environment,
    cwd: "/",
    stdio: ["pipe", "ignore", "pipe"],
    // A group of its own: a signal to the tests' group must not take the guard away first.
    detached: true,
  });
  child.stdin?.on("error", () => {});
  let errors = "";
  child.stderr?.on("data", (text) => {
    errors = (errors + text).slice(-10_000);
  });
  let over = false;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      over = true;
      resolve();
    });
  });
  // A test process that does not wait for the server may end.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  (child.stderr as unknown as { unref(): void }).unref();
  return { child, ended, hasEnded: () => over, errors: () => errors };
}

/** Undefined once the server answers a query; else what it said when it ended. */
async function becomesReady(port: number, running: Running): Promise<string | undefined> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (running.hasEnded()) return running.errors() || "it ended without a word";
    const client = new pg.Client({ connectionString: urlOf(port), connectionTimeoutMillis: 2000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return undefined;
    } catch {
      await wait(25);
    }
  }
  return `no answer within a minute: ${running.errors()}`;
}

function urlOf(port: number, database = "postgres"): string {
  return `postgres://app@127.0.0.1:${port}/${database}`;
}

function asServer(place: Place, port: number, running: Running, keep: boolean): Server {
  const data = join(place.root, "data");
  const pid = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url: urlOf(port),
    port,
    data,
    version: place.binaries.version,
    pid,
    async kill() {
      running.child.ref();
      process.kill(pid(), "SIGKILL");
      await running.ended;
    },
    async stop() {
      if (!running.hasEnded()) {
        running.child.ref();
        // Said first: the pipe closes with the server.
        running.child.stdin?.write("done\n");
        try {
          process.kill(pid(), "SIGINT");
        } catch {
          // It has ended meanwhile.
        }
        await running.ended;
      }
      if (!keep) place.remove();
    },
  };
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      });
  });
}
