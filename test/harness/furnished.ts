/** A user whose book has something of every noun, so that requests about it mean something. */
import type { TestApp } from "./app.ts";
import { upload } from "./bills.ts";
import { made } from "./book.ts";
import type { Known } from "./from-schema.ts";
import { HOOK_KEY } from "./notices.ts";
import { BILL } from "./operations.ts";
import { PASSWORD, register, type SignedInUser } from "./sign-in.ts";

export interface Furnished {
  userId: number;
  /** Who has signed in, where one must. */
  user: SignedInUser | undefined;
  /** The header that says who asks, where one must. */
  credential: Record<string, string>;
  /** What the book has, by the names of the fields that may name it. */
  known: Known;
  /** Its id's by noun, as paths name them. */
  ids: Record<string, number[]>;
}

const LUNCH = { type: "expense", amount: 100, category: "餐饮", date: "2026-03-15" };

/** A new user: with sign-in one who has registered. */
export async function newUser(
  app: TestApp,
  signsIn: boolean,
): Promise<{ userId: number; user: SignedInUser | undefined }> {
  if (signsIn) {
    const user = await register(app);
    return { userId: user.userId, user };
  }
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  return {
    userId: made(await app.post("/api/users", { name: "小明", email })).id,
    user: undefined,
  };
}

/** Fills a new user's book; with imports only where they are asked for, since those take a while. */
export async function furnish(
  app: TestApp,
  signsIn: boolean,
  withImports: boolean,
): Promise<Furnished> {
  const { userId, user } = await newUser(app, signsIn);
  const credential = user?.headers ?? {};
  const post = async (path: string, body: object) =>
    made(await app.post(`/api/${path}`, { userId, ...body }, credential));
  const accounts: number[] = [];
  for (const [name, type] of [
    ["现金", "cash"],
    ["招商银行", "bank"],
    ["支付宝", "payment"],
    ["旧卡", "bank"],
  ]) {
    accounts.push((await post("accounts", { name, type, balance: 1000 })).id);
  }
  const [accountId, toAccountId] = accounts as [number, number];
  const records: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    records.push(
      (await post("records", { ...LUNCH, accountId, description: `第 ${index} 笔` })).id,
    );
  }
  records.push(
    (
      await post("records", {
        ...LUNCH,
        accountId,
        amount: 30,
        type: "income",
        refundOf: records[0],
      })
    ).id,
  );
  const transfers: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const moved = { fromAccountId: accountId, toAccountId, amount: 50, fee: 1, date: "2026-03-10" };
    transfers.push((await post("transfers", moved)).id);
  }
  const budgets: number[] = [];
  const rules: number[] = [];
  for (const month of ["2026-03", "2026-04"]) {
    budgets.push((await post("budgets", { category: "餐饮", amount: 500, month })).id);
    rules.push((await post("rules", { text: "瑞幸", category: "餐饮", minAmount: 1 })).id);
  }
  const adjustments: number[] = [];
  for (const amount of [5, -5]) {
    adjustments.push((await post("adjustments", { accountId, date: "2026-03-12", amount })).id);
  }
  const checkpoints: number[] = [];
  for (const date of ["2026-03-13", "2026-03-14"]) {
    const path = `accounts/${accountId}/checkpoints`;
    checkpoints.push((await post(path, { date, balance: 600 })).id);
  }
  const plans: number[] = [];
  for (const name of ["交水费", "换滤芯"]) {
    const every = { unit: "month" };
    plans.push(
      (await post("plans", { name, kind: "reminder", every, startDate: "2100-01-01" })).id,
    );
  }
  const channels: number[] = [];
  for (const name of ["我的手机", "电脑"]) {
    const hook = { kind: "webhook", url: "https://hooks.example/fenming", key: HOOK_KEY };
    channels.push((await post("channels", { name, ...hook })).id);
  }
  for (const id of records.slice(1, 3)) {
    made(await app.put(`/api/records/${id}`, { amount: 90 }, credential));
  }
  made(await app.put(`/api/accounts/${accounts[3]}`, { archived: true }, credential));
  const imports = withImports ? await furnishImports(app, userId, credential) : [];
  const entries = made(await app.get(`/api/history?userId=${userId}`, credential)) as Entry[];
  const ids = {
    accounts,
    records,
    transfers,
    budgets,
    rules,
    adjustments,
    checkpoints,
    plans,
    channels,
    imports,
    history: entries.map(({ id }) => id),
    acts: entries.map(({ actId }) => actId),
  };
  return {
    userId,
    user,
    credential,
    ids,
    known: await knownOf(app, { userId, ids, credential }, user),
  };
}

interface Entry {
  id: number;
  actId: number;
}

/** Previews that may be committed, and one that is. */
async function furnishImports(
  app: TestApp,
  userId: number,
  credential: Record<string, string>,
): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    found.push(made(await upload(app, userId, BILL, {}, "bill.csv", credential)).id);
  }
  made(await app.post(`/api/imports/${found[2]}/commit`, undefined, credential));
  return found;
}

async function knownOf(
  app: TestApp,
  { userId, ids, credential }: Pick<Furnished, "userId" | "ids" | "credential">,
  user: SignedInUser | undefined,
): Promise<Known> {
  const known: Record<string, unknown[]> = {
    userId: [userId],
    accountId: ids.accounts as number[],
    fromAccountId: ids.accounts as number[],
    toAccountId: ids.accounts as number[],
    account: ids.accounts as number[],
    into: ids.accounts as number[],
    planId: ids.plans as number[],
    removeTransfers: [true],
    ids: [ids.records?.slice(1, 3), ids.records?.slice(3, 4)],
    transferIds: [ids.transfers],
    refundOf: ids.records as number[],
    importId: ids.imports as number[],
    actId: ids.acts as number[],
    numbers: [[1], [1, 2]],
    number: [1, 2],
    place: [0],
    force: [true],
    "Idempotency-Key": ["k1", "k2"],
    "If-Match": ["*"],
  };
  if (user === undefined) return known;
  const invitation = made(await app.post("/api/invitations", undefined, credential));
  const sessions = made(await app.get("/api/auth/sessions", credential));
  for (const name of ["手机", "脚本"]) {
    const token = made(await app.post("/api/tokens", { name, scopes: ["create"] }, credential));
    ids.tokens = [...(ids.tokens ?? []), token.id];
  }
  return {
    ...known,
    email: [user.email],
    password: [PASSWORD],
    currentPassword: [PASSWORD],
    newPassword: ["another long 词语 of mine"],
    refreshToken: [user.refreshToken],
    invitationId: [invitation.id],
    session: sessions.map(({ id }: { id: string }) => id),
  };
}
