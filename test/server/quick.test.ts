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
      [{ text: "" }, /text 或 amount/],
      [{ text: "", amount: "" }, /text 或 amount/],
      [{ text: "打车 微信" }, /缺少金额/],
      [{ text: "打车32美元 微信" }, /金额不是人民币（32美元）/],
      [{ text: "打车32 优惠5 微信" }, /金额不明确（32、5、优惠）/],
      [{ text: "午饭 100÷3 微信" }, /金额除不尽（约 33.33）/],
      [{ text: "去年 打车32 微信" }, /日期不明确（去年）/],
      [{ text: "借给小王32 微信" }, /收支不明确（借给）/],
      [{ text: "打车32 微信", date: "去年" }, /日期/],
      [{ text: "打车32 支付宝" }, /没有叫“支付宝”的账户/],
      [{ text: "打车 32 45 微信" }, /金额不明确（32、45）/],
      [{ text: "打车1.005 微信" }, /金额无效/],
      [{ text: "2月30日 打车12 微信", date: "2026-02-30" }, /日期/],
      [{ amount: "12,50", account: "微信" }, /金额无效（12,50）/],
      [{ amount: "1.234", account: "微信" }, /金额无效（1.234）/],
      [{ amount: "+12", account: "微信" }, /收支不明确（\+12）/],
      [{ amount: 12, category: "退款", account: "微信" }, /收支不明确（退款）/],
      [{ text: "打车32 微信", date: "20260230" }, /日期/],
      [{ amount: "32美元", account: "微信" }, /金额无效/],
      [{ amount: -5, account: "微信" }, /金额/],
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

  test("a line is not held against very many accounts or categories", async () => {
    const app = await open({ now: NOW });
    const { userId } = await withWeChat(app);
    const at = "2026-03-01T00:00:00.000Z";
    const fill = (table: string, columns: string[], row: (index: number) => unknown[]) =>
      app.db.write((db) =>
        db.insert(
          table,
          ["user_id", ...columns],
          Array.from({ length: 1001 }, (_, index) => [userId, ...row(index)]).flat(),
        ),
      );
    const budget = ["category", "amount", "month", "created_at", "updated_at"];
    await fill("budgets", budget, (index) => [`类 ${index}`, 100, "2026-03", at, at]);
    const line = { userId, text: "打车32 微信" };
    const ofCategories = await app.post("/api/quick", line);
    assert.equal(ofCategories.message, "分类多于 1000 个，一句话分不清是哪个：请逐项填写");
    const account = ["name", "type", "color", "opening", "balance", "created_at", "updated_at"];
    await fill("accounts", account, (index) => [`卡 ${index}`, "bank", "#1890FF", 0, 0, at, at]);
    const refused = await app.post("/api/quick", line);
    assert.equal(refused.status, 400);
    assert.equal(refused.message, "账户多于 1000 个，一句话分不清是哪个：请逐项填写");
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    await app.close();
  });

  test("what is given goes before the text, as phones send it", async () => {
    const app = await open({ now: NOW });
    const { userId, cash, wechat } = await withWeChat(app);
    const cases: [object, object][] = [
      [
        { text: "32 微信", category: "旅行" },
        { amount: 32, category: "旅行", account: "微信零钱" },
      ],
      [
        { text: "打车32 支付宝 微信", account: "现金" },
        { amount: 32, account: "现金" },
      ],
      [
        { text: "打车20 用花呗", account: "微信" },
        { amount: 20, account: "微信零钱" },
      ],
      [
        { text: "打车32 优惠5", amount: 27, account: "现金" },
        { amount: 27, category: "交通" },
      ],
      [{ text: "去年打车20 现金", date: "2025年3月15日 12:30" }, { date: "2025-03-15" }],
      [
        { text: "扣工资200 现金", type: "expense" },
        { type: "expense", amount: 200 },
      ],
      [
        { amount: "35.5", category: "", account: "", note: "", date: "", type: "", text: "" },
        { amount: 35.5, category: "未分类", account: "现金", date: "2026-03-15" },
      ],
      [
        { amount: "￥1,020", account: "微信" },
        { amount: 1020, type: "expense" },
      ],
      [
        { amount: 8, note: "淘宝退款", account: "现金" },
        { refund: true, category: "购物" },
      ],
    ];
    for (const [body, expected] of cases) {
      const answer = await app.post("/api/quick", { userId, ...body });
      assert.equal(answer.status, 200, `${JSON.stringify(body)} ${answer.message}`);
      const { account, ...reading } = answer.data.reading;
      const read = { ...reading, account: account.name };
      for (const [field, value] of Object.entries(expected)) {
        assert.deepEqual(read[field], value, `${JSON.stringify(body)} ${field}`);
      }
    }
    const { data } = await app.get(`/api/records?userId=${userId}`);
    assert.equal(data.length, cases.length);
    const timed = data.find((record: { amount: number }) => record.amount === 20 && record);
    assert.ok(timed);
    const dated = data.map((record: { date: string }) => record.date);
    assert.ok(dated.includes("2025-03-15T04:30:00.000Z"), "12:30 in Shanghai");
    for (const [date, instant] of [
      ["20260301", "2026-02-28T16:00:00.000Z"],
      ["2026年3月1日 GMT+8 12:30:00", "2026-03-01T04:30:00.000Z"],
      ["2026年3月1日 GMT 12:30", "2026-03-01T12:30:00.000Z"],
    ]) {
      const answer = await app.post("/api/quick", { userId, text: "打车1 微信", date });
      assert.equal(answer.data?.record.date, instant, `${date} ${answer.message}`);
    }
    assert.ok((await balanceOf(app, cash)) !== 100 && (await balanceOf(app, wechat)) !== 0);
    await app.close();
  });

  test("a refund lowers the expense of its category and is no income", async () => {
    const app = await open({ now: NOW });
    const { userId, cash } = await withWeChat(app);
    await app.post("/api/quick", { userId, text: "购物 100 现金" });
    const answer = await app.post("/api/quick", { userId, text: "淘宝退款25.9 现金" });
    assert.equal(answer.data.record.refund, true);
    assert.equal(answer.data.reading.refund, true);
    const { data } = await app.get(`/api/dashboard/summary?userId=${userId}`);
    assert.deepEqual([data.monthIncome, data.monthExpense], [0, 74.1]);
    assert.equal(await balanceOf(app, cash), 100 - 100 + 25.9);
    await app.close();
  });

  test("a refund is booked under the only expense that it fits, else asked, else by itself", async () => {
    const app = await open({ now: NOW });
    const { userId, cash, wechat } = await withWeChat(app);
    const other = await withWeChat(app);
    const say = async (text: string, more: object = {}) =>
      app.post("/api/quick", { userId, text, ...more });
    const bought = async (text: string) => (await say(text)).data.record.id as number;
    await app.post("/api/quick", { userId: other.userId, text: "淘宝 购物 88 现金" });
    const shirt = await bought("昨天 淘宝衬衫 购物 88 微信");
    await bought("上个月28号 打车 30 现金");
    // Nothing else is said: account and category are those of the expense.
    const refund = await say("退款88");
    assert.equal(refund.status, 200, refund.text);
    const { record, reading } = refund.data;
    assert.deepEqual([record.refundOf, record.category, record.accountId], [shirt, "购物", wechat]);
    assert.deepEqual(
      [reading.refundOf, reading.category, reading.account.id, reading.assumed],
      [shirt, "购物", wechat, ["date"]],
    );
    assert.equal((await app.get(`/api/records/${shirt}`)).data.refunded, 88);
    // It has all come back: the same again is a refund by itself.
    const again = await say("退款88 微信");
    assert.equal(again.data.record.refund, true);
    assert.equal("refundOf" in again.data.record, false);
    // Another account or category that was said, another amount, a later expense: none of it fits.
    for (const text of [
      "退款30 微信",
      "餐饮退款30 现金",
      "退款29.99 现金",
      "上个月1号 退款30 现金",
    ]) {
      const alone = await say(text);
      assert.equal(alone.data.record.refund, true, text);
      assert.equal(alone.data.record.refundOf, undefined, text);
    }
    const lunches = [await bought("麦当劳 午饭 25 现金"), await bought("肯德基 午饭 25 现金")];
    const before = await balanceOf(app, cash);
    const unclear = await say("退款25 现金");
    assert.equal(unclear.status, 400);
    assert.match(
      unclear.message as string,
      new RegExp(`所退的支出不明确（${lunches[1]}: 2026-03-15 肯德基[^、]*、${lunches[0]}: `),
    );
    assert.equal(await balanceOf(app, cash), before);
    // The words name one; or refundOf does.
    assert.equal((await say("麦当劳 退款25 现金")).data.record.refundOf, lunches[0]);
    const named = await say("退款25 现金", { refundOf: lunches[1] });
    assert.equal(named.data.record.refundOf, lunches[1]);
    assert.equal((await say("退款25 现金", { refundOf: lunches[1] })).status, 400);
    await app.close();
  });

  test("money moved between own accounts is a transfer", async () => {
    const app = await open({ now: NOW });
    const { userId, cash, wechat } = await withWeChat(app);
    const bank = await app.post("/api/accounts", { userId, name: "招商银行", type: "bank" });
    const answer = await app.post("/api/quick", { userId, text: "昨天 微信提现50到招行 应急" });
    const { transfer, record, reading } = answer.data;
    assert.equal(answer.message, "转账创建成功");
    assert.equal(record, undefined);
    assert.deepEqual(
      [transfer.fromAccountId, transfer.toAccountId, transfer.amount, transfer.description],
      [wechat, bank.data.id, 50, "应急"],
    );
    assert.deepEqual(reading, {
      type: "transfer",
      amount: 50,
      account: { id: wechat, name: "微信零钱" },
      toAccount: { id: bank.data.id, name: "招商银行" },
      date: "2026-03-14",
      description: "应急",
      assumed: [],
    });
    assert.deepEqual([await balanceOf(app, wechat), await balanceOf(app, bank.data.id)], [-50, 50]);
    assert.deepEqual((await app.get(`/api/records?userId=${userId}`)).data, []);
    for (const text of ["微信转出50", "转给妈妈50", "还信用卡50", "微信 招行 50"]) {
      assert.equal((await app.post("/api/quick", { userId, text })).status, 400, text);
    }
    assert.equal((await app.get(`/api/transfers?userId=${userId}`)).data.length, 1);
    assert.equal(await balanceOf(app, cash), 100);
    await app.close();
  });

  test("a day that has not come says so; an account that was put away is never chosen", async () => {
    const app = await open({ now: NOW });
    const { userId, cash, wechat } = await withWeChat(app);
    const future = await app.post("/api/quick", { userId, text: "明天打车20 现金" });
    assert.deepEqual([future.data.reading.date, future.data.reading.future], ["2026-03-16", true]);
    const put = await app.put(`/api/accounts/${cash}`, { archived: true });
    assert.equal(put.status, 200);
    const named = await app.post("/api/quick", { userId, text: "打车20 现金" });
    assert.equal(named.message, "没有记账：账户“现金”已归档");
    const given = await app.post("/api/quick", { userId, amount: 20, account: "现金" });
    assert.equal(given.status, 400);
    // The account used last is put away: the only one in use is meant.
    const rest = await app.post("/api/quick", { userId, text: "打车20" });
    assert.equal(rest.data.reading.account.id, wechat);
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
