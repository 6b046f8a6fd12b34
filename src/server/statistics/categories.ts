import type { contract } from "../../contract/contract.ts";
import type { RecordType } from "../../contract/fields.ts";
import { dayOf, shiftDay } from "../../ledger/calendar.ts";
import { sql } from "../../store/sql.ts";
import type { Handlers } from "../handler/context.ts";
import { listRenames } from "./rename-categories.ts";

/** Days that count as recent. */
const RECENT_DAYS = 90;

interface UseRow {
  type: RecordType;
  category: string;
  recent: number;
  count: number;
}

export const categoryHandlers: Omit<Handlers<(typeof contract)["categories"]>, "rename"> = {
  /** From the day totals, so that it costs days, not records. */
  async list({ db, userId, now, zone }) {
    const since = shiftDay(dayOf(now, zone), -RECENT_DAYS);
    const rows = await db.all<UseRow>(sql`
      select type, category,
        cast(sum(case when day >= ${since} then count else 0 end) as integer) as recent,
        cast(sum(count) as integer) as count
      from day_totals where user_id = ${userId} group by type, category`);
    return rows.sort(byUse);
  },

  renames: listRenames,
};

function byUse(a: UseRow, b: UseRow): number {
  return b.recent - a.recent || b.count - a.count || (a.category < b.category ? -1 : 1);
}
