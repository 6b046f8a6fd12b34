/** The plans, proved: what is booked and its occurrence name each other, and what comes next is what the rule says. */
import type { Day } from "../ledger/calendar.ts";
import { nextOf, type Settled } from "../ledger/next-occurrence.ts";
import type { Unit, Weekend } from "../ledger/recurrence.ts";
import type { Query } from "./db.ts";
import { getSetting } from "./settings.ts";
import { type Sql, sql } from "./sql.ts";

export interface PlanFinding {
  kind: "plan";
  userId: number;
  text: string;
}

/** Everything of plans that is not as it must be. */
export async function provePlans(db: Query): Promise<PlanFinding[]> {
  return [...(await proveLinks(db)), ...(await proveNext(db))];
}

interface Stray {
  userId: number;
  planId: number;
  due: string;
}

/** What is wrong with single occurrences, in words, and where. */
const STRAYS: [Sql, string][] = [
  [
    sql`select o.user_id, o.plan_id, o.due from plan_occurrences o
      join records r on r.user_id = o.user_id and r.id = o.record_id
      where coalesce(r.plan_id, 0) <> o.plan_id or coalesce(r.due, '') <> o.due`,
    "所记的记录不是这一期的",
  ],
  [
    sql`select o.user_id, o.plan_id, o.due from plan_occurrences o
      join transfers t on t.user_id = o.user_id and t.id = o.transfer_id
      where coalesce(t.plan_id, 0) <> o.plan_id or coalesce(t.due, '') <> o.due`,
    "所记的转账不是这一期的",
  ],
  [
    sql`select r.user_id, r.plan_id, r.due from records r
      left join plan_occurrences o on o.user_id = r.user_id and o.plan_id = r.plan_id
        and o.due = r.due and o.record_id = r.id and o.state = 'booked'
      where r.plan_id is not null and o.due is null`,
    "有一条记录，却没有记作已记",
  ],
  [
    sql`select t.user_id, t.plan_id, t.due from transfers t
      left join plan_occurrences o on o.user_id = t.user_id and o.plan_id = t.plan_id
        and o.due = t.due and o.transfer_id = t.id and o.state = 'booked'
      where t.plan_id is not null and o.due is null`,
    "有一笔转账，却没有记作已记",
  ],
  [
    sql`select o.user_id, o.plan_id, o.due from plan_occurrences o
      join plans p on p.user_id = o.user_id and p.id = o.plan_id
      where o.state = 'booked' and p.kind <> 'reminder'
        and o.record_id is null and o.transfer_id is null`,
    "记作已记，却没有所记的账",
  ],
  [
    sql`select o.user_id, o.plan_id, o.due from plan_occurrences o
      where (o.record_id is not null or o.transfer_id is not null) and o.state <> 'booked'
        or (o.record_id is not null and o.transfer_id is not null)`,
    "的状态与所记的账不符",
  ],
];

async function proveLinks(db: Query): Promise<PlanFinding[]> {
  const findings: PlanFinding[] = [];
  for (const [statement, words] of STRAYS) {
    const rows = await db.all<Stray>(sql`select * from (${statement}) as strays
      order by user_id, plan_id, due limit 100`);
    for (const { userId, planId, due } of rows) {
      const text = `用户 ${userId} 的计划 ${planId} 在 ${due} 的一期${words}`;
      findings.push({ kind: "plan", userId, text });
    }
  }
  return findings;
}

interface PlanRow {
  userId: number;
  id: number;
  unit: Unit;
  step: number;
  days: string;
  startDay: Day;
  endDay: Day | null;
  times: number | null;
  weekend: Weekend;
  state: string;
  actsFrom: Day;
  nextDue: Day | null;
  nextDate: Day | null;
  skipped: number;
}

const PAGE_ROWS = 500;

/** A plan that the clock goes by is acted on when the rule says; one that has ended has nothing left. */
async function proveNext(db: Query): Promise<PlanFinding[]> {
  const zone = (await getSetting(db, "zone")) ?? "UTC";
  const findings: PlanFinding[] = [];
  for (let last = { userId: 0, id: 0 }; ; ) {
    const plans = await db.all<PlanRow>(sql`
      select p.user_id, p.id, p.unit, p.step, p.days, p.start_day, p.end_day, p.times, p.weekend,
        p.state, p.acts_from, p.next_due, p.next_date,
        (select count(*) from plan_occurrences o where o.user_id = p.user_id and o.plan_id = p.id
          and o.state = 'skipped' and p.times_count = 'booked') as skipped
      from plans p where p.state <> 'paused' and (p.user_id, p.id) > (${last.userId}, ${last.id})
      order by p.user_id, p.id limit ${PAGE_ROWS}`);
    for (const plan of plans) {
      if (await isNext(db, plan, zone)) continue;
      const text = `用户 ${plan.userId} 的计划 ${plan.id} 的下一期 ${plan.nextDue ?? "没有"} 与它的规则不符`;
      findings.push({ kind: "plan", userId: plan.userId, text });
    }
    if (plans.length < PAGE_ROWS) return findings;
    last = plans.at(-1) as PlanRow;
  }
}

async function isNext(db: Query, plan: PlanRow, zone: string): Promise<boolean> {
  const rows = await db.all<Settled>(sql`select due, state, date from plan_occurrences
    where user_id = ${plan.userId} and plan_id = ${plan.id}
      and (due >= ${plan.actsFrom} or state = 'open')`);
  const rule = {
    unit: plan.unit,
    step: plan.step,
    days: plan.days === "" ? [] : plan.days.split(",").map(Number),
    start: plan.startDay,
    end: plan.endDay ?? undefined,
    times: plan.times === null ? undefined : plan.times + plan.skipped,
    weekend: plan.weekend,
  };
  const { next } = nextOf({ rule, actsFrom: plan.actsFrom, rows, zone });
  const state = next === undefined ? "ended" : "active";
  return (
    plan.state === state &&
    plan.nextDue === (next?.due ?? null) &&
    plan.nextDate === (next?.date ?? null)
  );
}
