import { sql } from "../../src/store/sql.ts";

/** A statement of SQLite that takes some hundred milliseconds. */
export const SLOW = sql`
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000)
  select count(*) as count from n`;
