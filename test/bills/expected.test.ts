/** Every wallet sample against the answers that were written for it, row by row. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Bill, BillLine } from "../../src/bills/bill/line.ts";
import { readFen } from "../../src/bills/file/cells.ts";
import { readTime } from "../../src/bills/values/times.ts";
import { codeOf } from "../../src/contract/notes.ts";
import { filesIn, readSample, sample } from "./samples.ts";

interface ExpectedRow {
  line: number;
  time: string;
  amount: string;
  account: string;
  counterparty?: string;
  kind: string;
  to?: string;
  fee?: string;
  review: boolean;
  reason?: string;
  refund_of?: string | null;
  id?: string;
}

/**
 * Where we knowingly differ, and why. Key: file and line; value: the fields that are not compared.
 */
const DIFFERENT: Record<string, { fields: string[]; why: string }> = {
  "alipay/app-v2-2021-receipt.csv:5": {
    fields: ["review"],
    why: "its refund is in the file; the reference linked it to another row of the same id",
  },
  "alipay/app-v3-2025-zhifukeji.csv:41": {
    fields: ["review"],
    why: "it shares the merchant number with the closed purchase of row 46 and is not larger",
  },
  "alipay/app-v3-2025-zhifukeji.csv:46": { fields: ["review"], why: "its refund is row 41" },
  ...Object.fromEntries(
    [6, 7, 8, 9].map((line) => [
      `jd/ezb-refund.csv:${line}`,
      { fields: ["review"], why: "invented rows without ids whose refunds precede the purchases" },
    ]),
  ),
  "jd/ezb-minimum.csv:9": {
    fields: ["account", "to"],
    why: "money is withdrawn from the wallet to the bank card that the row names",
  },
};

/** The reference's words for an account that the file does not name. */
const UNNAMED = new Set(["(none)", "(bank)"]);

function accountName(text: string | undefined): string {
  const name = (text ?? "").normalize("NFKC");
  return UNNAMED.has(name) ? "" : name;
}

function compareRow(file: string, expected: ExpectedRow, line: BillLine, bill: Bill): void {
  const where = `${file}:${expected.line}`;
  const skipped = new Set(DIFFERENT[where]?.fields ?? []);
  const check = (field: string, actual: unknown, wanted: unknown) => {
    if (!skipped.has(field)) assert.deepEqual(actual, wanted, `${where} ${field}`);
  };
  check("kind", line.kind, expected.kind);
  check("time", line.time, readTime(expected.time));
  check("amount", line.amount, readFen(expected.amount));
  if (expected.counterparty) check("counterparty", line.counterparty, expected.counterparty);
  if (line.kind !== "skip")
    check("account", accountName(line.account), accountName(expected.account));
  check("fee", line.fee ?? 0, readFen(expected.fee ?? "0"));
  const to = accountName(expected.to).replace(/信用卡还款$/, "信用卡");
  if (line.kind === "transfer") check("to", accountName(line.toAccount), to);
  check("review", line.review.length > 0 || isNoted(line), expected.review);
  if (expected.id) check("id", line.externalId.split(/[*_]/)[0], expected.id.split(/[*_]/)[0]);
  if (line.kind === "skip") assert.notEqual(line.reason, "", `${where} has no reason`);
  if (expected.refund_of) check("refund_of", linkName(line, bill, expected), expected.refund_of);
}

/** What the reference marks and decisions W11 calls a note: it is said, and holds nothing. */
function isNoted({ reason }: BillLine): boolean {
  const notes = [
    "refundGuessed",
    "refundWithoutPurchase",
    "refundMissing",
    "familyCard",
    "payLater",
  ];
  return notes.includes(codeOf(reason));
}

/** The reference names a purchase by its id, or by its line where the ids are lost. */
function linkName(line: BillLine, bill: Bill, expected: ExpectedRow): string | undefined {
  const purchase = line.refundOf === undefined ? undefined : bill.lines[line.refundOf];
  if (!purchase) return undefined;
  return expected.refund_of?.startsWith("line ")
    ? `line ${purchase.sourceLine}`
    : purchase.externalId;
}

describe("a wallet's bill is read as its answers say", () => {
  for (const name of filesIn("expected")) {
    const file = name.replace("__", "/").replace(/\.json$/, "");
    test(file, async () => {
      const answers = JSON.parse(Buffer.from(sample(`expected/${name}`)).toString("utf8"));
      const bill = await readSample(file);
      const rows = answers.rows as ExpectedRow[];
      assert.equal(bill.lines.length, rows.length);
      rows.forEach((row, at) => {
        compareRow(file, row, bill.lines[at] as BillLine, bill);
      });
    });
  }
});
