/** `fenming backup FILE`: a copy as of one moment, while the service goes on. */
import { resolve } from "node:path";
import { readConfig } from "../server/config.ts";
import { backupDatabase } from "../store/copies.ts";

export async function backup(file: string): Promise<void> {
  const { databaseUrl } = readConfig(process.env);
  const path = resolve(file);
  backupDatabase(databaseUrl, path);
  console.log(`已备份到 ${path}（backed up）`);
}
