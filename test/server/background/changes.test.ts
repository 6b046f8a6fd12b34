import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, openApp, someone, type TestApp } from "../../harness/app.ts";
import { during } from "../../harness/book.ts";
import { ownSignIn, register } from "../../harness/sign-in.ts";
import { listen } from "../../harness/socket.ts";

interface Watching {
  status: number;
  /** The next revision that is told. */
  next(): Promise<number>;
  /** Whether the stream has been ended from the other side. */
  ended(): Promise<boolean>;
  hangUp(): void;
}

/** Opens a stream on a connection of its own. */
async function watch(
  app: TestApp,
  query: string,
  headers: Record<string, string> = {},
): Promise<Watching> {
  const { server } = app.app;
  const port = server.listening ? (server.address() as AddressInfo).port : await listen(app);
  const request = get({ port, path: `/api/changes${query}`, headers, agent: false });
  request.on("error", () => {});
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const chunks = response.setEncoding("utf8")[Symbol.asyncIterator]();
  let text = "";
  return {
    status: response.statusCode as number,
    async next() {
      for (;;) {
        const event = /event: revision\ndata: {"revision":(\d+)}\n\n/.exec(text);
        if (event) {
          text = text.slice(event.index + event[0].length);
          return Number(event[1]);
        }
        const { done, value } = await chunks.next();
        assert.ok(!done, "the stream ended before it told of a change");
        text += value;
      }
    },
    async ended() {
      for (;;) if ((await chunks.next()).done) return true;
    },
    hangUp: () => request.destroy(),
  };
}

onEveryEngine("changes", (open) => {
  test("a watcher is let go when its session ends", async (t) => {
    const app = await during(t, () => open({ config: ownSignIn() }));
    const phone = await register(app);
    const watching = await watch(app, "", phone.headers);
    await watching.next();
    assert.equal((await phone.post("/api/auth/logout", {})).status, 200);
    assert.equal(await watching.ended(), true);
  });

  test("a watcher hears of each write to its own book, and of no other's", async (t) => {
    const app = await during(t, open);
    const { userId, accountId } = await someone(app);
    const other = await someone(app);
    const mine = await watch(app, `?userId=${userId}`);
    const theirs = await watch(app, `?userId=${other.userId}`);
    const [before, theirBefore] = [await mine.next(), await theirs.next()];
    const record = { userId, accountId, type: "expense", category: "餐饮", date: "2026-03-15" };
    const key = { "idempotency-key": "once" };
    const made = await app.post("/api/records", { ...record, amount: 1 }, key);
    assert.equal(await mine.next(), before + 1);
    // Its own answer has named it; one that is only repeated has made no change.
    assert.equal(made.headers["book-revision"], String(before + 1));
    const again = await app.post("/api/records", { ...record, amount: 1 }, key);
    assert.deepEqual([again.status, again.headers["book-revision"]], [200, undefined]);
    // A refusal changes nothing, so the next that is heard is the next write.
    assert.equal((await app.post("/api/records", { ...record, amount: -1 })).status, 400);
    await app.put(`/api/accounts/${other.accountId}`, { name: "钱包" });
    assert.equal(await theirs.next(), theirBefore + 1);
    await app.put(`/api/accounts/${accountId}`, { name: "钱包" });
    assert.equal(await mine.next(), before + 2);
    mine.hangUp();
    theirs.hangUp();
  });

  test("a write that this process does not make is told, too", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const mine = await watch(app, `?userId=${userId}`);
    const before = await mine.next();
    await app.db.write((db) =>
      db.run(sql`update revisions set revision = revision + 1 where user_id = ${userId}`),
    );
    assert.equal(await mine.next(), before + 1);
    mine.hangUp();
  });

  test("a stream ends after its seconds, when the client goes, and when the service stops", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const brief = await app.get(`/api/changes?userId=${userId}&seconds=0`);
    assert.equal(brief.status, 200);
    assert.match(String(brief.headers["content-type"]), /^text\/event-stream/);
    assert.equal(brief.headers["x-accel-buffering"], "no");
    assert.match(brief.text, /^event: revision\ndata: {"revision":\d+}\n\n$/);
    const second = await watch(app, `?userId=${userId}&seconds=1`);
    assert.ok(await second.ended());
    const mine = await watch(app, `?userId=${userId}`);
    await mine.next();
    const [, ended] = await Promise.all([app.app.close(), mine.ended()]);
    assert.ok(ended);
  });

  test("what is wrong is refused: nobody's book, and more streams than a user may have", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const other = await someone(app);
    assert.equal((await app.get("/api/changes?userId=999999")).status, 404);
    assert.equal((await app.get("/api/changes")).status, 400);
    for (const seconds of ["601", "-1", "1.5", "x"]) {
      const answer = await app.get(`/api/changes?userId=${userId}&seconds=${seconds}`);
      assert.equal(answer.status, 400, seconds);
      assert.match(answer.message as string, /秒数/);
    }
    const all: Watching[] = [];
    for (let one = 0; one < 16; one++) all.push(await watch(app, `?userId=${userId}`));
    const full = await app.get(`/api/changes?userId=${userId}&seconds=0`);
    assert.deepEqual([full.status, full.headers["retry-after"]], [503, "60"]);
    assert.equal((await app.get(`/api/changes?userId=${other.userId}&seconds=0`)).status, 200);
    // Those who hang up give their places back.
    for (const watching of all) watching.hangUp();
    for (;;) {
      const { status } = await app.get(`/api/changes?userId=${userId}&seconds=0`);
      if (status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});

test("in jwt mode a book is watched by its token alone", async (t) => {
  const app = await during(t, openApp, { config: ownSignIn() });
  const user = await register(app);
  assert.equal((await app.get("/api/changes")).status, 401);
  const mine = await watch(app, "", user.headers);
  assert.equal(mine.status, 200);
  const before = await mine.next();
  await user.post("/api/accounts", { name: "现金", type: "cash" });
  assert.equal(await mine.next(), before + 1);
  mine.hangUp();
});
