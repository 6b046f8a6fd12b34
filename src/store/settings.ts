/** What is known about the database as a whole: a name and a value each. */
import type { Query } from "./db.ts";
import { sql } from "./sql.ts";

export async function getSetting(db: Query, name: string): Promise<string | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from settings where name = ${name}`);
  return row?.value;
}

export async function putSetting(db: Query, name: string, value: string): Promise<void> {
  await db.run(sql`insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`);
}
