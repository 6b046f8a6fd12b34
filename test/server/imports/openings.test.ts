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
