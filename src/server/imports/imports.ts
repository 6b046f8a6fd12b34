import { BillError } from "../../bills/file/bill-error.ts";
import type { TablePreview } from "../../bills/mapped/mapping.ts";
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import type { ImportSummary } from "../../contract/import-shapes.ts";
import { imports } from "../../contract/imports.ts";
import { note, type Text, wordsOf } from "../../contract/notes.ts";
import { Refusal } from "../../contract/refusal.ts";
import { instantAt } from "../../ledger/calendar.ts";
import { storable } from "../../ledger/storable.ts";
import type { Query } from "../../store/db.ts";
import { sql } from "../../store/sql.ts";
import type { JobContext } from "../background/jobs.ts";
import { lockBook, requireAccounts } from "../book/balances.ts";
import { type Handlers, Page } from "../handler/context.ts";
import { answerRows } from "../handler/in-turns.ts";
import { invalidField } from "../handler/input.ts";
import {
  contextIn,
  type LongContext,
  type LongHandler,
  mayGoOn,
  StreamedAnswer,
} from "../handler/long-context.ts";
import { BEAT, eventText, HEARTBEAT_MS } from "../handler/sse.ts";
import { readMappings } from "./column-mapping.ts";
import { commitImport } from "./commit.ts";
import { decide } from "./decide.ts";
import { listedRows } from "./listed-rows.ts";
import { getImport, type ImportRecord, importFields, showImport, summaryText } from "./present.ts";
import { presentRow, rowFields, type StoredRow } from "./preview-row.ts";
import { type ReadChoice, readIntoRows } from "./read-file.ts";
import { sampleFile } from "./sample.ts";
import { withoutShown } from "./sent-decisions.ts";
import { renewOutdated } from "./stale-rows.ts";
import { removeImport } from "./undo.ts";

type Imports = (typeof contract)["imports"];

/** The endpoints that one transaction serves. */
export const importHandlers: Pick<Handlers<Imports>, "list" | "get" | "rows" | "update"> = {
  async list({ db, userId, language }) {
    const statement = sql`select ${importFields} from imports
      where user_id = ${userId} and dropped = 0 order by created_at desc, id desc`;
    return answerRows(db, statement, (row: ImportRecord) => summaryText(row, language));
  },

  async get(ctx, { params }) {
    return showImport(ctx, await getImport(ctx, params.id));
  },

  async rows(ctx, { params, query }) {
    const { userId, language } = ctx;
    const after = query.cursor === undefined ? 0 : readRowCursor(query.cursor);
    const ofFate = query.fate === undefined ? sql`` : sql`and fate = ${query.fate}`;
    const ofQuestion = query.question === undefined ? sql`` : sql`and asked = ${query.question}`;
    const ofValue = query.value === undefined ? sql`` : sql`and asked_value = ${query.value}`;
    const all = [query.fate, query.question, query.value].every((one) => one === undefined);
    const limit = all && query.limit !== undefined ? query.limit + 1 : undefined;
    const part = { after, ...(limit !== undefined && { limit }) };
    const statement = sql`select ${rowFields} from ${listedRows(userId, params.id, part)}
      where number > ${after}
        ${ofFate} ${ofQuestion} ${ofValue}
      order by number`;
    if (query.limit === undefined) {
      return answerRows(ctx.db, statement, (row: StoredRow) =>
        JSON.stringify(presentRow(row, language)),
      );
    }
    const rows = await ctx.db.all<StoredRow>(sql`${statement} limit ${query.limit + 1}`);
    const shown = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? shown.at(-1) : undefined;
    const presented = shown.map((row) => presentRow(row, language));
    return new Page(presented, last && String(last.number));
  },

  async update(ctx, { params, body }) {
    const { status } = await getImport(ctx, params.id);
    if (status !== "ready") throw new Refusal(409, "importNotReady", { status });
    const decisions = await withoutShown(ctx, params.id, body);
    if (Object.values(decisions).some((list) => list?.length > 0)) {
      await decide(ctx, params.id, decisions);
    }
    return showImport(ctx, await getImport(ctx, params.id));
  },
};

/** A page ends with the number of its last row. Refuses a cursor that no page has given. */
function readRowCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) {
    throw invalidField("cursor", imports.rows.query.properties.cursor);
  }
  return Number(cursor);
}

type LongVerbs = "create" | "sample" | "commit" | "cancel" | "events" | "remove";

/** The endpoints whose work is longer than a transaction. */
export const longImportHandlers: { [Verb in LongVerbs]: LongHandler<Imports[Verb], JobContext> } = {
  async create(own, { body }) {
    const { file } = own;
    if (file === undefined) throw new Refusal(400, "fileMissing");
    const choice = readChoice(body);
    const importId = await insertImport(own, file.name, choice.currency, body.account);
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const reading = own.jobs.run({ userId: own.userId, importId }, (job) => {
      begin();
      return settle(own, importId, () => readIntoRows(own, importId, job, file, choice));
    });
    file.kept = reading;
    if (body.wait === "false") {
      const ended = reading.catch((error: unknown) => {
        if (!(error instanceof Refusal)) own.log.error({ err: error }, "an import failed");
      });
      // From here on its progress can be asked for, on every node.
      await Promise.race([begun, ended]);
    } else {
      try {
        await reading;
      } catch (error) {
        // The caller has the reason; nothing stays behind.
        await removeImport(own, importId);
        throw error;
      }
    }
    return shown(own, importId);
  },

  async sample(own, { body }) {
    const { file } = own;
    if (file === undefined) throw new Refusal(400, "fileMissing");
    return sampleFile(own, file, readChoice(body));
  },

  async commit(own, { params, body }) {
    await own.jobs.run({ userId: own.userId, importId: params.id }, async (job) => {
      try {
        await commitImport(own, params.id, job, { closings: body.closings ?? [] });
      } catch (error) {
        if (error instanceof Refusal && error.key === "importOutdated") {
          await renewOutdated(own, params.id);
        }
        throw error;
      }
    });
    return shown(own, params.id);
  },

  async cancel(own, { params }) {
    const stopped = await own.jobs.stop({ userId: own.userId, importId: params.id });
    if (!stopped) throw new Refusal(409, "importNotRunning");
    return null;
  },

  async events(own, { params }) {
    return new StreamedAnswer("text/event-stream; charset=utf-8", progressOf(own, params.id));
  },

  async remove(own, { params }) {
    const name = { userId: own.userId, importId: params.id };
    return own.jobs.run(name, () => removeImport(own, params.id));
  },
};

/** What the form says about its file. */
function readChoice(body: Input<Imports["create"]>["body"]): ReadChoice {
  return {
    currency: body.currency ?? "CNY",
    ...(body.password && { password: body.password }),
    ...(body.encoding && { encoding: body.encoding }),
    ...(body.dateOrder && { dateOrder: body.dateOrder }),
    ...(body.dateField && { dateField: body.dateField }),
    ...(body.account !== undefined && { accountId: body.account }),
    ...(body.header && { header: body.header }),
    ...(body.askColumns === "true" && { askColumns: true }),
    ...refusing(() => (body.mapping ? { mapping: readMappings(body.mapping) } : {})),
  };
}

function shown(own: LongContext, importId: number) {
  const show = async (db: Query) => {
    const ctx = contextIn(own, db);
    return showImport(ctx, await getImport(ctx, importId));
  };
  return own.store.read(show, { longOf: own.userId });
}

async function insertImport(
  own: LongContext,
  fileName: string,
  currency: string,
  accountId: number | undefined,
): Promise<number> {
  return own.store.write(async (db) => {
    const ctx = contextIn(own, db);
    await lockBook(ctx);
    if (accountId !== undefined) await requireAccounts(ctx, [accountId]);
    const now = instantAt(ctx.now);
    const name = [...storable(fileName)].slice(0, 200).join("");
    const row = await db.get<{ id: number }>(sql`
      insert into imports (user_id, status, file_name, currency, found, row_count,
        created_at, updated_at, keys_by_id)
      values (${own.userId}, 'reading', ${name}, ${currency}, '{}', 0, ${now}, ${now}, 1)
      returning id`);
    return (row as { id: number }).id;
  });
}

/** Does the reading, and keeps how it ended when it did not end well. */
async function settle(
  own: LongContext,
  importId: number,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    const status = endOf(error);
    await own.store.write(async (db) => {
      await lockBook(contextIn(own, db));
      const problem = { code: codeOf(error), text: textOf(error) };
      await db.run(sql`delete from import_rows
        where user_id = ${own.userId} and import_id = ${importId}`);
      await db.run(sql`update imports set status = ${status}, problem = ${JSON.stringify(problem)},
        found = ${JSON.stringify(status === "unmapped" ? { tables: tablesOf(error) } : {})},
        updated_at = ${instantAt(own.clock())}
        where user_id = ${own.userId} and id = ${importId}`);
    });
    if (status === "unmapped") return;
    throw error instanceof BillError ? refusalOf(error) : error;
  }
}

/** An unknown table is no failure: the user says what its columns are. */
function endOf(error: unknown): ImportSummary["status"] {
  if (error instanceof Refusal) return "cancelled";
  return tablesOf(error).length > 0 ? "unmapped" : "failed";
}

/** The tables that a person can map: bytes that mean nothing have no column names. */
function tablesOf(error: unknown): TablePreview[] {
  if (!(error instanceof BillError) || !Array.isArray(error.details.tables)) return [];
  const tables = error.details.tables as TablePreview[];
  return tables.filter(({ headers }) => !headers.some((header) => /\p{Cc}/u.test(header)));
}

function codeOf(error: unknown): string {
  if (error instanceof BillError) return error.code;
  return error instanceof Refusal ? "cancelled" : "fault";
}

function textOf(error: unknown): Text {
  if (error instanceof BillError) return error.text;
  return note(error instanceof Refusal ? "cancelled" : "serverFault");
}

/** The header says which dialog helps: "password-needed", "password-wrong", "wrong-file" … */
function refusalOf(error: BillError): Refusal {
  const status = error.code === "too-large" ? 413 : 400;
  return new Refusal(
    status,
    "billRefused",
    { reason: wordsOf(error.text) },
    { "bill-problem": error.code },
  );
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BillError ? refusalOf(error) : error;
  }
}

async function* progressOf(own: JobContext, importId: number): AsyncGenerator<string> {
  let looked = own.clock();
  for await (const progress of own.jobs.watch({ userId: own.userId, importId })) {
    // Who has signed out meanwhile hears no more of it.
    if (own.clock() - looked >= HEARTBEAT_MS) {
      looked = own.clock();
      if (!(await own.store.read((db) => mayGoOn(own.stands, db)))) return;
    }
    yield progress === null ? BEAT : eventText("progress", progress);
  }
  const { status } = await own.store.read((db) => getImport(contextIn(own, db), importId));
  yield eventText("end", { status });
}
