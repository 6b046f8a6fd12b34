import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../harness/app.ts";
import { bearing, ownSignIn, register } from "../harness/sign-in.ts";

/** 2026-03-15, just after midnight in Shanghai; still the 14th in UTC. */
const NOW = Date.parse("2026-03-14T16:30:00.000Z");

async function withWeChat(app: TestApp) {
  const { userId, accountId: cash } = await someone(app, { balance: 100 });
  const made = await app.post("/api/accounts", { userId, name: "微信零钱", type: "payment" });
  return { userId, cash, wechat: made.data.id as number };
}

onEveryEngine("quick entry", (open) => {
  test("a line becomes a record, and the answer says how it was read", async () => {
    const app = await open({ now: NOW });
    const { userId, wechat } = await withWeChat(app);
    const answer = await app.post("/api/quick", { userId, text: "打车32 微信" });
    assert.equal(answer.message, "记录创建成功");
    const { record, reading } = answer.data;
    assert.deepEqual(reading, {
      type: "expense",
      amount: 32,
      category: "交通",
      account: { id: wechat, name: "微信零钱" },
      date: "2026-03-15",
      description: "打车",
      assumed: ["date"],
    });
    assert.deepEqual((await app.get(`/api/records/${record.id}`)).data.amount, 32);
    assert.equal(record.date, "2026-03-14T16:00:00.000Z");
    assert.equal(await balanceOf(app, wechat), -32);
    await app.close();
  });

  test("the account used last is meant where none is named", async () => {
    const app = await open({ now: NOW });
    const { userId, cash, wechat } = await withWeChat(app);
    const unclear = await app.post("/api/quick", { userId, text: "打车32" });
    assert.equal(unclear.message, "没有记账：缺少账户");
    await app.post("/api/quick", { userId, text: "昨天 工资1.2万 现金" });
    const answer = await app.post("/api/quick", { userId, text: "打车32" });
    assert.deepEqual(answer.data.reading.assumed, ["date", "account"]);
    assert.equal(await balanceOf(app, cash), 100 + 12_000 - 32);
    assert.equal(await balanceOf(app, wechat), 0);
    await app.close();
  });

  test("amount and the rest apart", async () => {
    const app = await open({ now: NOW });
    const { userId, cash, wechat } = await withWeChat(app);
    const whole = await app.post("/api/quick", {
      userId,
      amount: 12.5,
      category: "餐饮",
      account: "微信",
      note: "和同事",
      date: "2026-03-01",
    });
    assert.deepEqual(whole.data.reading.account, { id: wechat, name: "微信零钱" });
    assert.equal(whole.data.record.description, "和同事");
    assert.equal(whole.data.reading.date, "2026-03-01");
    const spoken = await app.post("/api/quick", {
      userId,
      amount: 8,
      account: "现金",
      note: "地铁",
    });
    assert.equal(spoken.data.record.category, "交通");
    const bare = await app.post("/api/quick", { userId, amount: 8, account: "现金" });
    assert.equal(bare.data.record.category, "未分类");
    const paid = await app.post("/api/quick", {
      userId,
      amount: 8,
      category: "工资",
      account: "现金",
    });
    assert.equal(paid.data.record.type, "income");
    assert.equal(await balanceOf(app, cash), 100 - 8 - 8 + 8);
    await app.close();
  });

  test("what is unclear is 400 and books nothing", async () => {
    const app = await open({ now: NOW });
    const { userId } = await withWeChat(app);
    const wrong: [object, RegExp][] = [
      [{}, /text 或 amount/],
      [{ text: "打车32", amount: 32 }, /text 或 amount/],
      [{ text: "" }, /一句话/],
      [{ text: "打车 微信" }, /缺少金额/],
      [{ text: "32 微信" }, /缺少分类/],
      [{ text: "打车32 支付宝" }, /没有叫“支付宝”的账户/],
      [{ text: "打车 32 45 微信" }, /金额不明确（32、45）/],
      [{ text: "打车1.005 微信" }, /金额无效/],
      [{ text: "2月30日 打车12 微信", date: "2026-02-30" }, /日期/],
      [{ amount: "32", account: "微信" }, /金额/],
      [{ amount: 32, account: "招商银行" }, /没有叫“招商银行”的账户/],
      [{ text: "x".repeat(201) }, /一句话/],
    ];
    for (const [body, message] of wrong) {
      const answer = await app.post("/api/quick", { userId, ...body });
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.match(answer.message as string, message);
    }
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    const english = await app.post(
      "/api/quick",
      { userId, text: "打车 微信" },
      { "x-language": "en" },
    );
    assert.equal(english.message, "Nothing was booked: the amount is missing");
    await app.close();
  });

  test("a user who does not exist, and one without accounts", async () => {
    const app = await open({ now: NOW });
    assert.equal(
      (await app.post("/api/quick", { userId: 9, text: "打车32" })).message,
      "用户不存在",
    );
    const user = await app.post("/api/users", { name: "小红", email: "hong@example.com" });
    const answer = await app.post("/api/quick", { userId: user.data.id, text: "打车32" });
    assert.equal(answer.message, "没有记账：缺少账户");
    await app.close();
  });

  test("sent twice with one key, it is booked once", async () => {
    const app = await open({ now: NOW });
    const { userId, wechat } = await withWeChat(app);
    const send = () =>
      app.post("/api/quick", { userId, text: "打车32 微信" }, { "idempotency-key": "tap" });
    const [first, second] = [await send(), await send()];
    assert.equal(first.data.record.id, second.data.record.id);
    assert.equal(await balanceOf(app, wechat), -32);
    await app.close();
  });

  test("a phone's token that may only write books a line in its owner's book", async () => {
    const app = await open({ now: NOW, config: ownSignIn() });
    const [one, two] = [await register(app), await register(app)];
    await one.post("/api/accounts", { name: "微信", type: "payment" });
    await two.post("/api/accounts", { name: "招商银行", type: "bank" });
    const { token } = (await one.post("/api/tokens", { name: "手机", scopes: ["write"] })).data;
    const phone = bearing(app, token);
    assert.equal((await phone.post("/api/quick", { text: "午饭三十五块" })).data.record.amount, 35);
    // Another's accounts and categories are not known here.
    assert.equal((await phone.post("/api/quick", { amount: 3, account: "招商银行" })).status, 400);
    assert.equal((await one.get("/api/records")).data.length, 1);
    assert.equal((await two.get("/api/records")).data.length, 0);
    await app.close();
  });
});
