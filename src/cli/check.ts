/** `fenming check`: proves the whole database, beside a running server or without one. */
import { readConfig } from "../server/config.ts";
import { type Db, StartError } from "../store/db.ts";
import { listMigrations, pendingMigrations } from "../store/migrations.ts";
import { openAsIs } from "../store/open.ts";
import { type Counts, proveDatabase, refuseFindings } from "../store/proof.ts";

/** One line a finding, and a failure that names the first account that differs. */
export async function check(): Promise<void> {
  const { databaseUrl } = readConfig(process.env);
  const store = await openAsIs({ url: databaseUrl });
  try {
    await refuseOldSchema(store.db);
    const { findings, counts } = await proveDatabase(store.db);
    for (const finding of findings) console.log(finding.text);
    refuseFindings(findings);
    console.log(`核对无误：${sayCounts(counts)}（everything agrees）`);
  } finally {
    await store.close();
  }
}

/** The proof reads the tables of this version. */
async function refuseOldSchema(db: Db): Promise<void> {
  const pending = await db.read((query) => pendingMigrations(query, listMigrations()));
  if (pending.length === 0) return;
  throw new StartError(
    "数据库结构需要升级，请先运行 fenming migrate 或启动服务（the schema has to be brought up to date first）",
  );
}

export function sayCounts({ users, accounts, records, budgets }: Counts): string {
  return `${users} 个用户，${accounts} 个账户，${records} 条记录，${budgets} 个预算`;
}
