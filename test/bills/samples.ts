/** The sample bills that the repository keeps. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bill } from "../../src/bills/bill/line.ts";
import { type ReadOptions, readBill } from "../../src/bills/index.ts";

const ROOT = join(import.meta.dirname, "samples");

/** The bytes of a sample: "alipay/own-app-2026.csv". */
export function sample(path: string): Uint8Array {
  return readFileSync(join(ROOT, path));
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
