/**
 * A migration where books lie on several servers (Citus). There a table is made, then distributed, then given
 * its foreign keys one at a time, and every command is sent by itself. The migrations are one text for all
 * engines, written table by table; this takes their commands apart.
 */
import type { Query } from "../db.ts";
import { sql } from "../sql.ts";

/** Whether the books are distributed already. */
export async function isDistributed(db: Query): Promise<boolean> {
  const found = await db.get<{ there: boolean }>(
    sql`select to_regclass('pg_dist_partition') is not null as there`,
  );
  if (!found?.there) return false;
  const accounts = await db.get(sql`
    select 1 as one from pg_dist_partition where logicalrelid = to_regclass('accounts')`);
  return accounts !== undefined;
}

/**
 * One server after another for the rest of the transaction: what changes a table that lies on every server
 * does not go together with commands that ask them all at once.
 */
export async function inSequence(db: Query): Promise<void> {
  await db.script("set local citus.multi_shard_modify_mode to 'sequential'");
}

/** Runs a migration's text on distributed books; what it makes for a user is distributed beside the accounts. */
export async function runDistributed(db: Query, text: string): Promise<void> {
  await inSequence(db);
  for (const command of commandsOf(text)) await db.script(command);
}

/** The commands of a text, with the tables that it makes distributed. */
export function commandsOf(text: string): string[] {
  return splitAt(withoutComments(text), ";").flatMap((command) => {
    const match = /^create table (\w+) \((.*)\)$/s.exec(command);
    return match === null ? [command] : tableCommands(match[1] as string, match[2] as string);
  });
}

function tableCommands(table: string, body: string): string[] {
  const keys: string[] = [];
  const items = splitAt(body, ",").flatMap((item) => {
    if (item.startsWith("foreign key")) {
      keys.push(item);
      return [];
    }
    const reference = /^(\w+) (.*?)\s*(references .+)$/s.exec(item);
    if (reference === null) return [item];
    keys.push(`foreign key (${reference[1]}) ${reference[3]}`);
    return [`${reference[1]} ${reference[2]}`];
  });
  return [
    `create table ${table} (${items.join(", ")})`,
    ...(items.some((item) => item.startsWith("user_id "))
      ? [`select create_distributed_table('${table}', 'user_id', colocate_with => 'accounts')`]
      : []),
    ...keys.map((key) => `alter table ${table} add ${key}`),
  ];
}

function withoutComments(text: string): string {
  return text.replace(/'[^']*'|--.*$/gm, (found) => (found.startsWith("--") ? "" : found));
}

/** The parts between separators that stand in no quotes and in no brackets; empty ones are left out. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let index = 0; index <= text.length; index += 1) {
    const letter = text[index];
    if (letter === "'") quoted = !quoted;
    else if (!quoted && letter === "(") depth += 1;
    else if (!quoted && letter === ")") depth -= 1;
    if (letter !== undefined && (quoted || depth > 0 || letter !== separator)) continue;
    parts.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return parts.filter((part) => part !== "");
}
