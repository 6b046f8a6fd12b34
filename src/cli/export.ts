/** `fenming export`: the whole book into a file, or to standard output. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readConfig } from "../server/config.ts";
import { BOOK_WRITERS } from "../server/export/book.ts";
import { fromSnapshot } from "../server/export/snapshot-file.ts";
import { StartError } from "../store/db.ts";
import { openStore } from "../store/open.ts";
import { findUser } from "./find-user.ts";
import { contextFor } from "./import.ts";

export interface ExportOptions {
  user: string;
  format: string;
  output?: string;
}

export async function exportBook({ user, format, output }: ExportOptions): Promise<void> {
  const writer = BOOK_WRITERS[format];
  if (writer === undefined) {
    throw new StartError(
      `--format 必须是 ${Object.keys(BOOK_WRITERS).join("、")} 之一（an unknown format）`,
    );
  }
  const { databaseUrl, zone } = readConfig(process.env);
  const store = await openStore({ url: databaseUrl, zone });
  try {
    const own = contextFor(store, await findUser(store.db, user), zone);
    const source = Readable.from(fromSnapshot(own, writer));
    if (output === undefined) await pipeline(source, process.stdout, { end: false });
    else await writeFile(source, output);
  } finally {
    await store.close();
  }
}

/** A book of money is nobody else's to read; an existing file is never overwritten. */
async function writeFile(source: Readable, path: string): Promise<void> {
  try {
    await pipeline(source, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== "open") throw error;
    throw new StartError(`无法写入 ${path}：${code}（the file cannot be written）`, error);
  }
  console.log(`已导出到 ${path}（exported）`);
}
