/**
 * Nobody reaches another's book. Two users, and every endpoint of the contract with the other's ids:
 * 404, and not a byte of the other's rows changed. What an endpoint takes is read from the contract,
 * so that a new one is walked by itself, and a field or noun that this test has no id for fails it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import sql, { raw } from "sql-template-tag";
import type { TSchema } from "typebox";
import { endpoints } from "../../src/contract/contract.ts";
import { type Endpoint, NOT_FOUND, propertiesOf } from "../../src/contract/endpoint.ts";
import { messages } from "../../src/contract/messages.ts";
import type { AuthMode } from "../../src/contract/openapi.ts";
import { onEveryEngine, type TestApp } from "../harness/app.ts";
import { exampleOf, makeRequest } from "../harness/requests.ts";
import { bearing, ownSignIn, register } from "../harness/sign-in.ts";

type Call = (method: string, path: string, body?: unknown) => ReturnType<TestApp["call"]>;

/** One of everything that a user can own. The key is the noun, or the field that names it. */
interface Belongings {
  userId: number;
  ids: Record<string, number | string>;
}

async function fillBook(call: Call, userId: number): Promise<Belongings> {
  const make = async (path: string, body: object) => {
    const answer = await call("POST", path, { userId, ...body });
    assert.equal(answer.status, 200, answer.text);
    return answer.data;
  };
  const account = await make("/api/accounts", { name: "现金", type: "cash", balance: 100 });
  const record = await make("/api/records", {
    accountId: account.id,
    type: "expense",
    amount: 12.5,
    category: "餐饮",
    date: "2026-03-15",
  });
  const budget = await make("/api/budgets", { category: "餐饮", amount: 500, month: "2026-03" });
  const changed = await call("PUT", `/api/budgets/${budget.id}`, { amount: 600 });
  assert.equal(changed.status, 200, changed.text);
  const [entry] = (await call("GET", `/api/history?userId=${userId}`)).data;
  return {
    userId,
    ids: {
      history: entry.id,
      account: account.id,
      record: record.id,
      budget: budget.id,
      accountId: account.id,
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

/** Field names that name something owned. */
function namesOwned(name: string): boolean {
  return name !== "userId" && (/(^id|Id|Ids)$/.test(name) || name === "session");
}

/** What `:id` names: the noun that owns the path, else the group of the contract that it stands in. */
function idFor(
  name: string,
  endpoint: Endpoint,
  field: string,
  ids: Belongings["ids"],
): number | string {
  const noun = endpoint.owner in NOT_FOUND ? endpoint.owner : (name.split(".")[0] as string);
  const key = field === "id" ? noun : field;
  const id = ids[key];
  assert.ok(
    id !== undefined,
    `no id of "${key}" for ${endpoint.method} ${endpoint.path}: give the walk one`,
  );
  return id;
}

function fieldsOf(endpoint: Endpoint): string[] {
  return [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
    Object.keys(propertiesOf(part)),
  );
}

/**
 * Walks every endpoint as `mine`, with `theirs` ids. Answers what was checked, by name.
 */
async function walk(
  app: TestApp,
  call: Call,
  mine: Belongings,
  theirs: Belongings,
  names: "mine" | "nobody",
  mode: AuthMode,
): Promise<Record<string, number>> {
  const before = await everythingOf(app, theirs.userId);
  const walked: Record<string, number> = {};
  for (const { name, endpoint } of endpoints()) {
    if (endpoint.only && mode === "open") continue;
    const owned = fieldsOf(endpoint).filter(namesOwned);
    const userId = names === "mine" ? mine.userId : undefined;
    for (const foreign of owned) {
      const request = makeRequest(endpoint, (field, schema: TSchema) => {
        if (field === "userId") return userId;
        if (field === "cursor" || field === "limit") return undefined;
        if (!namesOwned(field)) return exampleOf(schema);
        return idFor(name, endpoint, field, field === foreign ? theirs.ids : mine.ids);
      });
      const answer = await call(request.method, request.path, request.body);
      const what = `${name} with the other's ${foreign}: ${answer.text}`;
      if (endpoint.method === "GET" && endpoint.owner === "query") {
        // A filter by another's id finds nothing; it names no resource that could be missing.
        assert.equal(answer.status, 200, what);
        assert.deepEqual(answer.data, [], what);
      } else {
        assert.equal(answer.status, 404, what);
        const key = NOT_FOUND[endpoint.owner as keyof typeof NOT_FOUND];
        if (foreign === "id" && key) assert.equal(answer.message, messages[key].zh, what);
      }
      walked[name] = answer.status;
    }
    assert.equal(
      await everythingOf(app, theirs.userId),
      before,
      `${name} changed the other's book`,
    );
  }
  return walked;
}

onEveryEngine("ownership", (open) => {
  test("in open mode, with the caller's userId given", async () => {
    const app = await open();
    const person = async (name: string) =>
      (await app.post("/api/users", { name, email: `${name}@example.com` })).data.id;
    const mine = await fillBook(app.call, await person("mine"));
    const theirs = await fillBook(app.call, await person("theirs"));
    const ownBefore = await everythingOf(app, mine.userId);
    const walked = await walk(app, app.call, mine, theirs, "mine", "open");
    assert.ok(Object.keys(walked).length >= 12);
    assert.equal(await everythingOf(app, mine.userId), ownBefore);
    await app.close();
  });

  test("in jwt mode, by token", async () => {
    const app = await open({ config: ownSignIn() });
    const [me, them] = [await register(app), await register(app)];
    const callAs =
      (user: typeof me): Call =>
      (method, path, body) =>
        app.call(method, path, body, user.headers);
    const mine = await fillBook(callAs(me), me.userId);
    const theirs = await fillBook(callAs(them), them.userId);
    for (const [book, user] of [
      [mine, me],
      [theirs, them],
    ] as const) {
      book.ids.session = (await user.get("/api/auth/sessions")).data[0].id;
      const token = await user.post("/api/tokens", { name: "手机", scopes: ["read", "write"] });
      book.ids.tokens = token.data.id;
    }
    const walked = await walk(app, callAs(me), mine, theirs, "nobody", "jwt");
    assert.ok(Object.keys(walked).length >= 13);
    const again = await walk(app, callAs(me), mine, theirs, "mine", "jwt");
    assert.deepEqual(again, walked);
    await app.close();
  });

  test("in jwt mode, no endpoint takes the other's userId", async () => {
    const app = await open({ config: ownSignIn() });
    const [me, them] = [await register(app), await register(app)];
    const call: Call = (method, path, body) => app.call(method, path, body, me.headers);
    const mine = await fillBook(call, me.userId);
    await fillBook(bearingCall(app, them.accessToken), them.userId);
    const before = await everythingOf(app, them.userId);
    for (const { name, endpoint } of endpoints()) {
      if (endpoint.public || endpoint.development) continue;
      const request = makeRequest(endpoint, (field, schema: TSchema) => {
        if (field === "userId") return them.userId;
        if (field === "session") return "q7Jm";
        if (name.startsWith("tokens.") && field === "id") return 1;
        if (namesOwned(field)) return idFor(name, endpoint, field, mine.ids);
        return field === "cursor" || field === "limit" ? undefined : exampleOf(schema);
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
    const app = await open({ config: ownSignIn() });
    for (const { name, endpoint } of endpoints()) {
      const request = makeRequest(endpoint, (field, schema: TSchema) =>
        namesOwned(field) ? 1 : exampleOf(schema),
      );
      const answer = await app.call(request.method, request.path, request.body);
      if (endpoint.public)
        assert.notEqual(answer.headers["www-authenticate"], 'Bearer realm="fenming"', name);
      else assert.equal(answer.status, endpoint.development ? 404 : 401, name);
    }
    await app.close();
  });
});

function bearingCall(app: TestApp, token: string): Call {
  const { headers } = bearing(app, token);
  return (method, path, body) => app.call(method, path, body, headers);
}
