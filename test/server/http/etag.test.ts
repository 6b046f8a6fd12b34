import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, fillRecords, lunch, made, openAccount } from "../../harness/book.ts";

/** Every read of a user's book. */
const reads = (userId: number, accountId: number, recordId: number, budgetId: number) => [
  `/api/accounts?userId=${userId}`,
  `/api/accounts/${accountId}`,
  `/api/accounts/${accountId}/verify`,
  `/api/records?userId=${userId}`,
  `/api/records?userId=${userId}&limit=1`,
  `/api/records/${recordId}`,
  `/api/budgets?userId=${userId}`,
  `/api/budgets/${budgetId}`,
  `/api/statistics/monthly?userId=${userId}&month=2026-03`,
  `/api/statistics/trend?userId=${userId}`,
  `/api/statistics/compare?userId=${userId}&month=2026-03`,
  `/api/dashboard/summary?userId=${userId}`,
];

async function tagOf(app: TestApp, path: string): Promise<string> {
  const answer = await app.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.headers.etag as string;
}

const noneMatch = (tag: string) => ({ "if-none-match": tag });
const match = (tag: string) => ({ "if-match": tag });

onEveryEngine("validators", (open) => {
  test("R13: an unchanged book is 304 on every read, and no longer after any write", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15, 4) });
    const owner = await someone(app, { balance: 100 });
    const { userId, accountId } = owner;
    const record = await book(app, owner);
    const budget = made(
      await app.post("/api/budgets", { userId, category: "餐饮", amount: 50, month: "2026-03" }),
    );
    const paths = reads(userId, accountId, record.id, budget.id);
    const spare = await openAccount(app, userId);
    const writes: [string, () => Promise<{ status: number }>][] = [
      [
        "create record",
        () =>
          app.post("/api/records", {
            ...owner,
            ...{ type: "income", amount: 1, category: "x", date: "2026-03-01" },
          }),
      ],
      ["update record", () => app.put(`/api/records/${record.id}`, { amount: 2 })],
      ["update account", () => app.put(`/api/accounts/${accountId}`, { name: "新名" })],
      ["create account", () => app.post("/api/accounts", { userId, name: "x", type: "cash" })],
      ["remove account", () => app.remove(`/api/accounts/${spare}`)],
      [
        "create budget",
        () => app.post("/api/budgets", { userId, category: "y", amount: 5, month: "2026-03" }),
      ],
      ["update budget", () => app.put(`/api/budgets/${budget.id}`, { amount: 60 })],
    ];
    for (const [what, write] of writes) {
      const tags = await Promise.all(paths.map((path) => tagOf(app, path)));
      for (const [index, path] of paths.entries()) {
        const tag = tags[index] as string;
        assert.match(tag, path.includes("?") || path.endsWith("verify") ? /^W\/"/ : /^"/);
        for (const header of [tag, `W/"other", ${tag}`, tag.replace(/^W\//, ""), "*"]) {
          const answer = await app.get(path, noneMatch(header));
          assert.equal(answer.status, 304, `${path} ${header}`);
          assert.equal(answer.text, "");
          assert.equal(answer.headers.etag, tag);
          assert.equal((await app.call("HEAD", path, undefined, noneMatch(header))).status, 304);
        }
        // A tag whose own part is made up is another tag, and is not repeated.
        const forged = tag.replace(/^"[\w-]+\./, '"forged.');
        for (const header of [
          '"other"',
          "nonsense",
          'W/"other"',
          "",
          ...(forged === tag ? [] : [forged]),
        ]) {
          assert.equal((await app.get(path, noneMatch(header))).status, 200, header);
        }
      }
      assert.equal((await write()).status, 200, what);
      for (const [index, path] of paths.entries()) {
        const answer = await app.get(path, noneMatch(tags[index] as string));
        assert.equal(answer.status, 200, `${path} after ${what}`);
        assert.notEqual(answer.headers.etag, tags[index]);
      }
    }
  });

  test("the cache is never stale: the answer from it equals the one without", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const path = `/api/records?userId=${owner.userId}`;
    for (let count = 1; count <= 20; count += 1) {
      await book(app, owner, { amount: count });
      const [first, second, other] = [
        await app.get(path),
        await app.get(path),
        await app.get(`${path}&accountId=`),
      ];
      assert.equal(first.data.length, count);
      assert.equal(second.text, first.text);
      assert.equal(second.headers.etag, first.headers.etag);
      assert.equal(other.text, first.text);
      assert.equal(await balanceOf(app, owner.accountId), (-count * (count + 1)) / 2);
    }
  });

  test("a read beside writes shows one state: the balance is that of its records", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const path = `/api/records?userId=${owner.userId}`;
    const writing = Promise.all(Array.from({ length: 60 }, () => book(app, owner, { amount: 1 })));
    for (let count = 0; count < 30; count += 1) {
      const list = made(await app.get(path));
      for (const record of list) assert.equal(record.account.balance, -list.length);
    }
    await writing;
  });

  test("another user's tag, another day's and another book's are none", async (t) => {
    let now = Date.UTC(2026, 2, 15, 4);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    const path = (userId: number) => `/api/dashboard/summary?userId=${userId}`;
    const tag = await tagOf(app, path(owner.userId));
    assert.equal((await app.get(path(other.userId), noneMatch(tag))).status, 200);
    now += 24 * 3_600_000;
    assert.equal((await app.get(path(owner.userId), noneMatch(tag))).status, 200);
    const book2 = await during(t, open, { now: () => now - 24 * 3_600_000 });
    const owner2 = await someone(book2);
    assert.equal(owner2.userId, owner.userId);
    assert.equal((await book2.get(path(owner.userId), noneMatch(tag))).status, 200);
  });

  test("an address's tag is none at another address", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const ids = [];
    for (let n = 0; n < 2; n += 1) ids.push(made(await app.post("/api/records", lunch(owner))).id);
    const { userId } = owner;
    const addresses = [
      ...ids.map((id) => `/api/records/${id}`),
      `/api/accounts/${owner.accountId}`,
      `/api/records?userId=${userId}`,
      `/api/records?userId=${userId}&type=income`,
      `/api/dashboard/summary?userId=${userId}`,
    ];
    const tags = [];
    for (const address of addresses) {
      tags.push(String((await app.get(address)).headers.etag));
    }
    for (const [at, address] of addresses.entries()) {
      for (const [of, tag] of tags.entries()) {
        const answer = await app.get(address, { "if-none-match": tag });
        assert.equal(answer.status, of === at ? 304 : 200, `${addresses[of]} at ${address}`);
      }
    }
  });

  test("a refused write leaves the tags as they are", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const path = `/api/accounts?userId=${owner.userId}`;
    const tag = await tagOf(app, path);
    assert.equal((await app.post("/api/records", { ...owner })).status, 400);
    assert.equal((await app.remove("/api/records/99999")).status, 404);
    assert.equal((await app.get(path, noneMatch(tag))).status, 304);
  });

  test("304 is not for what is not there, nor for wrong queries", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    const path = `/api/accounts/${owner.accountId}`;
    const tag = await tagOf(app, path);
    for (const header of [tag, "*"]) {
      assert.equal((await app.get("/api/accounts/9999", noneMatch(header))).status, 404);
      assert.equal(
        (await app.get(`${path}?userId=${other.userId}`, noneMatch(header))).status,
        404,
      );
      assert.equal((await app.get("/api/accounts?userId=x", noneMatch(header))).status, 400);
      const month = `/api/statistics/monthly?userId=${owner.userId}&month=2026-13`;
      assert.equal((await app.get(month, noneMatch(header))).status, 400);
    }
  });

  test("R13: If-Match with the resource's own tag; 412 when it has changed since", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const record = await book(app, owner);
    const budget = made(
      await app.post("/api/budgets", {
        userId: owner.userId,
        category: "x",
        amount: 5,
        month: "2026-03",
      }),
    );
    const spare = await openAccount(app, owner.userId);
    for (const [path, change] of [
      [`/api/records/${record.id}`, { description: "改" }],
      [`/api/budgets/${budget.id}`, { amount: 6 }],
      [`/api/accounts/${spare}`, { name: "改" }],
    ] as [string, object][]) {
      const tag = await tagOf(app, path);
      // Something else of the book may change meanwhile.
      await book(app, owner);
      const updated = await app.put(path, change, match(tag));
      assert.equal(updated.status, 200, updated.text);
      const before = made(await app.get(path));
      for (const old of [tag, '"other"', `W/${updated.headers.etag}`, "nonsense", ""]) {
        const put = await app.put(path, { name: "x", amount: 9, category: "z" }, match(old));
        assert.equal(put.status, 412, `${path} ${old}`);
        assert.match(put.message as string, /已被修改/);
        assert.equal((await app.remove(path, match(old))).status, 412);
      }
      assert.deepEqual(made(await app.get(path)), before);
      const fresh = updated.headers.etag as string;
      made(await app.put(path, {}, match(`"other", ${fresh}`)));
      made(await app.put(path, {}, match("*")));
      made(await app.remove(path, match(fresh)));
      assert.equal((await app.put(path, {}, match("*"))).status, 404);
      assert.equal((await app.remove(path, match(fresh))).status, 404);
    }
  });

  test("a create's tag is the one that If-Match takes", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const created = await app.post("/api/records", {
      ...owner,
      ...{ type: "expense", amount: 1, category: "x", date: "2026-03-01", description: "y" },
    });
    const tag = created.headers.etag as string;
    const answers = await Promise.all(
      [2, 3, 4].map((amount) => app.put(`/api/records/${created.data.id}`, { amount }, match(tag))),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
    const account = await app.post("/api/accounts", {
      userId: owner.userId,
      name: "x",
      type: "cash",
      balance: 1.5,
    });
    made(
      await app.put(
        `/api/accounts/${account.data.id}`,
        { name: "y" },
        match(account.headers.etag as string),
      ),
    );
  });

  test("an account's own tag moves with its balance", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const path = `/api/accounts/${owner.accountId}`;
    const tag = await tagOf(app, path);
    await book(app, owner);
    assert.equal((await app.put(path, { balance: 0 }, match(tag))).status, 412);
    assert.equal(await balanceOf(app, owner.accountId), -35.5);
  });

  test("a long list has its tag too, and 304 without touching the rows", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, 1200);
    const path = `/api/records?userId=${owner.userId}`;
    const answer = await app.get(path);
    assert.equal(answer.data.length, 1200);
    assert.equal((await app.get(path, noneMatch(answer.headers.etag as string))).status, 304);
  });
});
