/** Where the sample bills are: the full collection beside the repository, else the copies in it. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ReadOptions, readBill } from "../../src/bills/index.ts";
import type { Bill } from "../../src/bills/line.ts";

const COPIES = join(import.meta.dirname, "samples");
const COLLECTION = join(import.meta.dirname, "../../../shared/data/bills");

/** The folder that is read from. */
export const ROOT = existsSync(COLLECTION) ? COLLECTION : COPIES;

/** The bytes of a sample: "alipay/own-app-2026.csv". */
export function sample(path: string): Uint8Array {
  return readFileSync(join(ROOT, path));
}

/** Whether this sample is there; the copies are fewer than the collection. */
export function hasSample(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** The one bill of a sample. */
export async function readSample(path: string, options: ReadOptions = {}): Promise<Bill> {
  const bills = await readBill(sample(path), options);
  if (bills.length !== 1) throw new Error(`${path} holds ${bills.length} bills`);
  return bills[0] as Bill;
}

/** Names of the files in a folder of samples. */
export function filesIn(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path).sort();
}

/** Rows of INDEX.tsv by column name. */
export function indexRows(): Record<string, string>[] {
  const [header = "", ...lines] = readFileSync(join(ROOT, "INDEX.tsv"), "utf8").trim().split("\n");
  const names = header.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? "").trim()]));
  });
}
