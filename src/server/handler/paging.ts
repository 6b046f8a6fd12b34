/** How a list of records or transfers is ordered, and where its next page begins. */
import type { ListOrder } from "../../contract/fields.ts";
import { dayOf } from "../../ledger/calendar.ts";
import { type Sql, sql } from "../../store/sql.ts";
import {
  readAmountCursor,
  readCursor,
  readDateCursor,
  writeAmountCursor,
  writeCursor,
  writeDateCursor,
} from "./cursor.ts";

/** What a page ends with. */
interface LastRow {
  id: number;
  createdAt: string;
  date: string;
  amount: number;
}

/**
 * By date, the day comes first: it has an index, and lists show days. A later day is a later instant,
 * but where clocks went back over midnight (St. John's until 2011).
 */
export function orderBy(order: ListOrder | undefined): Sql {
  if (order === "amount") return sql`order by amount desc, id desc`;
  return order === "date"
    ? sql`order by day desc, date desc, created_at desc, id desc`
    : sql`order by created_at desc, id desc`;
}

/** What stands behind the position that a cursor names. Refuses the cursor of another order. */
export function behind(order: ListOrder | undefined, cursor: string, zone: string): Sql {
  if (order === "date") {
    const { date, createdAt, id } = readDateCursor(cursor);
    const day = dayOf(Date.parse(date), zone);
    // The first part lets a page begin where the last one ended, rather than at the newest day.
    return sql`day <= ${day}
      and (day, date, created_at, id) < (${day}, ${date}, ${createdAt}, ${id})`;
  }
  if (order === "amount") {
    const { amount, id } = readAmountCursor(cursor);
    return sql`(amount, id) < (${amount}, ${id})`;
  }
  const { createdAt, id } = readCursor(cursor);
  return sql`(created_at, id) < (${createdAt}, ${id})`;
}

/** The cursor of the page that goes on after the row. */
export function cursorAfter(order: ListOrder | undefined, row: LastRow): string {
  if (order === "amount") return writeAmountCursor(row);
  return order === "date" ? writeDateCursor(row) : writeCursor(row);
}
