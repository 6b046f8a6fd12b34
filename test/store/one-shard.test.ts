/** Where the user of a request is known, each of its statements asks one partition, and so one shard. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { endpoints } from "../../src/contract/contract.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { watchers } from "../../src/store/postgres/connection.ts";
import { openApp, someone } from "../harness/app.ts";
import { engines } from "../harness/database.ts";
import { freshPartitioned, PARTITIONS, type Partitioned } from "../harness/postgres/partitions.ts";
import { exampleOf, makeRequest } from "../harness/requests.ts";
import { ownSignIn, PASSWORD, register, type SignedInUser } from "../harness/sign-in.ts";

const covered = engines().includes("postgres");

/** Statements that other requests than a user's run, or that only reference tables answer. */
interface Statement {
  text: string;
  values: unknown[];
}

/** What is run while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen = new Map<string, Statement>();
  const watch = (text: string, values: unknown[]) => {
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
    // An hour passes before each, so that nobody has tried too often.
    const now = () => Date.now() + walked.size * 3_600_000;
    const app = await openApp({ url: partitioned.url, config: ownSignIn(), now });
    t.after(() => app.close());
    const touched = new Set<string>();
    for (const { name, endpoint } of endpoints()) {
      // Some endpoints end the session, so each is asked by somebody new.
      const user = await register(app);
      const own = await resourcesOf(user);
      const { method, path, body } = makeRequest(endpoint, (field, schema) => {
        if (field === "userId" || field === "cursor") return undefined;
        if (field in own && field !== "id") return own[field];
        if (field === "id" && endpoint.params) return own[nounOf(endpoint)] ?? exampleOf(schema);
        if (field === "email") return user.email;
        if (/password/i.test(field)) return PASSWORD;
        return exampleOf(schema);
      });
      let status = 0;
      const statements = await statementsOf(async () => {
        ({ status } = await app.call(method, path, body, user.headers));
      });
      assert.ok(status < 500, `${name} answered ${status}`);
      assert.deepEqual(await wide(statements), [], name);
      for (const { text, values } of statements) {
        for (const table of (await partitioned.touched(text, values)).keys()) touched.add(table);
      }
      walked.add(name);
    }
    assert.equal(walked.size, endpoints().length);
    // The walk is a real one: it came to the tables of the book.
    for (const table of ["accounts", "records", "budgets", "day_totals", "revisions"]) {
      assert.ok(touched.has(table), `${table} was never asked`);
    }
  });

  test("an id without a user is looked for everywhere: the one exception", async (t) => {
    const app = await openApp({ url: partitioned.url });
    t.after(() => app.close());
    const { accountId, userId } = await someone(app);
    const found = await wide(await statementsOf(() => app.get(`/api/accounts/${accountId}`)));
    assert.deepEqual(found, [
      `accounts ×${PARTITIONS}: select user_id as "userId" from accounts where id = $1`,
    ]);
    const path = `/api/accounts/${accountId}?userId=${userId}`;
    assert.deepEqual(await wide(await statementsOf(() => app.get(path))), []);
  });
});

/** The noun whose id the path names: "/api/records/:id" names a record. */
function nounOf({ path }: Endpoint): string {
  return `${/^\/api\/(\w+)s\/:id/.exec(path)?.[1] ?? ""}Id`;
}

/** One of each of the user's own resources, made anew. */
async function resourcesOf(user: SignedInUser): Promise<Record<string, unknown>> {
  const account = await user.post("/api/accounts", { name: "现金", type: "cash" });
  const accountId = account.data.id;
  const record = await user.post("/api/records", {
    accountId,
    type: "expense",
    amount: 1,
    category: "餐饮",
    date: "2025-03-04",
  });
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
  return {
    accountId,
    ...between,
    recordId: record.data.id,
    budgetId: budget.data.id,
    transferId: transfer.data.id,
  };
}
