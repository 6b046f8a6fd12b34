/** The calendar's address: a secret that shows plans and nothing else, for as long as it stands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { book, made, openAccount } from "../../harness/book.ts";
import { onDay, planOf, rent } from "../../harness/plans.ts";
import { everyRow } from "../../harness/rows.ts";
import { ownSignIn, register } from "../../harness/sign-in.ts";

const TODAY = "2026-11-29";

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

async function feedOf(app: TestApp, userId: number, more: object = {}): Promise<string> {
  return pathOf(made(await app.post("/api/plans/calendar", { userId, ...more })));
}

/** A calendar's request: no part of the interface, which answers in its envelope. */
const ask = (app: TestApp, path: string) => app.app.inject(path);

/** The feed's content lines, unfolded. */
async function linesOf(app: TestApp, path: string): Promise<string[]> {
  const { statusCode, headers, body: text } = await ask(app, path);
  assert.equal(statusCode, 200, text);
  assert.equal(headers["content-type"], "text/calendar; charset=utf-8");
  assert.equal(headers["cache-control"], "no-store");
  assert.ok(text.endsWith("END:VCALENDAR\r\n"));
  for (const line of text.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.doesNotMatch(text.replaceAll("\r\n", ""), /[\r\n]/);
  return text.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
}

const valuesOf = (lines: string[], name: string) =>
  lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));

onEveryEngine("the calendar's feed", (open) => {
  test("plans of 400 days as whole days with lasting names, and nothing else", async (t) => {
    const { app, owner, tick } = await onDay(t, open, TODAY);
    const { userId } = owner;
    await book(app, owner, { date: "2026-12-02", description: "不是计划" });
    const savings = await openAccount(app, userId);
    const home = await planOf(app, { ...rent(owner), weekend: "before" });
    await planOf(app, {
      ...rent(owner),
      name: "定投",
      kind: "transfer",
      toAccountId: savings,
      days: [31],
      times: 1,
    });
    await planOf(app, { ...rent(owner), name: "停了", days: [3] }).then(({ id }) =>
      app.post(`/api/plans/${id}/pause`),
    );
    made(await app.put(`/api/plans/${home.id}/occurrences/2027-02-01`, { date: "2027-02-03" }));
    made(await app.put(`/api/plans/${home.id}/occurrences/2027-03-01`, { state: "skipped" }));
    const path = await feedOf(app, userId);
    assert.match(path, /^\/calendar\/fmc_\d+_[\w-]{43}\.ics$/);
    const lines = await linesOf(app, path);
    const uids = valuesOf(lines, "UID");
    const named = (due: string) => `plan-${home.id}-${due}@fenming`;
    assert.equal(new Set(uids).size, uids.length);
    assert.equal(uids.length, 14, "thirteen rents and one transfer");
    assert.ok(!uids.includes(named("2027-03-01")));
    const days = valuesOf(lines, "DTSTART;VALUE=DATE");
    assert.deepEqual(days.slice(0, 4), ["20261201", "20261231", "20270101", "20270203"]);
    assert.equal(uids[3], named("2027-02-01"));
    assert.equal(days.at(-1), "20271231", "1 January 2028 is a Saturday");
    assert.deepEqual(valuesOf(lines, "DTEND;VALUE=DATE").slice(0, 2), ["20261202", "20270101"]);
    assert.deepEqual(valuesOf(lines, "DTSTAMP").slice(0, 1), ["20261129T040000Z"]);
    assert.deepEqual([...new Set(valuesOf(lines, "SUMMARY"))], ["房租", "定投"]);
    assert.doesNotMatch(lines.join(), /3200|不是计划|停了/);
    await tick("2026-12-02");
    assert.ok(!valuesOf(await linesOf(app, path), "UID").includes(named("2026-12-01")), "booked");
  });

  test("text is escaped and folded, amounts stand there only where they were wanted", async (t) => {
    const { app, owner } = await onDay(t, open, TODAY);
    const { userId } = owner;
    const name = `房租\\水电; 网费,等等\n${"很长的名字😀".repeat(9)}`;
    await planOf(app, { ...rent(owner), name, times: 1 });
    const said = `房租\\\\水电\\; 网费\\,等等\\n${"很长的名字😀".repeat(9)}`;
    const plain = await linesOf(app, await feedOf(app, userId));
    assert.deepEqual(valuesOf(plain, "SUMMARY"), [said]);
    const full = await linesOf(app, await feedOf(app, userId, { amounts: true }));
    assert.deepEqual(valuesOf(full, "SUMMARY"), [`${said} 3200.00`]);
  });

  test("a new address ends the old one, and ended it is gone; only its hash is kept", async (t) => {
    const { app, owner } = await onDay(t, open, TODAY);
    const { userId } = owner;
    const state = async () => made(await app.get(`/api/plans/calendar?userId=${userId}`));
    assert.deepEqual(await state(), { active: false });
    const first = await feedOf(app, userId);
    const second = await feedOf(app, userId, { amounts: true });
    const createdAt = "2026-11-29T04:00:00.000Z";
    assert.deepEqual(await state(), { active: true, amounts: true, createdAt });
    const gone = await ask(app, first);
    assert.deepEqual([gone.statusCode, gone.headers["cache-control"]], [404, "no-store"]);
    await linesOf(app, second);
    const rows = JSON.stringify(await app.db.read((db) => everyRow(db, app.db.engine)));
    assert.ok(rows.includes("feeds") && !rows.includes(second.slice(15, -4)));
    const [, other] = /fmc_(\d+)_/.exec(second) ?? [];
    for (const path of [
      second.replace(/.ics$/, ""),
      second.replace(/...\.ics$/, "AAA.ics"),
      second.replace(`fmc_${other}_`, `fmc_${Number(other) + 1}_`),
      "/calendar/x.ics",
      `/calendar/${"x".repeat(5000)}.ics`,
    ]) {
      assert.equal((await ask(app, path)).statusCode, 404, path);
    }
    for (let count = 0; count < 2; count += 1) {
      assert.equal((await app.remove(`/api/plans/calendar?userId=${userId}`)).status, 200);
    }
    assert.equal((await ask(app, second)).statusCode, 404);
    assert.deepEqual(await state(), { active: false });
    assert.equal((await app.post("/api/plans/calendar", { userId: 999_999 })).status, 404);
    assert.equal((await app.post("/api/plans/calendar", { userId, amounts: 1 })).status, 400);
  });

  test("it is found by PUBLIC_URL, or as it was asked; it is limited and never logged", async (t) => {
    const app = await open({ config: { publicUrl: "https://book.example.com" } });
    t.after(() => app.close());
    const { id } = made(await app.post("/api/users", { name: "甲", email: "a@example.com" }));
    const answer = made(await app.post("/api/plans/calendar", { userId: id }));
    assert.ok(answer.url.startsWith("https://book.example.com/calendar/fmc_"));
    const { owner, app: plain } = await onDay(t, open, TODAY);
    const body = { userId: owner.userId };
    const headers = { host: "localhost:3000" };
    const { url } = made(await plain.post("/api/plans/calendar", body, headers));
    assert.ok(url.startsWith("http://localhost:3000/calendar/fmc_"), url);
    let last = 200;
    for (let count = 0; count < 70; count += 1)
      last = (await ask(plain, pathOf({ url }))).statusCode;
    assert.equal(last, 429);
    assert.equal((await plain.get(`/api/plans?userId=${owner.userId}`)).status, 200);
  });

  test("with sign-in: one's own to make and end, open to who has the address", async (t) => {
    const now = Date.parse(`${TODAY}T04:00:00Z`);
    const app = await open({ config: ownSignIn(), now });
    t.after(() => app.close());
    const [mine, theirs] = [await register(app), await register(app)];
    assert.equal((await app.post("/api/plans/calendar", {})).status, 401);
    const path = pathOf(made(await app.post("/api/plans/calendar", {}, mine.headers)));
    const reminder = { name: "换滤芯", kind: "reminder", every: { unit: "month" } };
    const body = { ...reminder, startDate: "2026-12-05", times: 2 };
    made(await app.post("/api/plans", body, mine.headers));
    assert.deepEqual(valuesOf(await linesOf(app, path), "SUMMARY"), ["换滤芯", "换滤芯"]);
    const seen = await app.get("/api/plans/calendar", theirs.headers);
    assert.deepEqual(seen.data, { active: false });
    made(await app.remove("/api/plans/calendar", theirs.headers));
    await linesOf(app, path);
    const reader = { name: "看", scopes: ["read"] };
    const { token } = made(await app.post("/api/tokens", reader, mine.headers));
    const asReader = { authorization: `Bearer ${token}` };
    assert.equal((await app.get("/api/plans/calendar", asReader)).data.active, true);
    assert.equal((await app.post("/api/plans/calendar", {}, asReader)).status, 403);
    made(await app.remove("/api/plans/calendar", mine.headers));
    assert.equal((await ask(app, path)).statusCode, 404);
  });
});
