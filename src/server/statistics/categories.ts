import type { contract } from "../../contract/contract.ts";
import type { RecordType } from "../../contract/fields.ts";
import { dayOf, shiftDay } from "../../ledger/calendar.ts";
import { sql } from "../../store/sql.ts";
import type { Handlers } from "../handler/context.ts";
import { allInTurns } from "../handler/in-turns.ts";
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
  list({ db, userId, now, zone }) {
    const since = shiftDay(dayOf(now, zone), -RECENT_DAYS);
    const used = sql`
      select type, category,
        cast(sum(case when day >= ${since} then count else 0 end) as integer) as recent,
        cast(sum(count) as integer) as count
      from day_totals where user_id = ${userId} group by type, category
      order by recent desc, count desc, category, type`;
    return allInTurns<UseRow>(db, used);
  },

  renames: listRenames,
};
