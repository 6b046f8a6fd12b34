/**
 * Nobody reaches another's book. Two users, and every endpoint of the contract with the other's ids:
 * 404, and not a byte of the other's rows changed. What an endpoint takes is read from the contract,
 * so that a new one is walked by itself, and a field or noun that this test has no id for fails it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "typebox";
import { endpoints } from "../../../src/contract/contract.ts";
import { type Endpoint, NOUNS } from "../../../src/contract/endpoint.ts";
import { messages } from "../../../src/contract/messages.ts";
import type { AuthMode } from "../../../src/contract/openapi-refusals.ts";
import { raw, sql } from "../../../src/store/sql.ts";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { purchaseRow, wechatBill } from "../../harness/bills.ts";
import { exampleOf, fieldsOf, makeRequest } from "../../harness/requests.ts";
import { ownSignIn, register, type SignedInUser } from "../../harness/sign-in.ts";

type Call = (method: string, path: string, body?: unknown) => ReturnType<TestApp["call"]>;
type Id = number | string;

/** One of everything that a user can own, by noun. */
interface Belongings {
  userId: number;
  ids: Record<string, Id>;
}

/** Before anything is due. */
const NOW = Date.parse("2026-03-15T04:00:00Z");
const BILL = wechatBill([purchaseRow(1), purchaseRow(2)]);

async function fillBook(call: Call, userId: number): Promise<Belongings> {
  const make = async (path: string, body: object) => {
    const answer = await call("POST", path, { userId, ...body });
    assert.equal(answer.status, 200, answer.text);
    return answer.data.id as number;
  };
  const day = { date: "2026-03-15" };
  const account = await make("/api/accounts", { name: "现金", type: "cash", balance: 100 });
  const toAccountId = await make("/api/accounts", { name: "卡", type: "bank" });
  const spent = { accountId: account, type: "expense", amount: 12.5, category: "餐饮" };
  const record = await make("/api/records", { ...spent, ...day });
  const moved = { fromAccountId: account, toAccountId, amount: 5, ...day };
  const transfer = await make("/api/transfers", moved);
  const budget = await make("/api/budgets", { category: "餐饮", amount: 500, month: "2026-03" });
  const adjustment = await make("/api/adjustments", { accountId: account, amount: 3, ...day });
  const checkpoint = await make(`/api/accounts/${account}/checkpoints`, { balance: 1, ...day });
  const plan = await make("/api/plans", {
    ...{ name: "房租", kind: "expense", accountId: account, category: "住房", amount: 3200 },
    ...{ every: { unit: "month" }, startDate: "2026-12-01" },
  });
  const channel = await make("/api/channels", {
    ...{ kind: "ntfy", name: "手机", topic: "fenming", server: "https://push.example" },
  });
  const rule = await make("/api/rules", { text: "咖啡", category: "餐饮" });
  const changed = await call("PUT", `/api/budgets/${budget}`, { amount: 600 });
  assert.equal(changed.status, 200, changed.text);
  const [entry] = (await call("GET", `/api/history?userId=${userId}`)).data;
  const form = new FormData();
  form.set("userId", String(userId));
  form.set("file", new Blob([BILL]), "bill.csv");
  const uploaded = await call("POST", "/api/imports", form);
  assert.equal(uploaded.status, 200, uploaded.text);
  return {
    userId,
    ids: {
      account,
      record,
      transfer,
      adjustment,
      checkpoint,
      plan,
      channel,
      budget,
      rule,
      history: entry.id,
      import: uploaded.data.id,
    },
  };
}

/** Every row of every table that belongs to the user, as one text. */
async function everythingOf(app: TestApp, userId: number): Promise<string> {
  return app.db.read(async (db) => {
    const tables =
      app.db.engine === "sqlite"
        ? await db.all<{ name: string }>(sql`select m.name from sqlite_master m
            join pragma_table_info(m.name) c on c.name = 'user_id' where m.type = 'table'`)
        : await db.all<{
            name: string;
          }>(sql`select table_name as name from information_schema.columns
            where column_name = 'user_id' and table_schema = 'public'`);
    assert.ok(tables.length > 5);
    const rows: Record<string, unknown> = {};
    for (const { name } of tables.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (TRACES.has(name)) continue;
      const found = await db.all(sql`select * from ${raw(name)} where user_id = ${userId}`);
      rows[name] = found.map((row) => JSON.stringify(row)).sort();
    }
    return JSON.stringify(rows);
  });
}

/** Tables that say what was tried, and so may change. */
const TRACES = new Set(["audit", "throttles"]);

/** Numbers that look like ids and name a place in the caller's own request. */
const NO_IDS = new Set(["rows.number", "rows.numbers", "closings"]);
/** What a field names, where its name does not say so. */
const NAMED_BY: Record<string, string> = {
  account: "account",
  accountId: "account",
  into: "account",
  fromAccountId: "account",
  toAccountId: "account",
  refundOf: "record",
  importId: "import",
  ids: "record",
  transferIds: "transfer",
  records: "record",
  transfers: "transfer",
  adjustments: "adjustment",
  planId: "plan",
  actId: "history",
  session: "session",
  invitationId: "invitationId",
};

/** Whether a field names something that has an owner: every id of the contract is the same schema. */
function isId(path: string, schema: TSchema): boolean {
  if (path === "userId" || NO_IDS.has(path)) return false;
  if (path === "session" || path === "invitationId") return true;
  const { rule, items, anyOf } = schema as unknown as {
    rule?: { zh: string };
    items?: TSchema;
    anyOf?: TSchema[];
  };
  if (rule?.zh === "必须是正整数") return true;
  return [items, ...(anyOf ?? [])].some((part) => part !== undefined && isId(path, part));
}

function nounOf(name: string, endpoint: Endpoint, path: string): string {
  const field = path.split(".").at(-1) as string;
  if (field !== "id") return NAMED_BY[field] ?? field;
  return endpoint.owner in NOUNS ? endpoint.owner : (name.split(".")[0] as string);
}

/** The value that names it: a list where the field is one. */
function idIn(
  { name, endpoint }: { name: string; endpoint: Endpoint },
  path: string,
  schema: TSchema,
  ids: Belongings["ids"],
): unknown {
  const noun = nounOf(name, endpoint, path);
  const id = ids[noun];
  assert.ok(id !== undefined, `${name} takes a ${path}: give the walk a "${noun}" to try`);
  return "items" in schema ? [id] : id;
}

interface Walk {
  app: TestApp;
  call: Call;
  mine: Belongings;
  theirs: Belongings;
  names: "mine" | "nobody";
  mode: AuthMode;
}

/** Walks every endpoint as `mine`, with one of `theirs` ids at a time. Answers the names walked. */
async function walk({ app, call, mine, theirs, names, mode }: Walk): Promise<string[]> {
  const before = await everythingOf(app, theirs.userId);
  const walked: string[] = [];
  for (const each of endpoints()) {
    const { name, endpoint } = each;
    if (endpoint.only && mode === "open") continue;
    const owned = fieldsOf(endpoint).filter(({ path, schema }) => isId(path, schema));
    for (const { path: foreign } of owned) {
      const withIds = (at: (path: string) => Belongings["ids"]) =>
        makeRequest(endpoint, (path, schema) => {
          if (path === "userId") return names === "mine" ? mine.userId : undefined;
          if (path === "transferIds" && foreign !== path) return undefined;
          if (isId(path, schema)) return idIn(each, path, schema, at(path));
          // A transfer can only be deleted with others, and what is deleted takes no new values.
          if (foreign === "transferIds" && path === "action") return "delete";
          if (foreign === "transferIds" && !endpoint.body?.required?.includes(path))
            return undefined;
          return LEFT_OUT.has(path.split(".").at(-1) as string) ? undefined : exampleOf(schema);
        });
      const request = withIds((path) => (path === foreign ? theirs.ids : mine.ids));
      const answer = await call(request.method, request.path, request.body);
      const what = `${name} with the other's ${foreign}: ${answer.text}`;
      if (endpoint.method === "GET" && endpoint.owner === "query") {
        // A filter finds as little as it does for an id that nobody has.
        const nobodys = withIds(() => NOBODYS);
        const none = await call("GET", nobodys.path);
        assert.equal(answer.status, 200, what);
        assert.deepEqual(answer.data, none.data, what);
      } else {
        assert.equal(answer.status, foreign.endsWith("refundOf") ? 400 : 404, what);
        const nobodys = withIds((path) => (path === foreign ? NOBODYS : mine.ids));
        const none = await call(nobodys.method, nobodys.path, nobodys.body);
        assert.deepEqual(answer.body, none.body, what);
        const key = endpoint.owner in NOUNS && NOUNS[endpoint.owner as keyof typeof NOUNS].notFound;
        if (foreign === "id" && key) assert.equal(answer.message, messages[key].zh, what);
      }
      if (!walked.includes(name)) walked.push(name);
    }
    const after = await everythingOf(app, theirs.userId);
    assert.equal(after, before, `${name} changed the other's book`);
  }
  return walked;
}

/** Fields that choose another way to ask; the ids are what is tried here. */
const LEFT_OUT = new Set([
  "cursor",
  "limit",
  "mapping",
  "encoding",
  "dateField",
  "password",
  "create",
  "times",
  "backfill",
  "from",
]);
const NOBODYS = new Proxy({}, { get: () => 999_999_999 }) as Belongings["ids"];

function callAs(app: TestApp, user: SignedInUser): Call {
  return (method, path, body) => app.call(method, path, body, user.headers);
}

/** What only someone who signs in owns. */
async function addKeys(book: Belongings, user: SignedInUser): Promise<void> {
  book.ids.session = (await user.get("/api/auth/sessions")).data[0].id;
  book.ids.invitationId = (await user.post("/api/invitations")).data.id;
  const token = await user.post("/api/tokens", { name: "手机", scopes: ["read", "write"] });
  book.ids.tokens = token.data.id;
}

onEveryEngine("ownership", (open) => {
  test("in open mode, with the caller's userId given", async () => {
    const app = await open({ now: NOW });
    const person = async (name: string) =>
      (await app.post("/api/users", { name, email: `${name}@example.com` })).data.id;
    const mine = await fillBook(app.call, await person("mine"));
    const theirs = await fillBook(app.call, await person("theirs"));
    const walked = await walk({ app, call: app.call, mine, theirs, names: "mine", mode: "open" });
    assert.ok(walked.length >= 30, walked.join(" "));
    await app.close();
  });

  test("in jwt mode, by token", async () => {
    const app = await open({ now: NOW, config: ownSignIn() });
    const [me, them] = [await register(app), await register(app)];
    const call = callAs(app, me);
    const mine = await fillBook(call, me.userId);
    const theirs = await fillBook(callAs(app, them), them.userId);
    await addKeys(mine, me);
    await addKeys(theirs, them);
    const parts = { app, call, mine, theirs, mode: "jwt" } as const;
    const walked = await walk({ ...parts, names: "nobody" });
    assert.ok(walked.length >= 32, walked.join(" "));
    assert.deepEqual(await walk({ ...parts, names: "mine" }), walked);
    await app.close();
  });

  test("in jwt mode, no endpoint takes the other's userId", async () => {
    const app = await open({ now: NOW, config: ownSignIn() });
    const [me, them] = [await register(app), await register(app)];
    const call = callAs(app, me);
    const mine = await fillBook(call, me.userId);
    await addKeys(mine, me);
    await fillBook(callAs(app, them), them.userId);
    const before = await everythingOf(app, them.userId);
    for (const each of endpoints()) {
      const { name, endpoint } = each;
      if (endpoint.public || endpoint.development) continue;
      const request = makeRequest(endpoint, (path, schema) => {
        if (path === "userId") return them.userId;
        if (path === "transferIds") return undefined;
        if (isId(path, schema)) return idIn(each, path, schema, mine.ids);
        return LEFT_OUT.has(path) ? undefined : exampleOf(schema);
      });
      const withOther = request.path.includes("userId=")
        ? request.path
        : `${request.path}${request.path.includes("?") ? "&" : "?"}userId=${them.userId}`;
      const answer = await call(request.method, withOther, request.body);
      assert.equal(answer.status, 400, `${name}: ${answer.text}`);
      assert.equal(answer.message, messages.userIdNotAllowed.zh, name);
    }
    assert.equal(await everythingOf(app, them.userId), before);
    await app.close();
  });

  test("without a token, nothing but the public endpoints answers", async () => {
    const app = await open({ now: NOW, config: ownSignIn() });
    const asked = 'Bearer realm="fenming"';
    for (const { name, endpoint } of endpoints()) {
      const request = makeRequest(endpoint, (path, schema) =>
        isId(path, schema) ? 1 : exampleOf(schema),
      );
      const answer = await app.call(request.method, request.path, request.body);
      if (endpoint.public) assert.notEqual(answer.headers["www-authenticate"], asked, name);
      else assert.equal(answer.status, endpoint.development ? 404 : 401, name);
    }
    await app.close();
  });
});
