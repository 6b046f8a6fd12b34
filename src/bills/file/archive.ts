/** Zip archives, with or without a password (ZipCrypto and AES), unpacked within limits. */

import * as zip from "@zip.js/zip.js";
import { note } from "../../contract/notes.ts";
import { BillError } from "./bill-error.ts";
import { type Budget, tooLarge } from "./limits.ts";
import { decodeText } from "./text.ts";

/** One unpacked file of an archive. */
export interface ArchiveEntry {
  name: string;
  bytes: Uint8Array;
}

/** An archive of a bill holds a handful; a workbook with pictures a few hundred. */
const MAX_ENTRIES = 1_000;
/** Tables compress well, but not a thousandfold; only checked where the result is large. */
const MAX_RATIO = 250;
const RATIO_FROM = 4 * 1024 * 1024;
/** Parts of no use to a bill: pictures, macros, what macOS adds. */
const IGNORED =
  /(^|\/)(__MACOSX\/|\.DS_Store$)|^xl\/(media|drawings|embeddings|theme)\/|^docProps\//;

/**
 * Unpacks an archive and takes what it needs from `budget`. Throws BillError: "password-needed",
 * "password-wrong", "too-large", "damaged".
 */
export async function unzipEntries(
  bytes: Uint8Array,
  password: string | undefined,
  budget: Budget,
): Promise<ArchiveEntry[]> {
  const reader = new zip.ZipReader(new zip.Uint8ArrayReader(bytes), { useWebWorkers: false });
  try {
    const entries = await listEntries(reader);
    const files: ArchiveEntry[] = [];
    for (const entry of entries) {
      if (entry.directory || IGNORED.test(entry.filename)) continue;
      if (entry.encrypted && !password) {
        throw new BillError("password-needed", note("passwordNeeded"));
      }
      files.push({ name: entryName(entry), bytes: await unpack(entry, password, budget) });
    }
    return files;
  } catch (error) {
    throw asBillError(error);
  } finally {
    await reader.close().catch(() => undefined);
  }
}

async function listEntries(reader: zip.ZipReader<unknown>): Promise<zip.Entry[]> {
  const entries: zip.Entry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    if (entries.length >= MAX_ENTRIES) throw tooLarge();
    entries.push(entry);
  }
  return entries;
}

/** Old archivers wrote Chinese names in GBK without saying so. */
function entryName(entry: zip.Entry): string {
  return entry.filenameUTF8 ? entry.filename : decodeText(entry.rawFilename).text;
}

async function unpack(
  entry: zip.FileEntry,
  password: string | undefined,
  budget: Budget,
): Promise<Uint8Array> {
  if (entry.uncompressedSize > budget.left) throw tooLarge(budget.limits);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.length;
      budget.left -= chunk.length;
      const bomb = size > RATIO_FROM && size > entry.compressedSize * MAX_RATIO;
      if (budget.left < 0 || bomb) throw tooLarge(budget.limits);
      chunks.push(chunk.slice());
    },
  });
  try {
    await entry.getData(sink, {
      useWebWorkers: false,
      ...(entry.encrypted ? { password: password ?? "", checkSignature: true } : {}),
    });
  } catch (error) {
    if (error instanceof BillError) throw error;
    budget.left += size;
    // A password that was copied often has blanks around it.
    const trimmed = password?.normalize("NFKC").trim();
    if (entry.encrypted && trimmed && trimmed !== password) return unpack(entry, trimmed, budget);
    throw entry.encrypted ? passwordError(error) : error;
  }
  return joined(chunks, size);
}

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/**
 * ZipCrypto recognises only 255 of 256 wrong passwords; the others show as data that does not
 * unpack or whose checksum is wrong, and a damaged file is far rarer than a mistyped password.
 */
function passwordError(error: unknown): unknown {
  if (error instanceof BillError) return error;
  if (error instanceof Error && error.message === zip.ERR_UNSUPPORTED_ENCRYPTION) return error;
  return new BillError("password-wrong", note("passwordWrong"));
}

function asBillError(error: unknown): BillError {
  if (error instanceof BillError) return error;
  const message = error instanceof Error ? error.message : "";
  if (message === zip.ERR_UNSUPPORTED_ENCRYPTION) {
    return new BillError("damaged", note("encryptionUnknown"));
  }
  return new BillError("damaged", note("archiveDamaged"), {
    cause: message,
  });
}
