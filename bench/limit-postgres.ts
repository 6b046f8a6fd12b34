/**
 * The yardstick on PostgreSQL: the least that could do the job there. Raw `node:http`, one driver,
 * prepared statements, group commit by hand with everything of a batch in one packet, reads pipelined
 * over shared connections; no validation, no logs, no ownership, no idempotency, no ETag, no snapshot
 * over several statements, nothing that makes a commit whose answer is lost happen once.
 *
 *   node limit-postgres.ts URL PORT [--single]   --single: one transaction a request
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import pg from "pg";

const [url = "", port = "0", mode] = process.argv.slice(2);
const WRITERS = mode === "--single" ? 16 : 2;
const READERS = 4;

pg.types.setTypeParser(20, Number);

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  return client;
}

const idle = await Promise.all(Array.from({ length: WRITERS }, open));
const readers = await Promise.all(Array.from({ length: READERS }, open));

const texts = {
  moveBalance:
    "update accounts set balance = balance + $1, updated_at = $2 where user_id = $3 and id = $4",
  insertRecord: `insert into records (user_id, account_id, type, amount, category, description, date, day, timed, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $9) returning id`,
  countDay: `insert into day_totals (user_id, day, type, category, amount, count) values ($1, $2, $3, $4, $5, 1)
    on conflict (user_id, day, type, category) do update set amount = day_totals.amount + excluded.amount, count = day_totals.count + 1`,
  raiseRevision: "update revisions set revision = revision + 1 where user_id = $1",
  records: `select r.id, r.user_id as "userId", r.account_id as "accountId", r.type, r.amount, r.category, r.description, r.date,
      r.created_at as "createdAt", r.updated_at as "updatedAt",
      a.name as "accountName", a.type as "accountType", a.color as "accountColor", a.balance as "accountBalance"
    from records r join accounts a on a.user_id = r.user_id and a.id = r.account_id
    where r.user_id = $1 order by r.created_at desc, r.id desc`,
  monthly: `select type, category, cast(sum(amount) as bigint) as amount from day_totals
    where user_id = $1 and day >= $2 and day <= $3 group by type, category order by sum(amount) desc, category`,
  sums: `select substr(day, 1, 7) as month, type, cast(sum(amount) as bigint) as amount from day_totals
    where user_id = $1 and day >= $2 and day <= $3 group by substr(day, 1, 7), type`,
  accounts: `select id, user_id as "userId", name, type, color, balance from accounts where user_id = $1 order by id`,
  budgets: `select id, user_id as "userId", category, amount, month, created_at as "createdAt", updated_at as "updatedAt"
    from budgets where user_id = $1 and month = $2 order by created_at desc, id desc`,
};

const corked = new Set<pg.Client>();

/** Sends in one packet what is asked in one turn. */
function ask(client: pg.Client, name: keyof typeof texts, values: unknown[]) {
  if (!corked.has(client)) {
    const { stream } = client.connection as unknown as { stream: Writable };
    corked.add(client);
    stream.cork();
    queueMicrotask(() =>
      process.nextTick(() => {
        corked.delete(client);
        stream.uncork();
      }),
    );
  }
  return client.query({ name, text: texts[name], values });
}

let turn = 0;
async function read<Row>(name: keyof typeof texts, ...values: unknown[]): Promise<Row[]> {
  turn += 1;
  return (await ask(readers[turn % READERS] as pg.Client, name, values)).rows as Row[];
}

interface Body {
  userId: number;
  accountId: number;
  type: string;
  amount: number;
  category: string;
  description?: string;
  date: string;
}

async function book(client: pg.Client, body: Body): Promise<object> {
  const { userId, accountId, type, category, description, date: day } = body;
  const fen = Math.round(body.amount * 100);
  const now = new Date().toISOString();
  const [year, month, number] = day.split("-").map(Number) as [number, number, number];
  const date = new Date(year, month - 1, number).toISOString();
  ask(client, "moveBalance", [type === "income" ? fen : -fen, now, userId, accountId]);
  const made = ask(client, "insertRecord", [
    userId,
    accountId,
    type,
    fen,
    category,
    description ?? null,
    date,
    day,
    now,
  ]);
  ask(client, "countDay", [userId, day, type, category, fen]);
  ask(client, "raiseRevision", [userId]);
  const [row] = (await made).rows as { id: number }[];
  return { id: row?.id, ...body, date, createdAt: now, updatedAt: now };
}

let queue: { body: Body; response: ServerResponse }[] = [];

async function runQueue(): Promise<void> {
  const client = idle.pop();
  if (client === undefined || queue.length === 0) {
    if (client) idle.push(client);
    return;
  }
  const batch = mode === "--single" ? queue.splice(0, 1) : queue;
  if (mode !== "--single") queue = [];
  // In order of user: two batches never wait for each other in a circle.
  batch.sort((a, b) => a.body.userId - b.body.userId || a.body.accountId - b.body.accountId);
  client.query("begin");
  const answers = batch.map(({ body }) => book(client, body));
  await client.query("commit");
  for (const [index, { response }] of batch.entries()) {
    send(response, await answers[index], "记录创建成功");
  }
  idle.push(client);
  if (queue.length > 0) setImmediate(runQueue);
}

function create(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    queue.push({ body: JSON.parse(Buffer.concat(chunks).toString()) as Body, response });
    if (queue.length === 1 || mode === "--single") setImmediate(runQueue);
  });
}

function send(response: ServerResponse, data: unknown, message?: string): void {
  const text = JSON.stringify({ success: true, data, message });
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

interface RecordRow {
  [name: string]: unknown;
  amount: number;
  accountBalance: number;
}

async function listRecords(userId: number): Promise<unknown> {
  return (await read<RecordRow>("records", userId)).map((row) => ({
    id: row.id,
    userId: row.userId,
    accountId: row.accountId,
    type: row.type,
    amount: row.amount / 100,
    category: row.category,
    description: row.description ?? undefined,
    date: row.date,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    account: {
      id: row.accountId,
      name: row.accountName,
      type: row.accountType,
      color: row.accountColor,
      balance: row.accountBalance / 100,
    },
  }));
}

type Total = { type: string; category: string; amount: number };

async function monthOf(userId: number, month: string) {
  let income = 0;
  let expense = 0;
  const categoryStats: { category: string; amount: number }[] = [];
  for (const row of await read<Total>("monthly", userId, `${month}-01`, `${month}-31`)) {
    if (row.type === "income") {
      income += row.amount;
    } else {
      expense += row.amount;
      categoryStats.push({ category: row.category, amount: row.amount / 100 });
    }
  }
  return { income, expense, categoryStats };
}

async function summary(userId: number): Promise<unknown> {
  const now = new Date();
  const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
  const [own, { income, expense, categoryStats }, budgets] = await Promise.all([
    read<{ balance: number }>("accounts", userId),
    monthOf(userId, month),
    read<{ category: string; amount: number }>("budgets", userId, month),
  ]);
  const spent = new Map(categoryStats.map((row) => [row.category, row.amount]));
  return {
    totalBalance: own.reduce((sum, account) => sum + account.balance, 0) / 100,
    monthIncome: income / 100,
    monthExpense: expense / 100,
    accounts: own.map((account) => ({ ...account, balance: account.balance / 100 })),
    budgetUsage: budgets.map((budget) => ({
      ...budget,
      amount: budget.amount / 100,
      spent: spent.get(budget.category) ?? 0,
      percentage:
        Math.round((10_000 * (spent.get(budget.category) ?? 0)) / (budget.amount / 100)) / 100,
    })),
  };
}

async function compare(userId: number, month: string): Promise<unknown> {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const before = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
  const rows = await read<{ month: string; type: string; amount: number }>(
    "sums",
    userId,
    `${before}-01`,
    `${month}-31`,
  );
  const figures = (of: string) => ({
    label: `${Number(of.slice(5))}月`,
    income: (rows.find((row) => row.month === of && row.type === "income")?.amount ?? 0) / 100,
    expense: (rows.find((row) => row.month === of && row.type === "expense")?.amount ?? 0) / 100,
  });
  return { currentMonth: figures(month), lastMonth: figures(before) };
}

async function answer(route: string, userId: number, month: string): Promise<unknown> {
  if (route === "/api/records") return listRecords(userId);
  if (route === "/api/dashboard/summary") return summary(userId);
  if (route === "/api/statistics/compare") return compare(userId, month);
  if (route !== "/api/statistics/monthly") return { timestamp: new Date().toISOString() };
  const { income, expense, categoryStats } = await monthOf(userId, month);
  return {
    totalIncome: income / 100,
    totalExpense: expense / 100,
    balance: (income - expense) / 100,
    categoryStats,
  };
}

createServer((request, response) => {
  const [route, search = ""] = (request.url ?? "").split("?");
  if (request.method === "POST") {
    create(request, response);
    return;
  }
  const query = new URLSearchParams(search);
  answer(route as string, Number(query.get("userId")), query.get("month") ?? "").then((data) =>
    send(response, data),
  );
}).listen(Number(port), "127.0.0.1");
