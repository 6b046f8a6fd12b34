/** Every sample of the international formats and of other bookkeeping apps against INDEX.tsv. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Bill, BillLine } from "../../../src/bills/bill/line.ts";
import { readFen } from "../../../src/bills/file/cells.ts";
import { indexRows, readSample } from "../samples.ts";

/** INDEX.tsv counts these by the sign of each row, before transfers are recognised. */
const BY_SIGN = /^(ofx|qif|camt|mt940)\//;
/** And these by what a row means. */
const BY_KIND = /^(qianji|firefly|ynab|mint|actual|gnucash|beancount|feidee|ezbookkeeping)\//;

type Totals = Record<string, [count: number, sum: number]>;

/**
 * Where INDEX.tsv states what the file writes and we state what it means: a negative expense is a
 * refund, a negative income is taken back, an amount in another currency stays a transfer.
 */
const MEANING: Record<string, Totals> = {
  "ezbookkeeping/export.csv": { income: [1, 12345], refund: [1, 10], transfer: [1, 12345] },
  "ezbookkeeping/export.tsv": { income: [1, 12345], refund: [1, 10], transfer: [1, 12345] },
  "feidee/elecloud.xlsx": {
    income: [1, 12],
    expense: [2, 654400],
    refund: [1, 112340],
    transfer: [1, 5],
  },
  "beancount/ezb-options-tags.beancount": { income: [1, 12345], expense: [1, 12] },
  "beancount/deg-wechat.beancount": {
    income: [4, 2842],
    expense: [11, 290453],
    refund: [1, 7],
    transfer: [11, 2609969],
  },
};

/** Balances that stood before the first entry, and later changes of balances: INDEX.tsv has no column for them. */
const OPENINGS: Totals = {
  "beancount/ezb-minimum.beancount": [1, 12345],
  "beancount/own-chinese-split.beancount": [1, 1000000],
  "feidee/elecloud.xlsx": [2, 12357],
  "feidee/ezb-app.csv": [2, 12357],
  "firefly/ezb-minimum.csv": [1, 12345],
  // Two openings, and a reconciliation that asks.
  "firefly/own-v6.2-full.csv": [3, 531230],
  "gnucash/ezb-minimum.gnucash": [1, 12345],
};

function splitOf(line: BillLine): string {
  return line.linkIds.find((id) => id.startsWith("split:")) ?? `line ${line.sourceLine}`;
}

/** Parts of a split count as the one transaction that they are. */
function totalsByKind(bill: Bill): Totals {
  const totals: Totals = {};
  const groups = new Set<string>();
  for (const line of bill.lines) {
    if (line.kind === "skip") continue;
    const total = totals[line.kind] ?? [0, 0];
    totals[line.kind] = total;
    const group = `${line.kind} ${splitOf(line)} ${line.raw.工作表 ?? ""}`;
    if (!groups.has(group)) total[0] += 1;
    groups.add(group);
    total[1] += line.amount;
  }
  return totals;
}

function signedAmount(line: BillLine, own: ReadonlySet<string>): number {
  if (line.kind === "skip") return 0;
  if (line.kind === "opening") return line.own?.direction === "out" ? -line.amount : line.amount;
  if (line.kind === "income" || line.kind === "refund") return line.amount;
  if (line.kind !== "transfer" || own.has(line.account)) return -line.amount;
  return line.amount;
}

function totalsBySign(bill: Bill): Totals {
  const own = new Set((bill.accounts ?? []).map((account) => account.name));
  const sums = new Map<string, number>();
  for (const line of bill.lines) {
    sums.set(splitOf(line), (sums.get(splitOf(line)) ?? 0) + signedAmount(line, own));
  }
  const totals: Totals = { income: [0, 0], expense: [0, 0] };
  for (const sum of sums.values()) {
    const total = totals[sum > 0 ? "income" : "expense"]!;
    if (sum !== 0) total[0] += 1;
    total[1] += Math.abs(sum);
  }
  return totals;
}

function indexed(row: Record<string, string>, kinds: string[]): Totals {
  const totals: Totals = {};
  for (const kind of kinds) {
    const count = Number(row[`${kind}_n`] || 0);
    const sum = readFen((row[`${kind}_sum`] || "0").split(" ")[0]) ?? 0;
    if (count > 0 || kinds.length === 2) totals[kind] = [count, sum];
  }
  return totals;
}

describe("a statement adds up to the known sums by sign", () => {
  for (const row of indexRows()) {
    const { file = "" } = row;
    if (!BY_SIGN.test(file) || file.includes("/fail-")) continue;
    test(file, async () => {
      const bill = await readSample(file);
      assert.deepEqual(totalsBySign(bill), indexed(row, ["income", "expense"]));
      const rows = new Set(bill.lines.map((line) => line.sourceLine)).size;
      assert.equal(rows >= Number(row.rows), true, "every row is listed");
    });
  }
});

describe("an export of another bookkeeping app adds up to the known sums by meaning", () => {
  for (const row of indexRows()) {
    const { file = "" } = row;
    if (!BY_KIND.test(file)) continue;
    test(file, async () => {
      const bill = await readSample(file);
      const wanted = MEANING[file] ?? indexed(row, ["income", "expense", "refund", "transfer"]);
      const opening = OPENINGS[file];
      assert.deepEqual(totalsByKind(bill), { ...wanted, ...(opening && { opening }) });
      for (const line of bill.lines.filter((one) => one.kind === "skip")) {
        assert.notEqual(line.reason, "");
      }
    });
  }
});

describe("the same 27 payments in two notations", () => {
  test("ledger and Beancount give the same lines", async () => {
    const [one, other] = await Promise.all([
      readSample("ledger/deg-wechat.ledger"),
      readSample("beancount/deg-wechat.beancount"),
    ]);
    const meaning = (bill: Bill) =>
      bill.lines
        .filter((line) => line.kind !== "skip")
        .map((line) => [line.kind, line.time, line.amount, line.account, line.fee, line.externalId])
        .sort((left, right) => (String(left) < String(right) ? -1 : 1));
    assert.equal(meaning(one).length, 27);
    assert.deepEqual(meaning(one), meaning(other));
  });
});
