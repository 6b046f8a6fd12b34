/**
 * Records that are alike, gathered in one pass over a large book. The engine hands over a text a day, newest
 * first, as its index has them; the pieces are taken apart here, and others have their turn between them.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Day, shiftDay } from "../../ledger/calendar.ts";
import type { Fen } from "../../ledger/money.ts";
import { raw, type Sql, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import type { Alike, Member } from "./series.ts";

/** Three of one a year, the last of them a year and a half ago. */
const DAYS_BACK = 1280;
/** As many as are looked at, the newest. */
const MOST_RECORDS = 100_000;
const DAYS_AT_ONCE = 100;
/** Lines that are read between two turns of the event loop. */
const LINES_AT_ONCE = 5_000;

/** What is alike, with its records from the newest to the oldest. */
export interface Group {
  alike: Alike;
  members: Member[];
}

interface DayText {
  day: Day;
  lines: string;
}

/** The groups, by what their records have in common. */
export async function readAlike(ctx: Context, today: Day): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>();
  let count = 0;
  for await (const page of ctx.db.pages<DayText>(days(ctx, today), DAYS_AT_ONCE)) {
    for (const { day, lines } of page) {
      for (const line of lines.split("\n")) {
        put(groups, day, line);
        count += 1;
        if (count % LINES_AT_ONCE === 0) await nextTurn();
      }
      if (count >= MOST_RECORDS) return groups;
    }
  }
  return groups;
}

const BREAK = raw("'\n'");

/** A line a record: amount, id, account, whether a plan has booked it, its type, and what it says. */
function days({ userId }: Context, today: Day): Sql {
  return sql`
    select day, string_agg(amount || ' ' || id || ' ' || account_id
        || case when plan_id is null then ' 0' else ' 1' end
        || case when type = 'income' then 'i' else 'e' end
        || case when coalesce(description, '') = '' then 'c' || replace(category, ${BREAK}, ' ')
          else 'n' || replace(description, ${BREAK}, ' ') end, ${BREAK}) as lines
    from records
    where user_id = ${userId} and day > ${shiftDay(today, -DAYS_BACK)} and day <= ${today}
      and refund = 0 and transfer_id is null
    group by day order by day desc`;
}

function put(groups: Map<string, Group>, day: Day, line: string): void {
  const afterAmount = line.indexOf(" ");
  const afterId = line.indexOf(" ", afterAmount + 1);
  const afterAccount = line.indexOf(" ", afterId + 1);
  const type = line[afterAccount + 2] === "i" ? "income" : "expense";
  const accountId = Number(line.slice(afterId + 1, afterAccount));
  const alike = withoutDigits(line.slice(afterAccount + 3));
  const member: Member = {
    id: Number(line.slice(afterAmount + 1, afterId)),
    day,
    amount: Number(line.slice(0, afterAmount)) as Fen,
    planned: line[afterAccount + 1] === "1",
  };
  const key = `${accountId} ${type} ${alike}`;
  const group = groups.get(key);
  if (group) group.members.push(member);
  else groups.set(key, { alike: { type, accountId, alike }, members: [member] });
}

/** 3月电费 and 4月电费 are alike; a note of nothing but digits keeps them. The first letter says what it is. */
function withoutDigits(text: string): string {
  if (!/\d/.test(text)) return text;
  const rest = text.replace(/\d+/g, "").trim();
  return rest.length > 1 ? rest : text;
}
