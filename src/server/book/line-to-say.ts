/** What a person is to be told with the next reminder, of what the book itself does not show later. */
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { nowInstant } from "./balances.ts";

/** The clock had not looked for so many days, and then booked so much. */
export interface StoppedLine {
  days: number;
  booked: number;
}

/** Keeps what is to be said under its key; said again before it was told, it is the later words. */
export async function sayLater(
  ctx: Pick<Context, "db" | "userId" | "now">,
  key: string,
  about: StoppedLine,
): Promise<void> {
  await ctx.db.run(sql`
    insert into notice_lines (user_id, key, about, made_at)
    values (${ctx.userId}, ${key}, ${JSON.stringify(about)}, ${nowInstant(ctx)})
    on conflict (user_id, key) do update set about = excluded.about
    where notice_lines.said_at is null`);
}
