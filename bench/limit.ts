/**
 * The yardstick: the least that could do the job on the same engine. Raw `node:http`, hand-prepared
 * statements, hand-written group commit, the same tables, day totals and revision; no validation, no
 * logs, no ownership, no idempotency, no ETag. What the service costs on top of this is what it costs.
 *
 *   node limit.ts DATABASE PORT [--single]   --single: one transaction a request
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Database from "better-sqlite3";

const [path = "", port = "0", mode] = process.argv.slice(2);
const single = mode === "--single";

function open(readonly: boolean) {
  const db = new Database(path, { readonly });
  db.pragma(`cache_size = -${readonly ? 8192 : 32_768}`);
  if (!readonly) {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma("wal_autocheckpoint = 4000");
    db.pragma("foreign_keys = ON");
  }
  return db;
}

const writer = open(false);
const reader = open(true);

const begin = writer.prepare("begin immediate");
const commit = writer.prepare("commit");
const moveBalance = writer.prepare(
  "update accounts set balance = balance + ?, updated_at = ? where user_id = ? and id = ?",
);
const insertRecord = writer.prepare(
  `insert into records (user_id, account_id, type, amount, category, description, date, day, timed, created_at, updated_at)
   values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
);
const countDay = writer.prepare(
  `insert into day_totals (user_id, day, type, category, amount, count) values (?, ?, ?, ?, ?, 1)
   on conflict (user_id, day, type, category) do update set amount = amount + excluded.amount, count = count + 1`,
);
const raiseRevision = writer.prepare(
  "update revisions set revision = revision + 1 where user_id = ?",
);

const records = reader.prepare(
  `select r.id, r.user_id as userId, r.account_id as accountId, r.type, r.amount, r.category, r.description, r.date,
     r.created_at as createdAt, r.updated_at as updatedAt,
     a.name as accountName, a.type as accountType, a.color as accountColor, a.balance as accountBalance
   from records r join accounts a on a.user_id = r.user_id and a.id = r.account_id
   where r.user_id = ? order by r.created_at desc, r.id desc`,
);
const monthly = reader.prepare(
  `select type, category, sum(amount) as amount from day_totals
   where user_id = ? and day >= ? and day <= ? group by type, category order by sum(amount) desc, category`,
);
const sums = reader.prepare(
  `select substr(day, 1, 7) as month, type, sum(amount) as amount from day_totals
   where user_id = ? and day >= ? and day <= ? group by substr(day, 1, 7), type`,
);
const accounts = reader.prepare(
  "select id, user_id as userId, name, type, color, balance from accounts where user_id = ? order by id",
);
const budgets = reader.prepare(
  `select id, user_id as userId, category, amount, month, created_at as createdAt, updated_at as updatedAt
   from budgets where user_id = ? and month = ? order by created_at desc, id desc`,
);

interface Body {
  userId: number;
  accountId: number;
  type: string;
  amount: number;
  category: string;
  description?: string;
  date: string;
}

function book(body: Body): object {
  const fen = Math.round(body.amount * 100);
  const now = new Date().toISOString();
  const [year, month, day] = body.date.split("-").map(Number) as [number, number, number];
  const date = new Date(year, month - 1, day).toISOString();
  moveBalance.run(body.type === "income" ? fen : -fen, now, body.userId, body.accountId);
  const { lastInsertRowid } = insertRecord.run(
    body.userId,
    body.accountId,
    body.type,
    fen,
    body.category,
    body.description ?? null,
    date,
    body.date,
    now,
    now,
  );
  countDay.run(body.userId, body.date, body.type, body.category, fen);
  raiseRevision.run(body.userId);
  return { id: Number(lastInsertRowid), ...body, date, createdAt: now, updatedAt: now };
}

let queue: { body: Body; response: ServerResponse }[] = [];

function runQueue(): void {
  const batch = queue;
  queue = [];
  begin.run();
  const answers = batch.map(({ body }) => book(body));
  commit.run();
  for (const [index, { response }] of batch.entries()) {
    send(response, answers[index], "记录创建成功");
  }
}

function create(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    if (single) {
      begin.run();
      const made = book(body);
      commit.run();
      send(response, made, "记录创建成功");
      return;
    }
    queue.push({ body, response });
    if (queue.length === 1) setImmediate(runQueue);
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

function listRecords(userId: number): unknown {
  return (records.all(userId) as RecordRow[]).map((row) => ({
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

function monthOf(userId: number, month: string) {
  let income = 0;
  let expense = 0;
  const categoryStats: { category: string; amount: number }[] = [];
  for (const row of monthly.all(userId, `${month}-01`, `${month}-31`) as Total[]) {
    if (row.type === "income") {
      income += row.amount;
    } else {
      expense += row.amount;
      categoryStats.push({ category: row.category, amount: row.amount / 100 });
    }
  }
  return { income, expense, categoryStats };
}

function summary(userId: number): unknown {
  const now = new Date();
  const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
  const own = accounts.all(userId) as { balance: number }[];
  const { income, expense, categoryStats } = monthOf(userId, month);
  const spent = new Map(categoryStats.map((row) => [row.category, row.amount]));
  return {
    totalBalance: own.reduce((sum, account) => sum + account.balance, 0) / 100,
    monthIncome: income / 100,
    monthExpense: expense / 100,
    accounts: own.map((account) => ({ ...account, balance: account.balance / 100 })),
    budgetUsage: (budgets.all(userId, month) as { category: string; amount: number }[]).map(
      (budget) => ({
        ...budget,
        amount: budget.amount / 100,
        spent: spent.get(budget.category) ?? 0,
        percentage:
          Math.round((10_000 * (spent.get(budget.category) ?? 0)) / (budget.amount / 100)) / 100,
      }),
    ),
  };
}

function compare(userId: number, month: string): unknown {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const before = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
  const rows = sums.all(userId, `${before}-01`, `${month}-31`) as {
    month: string;
    type: string;
    amount: number;
  }[];
  const figures = (of: string) => ({
    label: `${Number(of.slice(5))}月`,
    income: (rows.find((row) => row.month === of && row.type === "income")?.amount ?? 0) / 100,
    expense: (rows.find((row) => row.month === of && row.type === "expense")?.amount ?? 0) / 100,
  });
  return { currentMonth: figures(month), lastMonth: figures(before) };
}

createServer((request, response) => {
  const [route, search = ""] = (request.url ?? "").split("?");
  if (request.method === "POST") {
    create(request, response);
    return;
  }
  const query = new URLSearchParams(search);
  const userId = Number(query.get("userId"));
  const month = query.get("month") ?? "";
  if (route === "/api/records") {
    send(response, listRecords(userId));
  } else if (route === "/api/dashboard/summary") {
    send(response, summary(userId));
  } else if (route === "/api/statistics/monthly") {
    const { income, expense, categoryStats } = monthOf(userId, month);
    send(response, {
      totalIncome: income / 100,
      totalExpense: expense / 100,
      balance: (income - expense) / 100,
      categoryStats,
    });
  } else if (route === "/api/statistics/compare") {
    send(response, compare(userId, month));
  } else {
    send(response, { timestamp: new Date().toISOString() });
  }
}).listen(Number(port), "127.0.0.1");
