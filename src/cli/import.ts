/** `fenming import`: bills into a book, with the same preview and the same commit as the service. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { SingleBar } from "cli-progress";
import type { DateOrder } from "../contract/bill-answers.ts";
import type { Import } from "../contract/import-shapes.ts";
import { say } from "../contract/messages.ts";
import { Refusal } from "../contract/refusal.ts";
import { wordTable } from "../ledger/word-table.ts";
import { type Job, type JobContext, Jobs } from "../server/background/jobs.ts";
import type { JobName } from "../server/background/shared-jobs.ts";
import { lockBook } from "../server/book/balances.ts";
import { readConfig } from "../server/config.ts";
import { loadBook } from "../server/export/load-book.ts";
import { ANYBODY } from "../server/handler/caller.ts";
import { serviceWithoutDoor } from "../server/handler/context.ts";
import { contextIn, type UploadedFile } from "../server/handler/long-context.ts";
import { decide } from "../server/imports/decide.ts";
import { longImportHandlers } from "../server/imports/imports.ts";
import { getImport, showImport } from "../server/imports/present.ts";
import { StartError } from "../store/db.ts";
import { openStore, type Store } from "../store/open.ts";
import { sql } from "../store/sql.ts";
import { findUser } from "./find-user.ts";
import { showPreview, showResult } from "./import-table.ts";
import { packageVersion } from "./version.ts";

export interface ImportOptions {
  user: string;
  /** What a file asks before it is read. */
  password?: string;
  encoding?: string;
  dateOrder?: DateOrder;
  dateField?: string;
  dryRun: boolean;
  yes: boolean;
  /** Takes all rows that are perhaps in the book for what they are like. */
  merge: boolean;
  /** Books them all the same. */
  bookDuplicates: boolean;
}

/** The exit code of an import that has left rows in a preview since they ask something. */
export const ASKED_EXIT = 3;

export async function importFiles(files: string[], options: ImportOptions): Promise<void> {
  if (options.merge && options.bookDuplicates) {
    throw new StartError("--merge 与 --book-duplicates 只能选一个（choose one of the two）");
  }
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
export function contextFor(store: Store, userId: number, zone: string): JobContext {
  return {
    store: store.db,
    userId,
    caller: ANYBODY,
    stands: async () => {},
    address: "",
    origin: "",
    zone,
    clock: Date.now,
    jobs: new ShownJobs(store.db),
    service: serviceWithoutDoor(packageVersion()),
    language: "zh",
    log: { error: (details, text) => console.error(text, details) },
  };
}

export function asStartError(error: unknown): unknown {
  return error instanceof Refusal
    ? new StartError(say(error.key, "zh", error.values), error)
    : error;
}

async function importFile(own: JobContext, file: string, options: ImportOptions): Promise<void> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`无法读取文件 ${file}：${error.code}（the file cannot be read）`, error);
  });
  console.log(`${file}：`);
  if (isBook(bytes)) return loadFile(own, bytes, options);
  const name = basename(file);
  const before = await finishInterrupted(own, name, options);
  if (before === "undone") return;
  const body = { userId: own.userId, ...answersOf(options) };
  // A copy each time: a reading takes the bytes with it.
  const read = () => {
    const copy = { name, bytes: new Uint8Array(bytes), ownFile: true as const };
    return create({ ...own, file: copy }, body);
  };
  const shown = await read();
  const byId = { params: { id: shown.id }, query: {}, body: {} };
  if (shown.status === "unmapped") {
    await longImportHandlers.remove(own, byId);
    throw new StartError(`${shown.problem?.text}（map the columns in the web app once）`);
  }
  const settled = await settleSimilar(own, shown, options);
  console.log(showPreview(settled, await accountNames(own)));
  if (before === "finished" && settled.booked === 0 && !options.dryRun) {
    const open = settled.questions.reduce((sum, question) => sum + question.open, 0);
    if (open > 0) sayAsked(shown.id, open);
    else await longImportHandlers.remove(own, byId);
    return;
  }
  if (options.dryRun || !(await confirmed(options))) {
    await longImportHandlers.remove(own, byId);
    console.log("什么都没有写入（nothing was written）");
    return;
  }
  const done = (await longImportHandlers.commit(own, byId)) as Import;
  console.log(showResult(done));
  // The rows that ask something wait in a preview of their own, beside what is known by now.
  if (done.result?.asked !== undefined) sayAsked((await read()).id, done.result.asked);
}

function answersOf({ password, encoding, dateOrder, dateField }: ImportOptions) {
  return {
    ...(password && { password }),
    ...(encoding && { encoding }),
    ...(dateOrder && { dateOrder }),
    ...(dateField && { dateField }),
  };
}

type NamedContext = JobContext & { file: UploadedFile };
type CreateBody = Parameters<typeof longImportHandlers.create>[1]["body"];

/** Which option answers what a file asks before it is read, by the code of its refusal. */
const ANSWERED_BY = wordTable<string>({
  "password-needed": "--password",
  "password-wrong": "--password",
  "ask-encoding": "--encoding",
  "unknown-encoding": "--encoding",
  "ask-date-order": "--date-order",
  "ask-date-field": "--date-field",
});

async function create(named: NamedContext, body: CreateBody): Promise<Import> {
  try {
    return (await longImportHandlers.create(named, { params: {}, query: {}, body })) as Import;
  } catch (error) {
    const option = error instanceof Refusal && ANSWERED_BY[error.headers["bill-problem"] ?? ""];
    if (!option) throw error;
    const { message } = asStartError(error) as StartError;
    throw new StartError(`${message}（请加上 ${option}；add ${option}）`, error);
  }
}

/**
 * An import of this file that was cut off between two of its parts is written to its end or taken back,
 * before the file is looked at once more.
 */
async function finishInterrupted(
  own: JobContext,
  name: string,
  options: ImportOptions,
): Promise<"none" | "finished" | "undone"> {
  const found = await own.store.read((db) =>
    db.all<{ id: number; written: number; rowCount: number }>(sql`
      select id, written, row_count from imports where user_id = ${own.userId}
        and file_name = ${name} and status = 'committed' and written is not null order by id`),
  );
  for (const { id, written, rowCount } of found) {
    console.log(
      `导入 ${id} 上次只写到第 ${written} 行，共 ${rowCount} 行（import ${id} was cut off at row ${written} of ${rowCount}）`,
    );
    if (options.dryRun) continue;
    const byId = { params: { id }, query: {}, body: {} };
    if (await confirmed(options, "继续写完吗？不继续就整个撤销")) {
      console.log(showResult((await longImportHandlers.commit(own, byId)) as Import));
      continue;
    }
    await longImportHandlers.remove(own, byId);
    console.log(`导入 ${id} 已撤销（it was undone）`);
    return "undone";
  }
  return found.length > 0 ? "finished" : "none";
}

/** Decides all rows that are perhaps in the book, where the command says how. */
async function settleSimilar(
  own: JobContext,
  shown: Import,
  { merge, bookDuplicates }: ImportOptions,
): Promise<Import> {
  const action = merge ? "merge" : bookDuplicates ? "import" : undefined;
  const asks = shown.questions.some(({ code }) => code === "similar");
  if (action === undefined || !asks) return shown;
  return own.store.write(
    async (db) => {
      const ctx = contextIn(own, db);
      await lockBook(ctx);
      await decide(ctx, shown.id, { questions: [{ code: "similar", action }] });
      return showImport(ctx, await getImport(ctx, shown.id));
    },
    { long: true },
  );
}

function sayAsked(id: number, count: number): void {
  console.log(
    `还有 ${count} 行要您回答，没有写入，留在预览 ${id} 里：请在网页的“导入”里回答（${count} rows wait for your answers in preview ${id}）`,
  );
  process.exitCode = ASKED_EXIT;
}

async function accountNames({ store, userId }: JobContext): Promise<Map<number, string>> {
  const accounts = await store.read((db) =>
    db.all<{ id: number; name: string }>(
      sql`select id, name from accounts where user_id = ${userId}`,
    ),
  );
  return new Map(accounts.map(({ id, name }) => [id, name]));
}

/** An export of ours, whatever its name. */
function isBook(bytes: Buffer): boolean {
  return /^\uFEFF?\s*\{\s*"fenming"/.test(bytes.subarray(0, 200).toString("utf8"));
}

async function loadFile(own: JobContext, bytes: Buffer, options: ImportOptions): Promise<void> {
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

async function confirmed({ yes }: ImportOptions, question = "写入以上内容吗？"): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    throw new StartError("没有终端可以确认，请加上 --yes 或 --dry-run（add --yes to confirm）");
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(y|yes|是|好)$/i.test((await lines.question(`${question}[y/N] `)).trim());
  } finally {
    lines.close();
  }
}

const STAGES = wordTable<string>({
  reading: "读取",
  comparing: "比对",
  storing: "整理",
  committing: "写入",
  undoing: "撤销",
});

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
