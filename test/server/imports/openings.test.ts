/** Balances that accounts begin with (decisions W13, M4): never income, asked where the account is there. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { commit, countOf, preview, rowsOf } from "../../harness/bills.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

const FILE = readFileSync(join(import.meta.dirname, "../../bills/faults/ezb-openings.csv"));

onEveryEngine("openings of an import", (open) => {
  test("are set where it makes the account, known again, and undone with it", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    await app.remove(`/api/accounts/${accountId}`);
    const shown = await preview(app, userId, FILE);
    const done = await commit(app, shown.id);
    assert.equal(done.result.openings, 3);
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    const balances = Object.fromEntries(
      accounts.map((one: { name: string; balance: number }) => [one.name, one.balance]),
    );
    assert.deepEqual(balances, { 现金: 672, 招商银行: 18300, 信用卡: -300 });
    await assertProved(app);
    const again = await preview(app, userId, FILE);
    assert.equal(countOf(again, "known"), again.rowCount);
    assert.equal((await app.remove(`/api/imports/${shown.id}`)).status, 200);
    assert.deepEqual((await app.get(`/api/accounts?userId=${userId}`)).data, []);
    await assertProved(app);
    await app.close();
  });

  test("later changes of a balance are corrections of their day, and go with the import", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 200 });
    const spent = { userId, accountId, type: "expense", category: "餐饮", amount: 30 };
    await app.post("/api/records", { ...spent, date: "2026-03-10" });
    for (const [amount, date] of [
      [-5.5, "2026-03-12"],
      [7, "2026-03-20"],
    ]) {
      await app.post("/api/adjustments", { userId, accountId, amount, date, description: "对账" });
    }
    const adjustmentsOf = async (id: number) =>
      (await app.get(`/api/adjustments?userId=${id}`)).data.map(
        ({ date, amount, kind, description }: Record<string, unknown>) => ({
          ...{ date, amount, kind, description },
        }),
      );
    for (const format of ["csv", "xlsx"]) {
      const file = await app.app.inject(`/api/export?userId=${userId}&format=${format}`);
      const other = (await app.post("/api/users", { email: `${format}@example.com`, name: format }))
        .data.id;
      const shown = await preview(app, other, file.rawPayload);
      assert.deepEqual(shown.questions, []);
      await commit(app, shown.id);
      assert.deepEqual(await adjustmentsOf(other), await adjustmentsOf(userId), format);
      const [account] = (await app.get(`/api/accounts?userId=${other}`)).data;
      assert.equal(account.balance, format === "xlsx" ? 171.5 : -28.5, "the sheet has the opening");
      await assertProved(app);
      const undone = await app.remove(`/api/imports/${shown.id}`);
      assert.equal(undone.status, 200);
      assert.deepEqual(await adjustmentsOf(other), []);
      assert.deepEqual((await app.get(`/api/accounts?userId=${other}`)).data, []);
      await assertProved(app);
      const entries = (await app.get(`/api/history?userId=${other}&noun=adjustment`)).data;
      assert.deepEqual(
        entries.map(({ change, version }: Record<string, Record<string, unknown>>) => [
          ...[change, version?.amount],
        ]),
        [
          ["delete", 7],
          ["delete", -5.5],
        ],
      );
      const act = undone.headers["history-act"];
      assert.equal((await app.post(`/api/history/acts/${act}/restore`)).status, 200);
      assert.deepEqual(await adjustmentsOf(other), await adjustmentsOf(userId));
      await assertProved(app);
      // What was brought back is known again; what is deleted by hand from now on is remembered so.
      const fates = async () =>
        (await rowsOf(app, (await preview(app, other, file.rawPayload)).id)).flatMap(
          (row: { kind: string; description?: string; fate: string }) =>
            row.kind === "opening" && row.description === "对账" ? [row.fate] : [],
        );
      assert.deepEqual(await fates(), ["known", "known"], format);
      const [last] = (await app.get(`/api/adjustments?userId=${other}`)).data;
      assert.equal((await app.remove(`/api/adjustments/${last.id}`)).status, 200);
      assert.deepEqual((await fates()).sort(), ["known", "removed"], format);
    }
    await app.close();
  });

  test("a correction that was booked again from its bill does not come back beside that", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app, { balance: 200 });
    const body = { userId, accountId, amount: -5.5, date: "2026-03-12", description: "对账" };
    await app.post("/api/adjustments", body);
    const file = await app.app.inject(`/api/export?userId=${userId}&format=xlsx`);
    const other = (await app.post("/api/users", { email: "o@example.com", name: "乙" })).data.id;
    const first = await preview(app, other, file.rawPayload);
    await commit(app, first.id);
    const again = await preview(app, other, file.rawPayload);
    assert.equal(countOf(again, "known"), again.rowCount, "what stands there is known");
    assert.equal((await app.remove(`/api/imports/${first.id}`)).status, 200);
    const second = await preview(app, other, file.rawPayload);
    await commit(app, second.id);
    const [entry] = (await app.get(`/api/history?userId=${other}&noun=adjustment`)).data;
    const [booked] = (await app.get(`/api/adjustments?userId=${other}`)).data;
    const refused = await app.post(`/api/history/${entry.id}/restore`);
    assert.equal(refused.status, 409, refused.text);
    assert.ok(refused.message?.includes(`调整 ${booked.id}`), refused.message);
    assert.equal((await app.get(`/api/adjustments?userId=${other}`)).data.length, 1);
    await assertProved(app);
    await app.close();
  });

  test("what was set right since on an account that an import made keeps it there", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const shown = await preview(app, userId, FILE);
    await commit(app, shown.id);
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    const idOf = (name: string) =>
      accounts.find((one: { name: string }) => one.name === name).id as number;
    const date = "2026-03-01";
    const [bank, card] = [idOf("招商银行"), idOf("信用卡")];
    await app.post("/api/adjustments", { userId, accountId: bank, date, amount: 5 });
    await app.post(`/api/accounts/${card}/checkpoints`, { date, balance: 0 });
    assert.equal((await app.remove(`/api/imports/${shown.id}`)).status, 200);
    assert.equal((await app.get(`/api/accounts/${bank}`)).data.balance, 5);
    assert.equal((await app.get(`/api/accounts/${card}`)).status, 200);
    await assertProved(app);
    await app.close();
  });

  test("of an account that is there are a question, and the difference is what is booked", async () => {
    const app = await open();
    const { userId } = await someone(app, { balance: 200 });
    const bank = await anotherAccount(app, userId, { name: "招商银行", balance: 12000 });
    const shown = await preview(app, userId, FILE);
    const rows = await rowsOf(app, shown.id);
    const [cash, same, card] = rows.filter((row: { kind: string }) => row.kind === "opening");
    assert.deepEqual([cash.action, cash.asked], ["skip", "opening-exists"]);
    assert.match(cash.questions[0].text, /500.*200.*300/);
    assert.deepEqual([same.fate, same.action, same.asked], ["skip", "skip", undefined]);
    assert.equal(card.action, "import");
    const code = "opening-exists";
    await app.put(`/api/imports/${shown.id}`, { questions: [{ code, action: "import" }] });
    await commit(app, shown.id);
    assert.equal((await app.get(`/api/accounts/${bank}`)).data.balance, 18300);
    const cashNow = (await app.get(`/api/accounts?userId=${userId}`)).data[0];
    assert.equal(cashNow.balance, 672);
    await assertProved(app);
    await app.remove(`/api/imports/${shown.id}`);
    assert.equal((await app.get(`/api/accounts/${cashNow.id}`)).data.balance, 200);
    await assertProved(app);
    await app.close();
  });
});
