/**
 * The tables of the schema partitioned by hash of `user_id` on plain PostgreSQL: what a sharded
 * database would have to ask of many servers, a plan shows here as many partitions of a table.
 */
import pg from "pg";
import { freshPostgres } from "./databases.ts";

export const PARTITIONS = 4;

export interface Partitioned {
  /** Opens the service on the partitioned tables. */
  url: string;
  /** The names of the tables that are partitioned. */
  tables: string[];
  /** How many partitions of each table the statement's plan touches. */
  touched(text: string, values: unknown[]): Promise<Map<string, number>>;
  close(): Promise<void>;
}

export async function freshPartitioned(): Promise<Partitioned> {
  const fresh = await freshPostgres();
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  const tables = await partition(client);
  return {
    url: fresh.url,
    tables,
    async touched(text, values) {
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      return countPartitions(rows[0]["QUERY PLAN"][0].Plan);
    },
    async close() {
      await client.end();
      await fresh.remove();
    },
  };
}

/** Every key of a partitioned table must hold `user_id`, as on a sharded one: else this fails. */
async function partition(client: pg.Client): Promise<string[]> {
  await client.query("create schema sharded");
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' order by 1`,
  );
  for (const { name } of rows) {
    await client.query(
      `create table sharded.${name} (like public.${name} including all) partition by hash (user_id)`,
    );
    for (let part = 0; part < PARTITIONS; part += 1) {
      await client.query(`create table sharded.${name}__${part} partition of sharded.${name}
        for values with (modulus ${PARTITIONS}, remainder ${part})`);
    }
  }
  for (const { name } of rows) {
    await client.query(`drop table public.${name} cascade`);
    await client.query(`alter table sharded.${name} set schema public`);
  }
  return rows.map(({ name }) => name);
}

interface Plan {
  "Relation Name"?: string;
  Plans?: Plan[];
}

function countPartitions(plan: Plan): Map<string, number> {
  const partitions = new Set<string>();
  const walk = (node: Plan) => {
    const name = node["Relation Name"];
    if (name?.includes("__")) partitions.add(name);
    for (const inner of node.Plans ?? []) walk(inner);
  };
  walk(plan);
  const counts = new Map<string, number>();
  for (const name of partitions) {
    const table = name.split("__")[0] as string;
    counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
}
