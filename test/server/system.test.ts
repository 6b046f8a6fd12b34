import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine } from "../harness/app.ts";

onEveryEngine("system", (open) => {
  test("the test data are one user, 3 accounts, 6 records and 4 budgets, made once", async () => {
    const app = await open();
    const [first, second] = await Promise.all([
      app.get("/api/init-test-data"),
      app.get("/api/init-test-data"),
    ]);
    assert.equal(first.status, 200);
    assert.equal(first.data.userId, second.data.userId);
    const { userId } = first.data;
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.equal(records.length, 6);
    assert.equal(records.filter((record: { type: string }) => record.type === "income").length, 2);
    assert.equal((await app.get(`/api/accounts?userId=${userId}`)).data.length, 3);
    assert.equal((await app.get(`/api/budgets?userId=${userId}`)).data.length, 4);
    assert.equal((await app.get("/api/users")).data.length, 1);
    await app.close();
  });
});
