import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, fillRecords, made, openAccount } from "../../harness/book.ts";

interface Shown {
  id: number;
  createdAt: string;
}

/** All pages of a list, one after the other. */
async function pagesOf(app: TestApp, path: string, limit: number): Promise<Shown[][]> {
  const pages: Shown[][] = [];
  let cursor: string | undefined;
  do {
    const more: string = cursor === undefined ? "" : `&cursor=${cursor}`;
    const answer = await app.get(`${path}&limit=${limit}${more}`);
    pages.push(made(answer));
    cursor = answer.headers["next-cursor"] as string | undefined;
  } while (cursor !== undefined);
  return pages;
}

onEveryEngine("paging", (open) => {
  test("the pages are the list, in its order, whatever their size", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    for (let count = 0; count < 23; count += 1) {
      if (count % 5 === 0) now += 1;
      await book(app, owner, { amount: count + 1 });
    }
    const path = `/api/records?userId=${owner.userId}`;
    const whole = made(await app.get(path));
    for (const limit of [1, 5, 7, 22, 23, 24, 1000]) {
      const pages = await pagesOf(app, path, limit);
      assert.deepEqual(pages.flat(), whole);
      assert.equal(pages.length, Math.ceil(23 / limit));
      for (const page of pages.slice(0, -1)) assert.equal(page.length, limit);
    }
  });

  test("order=date lists the newest date first, page by page, and mixes with no other order", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const bank = await openAccount(app, owner.userId);
    const dates = ["2026-03-02", "2026-03-09T01:00:00Z", "2026-03-01", "2026-03-09", "2026-03-02"];
    for (const [index, date] of dates.entries()) {
      now += index % 2;
      await book(app, owner, { date });
      made(
        await app.post("/api/transfers", {
          userId: owner.userId,
          fromAccountId: owner.accountId,
          toAccountId: bank,
          amount: 1,
          date,
        }),
      );
    }
    for (const noun of ["records", "transfers"]) {
      const path = `/api/${noun}?userId=${owner.userId}&order=date`;
      const whole: (Shown & { date: string })[] = made(await app.get(path));
      const keys = whole.map(({ date, createdAt, id }) => `${date} ${createdAt} ${1000 + id}`);
      assert.deepEqual(keys, [...keys].sort().reverse());
      assert.equal(keys.length, dates.length);
      assert.notDeepEqual(whole, made(await app.get(`/api/${noun}?userId=${owner.userId}`)));
      for (const limit of [1, 2, 4, 5]) {
        assert.deepEqual((await pagesOf(app, path, limit)).flat(), whole);
      }
      const cursor = (await app.get(`${path}&limit=1`)).headers["next-cursor"];
      const mixed = await app.get(`/api/${noun}?userId=${owner.userId}&cursor=${cursor}`);
      assert.deepEqual([mixed.status, /cursor/.test(mixed.message as string)], [400, true]);
      const unknown = await app.get(`/api/${noun}?userId=${owner.userId}&order=size`);
      assert.deepEqual([unknown.status, /order/.test(unknown.message as string)], [400, true]);
    }
  });

  test("order=amount lists the largest first, page by page, and takes no other order's cursor", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const bank = await openAccount(app, owner.userId);
    const amounts = [20.5, 3, 100, 3, 20.49, 0.01];
    for (const amount of amounts) {
      await book(app, owner, { amount });
      const sides = { fromAccountId: owner.accountId, toAccountId: bank };
      const moved = { userId: owner.userId, ...sides, amount, date: "2026-03-01" };
      made(await app.post("/api/transfers", moved));
    }
    for (const noun of ["records", "transfers"]) {
      const path = `/api/${noun}?userId=${owner.userId}&order=amount`;
      const whole: (Shown & { amount: number })[] = made(await app.get(path));
      assert.deepEqual(
        whole.map(({ amount }) => amount),
        [100, 20.5, 20.49, 3, 3, 0.01],
      );
      for (const limit of [1, 2, 4, 6]) {
        assert.deepEqual((await pagesOf(app, path, limit)).flat(), whole);
      }
      const plain = `/api/${noun}?userId=${owner.userId}&limit=1`;
      for (const [other, order] of [
        [`${plain}&order=date`, "amount"],
        [`${plain}&order=amount`, "date"],
        [plain, "amount"],
        [`${plain}&order=amount`, "createdAt"],
      ]) {
        const cursor = (await app.get(other as string)).headers["next-cursor"];
        const mixed = await app.get(`${plain}&order=${order}&cursor=${cursor}`);
        assert.deepEqual([mixed.status, /cursor/.test(mixed.message as string)], [400, true]);
      }
    }
  });

  test("order=date loses nothing where clocks went back over midnight", async (t) => {
    const app = await during(t, open, { zone: "America/St_Johns" });
    const owner = await someone(app);
    // At 00:01 of the 7th it was 23:01 of the 6th again: the 7th began an hour before the 6th ended.
    const dates = ["2010-11-06", "2010-11-07", "2010-11-07T02:30:30Z", "2010-11-07T02:45:00Z"];
    for (const date of [...dates, "2010-11-07T03:29:00Z", "2010-11-07T03:31:00Z"]) {
      await book(app, owner, { date });
    }
    const path = `/api/records?userId=${owner.userId}&order=date`;
    const whole = made(await app.get(path));
    assert.equal(whole.length, 6);
    for (const limit of [1, 2, 3, 4, 5]) {
      assert.deepEqual((await pagesOf(app, path, limit)).flat(), whole);
    }
  });

  test("filters hold on every page", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const bank = await openAccount(app, owner.userId);
    for (let count = 0; count < 12; count += 1) {
      const accountId = count % 3 === 0 ? bank : owner.accountId;
      await book(app, { ...owner, accountId }, { type: count % 2 ? "income" : "expense" });
    }
    const path = `/api/records?userId=${owner.userId}&accountId=${bank}&type=expense`;
    const pages = await pagesOf(app, path, 1);
    assert.deepEqual(pages.flat(), made(await app.get(path)));
    assert.equal(pages.length, 2);
  });

  test("what is added or deleted meanwhile shifts nothing", async (t) => {
    let now = Date.UTC(2026, 2, 15);
    const app = await during(t, open, { now: () => now });
    const owner = await someone(app);
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) ids.unshift((await book(app, owner)).id);
    const path = `/api/records?userId=${owner.userId}&limit=2`;
    const first = await app.get(path);
    now += 1000;
    await book(app, owner);
    made(await app.remove(`/api/records/${ids[1]}`));
    made(await app.remove(`/api/records/${ids[2]}`));
    const second = await app.get(`${path}&cursor=${first.headers["next-cursor"]}`);
    assert.deepEqual(
      second.data.map((record: Shown) => record.id),
      [ids[3], ids[4]],
    );
  });

  test("an empty list is one empty page; the last page names no next", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const path = `/api/records?userId=${owner.userId}&limit=1`;
    const empty = await app.get(path);
    assert.deepEqual(empty.body, { success: true, data: [] });
    assert.equal(empty.headers["next-cursor"], undefined);
    await book(app, owner);
    assert.equal((await app.get(path)).headers["next-cursor"], undefined);
    await book(app, owner);
    assert.ok((await app.get(path)).headers["next-cursor"]);
    // From the cache the header comes as well.
    assert.ok((await app.get(path)).headers["next-cursor"]);
  });

  test("a cursor without a limit gives all of the rest", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, 1300);
    const path = `/api/records?userId=${owner.userId}`;
    const first = await app.get(`${path}&limit=100`);
    const rest = await app.get(`${path}&cursor=${first.headers["next-cursor"]}`);
    assert.deepEqual([...first.data, ...rest.data], made(await app.get(path)));
  });

  test("a forged cursor is 400 or only a place in the user's own list", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const other = await someone(app, { name: "别人" });
    await book(app, owner);
    const forge = (text: string) => Buffer.from(text).toString("base64url");
    for (const text of ["x", "2026-03-15 1", "9999-99-99T99:99:99.999Z x", "' or 1=1", "\0 1"]) {
      const answer = await app.get(`/api/records?userId=${owner.userId}&cursor=${forge(text)}`);
      assert.equal(answer.status, 400, text);
      assert.match(answer.message as string, /cursor/);
    }
    const never = forge("9999-99-99T99:99:99.999Z 2026-03-15T00:00:00.000Z 1");
    for (const noun of ["records", "transfers"]) {
      const path = `/api/${noun}?userId=${owner.userId}&order=date&cursor=${never}`;
      const answer = await app.get(path);
      assert.deepEqual([answer.status, /cursor/.test(answer.message as string)], [400, true]);
    }
    const far = forge("9999-99-99T99:99:99.999Z 999999999999999");
    const list = (userId: number) => app.get(`/api/records?userId=${userId}&cursor=${far}`);
    assert.equal(made(await list(owner.userId)).length, 1);
    assert.equal(made(await list(other.userId)).length, 0);
  });
});
