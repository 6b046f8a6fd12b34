/** Bills over two nodes: each step of an import on another one than the step before. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openEngine } from "../../../src/store/open.ts";
import { proveBook } from "../../../src/store/proof.ts";
import { purchaseRow, wechatBill } from "../../harness/bills.ts";
import { engines } from "../../harness/database.ts";
import { type Nodes, startNodes } from "../../harness/nodes.ts";

const covered = engines().includes("postgres");

/** A bill of purchases; each has its own amount and id. */
function bill(first: number, count: number): string {
  return wechatBill(Array.from({ length: count }, (_, index) => purchaseRow(first + index)));
}

describe("imports on two nodes", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let nodes: Nodes;
  let userId: number;
  before(async () => {
    nodes = await startNodes();
    const user = { name: "小明", email: "a@example.com" };
    userId = (await nodes.call("POST", "/api/users", user)).data.id;
  });
  after(() => nodes.stop());

  async function upload(node: number, text: string, fields: Record<string, string> = {}) {
    const form = new FormData();
    form.set("userId", String(userId));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([text]), "bill.csv");
    const answer = await nodes.at(node, "POST", "/api/imports", form);
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    return answer.data;
  }

  const recordsOf = async (node = 0) =>
    (await nodes.at(node, "GET", `/api/records?userId=${userId}`)).data;
  const balances = async (node = 0): Promise<number> =>
    (await nodes.at(node, "GET", `/api/accounts?userId=${userId}`)).data.reduce(
      (sum: number, { balance }: { balance: number }) => sum + Math.round(balance * 100),
      0,
    );
  async function assertProved() {
    const { db, close } = await openEngine({ url: nodes.url, zone: "Asia/Shanghai" });
    assert.deepEqual(await db.read(proveBook), []);
    await close();
  }

  test("uploaded to one, seen and decided on the other, committed and undone anywhere", async () => {
    const shown = await upload(0, bill(1, 40));
    const path = `/api/imports/${shown.id}`;
    const seen = await nodes.at(1, "GET", path);
    assert.deepEqual(seen.data, shown);
    const rows = (await nodes.at(1, "GET", `${path}/rows`)).data;
    assert.equal(rows.length, 40);
    const decision = { rows: [{ numbers: [1, 2], action: "skip" }] };
    assert.equal((await nodes.at(0, "PUT", path, decision)).status, 200);
    const other = { rows: [{ numbers: [3], category: "交通" }] };
    assert.equal((await nodes.at(1, "PUT", path, other)).status, 200);
    const done = await nodes.at(1, "POST", `${path}/commit`);
    assert.equal(done.status, 200, done.text);
    assert.equal(done.data.result.records, 38);
    const records = await recordsOf(0);
    assert.equal(records.length, 38);
    assert.equal(
      records.filter(({ category }: { category: string }) => category === "交通").length,
      1,
    );
    const spent = records.reduce(
      (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
      0,
    );
    assert.equal(await balances(1), -spent);
    await assertProved();
    // Known on the other node as well.
    const again = await upload(1, bill(1, 40));
    assert.equal(
      again.fates.reduce(
        (sum: number, { fate, count }: { fate: string; count: number }) =>
          fate === "known" ? sum + count : sum,
        0,
      ),
      38,
    );
    assert.equal((await nodes.at(0, "DELETE", `/api/imports/${again.id}`)).status, 200);
    const undone = await nodes.at(0, "DELETE", path);
    assert.equal(undone.data.records, 38);
    assert.deepEqual(await recordsOf(1), []);
    assert.equal(await balances(1), 0);
    await assertProved();
  });

  test("committed on both at once, an import is booked once", async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = 1000 + round * 50;
      const { id } = await upload(round % 2, bill(first, 50));
      const before = (await recordsOf()).length;
      const both = await Promise.all(
        [0, 1, 0, 1].map((node) => nodes.at(node, "POST", `/api/imports/${id}/commit`)),
      );
      for (const { status, text } of both) assert.ok(status === 200 || status === 409, text);
      const won = both.filter(({ status }) => status === 200);
      assert.ok(won.length > 0);
      for (const { data } of won) assert.equal(data.result.records, 50);
      assert.equal((await recordsOf(round % 2)).length, before + 50);
    }
    await assertProved();
  });

  test("the same bill uploaded to both and committed on both is booked once", async () => {
    const [left, right] = await Promise.all([upload(0, bill(3000, 30)), upload(1, bill(3000, 30))]);
    const before = (await recordsOf()).length;
    const both = await Promise.all([
      nodes.at(1, "POST", `/api/imports/${left.id}/commit`),
      nodes.at(0, "POST", `/api/imports/${right.id}/commit`),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await recordsOf()).length, before + 30);
    await assertProved();
  });

  test("undone on both at once, an import is taken back once", async () => {
    const money = await balances();
    const { id } = await upload(0, bill(4000, 50));
    await nodes.at(1, "POST", `/api/imports/${id}/commit`);
    assert.notEqual(await balances(), money);
    const both = await Promise.all(
      [0, 1].map((node) => nodes.at(node, "DELETE", `/api/imports/${id}`)),
    );
    const records = both.reduce((sum, { data }) => sum + (data?.records ?? 0), 0);
    assert.equal(records, 50, both.map(({ text }) => text).join());
    assert.equal(await balances(1), money);
    await assertProved();
  });

  test("a reading is watched and stopped from the other node", async () => {
    const { id } = await upload(0, bill(10_000, 60_000), { wait: "false" });
    const path = `/api/imports/${id}`;
    const watched = nodes.at(1, "GET", `${path}/events`);
    // What runs on one node can be neither undone nor committed on the other.
    assert.equal((await nodes.at(1, "DELETE", path)).status, 409);
    const stopped = await nodes.at(1, "POST", `${path}/cancel`);
    assert.equal(stopped.status, 200, stopped.text);
    const events = (await watched).text;
    assert.match(events, /^event: progress\ndata: \{"stage":"(reading|comparing|storing)"/);
    assert.match(events, /event: end\ndata: \{"status":"cancelled"\}\n\n$/);
    assert.equal((await nodes.at(0, "GET", path)).data.status, "cancelled");
    assert.equal((await nodes.at(1, "POST", `${path}/cancel`)).status, 409);
    assert.equal((await nodes.at(1, "DELETE", path)).status, 200);
  });

  test("writes on the other node wait for a long commit, and are booked after it", async () => {
    const { id } = await upload(0, bill(100_000, 2000));
    const account = { userId, name: "现金", type: "cash" };
    const accountId = (await nodes.call("POST", "/api/accounts", account)).data.id;
    const before = (await recordsOf()).length;
    const committed = nodes.at(0, "POST", `/api/imports/${id}/commit`);
    const record = {
      userId,
      accountId,
      type: "expense",
      amount: 1,
      category: "餐饮",
      date: "2025-03-04",
    };
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => nodes.at(index % 2, "POST", "/api/records", record)),
    );
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([200]));
    assert.equal((await committed).status, 200);
    assert.equal((await recordsOf(1)).length, before + 2040);
    assert.equal((await nodes.at(1, "GET", `/api/accounts/${accountId}`)).data.balance, -40);
    await assertProved();
  });
});
