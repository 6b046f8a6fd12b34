import { type Db, StartError } from "./db.ts";

/** PostgreSQL. */
export async function openPostgres(
  _url: string,
  _migrations: string,
  _say: (sentence: string) => void,
): Promise<{ db: Db; close(): Promise<void> }> {
  throw new StartError("PostgreSQL 尚未支持（PostgreSQL is not supported yet）");
}
