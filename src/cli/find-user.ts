import { type Db, StartError } from "../store/db.ts";
import { sql } from "../store/sql.ts";

/** The id of the user that a number or an email names. */
export async function findUser(db: Db, user: string): Promise<number> {
  const row = await db.read((query) =>
    query.get<{ id: number }>(
      /^\d{1,15}$/.test(user)
        ? sql`select id from users where id = ${Number(user)}`
        : sql`select id from users where email_folded = ${user.trim().toLowerCase()}`,
    ),
  );
  if (row === undefined) {
    throw new StartError(`没有用户 ${user}：请给出用户的编号或邮箱（there is no such user）`);
  }
  return row.id;
}
