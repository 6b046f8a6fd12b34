/** Stores what `fenming seed` invents, many rows a statement; balances and day totals in step. */
import { type Day, instantAt, monthOf } from "../ledger/calendar.ts";
import type { Db, Query } from "../store/db.ts";
import { bulk, sql } from "../store/sql.ts";
import { effectsOf, type SeedRecord, seedAccounts, seedBudgets } from "./seed-data.ts";

/** Values of one statement stay below SQLite's 32,766 parameters. */
const ROWS = 1000;
/** What every account opens with: 10,000 yuan. */
const OPENING = 1_000_000;

export interface Person {
  userId: number;
  accountIds: number[];
}

const surnames = ["王", "李", "张", "刘", "陈", "杨", "赵", "黄", "周", "吴"];
const givenNames = ["小明", "建国", "芳", "伟", "静", "磊", "丽", "强", "婷", "宇轩", "欣怡"];

/** Adds a user with accounts and this month's budgets. Emails go on from those already there. */
export function addPerson(
  db: Db,
  { index, until }: { index: number; until: Day },
): Promise<Person> {
  return db.write(async (query) => {
    const now = instantAt(Date.now());
    const userId = await addUser(query, index, now);
    const accounts = seedAccounts.map(({ name, type, color }) => [
      userId,
      name,
      type,
      color,
      OPENING,
      OPENING,
      now,
      now,
    ]);
    await query.run(sql`insert into accounts
      (user_id, name, type, color, opening, balance, created_at, updated_at)
      values ${bulk(accounts)}`);
    const budgets = seedBudgets.map(({ category, amount }) => [
      userId,
      category,
      amount,
      monthOf(until),
      now,
      now,
    ]);
    await query.run(sql`insert into budgets
      (user_id, category, amount, month, created_at, updated_at) values ${bulk(budgets)}`);
    const rows = await query.all<{ id: number }>(
      sql`select id from accounts where user_id = ${userId} order by id`,
    );
    return { userId, accountIds: rows.map(({ id }) => id) };
  });
}

async function addUser(query: Query, index: number, now: string): Promise<number> {
  const last = await query.get<{ id: number }>(sql`select coalesce(max(id), 0) as id from users`);
  const email = `seed-${(last as { id: number }).id + 1}@example.com`;
  const name =
    (surnames[index % surnames.length] as string) + givenNames[index % givenNames.length];
  const user = await query.get<{ id: number }>(sql`
    insert into users (name, email, email_folded, created_at, updated_at)
    values (${name}, ${email}, ${email}, ${now}, ${now}) returning id`);
  const { id } = user as { id: number };
  await query.run(sql`insert into revisions (user_id, revision) values (${id}, 0)`);
  return id;
}

/** Adds records in one transaction, with what they do to balances, day totals and the revision. */
export function addRecords(db: Db, person: Person, records: SeedRecord[]): Promise<void> {
  return db.write(
    async (query) => {
      // First of all, as every write of a book does: the row is its lock.
      await query.run(
        sql`update revisions set revision = revision + 1 where user_id = ${person.userId}`,
      );
      await moveBalances(query, person, records);
      for (let from = 0; from < records.length; from += ROWS) {
        await insertRecords(query, person, records.slice(from, from + ROWS));
      }
      await countDays(query, person.userId, records);
    },
    { long: true },
  );
}

async function moveBalances(
  query: Query,
  { userId, accountIds }: Person,
  records: SeedRecord[],
): Promise<void> {
  for (const [index, delta] of effectsOf(records).entries()) {
    await query.run(sql`update accounts set balance = balance + ${delta}
      where user_id = ${userId} and id = ${accountIds[index]}`);
  }
}

async function insertRecords(
  query: Query,
  { userId, accountIds }: Person,
  records: SeedRecord[],
): Promise<void> {
  const rows = records.map((record) => [
    userId,
    accountIds[record.account],
    record.type,
    record.amount,
    record.category,
    record.description,
    record.instant,
    record.day,
    record.timed,
    record.createdAt,
    record.createdAt,
  ]);
  await query.run(sql`insert into records (user_id, account_id, type, amount, category, description,
    date, day, timed, created_at, updated_at) values ${bulk(rows)}`);
}

async function countDays(query: Query, userId: number, records: SeedRecord[]): Promise<void> {
  const totals = new Map<string, [number, string, string, string, number, number]>();
  for (const { day, type, category, amount } of records) {
    const key = `${day} ${type} ${category}`;
    const total = totals.get(key) ?? [userId, day, type, category, 0, 0];
    total[4] += amount;
    total[5] += 1;
    totals.set(key, total);
  }
  const rows = [...totals.values()];
  for (let from = 0; from < rows.length; from += ROWS) {
    await query.run(sql`insert into day_totals (user_id, day, type, category, amount, count)
      values ${bulk(rows.slice(from, from + ROWS))}
      on conflict (user_id, day, type, category) do update
      set amount = day_totals.amount + excluded.amount, count = day_totals.count + excluded.count`);
  }
}
