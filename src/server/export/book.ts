import { Readable } from "node:stream";
import type { contract } from "../../contract/contract.ts";
import { Refusal } from "../../contract/refusal.ts";
import { dayOf } from "../../ledger/calendar.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { requireUser } from "../auth/users.ts";
import { contextIn, type LongHandler, StreamedAnswer } from "../handler/long-context.ts";
import { loadBook } from "./load-book.ts";
import { exportSheet } from "./sheet-file.ts";
import { fromSnapshot, type SnapshotWriter, WORKBOOK } from "./snapshot-file.ts";
import {
  sheetsOf,
  writeBeancountBook,
  writeEntriesCsv,
  writeHledgerBook,
  writeJson,
} from "./write-book.ts";
import { writeWorkbook } from "./xlsx.ts";

type BookEndpoints = (typeof contract)["book"];

export const BOOK_WRITERS = wordTable<SnapshotWriter>({
  json: { contentType: "application/json; charset=utf-8", extension: "json", write: writeJson },
  csv: { contentType: "text/csv; charset=utf-8", extension: "csv", write: writeEntriesCsv },
  xlsx: {
    contentType: WORKBOOK,
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
});

export const bookHandlers: { [Verb in keyof BookEndpoints]: LongHandler<BookEndpoints[Verb]> } = {
  async export(own, { query }) {
    await own.store.read((db) => requireUser(contextIn(own, db)));
    const writer = BOOK_WRITERS[query.format ?? "json"] as SnapshotWriter;
    const day = dayOf(own.clock(), own.zone);
    const fileName = `fenming-${day}.${writer.extension}`;
    return new StreamedAnswer(writer.contentType, fromSnapshot(own, writer), fileName);
  },

  sheet: exportSheet,

  async load(own) {
    if (own.file === undefined) throw new Refusal(400, "fileMissing");
    return loadBook(own, own.file.bytes);
  },
};
