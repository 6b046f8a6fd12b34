/** Where the user of a request is known, each of its statements asks one partition, and so one shard. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TSchema } from "typebox";
import { endpoints } from "../../../src/contract/contract.ts";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { dayOf, shiftDay } from "../../../src/ledger/calendar.ts";
import { makeDigests } from "../../../src/server/notices/digest.ts";
import { bookDue } from "../../../src/server/plans/clock.ts";
import { watchers } from "../../../src/store/postgres/connection.ts";
import { noNames, openApp, someone } from "../../harness/app.ts";
import { purchaseRow, wechatBill } from "../../harness/bills.ts";
import { engines } from "../../harness/database.ts";
import { furnishSignIn } from "../../harness/furnished-sign-in.ts";
import { senderFor } from "../../harness/notices.ts";
import {
  freshPartitioned,
  PARTITIONS,
  type Partitioned,
} from "../../harness/postgres/partitions.ts";
import { exampleOf, makeRequest } from "../../harness/requests.ts";
import { ownSignIn, PASSWORD, register, SECRET, type SignedInUser } from "../../harness/sign-in.ts";

const covered = engines().includes("postgres");

/** Statements that other requests than a user's run, or that only reference tables answer. */
interface Statement {
  text: string;
  values: unknown[];
}

/** Run every minute for all books, whatever a request does. */
const OF_THE_ENGINE = "delete from commits where id < $1";

/** What is run while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen = new Map<string, Statement>();
  const watch = (text: string, values: unknown[]) => {
    if (text === OF_THE_ENGINE) return;
    const asked = text.replace(/^declare \w+ no scroll cursor for /, "");
    seen.set(asked, { text: asked, values });
  };
  watchers.add(watch);
  try {
    await work();
  } finally {
    watchers.delete(watch);
  }
  return [...seen.values()];
}

describe("one shard", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let partitioned: Partitioned;
  before(async () => {
    partitioned = await freshPartitioned();
  });
  after(() => partitioned.close());

  /** The statements that touch more than one partition of a table, each with the tables. */
  async function wide(statements: Statement[]): Promise<string[]> {
    const found: string[] = [];
    for (const { text, values } of statements) {
      for (const [table, count] of await partitioned.touched(text, values)) {
        if (count > 1) found.push(`${table} ×${count}: ${text.replace(/\s+/g, " ")}`);
      }
    }
    return found;
  }

  test("every table but those that all users share is partitioned", () => {
    assert.ok(partitioned.tables.includes("records"));
    for (const shared of ["users", "settings", "migrations"]) {
      assert.ok(!partitioned.tables.includes(shared));
    }
  });

  test("every endpoint, asked by a user who signed in", async (t) => {
    const walked = new Set<string>();
    // An hour passes before each, and once more before those that need no token, so that nobody has
    // tried too often.
    let hours = 0;
    const now = () => Date.now() + hours * 3_600_000;
    const config = { ...ownSignIn(), rateLimit: 1000 };
    const app = await openApp({ url: partitioned.url, config, now });
    t.after(() => app.close());
    const touched = new Set<string>();
    const refused: Record<string, number> = {};
    const book = await exportedBook(await register(app));
    for (const { name, endpoint } of endpoints()) {
      // Some endpoints end the session, so each is asked by somebody new.
      hours += 1;
      const user = await register(app);
      const own: Record<string, unknown> =
        name === "book.load" ? {} : await resourcesOf(user, endpoint);
      const steps = await furnishSignIn(app, name.replace(".", "_"), user, now());
      for (const [field, [value]] of Object.entries(steps)) own[field] = value;
      // What was given out for minutes would be over.
      if (endpoint.public && Object.keys(steps).length === 0) hours += 1;
      const made = makeRequest(endpoint, (place, schema) => {
        const field = place.split(".").at(-1) as string;
        if (field === "account" && endpoint.upload) return own.accountId;
        if (field === "userId" || field === "cursor") return undefined;
        // The example's line is about an expense of its own.
        if (name === "quick.create" && field === "refundOf") return undefined;
        if (name === "agreement.tick" && field === "records") return own.ids;
        if (field in own && field !== "id") return own[field];
        if (field === "id" && endpoint.params) return own[`${nounOf(name, endpoint)}Id`];
        if (field === "email") return name === "auth.register" ? `new.${user.email}` : user.email;
        if (/password/i.test(field) && !endpoint.upload) return PASSWORD;
        if (endpoint.notInExample?.includes(field) || LEFT_OUT.includes(field)) return undefined;
        if (isRecordType(schema)) return "income";
        if (name === "imports.update" && field in QUESTION) return QUESTION[field];
        return exampleOf(schema);
      });
      const { method, path } = made;
      const body = name === "book.load" ? formOf(book) : made.body;
      let status = 0;
      const statements = await statementsOf(async () => {
        const headers =
          method === "POST" ? { ...user.headers, "idempotency-key": name } : user.headers;
        ({ status } = await app.call(method, path, body, headers));
      });
      assert.ok(status < 500, `${name} answered ${status}`);
      if (status >= 400) refused[name] = status;
      assert.deepEqual(await wide(statements), [], name);
      for (const { text, values } of statements) {
        for (const table of (await partitioned.touched(text, values)).keys()) touched.add(table);
      }
      walked.add(name);
    }
    assert.equal(walked.size, endpoints().length);
    // The walk is a real one: it came to every table of the book. Commits are asked for after a fault, and what is
    // said by the clock.
    assert.deepEqual(partitioned.tables.filter((table) => !touched.has(table)).sort(), [
      "commits",
      "notice_lines",
    ]);
    assert.deepEqual(refused, REFUSED);
  });

  test("an expense that moves with its refunds, whatever moves it", async (t) => {
    // Registrations are counted by address, and the walk above has moved its clock on.
    const remoteAddress = "203.0.113.7";
    const app = await openApp({ url: partitioned.url, config: ownSignIn(), remoteAddress });
    t.after(() => app.close());
    const user = await register(app);
    const own = await resourcesOf(user);
    const { accountId, refundOf } = own;
    const refund = { accountId, amount: 1, date: "2025-03-04", refundOf };
    const { id } = (await user.post("/api/records", refund)).data;
    const rule = { text: "支付宝", field: "account", onlyKind: "expense", category: "聚餐" };
    await user.post("/api/rules", rule);
    const categoryOf = async (record: unknown) =>
      (await user.get(`/api/records/${record}`)).data.category;
    const ways: [string, () => Promise<{ status: number }>][] = [
      ["购物", () => user.put(`/api/records/${refundOf}`, { category: "购物" })],
      ["餐饮", async () => user.post(`/api/history/${await entryOf(user, refundOf)}/restore`)],
      [
        "日用",
        () =>
          user.post("/api/records/bulk", { ids: [refundOf], action: "change", category: "日用" }),
      ],
      ["聚餐", () => user.post("/api/rules/run", { apply: true })],
    ];
    for (const [category, move] of ways) {
      const statements = await statementsOf(async () => assert.equal((await move()).status, 200));
      assert.deepEqual([await categoryOf(refundOf), await categoryOf(id)], [category, category]);
      assert.ok(statements.some(({ text }) => text.includes("refund_of in")));
      assert.deepEqual(await wide(statements), []);
    }
  });

  test("what a plan does on its day, and what its changes do", async (t) => {
    const remoteAddress = "203.0.113.8";
    const clock = { now: Date.now() };
    const config = ownSignIn();
    const app = await openApp({
      url: partitioned.url,
      config,
      remoteAddress,
      now: () => clock.now,
    });
    t.after(() => app.close());
    const user = await register(app);
    const { accountId, into, planId } = await resourcesOf(user);
    const every = { unit: "day" };
    const startDate = dayOf(clock.now, "Asia/Shanghai");
    const common = { accountId, category: "住房", amount: 1, every, startDate };
    const path = `/api/plans/${planId}`;
    const plan = async (fields: object) =>
      (await user.post("/api/plans", { ...common, ...fields })).data;
    const work = async () => {
      await plan({ name: "存钱", kind: "transfer", toAccountId: into });
      const phone = await plan({
        ...{ name: "话费", kind: "expense", mode: "confirm", amountMode: "estimate" },
      });
      const next = shiftDay(startDate, 10);
      await user.put(`/api/plans/${phone.id}`, { amount: 2, from: next });
      await user.put(`/api/plans/${phone.id}`, { amount: 3 });
      await user.put(path, { days: [2], startDate: "2025-03-01", backfill: true });
      await user.post(`${path}/pause`);
      await user.post(`${path}/resume`, { missed: "wait" });
      await user.remove(`/api/plans/${phone.id}`);
      const [entry] = (await user.get("/api/history?noun=plan")).data;
      await user.post(`/api/history/${entry.id}/restore`);
      clock.now += 3 * 86_400_000;
      const lots = { now: clock.now, zone: "Asia/Shanghai" };
      assert.ok((await bookDue(app.db, lots)).booked >= 3);
      assert.ok((await makeDigests(app.db, lots)) >= 1);
      const outbound = { allow: [], resolve: noNames };
      const sender = senderFor(app, outbound, () => clock.now, [SECRET]);
      assert.ok((await sender.sendDue()) >= 1);
    };
    // What is written for several people at once shares a transaction, which takes their books together.
    const together = "select user_id from revisions where user_id = any($1)";
    const statements = await statementsOf(work);
    const found = await wide(statements.filter(({ text }) => !text.startsWith(together)));
    // The clocks ask once which books have something to do, something to say, something to send.
    const ofAll = [
      "select distinct user_id from plans",
      "select user_id from notice_settings",
      "select user_id, id, target from ( select n.user_id, n.id, n.next_at, c.target, row_number()",
    ];
    assert.deepEqual(
      found.filter((one) => !ofAll.some((asked) => one.includes(asked))),
      [],
    );
    // The sender looks again once one has been sent.
    for (const asked of ofAll)
      assert.ok(
        found.some((one) => one.includes(asked)),
        asked,
      );
  });

  test("rows of a bill that are occurrences of plans: booked, merged, overtaken, undone", async (t) => {
    const remoteAddress = "203.0.113.9";
    const app = await openApp({ url: partitioned.url, config: ownSignIn(), remoteAddress });
    t.after(() => app.close());
    const user = await register(app);
    const { accountId } = await resourcesOf(user);
    const startDate = dayOf(Date.now(), "Asia/Shanghai");
    const plan = async (name: string, mode: string) => {
      const terms = { kind: "expense", accountId, category: "餐饮", amount: 1, mode, startDate };
      return (await user.post("/api/plans", { name, every: { unit: "day" }, ...terms })).data.id;
    };
    const preview = async () => {
      const row = (index: number, what: string) =>
        purchaseRow(index, { time: `${startDate} 08:00:00`, what, yuan: "1.00" });
      const form = new FormData();
      form.set("account", String(accountId));
      form.set("file", new Blob([wechatBill([row(1, "早饭"), row(2, "咖啡")])]), "bill.csv");
      return (await user.post("/api/imports", form)).data;
    };
    const work = async () => {
      await plan("早饭", "auto");
      const waiting = await plan("咖啡", "confirm");
      const shown = await preview();
      assert.deepEqual(
        shown.rows.map(({ fate, action }: Record<string, string>) => `${fate} ${action}`),
        ["planned merge", "planned import"],
      );
      const path = `/api/imports/${shown.id}`;
      const skipped = `/api/plans/${waiting}/occurrences/${startDate}`;
      await user.put(skipped, { state: "skipped" });
      assert.equal((await user.post(`${path}/commit`)).status, 409);
      await user.put(skipped, { state: "open" });
      const { id } = await preview();
      assert.equal((await user.post(`/api/imports/${id}/commit`)).status, 200);
      assert.equal((await user.remove(`/api/imports/${id}`)).status, 200);
      const [entry] = (await user.get("/api/history?noun=record")).data;
      await user.post(`/api/history/${entry.id}/restore`);
    };
    assert.deepEqual(await wide(await statementsOf(work)), []);
  });

  test("what looks regular, and the calendar that plans are read from", async (t) => {
    const app = await openApp({
      url: partitioned.url,
      config: ownSignIn(),
      remoteAddress: "203.0.113.10",
    });
    t.after(() => app.close());
    const user = await register(app);
    const { accountId } = await resourcesOf(user);
    const today = dayOf(Date.now(), "Asia/Shanghai");
    for (const ago of [15, 8, 1]) {
      const spent = { type: "expense", amount: 30, category: "交通", description: "洗车" };
      await user.post("/api/records", { accountId, ...spent, date: shiftDay(today, -ago) });
    }
    const found = await wide(
      await statementsOf(async () => {
        assert.equal((await user.get("/api/plans/suggestions")).data.length, 1);
        const { url } = (await user.post("/api/plans/calendar", {})).data;
        assert.equal((await app.app.inject(new URL(url).pathname)).statusCode, 200);
      }),
    );
    assert.deepEqual(found, []);
  });

  test("an id without a user is looked for everywhere: the one exception", async (t) => {
    const app = await openApp({ url: partitioned.url });
    t.after(() => app.close());
    const { accountId, userId } = await someone(app);
    const found = await wide(await statementsOf(() => app.get(`/api/accounts/${accountId}`)));
    assert.deepEqual(found, [
      `accounts ×${PARTITIONS}: select user_id from accounts where id = $1`,
    ]);
    const path = `/api/accounts/${accountId}?userId=${userId}`;
    assert.deepEqual(await wide(await statementsOf(() => app.get(path))), []);
  });
});

/** Fields that choose another way to read a bill. */
const LEFT_OUT = ["mapping", "encoding", "password", "create"];

/** What the row of a status that nobody knows asks, and the answer to it. */
const QUESTION: Record<string, unknown> = { code: "status", value: "排队中", forget: undefined };

/** What is not there where users sign in, and an import that does not run. Their statements count, too. */
const REFUSED = { "system.initTestData": 404, "users.create": 404, "imports.cancel": 409 };

/** Whose id a path names: the owner's noun, or that of a caller's own things. */
function nounOf(name: string, { owner }: Endpoint): string {
  return owner === "caller" ? (name.split(".")[0] as string).replace(/s$/, "") : owner;
}

/** A book with one of everything, as a file to be loaded by somebody else. */
async function exportedBook(user: SignedInUser): Promise<string> {
  await resourcesOf(user);
  return (await user.get("/api/export?format=json")).text;
}

/** The newest entry of the history about a record. */
async function entryOf(user: SignedInUser, record: unknown): Promise<number> {
  const entries: { id: number; nounId: number }[] = (await user.get("/api/history")).data;
  return entries.find(({ nounId }) => nounId === record)?.id as number;
}

function formOf(file: string): FormData {
  const form = new FormData();
  form.set("file", new Blob([file]), "book.json");
  return form;
}

/** An income that can become a refund. */
const income = { type: "income", amount: 1, category: "餐饮", date: "2025-03-04" };

/** Whether a field says on which side a record stands. */
function isRecordType(schema: TSchema): boolean {
  return (schema as { enum?: unknown[] }).enum?.join() === "income,expense";
}

/** One of each of the user's own resources, made anew; a bill only where it is asked for. */
async function resourcesOf(
  user: SignedInUser,
  endpoint?: Endpoint,
): Promise<Record<string, unknown>> {
  const account = await user.post("/api/accounts", { name: "支付宝", type: "payment" });
  const accountId = account.data.id;
  const record = await user.post("/api/records", {
    accountId,
    type: "expense",
    amount: 100,
    category: "餐饮",
    date: "2025-03-04",
  });
  const plain = await user.post("/api/records", { ...income, accountId });
  const budget = await user.post("/api/budgets", {
    category: "餐饮",
    amount: 1,
    month: "2025-03",
  });
  const other = await user.post("/api/accounts", { name: "银行", type: "bank" });
  const between = { fromAccountId: accountId, toAccountId: other.data.id };
  const transfer = await user.post("/api/transfers", {
    ...between,
    amount: 1,
    fee: 1,
    date: "2025-03-04",
  });
  const rule = await user.post("/api/rules", { text: "咖啡", category: "餐饮" });
  const adjustment = await user.post("/api/adjustments", {
    ...{ accountId, date: "2025-03-04", amount: 1 },
  });
  const checkpoint = await user.post(`/api/accounts/${accountId}/checkpoints`, {
    ...{ date: "2025-03-04", balance: 1 },
  });
  const plan = await user.post("/api/plans", {
    ...{ name: "房租", kind: "expense", accountId, category: "住房", amount: 1 },
    ...{ every: { unit: "month" }, days: [1], startDate: "2100-01-01", times: 1000 },
    timesCount: "booked",
  });
  const channel = await user.post("/api/channels", {
    ...{ kind: "ntfy", name: "手机", topic: "fenming", server: "https://push.example" },
  });
  await user.put(`/api/transfers/${transfer.data.id}`, { amount: 2 });
  const [entry] = (await user.get("/api/history")).data;
  const form = new FormData();
  form.set(
    "file",
    new Blob([wechatBill([purchaseRow(1), purchaseRow(2, { status: "排队中" })])]),
    "bill.csv",
  );
  const bill = endpoint?.owner === "import" ? await user.post("/api/imports", form) : undefined;
  const token = await user.post("/api/tokens", { name: "快捷指令", scopes: ["write"] });
  const invitation = await user.post("/api/invitations");
  const login = { email: user.email, password: PASSWORD };
  await user.post("/api/auth/login", login);
  const sessions: { id: string; current: boolean }[] = (await user.get("/api/auth/sessions")).data;
  return {
    refreshToken: user.refreshToken,
    tokenId: token.data.id,
    session: sessions.find(({ current }) => !current)?.id,
    invitationId: invitation.data.id,
    accountId,
    into: other.data.id,
    ...between,
    recordId: plain.data.id,
    ids: [plain.data.id],
    refundOf: record.data.id,
    budgetId: budget.data.id,
    transferId: transfer.data.id,
    checkpointId: checkpoint.data.id,
    planId: plan.data.id,
    channelId: channel.data.id,
    due: "2100-02-01",
    adjustmentId: adjustment.data.id,
    ruleId: rule.data.id,
    historyId: entry.id,
    importId: bill?.data.id,
  };
}
