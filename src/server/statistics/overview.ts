/** What the app's first page shows, in one answer: each part is read only when it is asked for. */
import { createHash, hash } from "node:crypto";
import type { contract } from "../../contract/contract.ts";
import { OVERVIEW_PARTS, type OverviewPart } from "../../contract/dashboard.ts";
import type { Input, Output } from "../../contract/endpoint.ts";
import { type Day, dayOf, monthOf, shiftMonth } from "../../ledger/calendar.ts";
import { fenSumOf, sumFen } from "../../ledger/money.ts";
import {
  type Period,
  periodOfDay,
  periodOfMonth,
  periodOfYear,
  type Span,
  soFar,
  weekOf,
} from "../../ledger/period.ts";
import { join, raw, sql } from "../../store/sql.ts";
import { listAccounts, presentAccount, wrongAccounts } from "../accounts/accounts.ts";
import { readAgreed } from "../agreement/agreed.ts";
import { isLong, jsonPieces } from "../handler/answer-text.ts";
import type { Context } from "../handler/context.ts";
import { mapInTurns } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";
import { readUsual, type Usual } from "../plans/forecast.ts";
import { isUpcoming, presentUpcoming } from "../plans/upcoming.ts";
import { newestRecords } from "../records/record-list.ts";
import { presentRecord } from "../records/record-row.ts";
import { newestTransfers, presentTransfer } from "../transfers/transfers.ts";
import { listBudgets, presentUsage } from "./budgets.ts";
import { monthTotals, stepAsideOfDays } from "./statistics.ts";

type Declared = (typeof contract)["dashboard"]["overview"];
type Query = Input<Declared>["query"];
type Overview = Output<Declared>;
type Part<P extends OverviewPart> = Omit<NonNullable<Overview[P]>, "revision">;

const MONTHS = 6;
const ENTRIES = 10;
const UPCOMING = 3;

export async function readOverview(ctx: Context, query: Query): Promise<Overview> {
  const today = dayOf(ctx.now, ctx.zone);
  const names = query.parts?.split(",") ?? OVERVIEW_PARTS;
  let reading: Promise<Usual> | undefined;
  const planned = () => {
    reading ??= readUsual(ctx, today, isUpcoming(today), UPCOMING);
    return reading;
  };
  // None needs another's answer: on a database at the end of a wire they travel together.
  const parts = OVERVIEW_PARTS.filter((name) => names.includes(name)).map(async (name) => {
    const content = await READ[name](ctx, today, query, planned);
    return [name, { revision: await revisionOf(content), ...content }] as const;
  });
  return { date: today, ...Object.fromEntries(await Promise.all(parts)) };
}

async function digestOf(content: object): Promise<string> {
  if (!isLong(content)) return hash("sha1", JSON.stringify(content), "base64url");
  const digest = createHash("sha1");
  for await (const piece of jsonPieces(content)) digest.update(piece);
  return digest.digest("base64url");
}

async function revisionOf(content: object): Promise<string> {
  return (await digestOf(content)).slice(0, 11);
}

const READ: {
  [P in OverviewPart]: (
    ctx: Context,
    today: Day,
    query: Query,
    planned: () => Promise<Usual>,
  ) => Promise<Part<P>>;
} = {
  async periods(ctx, today, { monthStart = 1 }) {
    const month = periodOfDay(today, monthStart);
    const year = periodOfYear(Number(month.month.slice(0, 4)), monthStart);
    const spans = [{ first: today, last: today }, weekOf(today), month, year];
    const [ofToday, ofWeek, ofMonth, ofYear] = (await sumsOf(ctx, spans)) as [
      Sums,
      Sums,
      Sums,
      Sums,
    ];
    return { today: ofToday, week: ofWeek, month: ofMonth, year: ofYear };
  },

  async months(ctx, today, { monthStart = 1 }) {
    const { month } = periodOfDay(today, monthStart);
    const periods = Array.from({ length: MONTHS }, (_, index) =>
      periodOfMonth(shiftMonth(month, index + 1 - MONTHS), monthStart),
    );
    const sums = await sumsOf(ctx, [...periods, ...soFar(today, monthStart)]);
    const [now, before] = sums.splice(MONTHS) as [Sums, Sums];
    return {
      months: sums.map((one, index) => ({ month: (periods[index] as Period).month, ...one })),
      soFar: now,
      lastSoFar: before,
    };
  },

  async accounts(ctx) {
    const accounts = await listAccounts(ctx);
    return {
      totalBalance: yuan(sumFen(accounts.map(({ balance }) => balance))),
      accounts: await mapInTurns(accounts, presentAccount),
    };
  },

  async recent(ctx, _, { limit = ENTRIES }) {
    const [records, transfers] = await Promise.all([
      newestRecords(ctx, limit),
      newestTransfers(ctx, limit),
    ]);
    const lines = [
      ...records.map((row) => ({ row, entry: { record: presentRecord(row) } })),
      ...transfers.map((row) => ({ row, entry: { transfer: presentTransfer(row) } })),
    ];
    return {
      entries: lines
        .sort((a, b) => newestFirst(a.row, b.row))
        .slice(0, limit)
        .map(({ entry }) => entry),
    };
  },

  async budgets(ctx, today) {
    const month = monthOf(today);
    const [budgets, totals] = await Promise.all([listBudgets(ctx, month), monthTotals(ctx, month)]);
    return { budgets: await presentUsage(budgets, totals.categories) };
  },

  async plans(_, __, ___, planned) {
    const { nearest } = await planned();
    return { upcoming: nearest.map(presentUpcoming) };
  },

  async forecast(_, __, ___, planned) {
    const { outlook } = await planned();
    if (outlook === undefined) return { balances: [] };
    const { days, lowest, below } = outlook;
    return {
      balances: days.map(({ balance }) => yuan(balance)),
      lowest: { date: lowest.day, balance: yuan(lowest.balance) },
      ...(below && { below: { accountId: below.accountId, date: below.day } }),
    };
  },

  async proof(ctx) {
    const agreed = await readAgreed(ctx);
    return { wrong: await wrongAccounts(ctx), ...(agreed && { agreed }) };
  },
};

interface Sums {
  first: Day;
  last: Day;
  income: number;
  expense: number;
}

/** What each span of days adds up to: one walk over the totals of their days. */
async function sumsOf(ctx: Context, spans: Span[]): Promise<Sums[]> {
  const { db, userId } = ctx;
  const sum = (type: string, { first, last }: Span, name: string) => sql`
    cast(coalesce(sum(case when type = ${type} and day >= ${first} and day <= ${last}
      then amount else 0 end), 0) as text) as ${raw(name)}`;
  const sums = spans.flatMap((span, index) => [
    sum("income", span, `income${index}`),
    sum("expense", span, `expense${index}`),
  ]);
  const first = spans.map((span) => span.first).sort()[0];
  const last = spans
    .map((span) => span.last)
    .sort()
    .at(-1);
  await stepAsideOfDays(ctx, { first, last });
  const row = await db.get<Record<string, string>>(sql`
    select ${join(sums)} from day_totals
    where user_id = ${userId} and day >= ${first} and day <= ${last}`);
  const shown = (name: string) => yuan(fenSumOf(row?.[name] ?? "0"));
  return spans.map((span, index) => ({
    first: span.first,
    last: span.last,
    income: shown(`income${index}`),
    expense: shown(`expense${index}`),
  }));
}

interface Line {
  id: number;
  day: string;
  date: string;
  createdAt: string;
}

/** As lists are ordered by date; a transfer stands above the fee that was booked with it. */
function newestFirst(a: Line, b: Line): number {
  for (const field of ["day", "date", "createdAt"] as const) {
    if (a[field] !== b[field]) return a[field] < b[field] ? 1 : -1;
  }
  return 0;
}
