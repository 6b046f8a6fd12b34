import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { dayOf } from "../../ledger/calendar.ts";
import { requireUser } from "../auth/users.ts";
import type { Context } from "../handler/context.ts";
import {
  contextIn,
  type LongContext,
  type LongHandler,
  StreamedAnswer,
} from "../handler/long-context.ts";
import { loadBook } from "./load-book.ts";
import {
  sheetsOf,
  writeBeancountBook,
  writeEntriesCsv,
  writeHledgerBook,
  writeJson,
} from "./write-book.ts";
import { writeWorkbook } from "./xlsx.ts";

type BookEndpoints = (typeof contract)["book"];

interface BookWriter {
  contentType: string;
  extension: string;
  write(ctx: Context): AsyncIterable<string | Uint8Array>;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const BOOK_WRITERS: Record<string, BookWriter> = {
  json: { contentType: "application/json; charset=utf-8", extension: "json", write: writeJson },
  csv: { contentType: "text/csv; charset=utf-8", extension: "csv", write: writeEntriesCsv },
  xlsx: {
    contentType: XLSX,
    extension: "xlsx",
    write: (ctx) => Readable.fromWeb(writeWorkbook(sheetsOf(ctx)) as never),
  },
  beancount: {
    contentType: "text/plain; charset=utf-8",
    extension: "beancount",
    write: writeBeancountBook,
  },
  hledger: {
    contentType: "text/plain; charset=utf-8",
    extension: "journal",
    write: writeHledgerBook,
  },
};

export const bookHandlers: { [Verb in keyof BookEndpoints]: LongHandler<BookEndpoints[Verb]> } = {
  async export(own, { query }) {
    await own.store.read((db) => requireUser(contextIn(own, db)));
    const writer = BOOK_WRITERS[query.format ?? "json"] as BookWriter;
    const day = dayOf(own.clock(), own.zone);
    const fileName = `fenming-${day}.${writer.extension}`;
    return new StreamedAnswer(writer.contentType, fromSnapshot(own, writer), fileName);
  },

  async load(own) {
    if (own.file === undefined) throw new Refusal(400, "fileMissing");
    return loadBook(own, own.file.bytes);
  },
};

/**
 * What the writer gives, all from one snapshot. It is taken when the first piece is asked for, and
 * held until the reader has all or has gone.
 */
export async function* fromSnapshot(
  own: LongContext,
  writer: BookWriter,
): AsyncGenerator<string | Uint8Array> {
  const pipe = new PassThrough({ highWaterMark: 64 * 1024 });
  own.store
    .read((db) => pipeline(Readable.from(writer.write(contextIn(own, db))), pipe), {
      longOf: own.userId,
    })
    .catch((error: unknown) => pipe.destroy(error as Error));
  yield* pipe;
}
