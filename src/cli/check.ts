/** `fenming check`: proves the whole database, beside a running server or without one. */
import { readConfig } from "../server/config.ts";
import { openAsIs } from "../store/open.ts";
import { type Counts, proveDatabase, refuseFindings } from "../store/proof.ts";

/** One line a finding, and a failure that names the first account that differs. */
export async function check(): Promise<void> {
  const { databaseUrl } = readConfig(process.env);
  const store = await openAsIs({ url: databaseUrl });
  try {
    const { findings, counts } = await proveDatabase(store.db);
    for (const finding of findings) console.log(finding.text);
    refuseFindings(findings);
    console.log(`核对无误：${sayCounts(counts)}（everything agrees）`);
  } finally {
    await store.close();
  }
}

export function sayCounts({ users, accounts, records, budgets }: Counts): string {
  return `${users} 个用户，${accounts} 个账户，${records} 条记录，${budgets} 个预算`;
}
