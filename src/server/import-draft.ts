/**
 * Bills into the rows of a preview. Runs in a worker (import-worker.ts), and asks the service for
 * what only the database knows. Pure but for that: the same file over the same book gives the same
 * rows.
 */
import { lineKeys } from "../bills/identity.ts";
import { readBill } from "../bills/index.ts";
import type { Bill, BillLine } from "../bills/line.ts";
import { BillError } from "../bills/line.ts";
import type { ColumnMapping, TablePreview } from "../bills/mapping.ts";
import { compileRules, type Rule } from "../bills/rules.ts";
import { type Fen, ZERO } from "../ledger/money.ts";
import type { BookAccount, RememberedName } from "./import-account-match.ts";
import { AccountPlaces } from "./import-accounts.ts";
import { draftLine } from "./import-line.ts";
import { type Candidate, suggestFor } from "./import-matching.ts";
import { followPurchases, linkEarlier, seekPurchases } from "./import-refunds.ts";
import { type DraftRow, PAGE, type StoredValue, storedValues } from "./import-row.ts";

/** What is to be read, and what the user has settled before. */
export interface DraftOrder {
  userId: number;
  importId: number;
  bytes: Uint8Array;
  fileName: string;
  password?: string;
  encoding?: string;
  mapping?: ColumnMapping;
  /** The currency of the book; rows of another are not booked unasked. */
  currency: string;
  /** The account of the rows that name none. */
  accountId?: number;
  zone: string;
  rules: Rule[];
  mappings: ColumnMapping[];
  names: RememberedName[];
  accounts: BookAccount[];
  /** Keys of suggestions that the user has refused. */
  refused: string[];
}

/** What was written before under a row's key. */
export interface KnownKey {
  key: string;
  kind: string;
  recordId: number | null;
  transferId: number | null;
  status: string;
  /** Whether the record or transfer is still there. */
  alive: boolean;
}

/** An earlier expense that a refund may give back. */
export interface EarlierExpense {
  externalId: string;
  recordId: number;
  category: string;
  /** What has not been refunded of it. */
  left: Fen;
}

/** Which imported expenses the refunds of one provider may give back. */
export interface WantedPurchases {
  provider: string;
  from: string;
  to: string;
  amounts: number[];
  linkIds: string[];
}

/** An earlier expense as its bill told it. */
export interface EarlierPurchase extends Omit<EarlierExpense, "externalId"> {
  amount: Fen;
  day: string;
  /** Who and what, as imported. */
  text: string;
  status: string;
  linkId: string | null;
}

/** What the draft asks the service. Lists come in pages. */
export interface Ask {
  known(keys: string[]): Promise<KnownKey[]>;
  expenses(externalIds: string[]): Promise<EarlierExpense[]>;
  purchases(wanted: WantedPurchases): Promise<EarlierPurchase[]>;
  candidates(from: string, to: string, after: number): Promise<Candidate[]>;
  /** Keeps `count` rows of `total`, as `storedValues` lists them. */
  store(values: StoredValue[], count: number, total: number): Promise<void>;
  /** Says that the user's own patterns begin or have ended: they are given less time than a file. */
  matching(runs: boolean): void;
}

/** One bill without its lines, with its totals beside the file's own. */
export interface FoundBill extends Omit<Bill, "lines" | "stated"> {
  rows: number;
  stated: {
    label: string;
    count?: number;
    sum?: Fen;
    foundCount: number;
    foundSum: Fen;
  }[];
}

/** What the draft gives besides the rows. */
export interface Drafted {
  bills: FoundBill[];
  accounts: AccountPlaces["list"];
  rows: number;
}

/** Reads the file and hands over its rows. Throws BillError for what cannot be read. */
export async function draftImport(order: DraftOrder, ask: Ask): Promise<Drafted> {
  const bills = await readWithMappings(order);
  const lines = bills.flatMap((bill, index) =>
    bill.lines.map((line): [BillLine, number] => [line, index]),
  );
  const keys = bills.flatMap(uniqueKeys());
  const known = new Map<string, KnownKey>();
  for (let at = 0; at < keys.length; at += PAGE) {
    for (const one of await ask.known(keys.slice(at, at + PAGE))) known.set(one.key, one);
  }
  const places = new AccountPlaces(order);
  const rules = compileRules(order.rules);
  const offsets = offsetsOf(bills);
  const slow = order.rules.some(({ match }) => match === "pattern");
  if (slow) ask.matching(true);
  const rows = lines.map(([line, bill], index) =>
    draftLine(
      {
        line,
        bill,
        number: index + 1,
        offset: offsets[bill] as number,
        key: keys[index] as string,
      },
      {
        order,
        rules,
        places,
        format: (bills[bill] as Bill).format,
        known: known.get(keys[index] as string),
      },
    ),
  );
  if (slow) ask.matching(false);
  places.settle(rows);
  places.matchBanks();
  await linkEarlier(rows, lines, ask);
  followPurchases(rows);
  await seekPurchases(rows, lines, bills, order.refused, ask);
  await suggest(rows, lines, bills, places, order, ask);
  for (let at = 0; at < rows.length; at += PAGE) {
    const page = rows.slice(at, at + PAGE);
    await ask.store(storedValues(order.userId, order.importId, page), page.length, rows.length);
  }
  return { bills: bills.map(foundBill), accounts: places.list, rows: rows.length };
}

/** A table of no known format is read with the mapping that its header had before. */
async function readWithMappings(order: DraftOrder): Promise<Bill[]> {
  const { bytes, fileName, password, encoding, mapping } = order;
  const options = {
    fileName,
    ...(password !== undefined && { password }),
    ...(encoding !== undefined && { encoding }),
  };
  try {
    return await readBill(bytes, { ...options, ...(mapping && { mapping }) });
  } catch (error) {
    if (mapping || !(error instanceof BillError) || error.code !== "unknown-format") throw error;
    const tables = (error.details.tables ?? []) as TablePreview[];
    const remembered = order.mappings.find((one) =>
      tables.some((table) => table.fingerprint === one.fingerprint),
    );
    if (remembered === undefined) throw error;
    return readBill(bytes, { ...options, mapping: remembered });
  }
}

/** Two bills of one archive may hold the same line; within one upload it is one line, once more. */
function uniqueKeys(): (bill: Bill) => string[] {
  const seen = new Map<string, number>();
  return (bill) =>
    lineKeys(bill).map((key) => {
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return times === 0 ? key : `${key}~${times}`;
    });
}

function offsetsOf(bills: Bill[]): number[] {
  let sum = 0;
  return bills.map((bill) => {
    sum += bill.lines.length;
    return sum - bill.lines.length;
  });
}

async function suggest(
  rows: DraftRow[],
  lines: [BillLine, number][],
  bills: Bill[],
  places: AccountPlaces,
  order: DraftOrder,
  ask: Ask,
): Promise<void> {
  const days = rows.flatMap((row) => (row.action === "import" ? [row.time.slice(0, 10)] : []));
  if (days.length === 0) return;
  days.sort();
  const candidates: Candidate[] = [];
  for (let after = 0; ; ) {
    const page = await ask.candidates(days[0] as string, days.at(-1) as string, after);
    candidates.push(...page);
    if (page.length < PAGE) break;
    after += page.length;
  }
  const formats = lines.map(([, bill]) => (bills[bill] as Bill).format);
  suggestFor(rows, formats, places, candidates, new Set(order.refused));
}

function foundBill(bill: Bill): FoundBill {
  const { lines, stated, ...head } = bill;
  return {
    ...head,
    rows: lines.length,
    stated: stated.map(({ found, ...total }) => ({
      ...total,
      foundCount: found?.count ?? 0,
      foundSum: found?.sum ?? ZERO,
    })),
  };
}
