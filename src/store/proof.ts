/**
 * The account of money, proved: what is stored against what follows from the records. Shared by
 * `fenming check`, by migrations and by tests.
 */
import { createHash } from "node:crypto";
import { yuanFixed } from "../ledger/money.ts";
import { COUNTED_AMOUNT, COUNTED_TYPE } from "./counted.ts";
import { type Db, type Query, StartError } from "./db.ts";
import { provePlans } from "./proof-plans.ts";
import { type Sql, sql } from "./sql.ts";

/** One thing that does not hold, in words. */
export interface Finding {
  kind: "balance" | "day-total" | "refund" | "fee" | "plan" | "foreign-key" | "integrity";
  userId?: number;
  accountId?: number;
  text: string;
}

/**
 * Opening balance plus the effects of all records, transfers and adjustments, per account, beside the stored
 * balance. Text, for exactness.
 */
const BALANCES: Sql = sql`
  select a.user_id, a.id as account_id, a.name,
    cast(a.balance as text) as balance,
    cast(a.opening + coalesce(r.effect, 0) + coalesce(i.received, 0) - coalesce(o.sent, 0)
      + coalesce(j.adjusted, 0) as text)
      as expected
  from accounts a
  left join (
    select user_id, account_id, sum(case when type = 'income' then amount else -amount end) as effect
    from records group by user_id, account_id
  ) r on r.user_id = a.user_id and r.account_id = a.id
  left join (
    select user_id, to_account_id, sum(amount) as received
    from transfers group by user_id, to_account_id
  ) i on i.user_id = a.user_id and i.to_account_id = a.id
  left join (
    select user_id, from_account_id, sum(amount) as sent
    from transfers group by user_id, from_account_id
  ) o on o.user_id = a.user_id and o.from_account_id = a.id
  left join (
    select user_id, account_id, sum(amount) as adjusted
    from adjustments group by user_id, account_id
  ) j on j.user_id = a.user_id and j.account_id = a.id
  order by a.user_id, a.id`;

interface BalanceRow {
  userId: number;
  accountId: number;
  name: string;
  balance: string;
  expected: string;
}

/** Every balance, day total, refund, fee and plan that is not as it must be. */
export async function proveBook(db: Query): Promise<Finding[]> {
  return [
    ...(await proveBalances(db)),
    ...(await proveDayTotals(db)),
    ...(await proveRefunds(db)),
    ...(await proveFees(db)),
    ...(await provePlans(db)),
  ];
}

async function proveBalances(db: Query): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const page of db.pages<BalanceRow>(BALANCES, 500)) {
    for (const row of page) {
      if (row.balance === row.expected) continue;
      findings.push({
        kind: "balance",
        userId: row.userId,
        accountId: row.accountId,
        text: `用户 ${row.userId} 的账户 ${row.accountId}（${row.name}）余额为 ${yuanFixed(BigInt(row.balance))}，按期初余额、记录、转账与调整应为 ${yuanFixed(BigInt(row.expected))}`,
      });
    }
  }
  return findings;
}

/** How much a database holds. */
export interface Counts {
  users: number;
  accounts: number;
  records: number;
  budgets: number;
}

/** What `fenming check` says of a whole database, read from one snapshot. */
export interface Proof {
  findings: Finding[];
  counts: Counts;
}

/** Proves the whole database: the money, and on the embedded engine the file itself. */
export function proveDatabase(db: Db): Promise<Proof> {
  return db.read(async (query) => ({
    findings: [
      ...(await proveBook(query)),
      ...(db.engine === "sqlite" ? await proveFile(query) : []),
    ],
    counts: await countAll(query),
  }));
}

/** SQLite's own checks. PostgreSQL enforces its keys always and checks its pages itself. */
async function proveFile(db: Query): Promise<Finding[]> {
  const orphans = await db.all<{ table: string; rowid: number; parent: string }>(
    sql`pragma foreign_key_check`,
  );
  const faults = await db.all<{ integrityCheck: string }>(sql`pragma integrity_check`);
  return [
    ...orphans.map(({ table, rowid, parent }) => ({
      kind: "foreign-key" as const,
      text: `表 ${table} 的第 ${rowid} 行指向不存在的 ${parent}`,
    })),
    ...faults
      .filter((fault) => fault.integrityCheck !== "ok")
      .map((fault) => ({
        kind: "integrity" as const,
        text: `数据库文件：${fault.integrityCheck}`,
      })),
  ];
}

async function countAll(db: Query): Promise<Counts> {
  const counts = await db.get<Counts>(sql`select
    (select count(*) from users) as users, (select count(*) from accounts) as accounts,
    (select count(*) from records) as records, (select count(*) from budgets) as budgets`);
  return counts as Counts;
}

/** The totals as they are stored and as the records give them: each that stands on one side only. */
const TOTALS_STORED: Sql = sql`select user_id, day, type, category, amount, count from day_totals`;
const TOTALS_COUNTED: Sql = sql`
  select user_id, day, type, category, cast(sum(amount) as bigint) as amount, count(*) as count
  from (
    select user_id, day, ${COUNTED_TYPE} as type, category, ${COUNTED_AMOUNT} as amount
    from records
  ) as counted
  group by user_id, day, type, category`;

async function proveDayTotals(db: Query): Promise<Finding[]> {
  const rows = await db.all<{ userId: number; day: string; type: string; category: string }>(sql`
    select user_id, day, type, category from (
      select * from (${TOTALS_STORED} except ${TOTALS_COUNTED}) as stored_only
      union all
      select * from (${TOTALS_COUNTED} except ${TOTALS_STORED}) as counted_only
    ) as differing
    group by user_id, day, type, category
    order by user_id, day, type, category
    limit 100`);
  return rows.map((row) => ({
    kind: "day-total",
    userId: row.userId,
    text: `用户 ${row.userId} 在 ${row.day} 的 ${row.type} 合计（${row.category}）与记录不符`,
  }));
}

/** Refunds are income, name an expense, and give back no more than it. */
async function proveRefunds(db: Query): Promise<Finding[]> {
  const wrong = await db.all<{ userId: number; id: number }>(sql`
    select r.user_id, r.id from records r
    left join records e on e.user_id = r.user_id and e.id = r.refund_of
    where (r.refund = 1 and r.type <> 'income')
      or (r.refund_of is not null and (r.refund = 0 or e.id is null or e.type <> 'expense'))
    order by r.user_id, r.id limit 100`);
  const excessive = await db.all<{ userId: number; id: number }>(sql`
    select e.user_id, e.id from records e
    join records r on r.user_id = e.user_id and r.refund_of = e.id
    group by e.user_id, e.id, e.amount having sum(r.amount) > e.amount
    order by e.user_id, e.id limit 100`);
  return [
    ...wrong.map(({ userId, id }) => refundFinding(userId, `退款记录 ${id} 与所退的支出不符`)),
    ...excessive.map(({ userId, id }) => refundFinding(userId, `支出 ${id} 的退款合计超过了它`)),
  ];
}

function refundFinding(userId: number, text: string): Finding {
  return { kind: "refund", userId, text: `用户 ${userId} 的${text}` };
}

/** A fee is an expense of the account that its transfer leaves; a transfer has at most one. */
async function proveFees(db: Query): Promise<Finding[]> {
  const rows = await db.all<{ userId: number; id: number }>(sql`
    select t.user_id, t.id from transfers t
    join records f on f.user_id = t.user_id and f.transfer_id = t.id
    group by t.user_id, t.id
    having count(*) > 1
      or max(case when f.type = 'expense' and f.account_id = t.from_account_id then 0 else 1 end) = 1
    order by t.user_id, t.id limit 100`);
  return rows.map(({ userId, id }) => ({
    kind: "fee",
    userId,
    text: `用户 ${userId} 的转账 ${id} 与它的手续费记录不符`,
  }));
}

/** A digest of every account's balance: equal before and after whatever must not move money. */
export async function balancesDigest(db: Query): Promise<string> {
  const hash = createHash("sha256");
  const statement = sql`select user_id, id as account_id, cast(balance as text) as balance
    from accounts order by user_id, id`;
  for await (const page of db.pages<BalanceRow>(statement, 1000)) {
    for (const row of page) hash.update(`${row.userId} ${row.accountId} ${row.balance}\n`);
  }
  return hash.digest("hex");
}

/** Throws one sentence that counts the findings and names the first account, or the first finding. */
export function refuseFindings(findings: Finding[], subject = ""): void {
  const first = findings.find((finding) => finding.accountId !== undefined) ?? findings[0];
  if (first === undefined) return;
  const named =
    first.accountId === undefined
      ? first.text
      : `首个不符的账户是 ${first.accountId}（用户 ${first.userId}）`;
  throw new StartError(
    `${subject}检查发现 ${findings.length} 处不符，${named}（the check found ${findings.length} faults）`,
  );
}
