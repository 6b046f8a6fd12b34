/**
 * The peer: the same endpoints as an ordinary programmer would write them, with Express and Prisma.
 *
 *   node server.mjs DATABASE PORT
 */
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaClient } from "@prisma/client";
import express from "express";

const [path, port] = process.argv.slice(2);
const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${path}` }) });
// Durable like ours: a commit is on the disk before it is answered.
await prisma.$queryRawUnsafe("PRAGMA journal_mode = WAL");
await prisma.$queryRawUnsafe("PRAGMA synchronous = FULL");

const ACCOUNT = { id: true, userId: true, name: true, type: true, color: true, balance: true };
const yuan = (value) => Math.round((value ?? 0) * 100) / 100;
const withBalance = (account) => ({ ...account, balance: yuan(account.balance) });
const ok = (res, data, message) => res.json({ success: true, data, message });
const bad = (res, message) => res.status(400).json({ success: false, data: null, message });

/** A plain date is local midnight. */
function parseDate(text) {
  return new Date(text.includes("T") ? text : `${text}T00:00:00`);
}

/** The month `YYYY-MM`, moved by so many months, as a range of moments. */
function rangeOf(month, moved = 0) {
  const [year, number] = month.split("-").map(Number);
  const first = number - 1 + moved;
  return { gte: new Date(year, first, 1), lt: new Date(year, first + 1, 1) };
}

function thisMonth() {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
}

/** Sums by type and category. */
function sumsOf(userId, date) {
  return prisma.record.groupBy({
    by: ["type", "category"],
    where: { userId, date },
    _sum: { amount: true },
  });
}

const total = (sums, type) =>
  yuan(sums.filter((one) => one.type === type).reduce((sum, { _sum }) => sum + _sum.amount, 0));

const app = express();
app.use(express.json());

app.get("/health", (_req, res) => ok(res, { timestamp: new Date().toISOString() }, "running"));

app.get("/api/users", async (_req, res) => ok(res, await prisma.user.findMany()));

app.get("/api/accounts", async (req, res) => {
  const accounts = await prisma.account.findMany({ where: { userId: Number(req.query.userId) } });
  ok(res, accounts.map(withBalance));
});

app.get("/api/records", async (req, res) => {
  const { userId, accountId, type, category, startDate, endDate } = req.query;
  if (!userId) return bad(res, "缺少 userId");
  const where = { userId: Number(userId) };
  if (accountId) where.accountId = Number(accountId);
  if (type) where.type = type;
  if (category) where.category = category;
  if (startDate || endDate) {
    where.date = {
      ...(startDate && { gte: parseDate(startDate) }),
      ...(endDate && { lte: new Date(`${endDate}T23:59:59.999`) }),
    };
  }
  const records = await prisma.record.findMany({
    where,
    include: {
      account: { select: { id: true, name: true, type: true, color: true, balance: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  ok(
    res,
    records.map((record) => ({ ...record, account: withBalance(record.account) })),
  );
});

app.post("/api/records", async (req, res) => {
  const { userId, accountId, type, amount, category, description, date } = req.body;
  if (!userId || !accountId || !category || !date || !(amount > 0)) return bad(res, "缺少必填字段");
  if (type !== "income" && type !== "expense") return bad(res, "类型不对");
  const record = await prisma.$transaction(async (tx) => {
    const made = await tx.record.create({
      data: { userId, accountId, type, amount, category, description, date: parseDate(date) },
    });
    const change = type === "income" ? { increment: amount } : { decrement: amount };
    await tx.account.update({ where: { id: accountId }, data: { balance: change } });
    return made;
  });
  ok(res, record, "记录已创建");
});

app.get("/api/statistics/monthly", async (req, res) => {
  const { userId, month } = req.query;
  if (!userId || !month) return bad(res, "缺少参数");
  const sums = await sumsOf(Number(userId), rangeOf(month));
  const [totalIncome, totalExpense] = [total(sums, "income"), total(sums, "expense")];
  const categoryStats = sums
    .filter(({ type }) => type === "expense")
    .map(({ category, _sum }) => ({ category, amount: yuan(_sum.amount) }))
    .sort((a, b) => b.amount - a.amount);
  ok(res, { totalIncome, totalExpense, balance: yuan(totalIncome - totalExpense), categoryStats });
});

app.get("/api/dashboard/summary", async (req, res) => {
  const userId = Number(req.query.userId);
  if (!userId) return bad(res, "缺少 userId");
  const month = thisMonth();
  const [accounts, sums, budgets] = await Promise.all([
    prisma.account.findMany({ where: { userId }, select: ACCOUNT }),
    sumsOf(userId, rangeOf(month)),
    prisma.budget.findMany({ where: { userId, month }, orderBy: { createdAt: "desc" } }),
  ]);
  const budgetUsage = budgets.map((budget) => {
    const used = sums.find((one) => one.type === "expense" && one.category === budget.category);
    const spent = yuan(used?._sum.amount);
    return { ...budget, spent, percentage: yuan((spent / budget.amount) * 100) };
  });
  ok(res, {
    totalBalance: yuan(accounts.reduce((sum, { balance }) => sum + balance, 0)),
    monthIncome: total(sums, "income"),
    monthExpense: total(sums, "expense"),
    accounts: accounts.map(withBalance),
    budgetUsage,
  });
});

app.use((error, _req, res, _next) => {
  console.error(error);
  res.status(500).json({ success: false, data: null, message: "服务器错误" });
});

app.listen(Number(port), "127.0.0.1");
