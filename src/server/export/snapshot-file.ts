/** Files that are written from one snapshot of a book as they are read. */
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../handler/context.ts";
import { contextIn, type LongContext } from "../handler/long-context.ts";

export interface SnapshotWriter {
  contentType: string;
  extension: string;
  write(ctx: Context): AsyncIterable<string | Uint8Array>;
}

/** The content type of a workbook. */
export const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * What the writer gives, all from one snapshot. It is taken when the first piece is asked for, and
 * held until the reader has all or has gone.
 */
export async function* fromSnapshot(
  own: LongContext,
  writer: SnapshotWriter,
): AsyncGenerator<string | Uint8Array> {
  const pipe = new PassThrough({ highWaterMark: 64 * 1024 });
  own.store
    .read((db) => pipeline(Readable.from(writer.write(contextIn(own, db))), pipe), {
      longOf: own.userId,
    })
    .catch((error: unknown) => pipe.destroy(error as Error));
  yield* pipe;
}
