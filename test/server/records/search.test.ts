/** Search: words in any order over notes, categories, names of accounts and amounts; transfers too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, type TestApp } from "../../harness/app.ts";
import { during, made, openAccount } from "../../harness/book.ts";

async function book(app: TestApp) {
  const user = made(await app.post("/api/users", { name: "小明", email: "s@example.com" }));
  const cash = await openAccount(app, user.id, { name: "现金" });
  const bank = await openAccount(app, user.id, { name: "招商银行 Gold" });
  const record = async (fields: object) =>
    made(
      await app.post("/api/records", {
        userId: user.id,
        accountId: cash,
        type: "expense",
        amount: 35.5,
        category: "餐饮",
        date: "2026-03-05",
        ...fields,
      }),
    ).id as number;
  const transfer = async (fields: object) =>
    made(
      await app.post("/api/transfers", {
        userId: user.id,
        fromAccountId: bank,
        toAccountId: cash,
        amount: 500,
        date: "2026-03-06",
        ...fields,
      }),
    ).id as number;
  return {
    userId: user.id as number,
    lunch: await record({ description: "午饭 Noodles 和小王" }),
    taxi: await record({ category: "交通", amount: 120, accountId: bank }),
    rent: await record({ category: "居住", amount: 3000, description: "35.5 平米" }),
    atm: await transfer({ description: "取款 ATM" }),
    saved: await transfer({ amount: 120, date: "2026-03-07" }),
  };
}

onEveryEngine("search", (open) => {
  test("each word must stand somewhere, in any order", async (t) => {
    const app = await during(t, open);
    const { userId, lunch, taxi, rent, atm, saved } = await book(app);
    const found = async (noun: string, text: string, more = "") =>
      made(
        await app.get(`/api/${noun}?userId=${userId}&text=${encodeURIComponent(text)}${more}`),
      ).map(({ id }: { id: number }) => id);
    for (const [text, records, transfers] of [
      ["小王 noodles", [lunch], []],
      ["noodles 餐饮 现金", [lunch], []],
      ["noodles 交通", [], []],
      ["gold", [taxi], [saved, atm]],
      ["GOLD 取款", [], [atm]],
      ["35.5", [rent, lunch], []],
      ["35.50", [lunch], []],
      ["¥1２0", [taxi], [saved]],
      [">100", [rent, taxi], [saved, atm]],
      [">=120 <500", [taxi], [saved]],
      ["≤35.5元 现金", [lunch], []],
      ["3,000", [rent], []],
      ["atm", [], [atm]],
      ["  ", [rent, taxi, lunch], [saved, atm]],
      ["%", [], []],
      [">", [], []],
    ] as const) {
      assert.deepEqual(await found("records", text), records, `records ${text}`);
      assert.deepEqual(await found("transfers", text), transfers, `transfers ${text}`);
    }
    assert.deepEqual(await found("transfers", "", "&minAmount=120&maxAmount=120.5"), [saved]);
    const days = made(await app.get(`/api/transfers/days?userId=${userId}&text=atm`));
    assert.deepEqual(days, [{ date: "2026-03-06", count: 1 }]);
    for (const query of ["minAmount=1e3", `text=${"长".repeat(101)}`, "maxAmount=-1"]) {
      assert.equal((await app.get(`/api/transfers?userId=${userId}&${query}`)).status, 400, query);
    }
  });

  test("a name of another's account finds nothing", async (t) => {
    const app = await during(t, open);
    const { userId } = await book(app);
    const other = made(await app.post("/api/users", { name: "小红", email: "h@example.com" }));
    await openAccount(app, other.id, { name: "独有" });
    assert.deepEqual(
      made(await app.get(`/api/records?userId=${userId}&text=${encodeURIComponent("独有")}`)),
      [],
    );
  });
});
