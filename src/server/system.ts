import type { contract } from "../contract/contract.ts";
import { API_VERSION } from "../contract/system.ts";
import { dayOf, instantAt, monthOf } from "../ledger/calendar.ts";
import { sql } from "../store/sql.ts";
import { accountHandlers } from "./accounts/accounts.ts";
import { insertUser } from "./auth/users.ts";
import type { Context, Handlers } from "./handler/context.ts";
import { recordHandlers } from "./records/records.ts";
import { budgetHandlers } from "./statistics/budgets.ts";

export const systemHandlers: Handlers<(typeof contract)["system"]> = {
  async health(ctx) {
    return { timestamp: instantAt(ctx.now) };
  },

  async ready(ctx) {
    await ctx.db.get(sql`select 1 as one`);
    return { timestamp: instantAt(ctx.now) };
  },

  async api() {
    return { version: API_VERSION };
  },

  async about({ service, zone, now }) {
    return { ...service, zone, today: dayOf(now, zone) };
  },

  async initTestData(ctx) {
    return { userId: (await demoUser(ctx)) ?? (await makeDemo(ctx)) };
  },
};

const DEMO_EMAIL = "demo@example.com";

async function demoUser(ctx: Context): Promise<number | undefined> {
  const row = await ctx.db.get<{ id: number }>(
    sql`select id from users where email_folded = ${DEMO_EMAIL}`,
  );
  return row?.id;
}

const demoAccounts = [
  { name: "支付宝", type: "payment", color: "#1677FF", balance: 2000 },
  { name: "招商银行", type: "bank", color: "#C7000B", balance: 5000 },
  { name: "现金", type: "cash", color: "#52C41A", balance: 300 },
] as const;

/** Days are counted back from today, but never out of the current month (decisions R10). */
const demoRecords = [
  { account: 1, type: "income", amount: 12000, category: "工资", description: "本月工资", back: 6 },
  { account: 0, type: "income", amount: 66.66, category: "红包", description: "朋友红包", back: 4 },
  { account: 0, type: "expense", amount: 35.5, category: "餐饮", description: "午餐", back: 3 },
  { account: 2, type: "expense", amount: 6, category: "交通", description: "地铁", back: 2 },
  { account: 1, type: "expense", amount: 299, category: "购物", description: "运动鞋", back: 1 },
  { account: 0, type: "expense", amount: 45, category: "娱乐", description: "电影票", back: 0 },
] as const;

const demoBudgets = [
  { category: "餐饮", amount: 1500 },
  { category: "交通", amount: 300 },
  { category: "购物", amount: 1000 },
  { category: "娱乐", amount: 500 },
] as const;

/** Makes the demonstration user with the same handlers that every user's book is made by. */
async function makeDemo(ctx: Context): Promise<number> {
  const user = await insertUser(ctx, { name: "演示用户", email: DEMO_EMAIL });
  if (user === undefined) return (await demoUser(ctx)) as number;
  const own = { ...ctx, userId: user.id };
  const nothing = { params: {}, query: {} };
  const accountIds: number[] = [];
  for (const account of demoAccounts) {
    const made = await accountHandlers.create(own, {
      ...nothing,
      body: { userId: user.id, ...account },
    });
    accountIds.push((made as { id: number }).id);
  }
  const today = dayOf(ctx.now, ctx.zone);
  for (const { account, back, ...record } of demoRecords) {
    const date = Math.max(1, Number(today.slice(8)) - back);
    await recordHandlers.create(own, {
      ...nothing,
      body: {
        userId: user.id,
        accountId: accountIds[account] as number,
        ...record,
        date: `${monthOf(today)}-${String(date).padStart(2, "0")}`,
      },
    });
  }
  for (const budget of demoBudgets) {
    await budgetHandlers.create(own, {
      ...nothing,
      body: { userId: user.id, month: monthOf(today), ...budget },
    });
  }
  return user.id;
}
