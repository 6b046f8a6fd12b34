/** An account's sheet, its ticks, and net worth: each figure against a plain count of its own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as XLSX from "@e965/xlsx";
import fc from "fast-check";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { made } from "../../harness/book.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

interface Row {
  record?: { id: number; category: string };
  transfer?: { id: number };
  adjustment?: { id: number };
  effect: number;
  balance: number;
  ticked: boolean;
}

const nameOf = ({ record, transfer, adjustment }: Row) =>
  record ? record.category : transfer ? "转账" : adjustment ? "调整" : "?";

onEveryEngine("sheet", (open) => {
  test("opening + in − out + adjusted = closing, and each line has the balance after it", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bank = await anotherAccount(app, userId, { balance: 1000 });
    const record = (type: string, amount: number, category: string, date: string) =>
      app.post("/api/records", { userId, accountId, type, amount, category, date });
    made(await record("expense", 30, "早", "2026-03-01"));
    made(await record("expense", 12.5, "晚餐", "2026-03-10T12:00:00Z"));
    made(await record("income", 50, "早餐退", "2026-03-10T01:00:00Z"));
    made(
      await app.post("/api/adjustments", { userId, accountId, date: "2026-03-10", amount: -0.5 }),
    );
    const between = { fromAccountId: accountId, toAccountId: bank, amount: 20, fee: 1 };
    made(await app.post("/api/transfers", { userId, ...between, date: "2026-03-11" }));
    made(await record("expense", 7, "四月", "2026-04-01"));
    const { data } = await app.get(
      `/api/accounts/${accountId}/sheet?startDate=2026-03-02&endDate=2026-03-31`,
    );
    const { rows, ...sums } = data;
    assert.deepEqual(sums, {
      opening: 70,
      in: 50,
      out: 33.5,
      adjusted: -0.5,
      closing: 86,
      ticked: 0,
      unticked: 16,
    });
    assert.deepEqual(
      rows.map((row: Row) => [nameOf(row), row.effect, row.balance, row.ticked]),
      [
        ["转账", -20, 86, false],
        ["手续费", -1, 106, false],
        ["调整", -0.5, 107, false],
        ["晚餐", -12.5, 107.5, false],
        ["早餐退", 50, 120, false],
      ],
    );
    const other = (await app.get(`/api/accounts/${bank}/sheet`)).data;
    assert.deepEqual(
      [other.opening, other.in, other.out, other.closing, other.rows[0].transfer.amount],
      [1000, 20, 0, 1020, 20],
    );
    assert.equal((await app.get("/api/accounts/99999/sheet")).status, 404);
    for (const cursor of ["zzz", "MSAy", Buffer.from("9 1 5 5").toString("base64url")]) {
      const refused = await app.get(`/api/accounts/${accountId}/sheet?cursor=${cursor}`);
      assert.equal(refused.status, 400, refused.text);
    }
  });

  test("what is ticked is kept, counted, and moves nothing", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bank = await anotherAccount(app, userId);
    const date = "2026-03-10";
    const spent = { userId, accountId, type: "expense", category: "餐饮", date };
    const [first, second] = [
      made(await app.post("/api/records", { ...spent, amount: 3 })).id,
      made(await app.post("/api/records", { ...spent, amount: 4 })).id,
    ];
    const moved = { userId, fromAccountId: accountId, toAccountId: bank, amount: 5, date };
    const transfer = made(await app.post("/api/transfers", moved)).id;
    const adjusted = made(
      await app.post("/api/adjustments", { userId, accountId, date, amount: 1 }),
    );
    const tick = (body: object, id = accountId) => app.put(`/api/accounts/${id}/ticks`, body);
    const all = { records: [first], transfers: [transfer], adjustments: [adjusted.id] };
    assert.deepEqual(made(await tick({ ...all, ticked: true })), { count: 3 });
    assert.deepEqual(made(await tick({ ...all, ticked: true })), { count: 0 });
    const sheet = async (id = accountId) => (await app.get(`/api/accounts/${id}/sheet`)).data;
    const shown = await sheet();
    assert.deepEqual([shown.ticked, shown.unticked], [-7, -4]);
    assert.deepEqual(
      shown.rows.map((row: Row) => [nameOf(row), row.ticked]),
      [
        ["调整", true],
        ["转账", true],
        ["餐饮", false],
        ["餐饮", true],
      ],
    );
    assert.equal((await sheet(bank)).rows[0].ticked, false, "a side is ticked by itself");
    assert.equal((await tick({ records: [second], ticked: true }, bank)).status, 404);
    assert.equal((await tick({ transfers: [99_999], ticked: true })).status, 404);
    assert.equal((await tick({ records: [] as number[], ticked: true })).status, 400);
    // A line that goes and comes back has its tick.
    made(await app.remove(`/api/records/${first}`));
    assert.equal((await sheet()).ticked, -4);
    const [entry] = (await app.get(`/api/history?userId=${userId}`)).data;
    made(await app.post(`/api/history/${entry.id}/restore?userId=${userId}`));
    assert.equal((await sheet()).ticked, -7);
    assert.deepEqual(made(await tick({ ...all, ticked: false })), { count: 3 });
    assert.equal((await sheet()).ticked, 0);
    await assertProved(app);
  });

  test("it is exported as it stands, oldest first, as CSV and as a workbook", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bank = await anotherAccount(app, userId, { name: "招商银行" });
    const day = (date: string) => ({ userId, accountId, date });
    const lunch = { type: "expense", amount: 30, category: "餐饮", description: "=SUM(A1)" };
    const { id } = made(await app.post("/api/records", { ...day("2026-03-01"), ...lunch }));
    const moved = { fromAccountId: accountId, toAccountId: bank, amount: 20, fee: 1 };
    made(await app.post("/api/transfers", { userId, ...moved, date: "2026-03-02" }));
    made(await app.post("/api/adjustments", { ...day("2026-03-03"), value: 50 }));
    made(await app.post("/api/adjustments", { ...day("2026-04-03"), value: 51 }));
    made(await app.put(`/api/accounts/${accountId}/ticks`, { records: [id], ticked: true }));
    const path = `/api/accounts/${accountId}/sheet/file`;
    const csv = await app.get(`${path}?startDate=2026-03-01&endDate=2026-03-31`);
    assert.deepEqual(csv.text.replace("\uFEFF", "").trim().split("\r\n"), [
      "日期,类型,分类,说明,流入,流出,调整,余额,对过",
      "2026-03-01,期初,,,,,,100,",
      "2026-03-01,支出,餐饮,'=SUM(A1),,30,,70,✓",
      "2026-03-02,支出,手续费,,,1,,69,",
      "2026-03-02,转账,招商银行,,,20,,49,",
      "2026-03-03,调整,,,,,1,50,",
      "2026-03-31,期末,,,,,,50,",
    ]);
    const workbook = await app.app.inject(`${path}?format=xlsx`);
    const sheet = XLSX.read(workbook.rawPayload).Sheets.对账单 as XLSX.WorkSheet;
    const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    assert.equal(rows.length, 1 + 1 + 5 + 1);
    assert.deepEqual([rows.at(-1)?.[1], rows.at(-1)?.[7]], ["期末", 51]);
    assert.equal((await app.get(`${path}?format=pdf`)).status, 400);
    assert.equal((await app.get("/api/accounts/999/sheet/file")).status, 404);
    // A bound that no year has is refused before anything of the file is sent.
    const early = await app.get(`${path}?endDate=1899-12-31T10:00`);
    assert.equal(early.status, 400);
    assert.match(early.message as string, /结束日期（endDate）/);
  });

  test("pages go on to the first line, whatever their size, with the sums of the whole", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const size = fc.integer({ min: 1, max: 7 });
    const day = fc.integer({ min: 1, max: 6 }).map((d) => `2026-03-0${d}`);
    const line = fc.record({
      what: fc.constantFrom("expense", "income", "out", "into", "adjustment"),
      date: fc.oneof(
        day,
        day.map((one) => `${one}T04:05:06.007Z`),
      ),
      fen: fc.integer({ min: 1, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), size, async (lines, limit) => {
        const { userId, accountId } = await someone(app, { balance: 5 });
        const bank = await anotherAccount(app, userId);
        for (const { what, date, fen } of lines) {
          const amount = fen / 100;
          const sides =
            what === "out"
              ? { fromAccountId: accountId, toAccountId: bank }
              : { fromAccountId: bank, toAccountId: accountId };
          const body = { userId, date, amount };
          if (what === "adjustment") {
            made(await app.post("/api/adjustments", { ...body, accountId, amount: -amount }));
          } else if (what === "out" || what === "into") {
            made(await app.post("/api/transfers", { ...body, ...sides }));
          } else {
            const fields = { accountId, type: what, category: "其他" };
            made(await app.post("/api/records", { ...body, ...fields }));
          }
        }
        const spent = { userId, accountId, type: "expense", amount: 1, category: "其他" };
        made(await app.post("/api/records", { ...spent, date: "2026-02-28" }));
        made(await app.post("/api/records", { ...spent, date: "2026-04-01" }));
        const days = "startDate=2026-03-01&endDate=2026-03-31";
        const path = `/api/accounts/${accountId}/sheet?${days}&limit=${limit}`;
        const rows: Row[] = [];
        let sums: Record<string, number> | undefined;
        for (let cursor = ""; ; ) {
          const page = await app.get(`${path}${cursor}`);
          const { rows: some, ...others } = page.data;
          sums ??= others;
          assert.deepEqual(others, sums);
          rows.push(...some);
          const next = page.headers["next-cursor"];
          if (next === undefined) break;
          cursor = `&cursor=${next}`;
        }
        assert.equal(rows.length, lines.length);
        const signs = { expense: -1, out: -1, adjustment: -1, income: 1, into: 1 } as const;
        let balance = 400;
        for (const { effect, balance: after } of [...rows].reverse()) {
          balance += Math.round(effect * 100);
          assert.equal(Math.round(after * 100), balance);
        }
        const total = lines.reduce(
          (sum, { what, fen }) => sum + fen * signs[what as keyof typeof signs],
          400,
        );
        assert.equal(balance, total);
        assert.equal(Math.round((sums?.opening as number) * 100), 400);
        assert.equal(Math.round((sums?.closing as number) * 100), total);
      }),
      { numRuns: 15 },
    );
  });
});

/** Net worth by adding day by day, forward, from what the API lists. */
async function worthByHand(app: TestApp, userId: number, until: string) {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const sums = new Map<number, number>();
  for (const { id } of accounts) {
    const { opening, days } = (await app.get(`/api/accounts/${id}/balances`)).data;
    const last = days.filter(({ date }: { date: string }) => date <= until).at(-1);
    sums.set(id, Math.round((last?.balance ?? opening) * 100));
  }
  const values = [...sums.values()];
  const add = (some: number[]) => some.reduce((a, b) => a + b, 0);
  const groups: Record<string, number> = {};
  for (const { id, kind = "plain" } of accounts) {
    groups[kind] = (groups[kind] ?? 0) + (sums.get(id) as number);
  }
  const yuan = (fen: number) => (fen === 0 ? 0 : fen / 100);
  return {
    assets: yuan(add(values.filter((fen) => fen > 0))),
    liabilities: yuan(-add(values.filter((fen) => fen < 0))),
    net: yuan(add(values)),
    groups: Object.fromEntries(Object.entries(groups).map(([name, fen]) => [name, yuan(fen)])),
  };
}

onEveryEngine("net worth", (open) => {
  test("every day is what adding day by day gives, and the last is the total balance", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const day = fc
      .tuple(fc.constantFrom("2025-12", "2026-03"), fc.integer({ min: 1, max: 9 }))
      .map(([month, d]) => `${month}-0${d}`);
    const line = fc.record({
      what: fc.constantFrom("record", "transfer", "adjustment"),
      of: fc.integer({ min: 0, max: 2 }),
      date: day,
      fen: fc.integer({ min: -90_000, max: 90_000 }).filter((fen) => fen !== 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const { userId, accountId } = await someone(app, { balance: 50 });
        const ids = [
          accountId,
          await anotherAccount(app, userId, { balance: -20 }),
          await anotherAccount(app, userId, { name: "房子" }),
        ];
        made(await app.put(`/api/accounts/${ids[1]}`, { kind: "credit" }));
        made(await app.put(`/api/accounts/${ids[2]}`, { kind: "asset" }));
        for (const { what, of, date, fen } of lines) {
          const amount = Math.abs(fen) / 100;
          const [one, two] = [ids[of], ids[(of + 1) % 3]];
          const body = { userId, date };
          if (what === "record") {
            const type = fen > 0 ? "income" : "expense";
            const fields = { accountId: one, type, amount, category: "其他" };
            made(await app.post("/api/records", { ...body, ...fields }));
          } else if (what === "transfer") {
            const sides = { fromAccountId: one, toAccountId: two, amount };
            made(await app.post("/api/transfers", { ...body, ...sides }));
          } else {
            const fields = { accountId: one, amount: fen / 100 };
            made(await app.post("/api/adjustments", { ...body, ...fields }));
          }
        }
        const { before, days } = made(await app.get(`/api/networth?userId=${userId}`));
        assert.deepEqual(before, await worthByHand(app, userId, "0000"));
        const moved = [...new Set(lines.map(({ date }) => date))].sort();
        assert.deepEqual(
          days.map(({ date }: { date: string }) => date),
          moved,
        );
        for (const { date, ...worth } of days) {
          assert.deepEqual(worth, await worthByHand(app, userId, date), date);
        }
        const dashboard = made(await app.get(`/api/dashboard/summary?userId=${userId}`));
        assert.equal(days.at(-1).net, dashboard.totalBalance);
        const range = "startDate=2026-03-03&endDate=2026-03-06";
        const part = made(await app.get(`/api/networth?userId=${userId}&${range}`));
        assert.deepEqual(part.before, await worthByHand(app, userId, "2026-03-02"));
        assert.deepEqual(
          part.days,
          days.filter(({ date }: { date: string }) => date >= "2026-03-03" && date <= "2026-03-06"),
        );
        // By month: of each month its last day that moved, in the whole and in a part of it.
        for (const some of ["", "&startDate=2025-12-04&endDate=2026-03-05"]) {
          const path = `/api/networth?userId=${userId}${some}`;
          const all = made(await app.get(path));
          const lastOf = new Map(
            all.days.map((one: { date: string }) => [one.date.slice(0, 7), one]),
          );
          const byMonth = made(await app.get(`${path}&by=month`));
          assert.deepEqual(byMonth, { before: all.before, days: [...lastOf.values()] });
        }
      }),
      { numRuns: 10 },
    );
    assert.equal((await app.get("/api/networth?userId=99999")).status, 404);
    assert.equal((await app.get("/api/networth?userId=1&by=year")).status, 400);
  });
});
