/** `fenming import`: bills into a book, with the same preview and the same commit as the service. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { SingleBar } from "cli-progress";
import sql from "sql-template-tag";
import type { Import } from "../contract/import-shapes.ts";
import { say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { loadBook } from "../server/book-load.ts";
import { ANYBODY } from "../server/caller.ts";
import { readConfig } from "../server/config.ts";
import { ownImportHandlers } from "../server/imports.ts";
import type { JobName } from "../server/job-board.ts";
import { type Job, Jobs } from "../server/jobs.ts";
import type { OwnContext } from "../server/own.ts";
import { StartError } from "../store/db.ts";
import { openStore, type Store } from "../store/open.ts";
import { findUser } from "./find-user.ts";
import { showPreview, showResult } from "./import-table.ts";
import { packageVersion } from "./version.ts";

export interface ImportOptions {
  user: string;
  password?: string;
  dryRun: boolean;
  yes: boolean;
}

export async function importFiles(files: string[], options: ImportOptions): Promise<void> {
  const { databaseUrl, zone } = readConfig(process.env);
  const store = await openStore({ url: databaseUrl, zone });
  try {
    const userId = await findUser(store.db, options.user);
    for (const file of files) await importFile(contextFor(store, userId, zone), file, options);
  } catch (error) {
    throw asStartError(error);
  } finally {
    await store.close();
  }
}

/** What the service gives a handler, without a request. */
export function contextFor(store: Store, userId: number, zone: string): OwnContext {
  return {
    store: store.db,
    userId,
    caller: ANYBODY,
    address: "",
    zone,
    clock: Date.now,
    jobs: new ShownJobs(store.db),
    service: { version: packageVersion(), development: false, signIn: "open" },
    log: { error: (details, text) => console.error(text, details) },
  };
}

export function asStartError(error: unknown): unknown {
  return error instanceof Refusal
    ? new StartError(say(error.key, "zh", error.values), error)
    : error;
}

async function importFile(own: OwnContext, file: string, options: ImportOptions): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`无法读取文件 ${file}：${error.code}（the file cannot be read）`, error);
  });
  console.log(`${file}：`);
  if (isBook(bytes)) return loadFile(own, bytes, options);
  const { userId } = own;
  const body = { userId, ...(options.password && { password: options.password }) };
  const named = { ...own, file: { name: basename(file), bytes: new Uint8Array(bytes) } };
  const shown = (await ownImportHandlers.create(named, { params: {}, query: {}, body })) as Import;
  const byId = { params: { id: shown.id }, query: {}, body: {} };
  if (shown.status === "unmapped") {
    await ownImportHandlers.remove(own, byId);
    throw new StartError(`${shown.problem?.text}（map the columns in the web app once）`);
  }
  console.log(showPreview(shown, await accountNames(own)));
  if (options.dryRun || !(await confirmed(options))) {
    await ownImportHandlers.remove(own, byId);
    console.log("什么都没有写入（nothing was written）");
    return;
  }
  const done = (await ownImportHandlers.commit(own, byId)) as Import;
  console.log(showResult(done));
}

async function accountNames({ store, userId }: OwnContext): Promise<Map<number, string>> {
  const accounts = await store.read((db) =>
    db.all<{ id: number; name: string }>(
      sql`select id as "id", name as "name" from accounts where user_id = ${userId}`,
    ),
  );
  return new Map(accounts.map(({ id, name }) => [id, name]));
}

/** An export of ours, whatever its name. */
function isBook(bytes: Buffer): boolean {
  return /^\uFEFF?\s*\{\s*"fenming"/.test(bytes.subarray(0, 200).toString("utf8"));
}

async function loadFile(own: OwnContext, bytes: Buffer, options: ImportOptions): Promise<void> {
  if (options.dryRun) {
    console.log("这是分明导出的账本，会装入空账本（an exported book, to be loaded）");
    return;
  }
  const loaded = await loadBook(own, bytes);
  const { accounts, records, transfers } = loaded;
  console.log(
    `已装入 ${accounts} 个账户、${records} 条记录、${transfers} 笔转账（the book was loaded）`,
  );
}

async function confirmed({ yes }: ImportOptions): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    throw new StartError("没有终端可以确认，请加上 --yes 或 --dry-run（add --yes to confirm）");
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(y|yes|是|好)$/i.test((await lines.question("写入以上内容吗？[y/N] ")).trim());
  } finally {
    lines.close();
  }
}

const STAGES: Record<string, string> = {
  reading: "读取",
  comparing: "比对",
  storing: "整理",
  committing: "写入",
  undoing: "撤销",
};

/** Jobs with a bar on the terminal. */
class ShownJobs extends Jobs {
  override run<T>(name: JobName, work: (job: Job) => Promise<T>): Promise<T> {
    return super.run(name, async (job) => {
      const bar = new SingleBar({
        format: "{stage} {bar} {percentage}% {value}/{total} 行",
        noTTYOutput: false,
        hideCursor: true,
        clearOnComplete: true,
      });
      bar.start(1, 0, { stage: STAGES.reading });
      void follow(job, bar);
      try {
        return await work(job);
      } finally {
        bar.stop();
      }
    });
  }
}

async function follow(job: Job, bar: SingleBar): Promise<void> {
  while (!job.ended) {
    const { stage, done, total } = job.progress;
    if (total > 0) bar.setTotal(total);
    bar.update(done, { stage: STAGES[stage] });
    await job.next();
  }
}
