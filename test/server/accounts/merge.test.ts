/** Two accounts become one: everything goes over, the balances are added, and one act takes it back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { REFERENCES } from "../../../src/server/accounts/account-references.ts";
import { forgetOld } from "../../../src/server/retention.ts";
import { raw, sql } from "../../../src/store/sql.ts";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";
import { book, during, made, type Owner, openAccount, refused } from "../../harness/book.ts";
import { assertProved, bookOf } from "../../harness/proof.ts";

const START = Date.parse("2026-03-15T04:00:00.000Z");
const day = { date: "2026-03-15" };

const timeless = (text: string) => text.replace(/"updatedAt":"[^"]*"/g, "");

interface Two extends Owner {
  /** The account that goes. */
  from: number;
  /** Another one, which has to do with neither. */
  cash: number;
}

/** Two accounts with everything that can be on them; `accountId` is the one that stays. */
async function twoAccounts(app: TestApp): Promise<Two> {
  const owner = await someone(app, { balance: 1000 });
  const { userId, accountId } = owner;
  const from = await openAccount(app, userId, { name: "招行 1234", balance: 200 });
  const cash = await openAccount(app, userId, { name: "现金", type: "cash" });
  const there = { ...owner, accountId: from };
  const dinner = await book(app, there, { amount: 80 });
  await book(app, owner, { type: "income", amount: 30, refundOf: dinner.id, category: "餐饮" });
  await book(app, there, { type: "income", amount: 500, category: "工资" });
  await book(app, owner, { amount: 12.34 });
  const moved = { userId, amount: 40, fee: 1.5, ...day };
  made(await app.post("/api/transfers", { ...moved, fromAccountId: from, toAccountId: cash }));
  made(await app.post("/api/transfers", { ...moved, fromAccountId: cash, toAccountId: from }));
  const valued = { userId, accountId: from, value: 321, ...day };
  made(await app.post("/api/adjustments", valued));
  const ofDay = (id: number, date: string) =>
    app.post(`/api/accounts/${id}/checkpoints`, { date, balance: id });
  made(await ofDay(from, "2026-02-28"));
  made(await ofDay(from, "2026-03-31"));
  made(await ofDay(accountId, "2026-03-31"));
  made(await app.put(`/api/accounts/${from}/ticks`, { records: [dinner.id], ticked: true }));
  const rule = { userId, text: "咖啡", category: "餐饮", accountId: from };
  made(await app.post("/api/rules", rule));
  return { ...owner, from, cash, accountId };
}

const sheetOf = async (app: TestApp, id: number) =>
  made(await app.get(`/api/accounts/${id}/sheet`));

/** What the bank stated of the two accounts. */
async function pointsOf(app: TestApp, { from, accountId }: Two) {
  const points: { id: number; accountId: number; date: string; balance: number }[] = [];
  for (const id of [accountId, from]) {
    const answer = await app.get(`/api/accounts/${id}/checkpoints`);
    points.push(...(answer.data ?? []));
  }
  return points.map(({ id, accountId, date, balance }) => ({ id, accountId, date, balance }));
}

async function bothBalances(app: TestApp, { from, accountId }: Two): Promise<number> {
  const fen = [from, accountId].map(async (id) => Math.round((await balanceOf(app, id)) * 100));
  const [one, other] = (await Promise.all(fen)) as [number, number];
  return (one + other) / 100;
}

/** A transfer of one to the other, with a fee. */
const between = (app: TestApp, { userId, from, accountId }: Two) =>
  app.post("/api/transfers", {
    userId,
    fromAccountId: from,
    toAccountId: accountId,
    amount: 60,
    fee: 2,
    ...day,
  });

const merge = (app: TestApp, { from, accountId }: Two, more: object = {}) =>
  app.post(`/api/accounts/${from}/merge`, { into: accountId, ...more });

onEveryEngine("merging accounts", (open) => {
  test("all of it goes over, balances are added, and one act takes it back", async (t) => {
    const app = await during(t, open, { now: START });
    const two = await twoAccounts(app);
    const { userId, accountId, from } = two;
    const before = timeless(await bookOf(app, userId));
    const rules = (await app.get(`/api/rules?userId=${userId}`)).text;
    const points = await pointsOf(app, two);
    assert.equal((await sheetOf(app, from)).ticked, -80);
    const sum = await bothBalances(app, two);
    const looked = made(await app.get(`/api/accounts/${from}/merge?into=${accountId}`));
    assert.deepEqual(looked, {
      records: 3,
      transfers: 2,
      adjustments: 1,
      rules: 1,
      names: 0,
      between: { count: 0, amount: 0 },
      balance: sum,
    });
    assert.equal(timeless(await bookOf(app, userId)), before, "looking changes nothing");

    const answer = await merge(app, two);
    const { account, ...counts } = made(answer);
    assert.deepEqual(counts, {
      records: 3,
      transfers: 2,
      adjustments: 1,
      rules: 1,
      names: 0,
      removed: 0,
    });
    assert.deepEqual([account.id, account.balance], [accountId, sum]);
    assert.equal((await app.get(`/api/accounts/${from}`)).status, 404);
    assert.equal(made(await app.get(`/api/accounts/${accountId}/verify`)).ok, true);
    assert.equal(made(await app.get(`/api/rules?userId=${userId}`))[0].accountId, accountId);
    const records = made(await app.get(`/api/records?userId=${userId}&accountId=${accountId}`));
    assert.equal(records.length, 5, "its own two, two more, and a fee");
    assert.equal((await sheetOf(app, accountId)).ticked, -80);
    // Of a day that both had, the one of the account that stays.
    assert.deepEqual(
      (await pointsOf(app, two)).map(({ date, balance }) => [date, balance]),
      [
        ["2026-03-31", accountId],
        ["2026-02-28", from],
      ],
    );
    await assertProved(app);

    const [act] = made(await app.get(`/api/history/acts?userId=${userId}`));
    assert.equal(String(act.id), answer.headers["history-act"]);
    assert.equal(act.restorable, true);
    made(await app.post(`/api/history/acts/${act.id}/restore`));
    assert.equal(timeless(await bookOf(app, userId)), before);
    const back = (await app.get(`/api/rules?userId=${userId}`)).text;
    assert.equal(timeless(back), timeless(rules));
    assert.deepEqual(await pointsOf(app, two), points);
    assert.equal((await sheetOf(app, from)).ticked, -80);
    await assertProved(app);
    // And once more, so that nothing of the first time is in the way.
    made(await merge(app, two));
    await assertProved(app);
  });

  test("transfers between the two need a word, go, and come back; their fees stay", async (t) => {
    const app = await during(t, open, { now: START });
    const two = await twoAccounts(app);
    const { userId, accountId } = two;
    made(await between(app, two));
    made(await between(app, { ...two, from: accountId, accountId: two.from }));
    const said = await refused(app, userId, 400, () => merge(app, two));
    assert.match(said, /2 笔转账（共 120.00）/);
    const before = timeless(await bookOf(app, userId));
    const sum = await bothBalances(app, two);
    const { account, removed } = made(await merge(app, two, { removeTransfers: true }));
    assert.deepEqual([removed, account.balance], [2, sum]);
    const records = made(await app.get(`/api/records?userId=${userId}&accountId=${accountId}`));
    const fees = (records as { amount: number; transferId?: number }[]).filter(
      ({ amount, transferId }) => amount === 2 && transferId === undefined,
    );
    assert.equal(fees.length, 2, "the fees were paid");
    await assertProved(app);
    const [act] = made(await app.get(`/api/history/acts?userId=${userId}`));
    // A fee without its transfer, a record on an account that is gone: no part stands alone.
    const entries = made(await app.get(`/api/history?userId=${userId}&actId=${act.id}`));
    const nouns = new Set<string>();
    for (const { id, noun, restorable } of entries) {
      nouns.add(noun);
      assert.equal(restorable, false, noun);
      const said = await refused(app, userId, 409, () => app.post(`/api/history/${id}/restore`));
      assert.equal(said, "合并账户只能整步撤销", noun);
    }
    for (const noun of ["account", "record", "transfer"]) assert.ok(nouns.has(noun), noun);
    made(await app.post(`/api/history/acts/${act.id}/restore`));
    assert.equal(timeless(await bookOf(app, userId)), before);
    await assertProved(app);
  });

  test("it is taken back whole or not at all", async (t) => {
    const app = await during(t, open, { now: START });
    const two = await twoAccounts(app);
    const { userId, from } = two;
    made(await merge(app, two));
    const [act] = made(await app.get(`/api/history/acts?userId=${userId}`));
    const entries = made(await app.get(`/api/history?userId=${userId}&actId=${act.id}`));
    const accounts = (entries as { id: number; noun: string; restorable: boolean }[]).filter(
      ({ noun }) => noun === "account",
    );
    assert.deepEqual(
      accounts.map(({ restorable }) => restorable),
      [false, false],
      "an account alone would have the money twice",
    );
    for (const { id } of accounts) {
      const said = await refused(app, userId, 409, () => app.post(`/api/history/${id}/restore`));
      assert.equal(said, "合并账户只能整步撤销");
    }
    const wages = made(await app.get(`/api/records?userId=${userId}&category=工资`))[0];
    made(await app.put(`/api/records/${wages.id}`, { amount: 501 }));
    await refused(app, userId, 409, () => app.post(`/api/history/acts/${act.id}/restore`));
    assert.equal((await app.get(`/api/accounts/${from}`)).status, 404);
    await assertProved(app);
  });

  test("what cannot be merged is refused, and nothing changes", async (t) => {
    const app = await during(t, open, { now: START });
    const two = await twoAccounts(app);
    const { userId, from, accountId } = two;
    const other = await someone(app, { name: "别人", balance: 5 });
    for (const [into, status] of [
      [from, 400],
      [other.accountId, 404],
      [999_999, 404],
    ] as const) {
      await refused(app, userId, status, () => app.post(`/api/accounts/${from}/merge`, { into }));
      assert.equal((await app.get(`/api/accounts/${from}/merge?into=${into}`)).status, status);
    }
    await refused(app, userId, 400, () => app.post(`/api/accounts/${from}/merge`, {}));
    await refused(app, userId, 404, () =>
      app.post(`/api/accounts/${from}/merge`, { into: accountId, userId: other.userId }),
    );
    made(await app.put(`/api/accounts/${from}`, { balance: 19_999_999_999_999 }));
    made(await app.put(`/api/accounts/${accountId}`, { balance: 19_999_999_999_999 }));
    await refused(app, userId, 400, () => merge(app, two));
  });

  test("names in files follow, so that the same bill is not booked again, and go back", async (t) => {
    const app = await during(t, open, { now: START });
    const { userId, accountId } = await someone(app, { balance: 100 });
    const bill = wechatBill([purchaseRow(1), purchaseRow(2)]);
    const { id } = await preview(app, userId, bill);
    await commit(app, id);
    const accounts = made(await app.get(`/api/accounts?userId=${userId}`)) as {
      id: number;
      name: string;
    }[];
    const from = accounts.find((one) => one.id !== accountId)?.id as number;
    const state = async () => timeless(await bookOf(app, userId));
    const before = await state();
    const names = () =>
      app.db.read((db) =>
        db.all(sql`select provider, name, account_id from account_names
        where user_id = ${userId} order by provider, name`),
      );
    const named = await names();
    assert.ok(JSON.stringify(named).includes(`"accountId":${from}`));
    const merged = await app.post(`/api/accounts/${from}/merge`, { into: accountId });
    assert.equal(made(merged).names, named.length);
    const again = await preview(app, userId, bill);
    for (const row of await rowsOf(app, again.id)) assert.equal(row.fate, "known");
    // The account was made by the import; undoing that must not take away the one that stays.
    made(await app.post(`/api/history/acts/${merged.headers["history-act"]}/restore`));
    assert.equal(await state(), before);
    assert.deepEqual(await names(), named);
    made(await app.post(`/api/accounts/${from}/merge`, { into: accountId }));
    assert.equal((await app.remove(`/api/imports/${id}`)).status, 200);
    assert.equal(made(await app.get(`/api/accounts/${accountId}`)).balance, 100);
    await assertProved(app);
  });

  test("what is remembered of a merge goes with its history", async (t) => {
    const clock = { now: START };
    const app = await during(t, open, { now: () => clock.now });
    const two = await twoAccounts(app);
    made(await merge(app, two));
    const left = () =>
      app.db.read((db) =>
        db.all(sql`select place from account_merges where user_id = ${two.userId}`),
      );
    assert.equal((await left()).length, 3, "the act, the rule and the tick");
    await forgetOld(app.db, START + 31 * 86_400_000);
    assert.deepEqual(await left(), []);
  });

  test("every column that names an account is turned", async (t) => {
    const app = await during(t, open);
    const columns = await app.db.read((db) =>
      app.db.engine === "sqlite"
        ? db.all<{ place: string }>(sql`select m.name || '.' || c.name as place from sqlite_master m
            join pragma_table_info(m.name) c on c.name like '%account_id' where m.type = 'table'`)
        : db.all<{ place: string }>(sql`select table_name || '.' || column_name as place
            from information_schema.columns
            where column_name like '%account_id' and table_schema = current_schema()`),
    );
    const others = [
      "adjustments.account_id",
      "checkpoints.account_id",
      "records.account_id",
      "transfers.from_account_id",
      "transfers.to_account_id",
    ];
    assert.deepEqual(
      columns
        .map(({ place }) => place)
        .filter((place) => place !== "account_merges.account_id")
        .sort(),
      [...REFERENCES.map(({ table, column }) => `${table}.${column}`), ...others].sort(),
    );
    for (const { table, keys } of REFERENCES) {
      const same = await app.db.read((db) =>
        db.all(sql`select 1 as one from ${raw(table)} group by user_id, ${raw(keys.join(", "))}
          having count(*) > 1`),
      );
      assert.deepEqual(same, []);
    }
  });
});
