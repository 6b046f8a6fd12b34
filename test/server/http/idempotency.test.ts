import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, book, during, lunch, made, openAccount } from "../../harness/book.ts";

const key = (text: string) => ({ "idempotency-key": text });

onEveryEngine("idempotency", (open) => {
  test("F11, F12: the same key and body again books nothing and gives the first answer", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app, { balance: 100 });
    const first = await app.post("/api/records", lunch(owner), key("k1"));
    assert.equal(first.headers["idempotency-replayed"], undefined);
    now += 5000;
    for (let count = 0; count < 3; count += 1) {
      const again = await app.post("/api/records", lunch(owner), key("k1"));
      assert.equal(again.text, first.text);
      assert.equal(again.status, 200);
      assert.equal(again.headers["idempotency-replayed"], "true");
      assert.equal(again.headers.etag, first.headers.etag);
    }
    assert.equal(await balanceOf(app, owner.accountId), 64.5);
    assert.equal(made(await app.get(`/api/records?userId=${owner.userId}`)).length, 1);
    await assertProved(app);
  });

  test("the order of fields and what nobody reads make no other body; a field does: 422", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const body = lunch(owner);
    made(await app.post("/api/records", body, key("k")));
    const turned = { ...Object.fromEntries(Object.entries(body).reverse()), more: 1, id: 5 };
    const again = await app.post("/api/records", turned, key("k"));
    assert.equal(again.headers["idempotency-replayed"], "true");
    for (const other of [{ amount: 35.51 }, { description: "x" }, { date: "2026-03-16" }]) {
      const answer = await app.post("/api/records", { ...body, ...other }, key("k"));
      assert.equal(answer.status, 422);
      assert.match(answer.message as string, /Idempotency-Key/);
    }
    assert.equal(made(await app.get(`/api/records?userId=${owner.userId}`)).length, 1);
  });

  test("a key is one entry's: restores with the same key each bring back their own, for their user", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const other = await someone(app, { name: "别人", balance: 100 });
    const entries: number[] = [];
    for (const who of [owner, owner, other]) {
      const { id } = made(await app.post("/api/records", lunch(who)));
      made(await app.remove(`/api/records/${id}`));
      const [entry] = made(await app.get(`/api/history?userId=${who.userId}`));
      entries.push(entry.id);
    }
    const restore = (entry: number, more = "") =>
      app.post(`/api/history/${entry}/restore${more}`, undefined, key("same"));
    const first = await restore(entries[0] as number);
    assert.equal(first.status, 200, first.text);
    for (const entry of entries.slice(1)) {
      const answer = await restore(entry);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers["idempotency-replayed"], undefined);
    }
    assert.equal(await balanceOf(app, owner.accountId), 100 - 2 * 35.5);
    assert.equal(await balanceOf(app, other.accountId), 100 - 35.5);
    const again = await restore(entries[0] as number);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(again.text, first.text);
    assert.equal((await restore(entries[0] as number, `?userId=${other.userId}`)).status, 404);
    assert.equal((await restore(999_999_999)).status, 404);
    await assertProved(app);
  });

  test("a key is one user's, for one endpoint", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    made(await app.post("/api/records", lunch(owner), key("same")));
    const theirs = await app.post("/api/records", lunch(other), key("same"));
    assert.equal(made(theirs).userId, other.userId);
    assert.equal(theirs.headers["idempotency-replayed"], undefined);
    const account = { userId: owner.userId, name: "卡", type: "bank" };
    const made1 = await app.post("/api/accounts", account, key("same"));
    assert.equal(made1.headers["idempotency-replayed"], undefined);
    const made2 = await app.post("/api/accounts", account, key("same"));
    assert.equal(made2.data.id, made1.data.id);
    const budget = { userId: owner.userId, category: "x", amount: 1, month: "2026-03" };
    for (let count = 0; count < 2; count += 1) {
      made(await app.post("/api/budgets", budget, key("same")));
    }
    assert.equal(made(await app.get(`/api/budgets?userId=${owner.userId}`)).length, 1);
    const user = { name: "新", email: "new@example.com" };
    const first = await app.post("/api/users", user, key("same"));
    const second = await app.post("/api/users", user, key("same"));
    assert.equal(second.text, first.text);
  });

  test("the first answer is given also after a restart, and after the record is gone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const first = await app.post("/api/records", lunch(owner), key("k"));
    made(await app.remove(`/api/records/${first.data.id}`));
    const restarted = await open({ url: app.url });
    t.after(() => restarted.close());
    const again = await restarted.post("/api/records", lunch(owner), key("k"));
    assert.equal(again.text, first.text);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(await balanceOf(app, owner.accountId), 0);
  });

  test("of many at once one books; the others are told to wait or get its answer", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.post("/api/records", lunch(owner), key("k"))),
    );
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data.id));
    assert.equal(ids.size, 1);
    for (const answer of answers) {
      if (answer.status === 200) continue;
      assert.equal(answer.status, 409);
      assert.match(answer.message as string, /Idempotency-Key/);
    }
    assert.equal(await balanceOf(app, owner.accountId), -35.5);
    const late = await app.post("/api/records", lunch(owner), key("k"));
    assert.equal(late.headers["idempotency-replayed"], "true");
    await assertProved(app);
  });

  test("two nodes on one database book a key once", async (t) => {
    const app = await during(t, open);
    const node = await open({ url: app.url });
    t.after(() => node.close());
    const owner = await someone(app);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          (n % 2 ? app : node).post("/api/records", lunch(owner), key(`k${round}`)),
        ),
      );
      const booked = answers.filter(({ status }) => status === 200);
      assert.equal(new Set(booked.map(({ data }) => data.id)).size, 1);
      for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text);
    }
    assert.equal(await balanceOf(app, owner.accountId), -35.5 * 5);
    await assertProved(node);
  });

  test("what one node writes, the other shows at once, its cache and tags included", async (t) => {
    const app = await during(t, open);
    const node = await open({ url: app.url });
    t.after(() => node.close());
    const owner = await someone(app);
    const path = `/api/records?userId=${owner.userId}`;
    for (let count = 1; count <= 5; count += 1) {
      await book(count % 2 ? app : node, owner);
      const here = await app.get(path);
      const there = await node.get(path);
      assert.equal(made(here).length, count);
      assert.equal(there.text, here.text);
      assert.equal(there.headers.etag, here.headers.etag);
      const same = { "if-none-match": here.headers.etag as string };
      assert.equal((await node.get(path, same)).status, 304);
    }
  });

  test("refusals are not kept: the corrected request may use the key", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const bad = [
      { ...lunch(owner), amount: 0 },
      { ...lunch(owner), accountId: 9999 },
    ];
    for (const body of bad) {
      const answer = await app.post("/api/records", body, key("k"));
      assert.ok(answer.status === 400 || answer.status === 404);
    }
    const full = await openAccount(app, owner.userId, { balance: -20_000_000_000_000 });
    const beyond = { ...lunch(owner), accountId: full };
    assert.equal((await app.post("/api/records", beyond, key("k"))).status, 400);
    made(await app.put(`/api/accounts/${full}`, { balance: 0 }));
    const answer = await app.post("/api/records", beyond, key("k"));
    assert.equal(answer.headers["idempotency-replayed"], undefined);
    made(answer);
  });

  test("keys live 30 days", async (t) => {
    let now = Date.UTC(2026, 2, 1);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const first = made(await app.post("/api/records", lunch(owner), key("k")));
    now += 30 * 86_400_000;
    assert.equal(made(await app.post("/api/records", lunch(owner), key("k"))).id, first.id);
    now += 1;
    const later = await app.post("/api/records", { ...lunch(owner), amount: 2 }, key("k"));
    assert.notEqual(made(later).id, first.id);
    assert.equal(later.headers["idempotency-replayed"], undefined);
    assert.equal(await balanceOf(app, owner.accountId), -37.5);
  });

  test("what is no key is 400; PUT and DELETE take none", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (const text of ["", " ", "a b", "é", "x".repeat(201)]) {
      const answer = await app.post("/api/records", lunch(owner), key(text));
      assert.equal(answer.status, 400, JSON.stringify(text));
      assert.match(answer.message as string, /Idempotency-Key/);
    }
    made(await app.post("/api/records", lunch(owner), key("x".repeat(200))));
    const { id } = await book(app, owner);
    made(await app.put(`/api/records/${id}`, { amount: 1 }, key("a b")));
    made(await app.remove(`/api/records/${id}`, key("")));
  });

  test("money with noise is the same body as the fen it means", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    made(await app.post("/api/records", { ...lunch(owner), amount: 0.3 }, key("k")));
    const again = await app.post("/api/records", { ...lunch(owner), amount: 0.1 + 0.2 }, key("k"));
    assert.equal(again.headers["idempotency-replayed"], "true");
  });
});
