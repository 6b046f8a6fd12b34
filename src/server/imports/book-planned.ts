/**
 * Rows that are occurrences of plans, booked: the occurrence is settled by what the row was booked as. Where
 * the plan had booked it already, that gets the row's money, time and number, and keeps the rest.
 */
import type { RecordType } from "../../contract/fields.ts";
import { effect } from "../../ledger/effect.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { join, type Sql, sql } from "../../store/sql.ts";
import { moveDayTotals, nowInstant } from "../book/balances.ts";
import { keepVersion, tableOf } from "../book/versions.ts";
import type { Context } from "../handler/context.ts";
import { readPlans } from "../plans/plan-row.ts";
import { reckonNext } from "../plans/reckon.ts";
import { booked, type Commit, inChunks } from "./write-rows.ts";

/** Settles the occurrences that rows of the part were booked as, and reckons what comes next of their plans. */
export async function settlePlanned(commit: Commit): Promise<void> {
  const { ctx } = commit;
  const { db } = ctx;
  const ids = new Set<number>();
  await inChunks(commit, async (range) => {
    const settled = await db.all<{ planId: number }>(sql`
      insert into plan_occurrences (user_id, plan_id, due, state, record_id, transfer_id, settled_at)
      select r.user_id, r.plan_id, r.due, 'booked', b.id, t.id, ${nowInstant(ctx)}
      from import_rows r
      left join records b on b.user_id = r.user_id and b.import_id = r.import_id
        and b.import_row = r.number
      left join transfers t on t.user_id = r.user_id and t.import_id = r.import_id
        and t.import_row = r.number
      where ${booked(commit)} and ${range} and r.plan_id is not null
      on conflict (user_id, plan_id, due) do update set state = 'booked',
        record_id = excluded.record_id, transfer_id = excluded.transfer_id,
        settled_at = excluded.settled_at
      returning plan_id`);
    for (const { planId } of settled) ids.add(planId);
  });
  if (ids.size === 0) return;
  for (const plan of await readPlans(ctx, sql`id in (${join([...ids])})`)) {
    await reckonNext(ctx, plan);
  }
}

/** The money, the time and the number of what a plan has booked, before and as the bill tells them. */
export interface Retold {
  row: number;
  recordId: number | null;
  transferId: number | null;
  /** Of a record its account, of a transfer the two. */
  accountId: number;
  toAccountId: number | null;
  type: RecordType | null;
  category: string | null;
  wasAmount: Fen;
  wasDate: string;
  wasDay: string;
  wasTimed: number;
  amount: Fen;
  date: string;
  day: string;
  timed: number;
  provider: string;
  externalId: string | null;
}

/** What merged rows tell of occurrences that are booked. A transfer's fee is told by itself. */
export function listRetold({ ctx, importId }: Commit): Promise<Retold[]> {
  return ctx.db.all<Retold>(sql`
    select r.number as row, b.id as record_id, t.id as transfer_id,
      coalesce(b.account_id, t.from_account_id) as account_id, t.to_account_id, b.type, b.category,
      coalesce(b.amount, t.amount) as was_amount, coalesce(b.date, t.date) as was_date,
      coalesce(b.day, t.day) as was_day, coalesce(b.timed, t.timed) as was_timed,
      case when r.fee > 0 then t.amount else r.amount end as amount, r.date, r.day, r.timed,
      a.provider, nullif(r.external_id, '') as external_id
    from import_rows r
    join import_accounts a on a.user_id = r.user_id and a.import_id = r.import_id
      and a.place = r.account
    left join records b on b.user_id = r.user_id and b.id = r.record_id
    left join transfers t on t.user_id = r.user_id and t.id = r.transfer_id
    where r.user_id = ${ctx.userId} and r.import_id = ${importId} and r.action = 'merge'
      and r.joins = 0 and r.plan_id is not null and (b.id is not null or t.id is not null)
    order by r.number`);
}

/** What another amount does to each account. */
export function retoldDeltas(retold: readonly Retold[]): [accountId: number, delta: Fen][] {
  return retold.flatMap((one) => amountDeltas(one, one.wasAmount, one.amount));
}

/** What it does to each account that a record or a transfer has another amount. */
export function amountDeltas(
  one: Pick<Retold, "accountId" | "toAccountId" | "type">,
  from: Fen,
  to: Fen,
): [accountId: number, delta: Fen][] {
  if (from === to) return [];
  const { accountId, toAccountId, type } = one;
  if (type !== null) {
    const by = effect({ type, amount: to }) - effect({ type, amount: from });
    return [[accountId, fen(by)]];
  }
  return [
    [accountId, fen(from - to)],
    [toAccountId as number, fen(to - from)],
  ];
}

/** Gives what a plan has booked the money, the time and the number of its row; balances have moved already. */
export async function retell(ctx: Context, one: Retold): Promise<void> {
  const { recordId, wasAmount, wasDate, wasDay, wasTimed, ...told } = one;
  const noun = recordId !== null ? "record" : "transfer";
  const was = { amount: wasAmount, date: wasDate, day: wasDay, timed: wasTimed };
  await putMoney(ctx, noun, one, was, told, nowInstant(ctx), [
    sql`provider = ${one.provider}`,
    sql`external_id = ${one.externalId}`,
  ]);
}

/** Amount and time of a record or a transfer. */
export interface Money {
  amount: Fen;
  date: string;
  day: string;
  timed: number;
}

/** Puts another amount and time into a record or a transfer, with the version before in the history. */
export async function putMoney(
  ctx: Context,
  noun: "record" | "transfer",
  one: Pick<Retold, "recordId" | "transferId" | "type" | "category">,
  was: Money,
  { amount, date, day, timed }: Money,
  updatedAt: string,
  besides: Sql[],
): Promise<void> {
  const id = (noun === "record" ? one.recordId : one.transferId) as number;
  await keepVersion(ctx, noun, id, { to: { amount, day } });
  await ctx.db.run(sql`update ${tableOf(noun)} set amount = ${amount}, date = ${date},
      day = ${day}, timed = ${timed}, updated_at = ${updatedAt}, ${join(besides, ", ")}
    where user_id = ${ctx.userId} and id = ${id}`);
  if (one.type === null || one.category === null) return;
  const common = { type: one.type, category: one.category, refund: 0 };
  await moveDayTotals(
    ctx,
    [{ ...common, amount: was.amount, day: was.day }],
    [{ ...common, amount, day }],
  );
}
