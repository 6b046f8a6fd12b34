/** `fenming restore FILE`: puts a backup in the database's place, after it has been proved. */
import { resolve } from "node:path";
import { readConfig } from "../server/config.ts";
import { restoreDatabase } from "../store/copies.ts";
import { sayCounts } from "./check.ts";

export async function restore(file: string): Promise<void> {
  const config = readConfig(process.env);
  const from = resolve(file);
  const { path, counts, kept } = await restoreDatabase(config.databaseUrl, from, {
    now: new Date(),
    say: (sentence) => console.log(sentence),
  });
  if (kept !== undefined) console.log(`原来的数据库保留为 ${kept}（what was replaced is kept）`);
  console.log(`已从 ${from} 恢复到 ${path}：${sayCounts(counts)}（restored）`);
}
