/**
 * What an undo takes out of the book, found from the import: a cross join SQLite takes in the order in
 * which it is written.
 */
import { type Sql, sql } from "../../store/sql.ts";

/** All records that go: a table `gone` of their ids, `gone_id`. */
export function goneRecords(userId: number, importId: number): Sql {
  return sql`(select id as gone_id from records where user_id = ${userId} and import_id = ${importId}
    union all select gone_id from ${feesElsewhere(userId, importId)}) as gone`;
}

/** Those among them that the import did not write: fees that its transfers have got since. */
export function feesElsewhere(userId: number, importId: number): Sql {
  return sql`(select f.id as gone_id ${feesOf(userId, importId)}
    and (f.import_id is null or f.import_id <> ${importId})) as elsewhere`;
}

/** The fees `f` of the transfers `t` that the import wrote. */
export function feesOf(userId: number, importId: number): Sql {
  return sql`from transfers t cross join records f
    where t.user_id = ${userId} and t.import_id = ${importId}
      and f.user_id = ${userId} and f.transfer_id = t.id`;
}
