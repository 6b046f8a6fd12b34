/** What there is to say to a person today, from the book as it stands. */
import type { MessageKey } from "../../contract/messages.ts";
import { say } from "../../contract/messages.ts";
import { type Day, dayOf, laterOf, shiftDay } from "../../ledger/calendar.ts";
import { forecast, MovesTogether, type PlannedMove } from "../../ledger/forecast.ts";
import { type FenSum, yuanFixed } from "../../ledger/money.ts";
import { daysBetween } from "../../ledger/period.ts";
import { sql } from "../../store/sql.ts";
import { listAccounts } from "../accounts/accounts.ts";
import type { StoppedLine } from "../book/line-to-say.ts";
import type { Context } from "../handler/context.ts";
import { movesOf, plannedByDays } from "../plans/forecast.ts";
import type { Standing } from "../plans/occurrence-row.ts";
import { type PlanRow, readPlans } from "../plans/plan-row.ts";
import { budgetLines } from "./budget-lines.ts";
import type { Line } from "./line.ts";

/** How far ahead an account that falls below zero is told of. */
const DAYS_AHEAD = 30;
/** What was kept to be said and is older is news no more. */
const NEWS_MS = 3 * 86_400_000;

const words = (key: MessageKey, values: Record<string, string | number> = {}) =>
  say(key, "zh", values);

/** Every line of today, the most pressing first; what was said before is among them. */
export async function gatherLines(ctx: Context, showAmounts: boolean): Promise<Line[]> {
  const today = dayOf(ctx.now, ctx.zone);
  const ahead = await readAhead(ctx, today);
  const { reminded } = ahead;
  const money = await lookAhead(ctx, today, ahead);
  return [
    ...(await stoppedLines(ctx)),
    ...dueLines(today, reminded, money, showAmounts),
    ...(await waitingLines(ctx)),
    ...(await pausedLines(ctx)),
    ...belowLines(money),
    ...(await budgetLines(ctx, today)),
  ];
}

interface Ahead {
  /** What is to be told of by now. */
  reminded: Standing[];
  moves: PlannedMove[];
}

async function readAhead(ctx: Context, today: Day): Promise<Ahead> {
  const reminded: Standing[] = [];
  const moves = new MovesTogether();
  for await (const some of plannedByDays(ctx, today, shiftDay(today, DAYS_AHEAD))) {
    for (const one of some) if (isToRemind(one, today)) reminded.push(one);
    for (const move of some.flatMap(movesOf)) moves.add({ ...move, day: laterOf(move.day, today) });
  }
  return { reminded, moves: moves.all() };
}

/** An account that should not fall below zero, with what moves it in the days to come. */
interface Watched {
  id: number;
  name: string;
  balance: FenSum;
  /** The days that end below zero. */
  short: ReadonlySet<Day>;
  below: Day | undefined;
}

/**
 * The accounts that plans touch and whose money is one's own: a credit card or a loan stands below zero as a rule, and
 * what nothing moves falls on no day.
 */
async function lookAhead(
  ctx: Context,
  today: Day,
  { reminded, moves }: Ahead,
): Promise<Map<number, Watched>> {
  const touched = new Set<number | null | undefined>(reminded.map(({ accountId }) => accountId));
  for (const { from, to } of moves) touched.add(from).add(to);
  const own = (await listAccounts(ctx)).filter(
    ({ id, kind, archived }) => !kind && archived === 0 && touched.has(id),
  );
  const balances = new Map<number, FenSum>(own.map(({ id, balance }) => [id, balance]));
  const seen = forecast(today, DAYS_AHEAD, balances, moves);
  const below = new Map(seen.accounts.map((one) => [one.accountId, one.below]));
  const short = shortDays(today, balances, moves);
  return new Map(
    own.map(({ id, name, balance }) => [
      id,
      { id, name, balance, short: short.get(id) ?? new Set(), below: below.get(id) },
    ]),
  );
}

/** Of each account the days on whose end what is planned is more than there is. */
function shortDays(
  today: Day,
  balances: ReadonlyMap<number, FenSum>,
  moves: readonly PlannedMove[],
): Map<number, Set<Day>> {
  const left = new Map([...balances].map(([id, balance]) => [id, BigInt(balance)]));
  const add = (id: number | undefined, amount: bigint) => {
    const before = id === undefined ? undefined : left.get(id);
    if (id !== undefined && before !== undefined) left.set(id, before + amount);
  };
  const short = new Map([...left.keys()].map((id) => [id, new Set<Day>()]));
  const inOrder = [...moves].sort((one, other) => (one.day < other.day ? -1 : 1));
  let at = 0;
  for (let away = 0; away <= DAYS_AHEAD; away += 1) {
    const day = shiftDay(today, away);
    for (let move = inOrder[at]; move !== undefined && move.day <= day; move = inOrder[at]) {
      add(move.from, -BigInt(move.amount));
      add(move.to, BigInt(move.amount));
      at += 1;
    }
    for (const [id, amount] of left) if (amount < 0n) short.get(id)?.add(day);
  }
  return short;
}

function dueLines(
  today: Day,
  reminded: readonly Standing[],
  money: ReadonlyMap<number, Watched>,
  showAmounts: boolean,
): Line[] {
  return reminded.map((one) => {
    const { plan, due, date, amount, accountId } = one;
    const shown = showAmounts && amount !== null ? ` ${amountText(amount)}` : "";
    const text = words(DUE[plan.kind], { when: whenText(today, date), name: plan.name + shown });
    const paying = plan.kind === "expense" || plan.kind === "transfer";
    const from = paying && accountId !== null ? money.get(accountId) : undefined;
    const keys = [`plan ${plan.id} ${due} due`];
    // Told of on its day, it need not be told of as waiting.
    if (one.state === "waiting") keys.push(waitingKey(plan.id, due));
    if (from === undefined || !from.short.has(date)) return { keys, text };
    // That it falls below zero on that day is said with it.
    if (from.below === date) keys.push(belowKey(from.id, date));
    return { keys, text: `${text}，${shortText(from, showAmounts)}` };
  });
}

const DUE: { [Kind in PlanRow["kind"]]: MessageKey } = {
  expense: "lineToPay",
  income: "lineToCome",
  transfer: "lineToMove",
  reminder: "lineToDo",
};

function isToRemind({ plan, state, date }: Standing, today: Day): boolean {
  if (plan.remindDays === null || date < today) return false;
  // What a person confirms waits from its day on: it was told of before, but where that is its day.
  if (state === "waiting" && plan.remindDays > 0) return false;
  return daysBetween(today, date) <= plan.remindDays;
}

function waitingKey(planId: number, due: Day): string {
  return `plan ${planId} ${due} waiting`;
}

function shortText({ name, balance }: Watched, showAmounts: boolean): string {
  return showAmounts
    ? words("lineShortBy", { account: name, balance: amountText(balance) })
    : words("lineShort", { account: name });
}

/** The count of all that wait; new where one of the latest is. */
async function waitingLines({ db, userId }: Context): Promise<Line[]> {
  const waiting = sql`from plan_occurrences o join plans p on p.user_id = ${userId} and p.id = o.plan_id
    where o.user_id = ${userId} and o.state = 'waiting'`;
  const row = await db.get<{ count: number }>(sql`select count(*) as count ${waiting}`);
  if (row === undefined || row.count === 0) return [];
  const latest = await db.all<{ planId: number; due: Day }>(
    sql`select o.plan_id, o.due ${waiting} order by o.due desc, o.plan_id limit ${LATEST}`,
  );
  const keys = latest.map(({ planId, due }) => waitingKey(planId, due));
  return [{ keys, text: words("lineWaiting", { count: row.count }) }];
}

/** So many are looked at for whether they are new. */
const LATEST = 200;

async function pausedLines(ctx: Context): Promise<Line[]> {
  const plans = await readPlans(ctx, sql`state = 'paused' and reason is not null`);
  return plans.map(({ id, name, updatedAt }) => ({
    keys: [`plan ${id} ${updatedAt} paused`],
    text: words("linePaused", { name }),
  }));
}

function belowLines(money: ReadonlyMap<number, Watched>): Line[] {
  return [...money.values()].flatMap(({ id, name, balance, below }) =>
    below === undefined || BigInt(balance) < 0n
      ? []
      : {
          keys: [belowKey(id, below)],
          text: words("lineBelow", { account: name, day: dayText(below) }),
        },
  );
}

function belowKey(accountId: number, day: Day): string {
  return `account ${accountId} ${day} below`;
}

async function stoppedLines({ db, userId, now }: Context): Promise<Line[]> {
  const rows = await db.all<{ key: string; about: string; madeAt: string }>(sql`
    select key, about, made_at from notice_lines
    where user_id = ${userId} and said_at is null and about is not null order by made_at`);
  return rows
    .filter(({ madeAt }) => now - Date.parse(madeAt) < NEWS_MS)
    .map(({ key, about }) => {
      const { days, booked } = JSON.parse(about) as StoppedLine;
      return { keys: [key], text: words("lineStopped", { days, booked }) };
    });
}

function whenText(today: Day, date: Day): string {
  const named = ["lineToday", "lineTomorrow", "lineAfterTomorrow"] as const;
  const name = named[daysBetween(today, date)];
  return name === undefined ? dayText(date) : words(name);
}

function dayText(day: Day): string {
  const [, month, date] = day.split("-");
  return words("lineDay", { month: Number(month), date: Number(date) });
}

function amountText(amount: FenSum): string {
  return yuanFixed(amount).replace(/\B(?=(\d{3})+\.)/g, ",");
}
