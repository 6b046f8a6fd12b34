/** Checkpoints: whether the book agrees with the bank, since when it doesn't, and what is suspected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { swapsOf } from "../../../src/server/agreement/suspects.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import { sql } from "../../../src/store/sql.ts";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { made } from "../../harness/book.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

interface Suspect {
  reason: string;
  recordId?: number;
  transferId?: number;
  adjustmentId?: number;
  accountId?: number;
  historyId?: number;
  importId?: number;
  row?: number;
  amount: number;
  action: string;
}

interface Point {
  id: number;
  date: string;
  balance: number;
  reckoned: number;
  difference: number;
  ok: boolean;
  from?: string;
  suspects: Suspect[];
}

const point = async (app: TestApp, accountId: number, date: string, balance: number) =>
  made(await app.post(`/api/accounts/${accountId}/checkpoints`, { date, balance })) as Point;

onEveryEngine("checkpoints", (open) => {
  test("a point says whether the day's end agrees, and moves nothing", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const path = `/api/accounts/${accountId}/checkpoints`;
    const early = await app.post(path, { date: "2026-01-31", balance: 100, note: "短信" });
    assert.equal(early.message, "对账点创建成功");
    const { id, createdAt, updatedAt, ...first } = early.data;
    assert.deepEqual(first, {
      ...{ userId, accountId, date: "2026-01-31", balance: 100, note: "短信" },
      ...{ reckoned: 100, difference: 0, ok: true, suspects: [] },
    });
    assert.equal(createdAt, updatedAt);
    const spent = { userId, accountId, type: "expense", category: "餐饮" };
    made(await app.post("/api/records", { ...spent, amount: 30, date: "2026-02-28T15:59:59Z" }));
    made(await app.post("/api/records", { ...spent, amount: 5, date: "2026-03-01" }));
    const bad = await point(app, accountId, "2026-02-28", 66.5);
    assert.deepEqual(
      [bad.reckoned, bad.difference, bad.ok, bad.from],
      [70, -3.5, false, "2026-01-31"],
    );
    const again = await app.post(path, { date: "2026-02-28", balance: 70 });
    assert.deepEqual([again.status, again.message], [409, "这一天已经有对账点"]);
    const put = await app.put(`/api/checkpoints/${bad.id}`, { balance: 70, note: "看错了" });
    assert.deepEqual([put.message, put.data.ok], ["对账点更新成功", true]);
    const listed = made(await app.get(path)) as Point[];
    assert.deepEqual(
      listed.map(({ date, ok }) => [date, ok]),
      [
        ["2026-02-28", true],
        ["2026-01-31", true],
      ],
    );
    const stale = await app.put(`/api/checkpoints/${bad.id}`, { balance: 1, updatedAt: createdAt });
    assert.equal(stale.status, stale.data === null ? 409 : 200, stale.text);
    assert.equal((await app.remove(`/api/checkpoints/${id}`)).message, "对账点删除成功");
    assert.equal((await app.get(`/api/checkpoints/${id}`)).message, "对账点不存在");
    const [entry] = made(await app.get(`/api/history?userId=${userId}`));
    assert.deepEqual([entry.noun, entry.version.balance], ["checkpoint", 100]);
    made(await app.post(`/api/history/${entry.id}/restore?userId=${userId}`));
    assert.equal(made(await app.get(`/api/checkpoints/${id}`)).ok, true);
    const other = await anotherAccount(app, userId);
    assert.equal((await app.post("/api/accounts/9999/checkpoints", {})).status, 400);
    assert.deepEqual(made(await app.get(`/api/accounts/${other}/checkpoints`)), []);
    assert.equal((await app.get("/api/accounts/9999/checkpoints")).status, 404);
    await assertProved(app);
  });

  test("points that differ alike have one cause; without a trace nobody is suspected", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const spent = { userId, accountId, type: "expense", category: "餐饮" };
    for (const [amount, date] of [
      [11, "2026-01-10"],
      [22, "2026-02-10"],
      [33, "2026-03-10"],
    ] as const) {
      made(await app.post("/api/records", { ...spent, amount, date }));
    }
    await point(app, accountId, "2026-01-31", 89);
    await point(app, accountId, "2026-02-28", 60.93);
    await point(app, accountId, "2026-03-31", 27.93);
    const [march, february] = made(await app.get(`/api/accounts/${accountId}/checkpoints`)) as [
      Point,
      Point,
    ];
    for (const bad of [march, february]) {
      assert.deepEqual([bad.difference, bad.from, bad.suspects], [-6.07, "2026-01-31", []]);
    }
    // The opening balance was changed by hand: the first point tells.
    made(await app.put(`/api/accounts/${accountId}`, { balance: 35 }));
    const points = made(await app.get(`/api/accounts/${accountId}/checkpoints`)) as Point[];
    const first = points.at(-1) as Point;
    assert.deepEqual([first.ok, first.difference, first.from], [false, -1, undefined]);
    assert.deepEqual(
      first.suspects.map(({ reason, action, amount }) => [reason, action, amount]),
      [["changed", "restore", -1]],
    );
  });

  test("the overview says until when all accounts agree, and which does not", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const proof = async () =>
      made(await app.get(`/api/overview?userId=${userId}&parts=proof`)).proof.agreed;
    assert.equal(await proof(), undefined);
    const bank = await anotherAccount(app, userId, { balance: 50 });
    await point(app, accountId, "2026-01-31", 100);
    await point(app, accountId, "2026-02-28", 100);
    await point(app, bank, "2026-02-10", 50);
    assert.deepEqual(await proof(), { until: "2026-02-10", broken: [] });
    const { id } = await point(app, bank, "2026-03-10", 51);
    await point(app, bank, "2026-03-20", 50);
    const broken = [{ accountId: bank, checkpointId: id, date: "2026-03-10" }];
    assert.deepEqual(await proof(), { until: "2026-02-10", broken });
    const spent = { userId, accountId, type: "income", category: "其他", amount: 1 };
    made(await app.post("/api/records", { ...spent, date: "2026-01-01" }));
    const { broken: both, until } = await proof();
    assert.deepEqual([both.length, until], [2, undefined]);
  });

  test("an account goes with its points, and comes back with them", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const { id } = await point(app, accountId, "2026-01-31", 100);
    made(await app.remove(`/api/accounts/${accountId}`));
    assert.equal((await app.get(`/api/checkpoints/${id}`)).status, 404);
    const [entry] = made(await app.get(`/api/history?userId=${userId}`));
    const back = made(await app.post(`/api/history/${entry.id}/restore?userId=${userId}`));
    assert.equal(back.parts, 1);
    assert.equal(made(await app.get(`/api/checkpoints/${id}`)).ok, true);
  });

  test("a changed adjustment or opening is named, put back, and changed again by taking that back", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const drawn = { userId, accountId, amount: -8, date: "2026-02-10" };
    const { id } = made(await app.post("/api/adjustments", drawn));
    const spent = { userId, accountId, type: "expense", category: "餐饮", amount: 2 };
    made(await app.post("/api/records", { ...spent, date: "2026-03-01" }));
    const { id: good } = await point(app, accountId, "2026-02-28", 92);
    const suspectOf = async () => {
      const { ok, suspects } = made(await app.get(`/api/checkpoints/${good}`)) as Point;
      return ok ? undefined : suspects[0];
    };
    for (const [path, body, named] of [
      [`/api/adjustments/${id}`, { amount: -9.5 }, { adjustmentId: id }],
      [`/api/accounts/${accountId}`, { balance: 91 }, { accountId }],
    ] as const) {
      made(await app.put(path, body));
      const before = made(await app.get(path));
      const suspect = await suspectOf();
      assert.deepEqual({ ...suspect, ...named }, suspect);
      assert.equal(suspect?.action, "restore");
      const restored = await app.post(`/api/history/${suspect?.historyId}/restore`);
      assert.equal(restored.status, 200, restored.text);
      assert.equal(await suspectOf(), undefined, "the point is green");
      const act = restored.headers["history-act"];
      const [entry] = made(await app.get(`/api/history?userId=${userId}&actId=${act}`));
      assert.deepEqual([entry.change, entry.restorable], ["update", true]);
      const [told] = Object.keys(body) as ["amount" | "balance"];
      assert.equal(entry.changed.from[told], before[told]);
      assert.equal(entry.changed.to[told], made(await app.get(path))[told], "as it is now");
      assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
      const { updatedAt: _, ...after } = made(await app.get(path));
      const { updatedAt: __, ...changed } = before;
      assert.deepEqual(after, changed);
      assert.equal((await suspectOf())?.action, "restore", "red as it was");
      made(await app.put(path, told === "amount" ? { amount: -8 } : { balance: 90 }));
      assert.equal(await suspectOf(), undefined);
      await assertProved(app);
    }
  });

  test("an adjustment of just the difference is named, and its deletion mends it", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const { id: good } = await point(app, accountId, "2026-02-28", 64);
    const off = { userId, accountId, amount: -36, date: "2026-02-28", description: "差额" };
    const { id } = made(await app.post("/api/adjustments", off));
    // Another account's is none of this one's, nor is one of another day or sum.
    const bank = await anotherAccount(app, userId, { balance: 500 });
    made(await app.post("/api/adjustments", { ...off, accountId: bank }));
    made(await app.post("/api/adjustments", { ...off, date: "2026-03-05" }));
    assert.equal((made(await app.get(`/api/checkpoints/${good}`)) as Point).ok, true);
    // What it had stood for is booked as what it is.
    const fee = { userId, accountId, type: "expense", category: "手续费", amount: 36 };
    const record = made(await app.post("/api/records", { ...fee, date: "2026-02-03" }));
    const { suspects } = made(await app.get(`/api/checkpoints/${good}`)) as Point;
    assert.deepEqual(suspects[0], {
      ...{ reason: "adjusted", adjustmentId: id, date: "2026-02-28", amount: -36 },
      ...{ description: "差额", action: "delete" },
    });
    assert.deepEqual(
      suspects.slice(1).map(({ reason, recordId }) => [reason, recordId]),
      [["sameAmount", record.id]],
    );
    const gone = await app.remove(`/api/adjustments/${id}`);
    assert.equal((made(await app.get(`/api/checkpoints/${good}`)) as Point).ok, true);
    const act = gone.headers["history-act"];
    assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
    assert.equal((made(await app.get(`/api/checkpoints/${good}`)) as Point).ok, false);
    await assertProved(app);
  });

  test("what broke a point is known after the history has forgotten it", async (t) => {
    const clock = { now: Date.parse("2026-04-01T00:00:00Z") };
    const app = await open({ now: () => clock.now });
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const spent = { userId, accountId, type: "expense", category: "餐饮" };
    const record = { ...spent, amount: 30, date: "2026-02-10" };
    const { id } = made(await app.post("/api/records", record));
    const { id: good } = await point(app, accountId, "2026-02-28", 70);
    made(await app.put(`/api/records/${id}`, { amount: 20 }));
    const at = new Date(clock.now).toISOString();
    clock.now += 31 * 86_400_000;
    await forgetOld(app.db, clock.now);
    assert.deepEqual(made(await app.get(`/api/history?userId=${userId}`)), []);
    const red = made(await app.get(`/api/checkpoints/${good}`));
    assert.deepEqual(
      [red.ok, red.suspects, red.brokenBy],
      [false, [], { noun: "record", id, date: "2026-02-10", at }],
    );
    made(await app.put(`/api/records/${id}`, { amount: 30 }));
    const mended = made(await app.get(`/api/checkpoints/${good}`));
    assert.deepEqual([mended.ok, mended.brokenBy], [true, undefined]);
  });

  test("a row that an import left out is named", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 3240.5 });
    const bill = wechatBill([
      purchaseRow(1, { yuan: "40.00" }),
      purchaseRow(2, { yuan: "36.00", who: "年费" }),
      purchaseRow(3, { yuan: "10.00" }),
    ]);
    const { id } = await preview(app, userId, bill);
    const decided = await app.put(`/api/imports/${id}`, {
      accounts: [{ place: 0, accountId }],
      rows: [{ numbers: [2], action: "skip" }],
    });
    assert.equal(decided.status, 200, decided.text);
    await commit(app, id);
    const bad = await point(app, accountId, "2026-03-31", 3154.5);
    assert.equal(bad.difference, -36);
    assert.deepEqual(
      bad.suspects.map(({ reason, amount, action, importId, row }) => ({
        ...{ reason, amount, action, importId, row },
      })),
      [{ reason: "skipped", amount: -36, action: "import", importId: id, row: 2 }],
    );
  });

  test("planted faults: the interval always, the suspect nearly always, and mostly on top", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const planter = await plantBook(app, app.db.engine === "sqlite" ? 10_000 : 2_000);
    const results: Planted[] = [];
    for (let turn = 0; turn < (app.db.engine === "sqlite" ? 5 : 2); turn += 1) {
      for (const kind of KINDS) results.push(await planter.plant(kind, false));
    }
    // What the history has forgotten, but that left its trace elsewhere.
    for (const kind of ["doubled", "moved", "otherDay"] as const) {
      results.push(await planter.plant(kind, true));
    }
    const share = (of: (one: Planted) => boolean) => results.filter(of).length / results.length;
    t.diagnostic(
      `${results.length} plants: suspect ${share(({ place }) => place >= 0).toFixed(2)}, ` +
        `among three ${share(({ place }) => place >= 0 && place < 3).toFixed(2)}`,
    );
    const told = JSON.stringify(results.filter(({ place }) => place < 0 || place > 2));
    assert.equal(
      share(({ inInterval }) => inInterval),
      1,
      told,
    );
    assert.ok(share(({ place }) => place >= 0) >= 0.95, told);
    assert.ok(share(({ place }) => place >= 0 && place < 3) >= 0.8, told);
    await assertProved(app);
  });
});

const KINDS = ["missing", "doubled", "changed", "swapped", "moved", "otherDay"] as const;
type Kind = (typeof KINDS)[number];

interface Planted {
  kind: Kind;
  /** The place of the planted record among the suspects, from 0; -1 when it isn't there. */
  place: number;
  inInterval: boolean;
}

interface Booked {
  id: number;
  date: string;
  amount: number;
}

/** A year of records on an account, with a true point at the end of each month. */
async function plantBook(app: TestApp, count: number) {
  const { userId, accountId } = await someone(app, { balance: 9999 });
  const wallet = await anotherAccount(app, userId, { name: "微信零钱" });
  let seed = 20260315;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const dayOf = (index: number) => {
    const month = 1 + Math.floor((index * 12) / count);
    return `2025-${String(month).padStart(2, "0")}-${String(1 + random(28)).padStart(2, "0")}`;
  };
  const booked: Booked[] = [];
  for (let at = 0; at < count; at += 500) {
    const records = Array.from({ length: Math.min(500, count - at) }, (_, index) => ({
      accountId: (at + index) % 5 === 4 ? wallet : accountId,
      type: random(12) === 0 ? "income" : "expense",
      amount: (100 + random(30_000)) / 100,
      category: ["餐饮", "交通", "购物"][random(3)],
      date: dayOf(at + index),
    }));
    const answer = made(await app.post("/api/records/batch", { userId, records }));
    const ids = answer.records ?? answer;
    for (const [index, { date, amount, ...rest }] of records.entries()) {
      if (rest.accountId === accountId) booked.push({ id: ids[index].id, date, amount });
    }
  }
  const { days, opening } = made(await app.get(`/api/accounts/${accountId}/balances`));
  const ends = Array.from({ length: 12 }, (_, index) => {
    const month = `2025-${String(index + 1).padStart(2, "0")}`;
    return new Date(Date.UTC(2025, index + 1, 0))
      .toISOString()
      .replace(/^.{7}(-..).*/, `${month}$1`);
  });
  for (const end of ends) {
    const last = days.filter(({ date }: { date: string }) => date <= end).at(-1);
    await point(app, accountId, end, last?.balance ?? opening);
  }
  const forget = () =>
    app.db.write((db) => db.run(sql`delete from history where user_id = ${userId}`));

  async function plant(kind: Kind, forgotten: boolean): Promise<Planted> {
    const one = booked[random(booked.length)] as Booked;
    const path = `/api/records/${one.id}`;
    const before = made(await app.get(path));
    const end = ends.find((day) => day >= one.date) as string;
    let wanted = one.id;
    let back: () => Promise<unknown> = () => app.put(path, { ...same(before) });
    const day = await break_();
    if (forgotten) await forget();
    const points = (
      made(await app.get(`/api/accounts/${accountId}/checkpoints`)) as Point[]
    ).reverse();
    const bad = points.find(({ ok }) => !ok);
    assert.ok(bad, `${kind} went unnoticed`);
    const place = bad.suspects.findIndex(({ recordId }) => recordId === wanted);
    const inInterval = (bad.from ?? "") < day && day <= bad.date;
    await back();
    const healed = made(await app.get(`/api/accounts/${accountId}/checkpoints`)) as Point[];
    assert.ok(healed.every(({ ok }) => ok));
    await forget();
    return { kind, place, inInterval };

    /** Breaks the book; answers the day that the first bad point must lie behind. */
    async function break_(): Promise<string> {
      if (kind === "missing") {
        made(await app.remove(path));
        back = async () => {
          const [entry] = made(await app.get(`/api/history?userId=${userId}&limit=1`));
          made(await app.post(`/api/history/${entry.id}/restore?userId=${userId}`));
        };
      } else if (kind === "doubled") {
        wanted = made(await app.post("/api/records", { userId, ...same(before) })).id;
        back = () => app.remove(`/api/records/${wanted}`);
      } else if (kind === "changed") {
        made(await app.put(path, { amount: before.amount + 12.34 }));
      } else if (kind === "swapped") {
        const [swapped] = swapsOf(Math.round(before.amount * 100)).filter((fen) => fen > 0);
        made(await app.put(path, { amount: (swapped ?? 1) / 100 }));
      } else if (kind === "moved") {
        made(await app.put(path, { accountId: wallet }));
      } else {
        const later = new Date(Date.parse(`${end}T12:00:00Z`));
        later.setUTCDate(later.getUTCDate() + 1);
        const date = later.toISOString().replace(/T.*/, "");
        made(await app.put(path, { date }));
      }
      return one.date;
    }
  }
  return { plant };
}

const same = ({ accountId, type, amount, category, date }: Record<string, unknown>) => ({
  ...{ accountId, type, amount, category, date },
});
