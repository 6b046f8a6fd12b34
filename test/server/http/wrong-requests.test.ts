/** Requests that are wrong in ways that people make: everything wrong is said, and nothing is dropped in silence. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { book, during, lunch, made, refused } from "../../harness/book.ts";

onEveryEngine("wrong requests", (open) => {
  test("every wrong field is named, what is missing first, in both languages", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const body = { ...lunch(owner), type: "gift", category: 5, date: "2026-02-30" };
    const message = await refused(app, owner.userId, 400, () => app.post("/api/records", body));
    const rules = [
      "类型（type）必须是 income 或 expense",
      "分类（category）必须是 1 到 100 个字符的文字，且不能全是空白",
      "日期（date）必须是存在的日期 YYYY-MM-DD 或 ISO 8601 时间戳，年份 1900 到 9999",
    ];
    assert.deepEqual(message.split("；").sort(), rules.sort());
    const mixed = { userId: owner.userId, name: "", type: "gift", color: "red" };
    const account = await app.post("/api/accounts", mixed);
    assert.match(
      account.message as string,
      /^缺少必填字段：name；账户类型（type）.*；颜色（color）/,
    );
    const english = await app.post("/api/accounts", mixed, { "x-language": "en" });
    assert.match(
      english.message as string,
      /^Required fields are missing: name; .*\(type\).*; .*\(color\)/,
    );
    const query = await app.get(
      `/api/records?userId=${owner.userId}&type=both&startDate=x&limit=0`,
    );
    for (const name of ["type", "startDate", "limit"]) {
      assert.match(query.message as string, new RegExp(`（${name}）`));
    }
    const many = { userId: owner.userId, action: "delete", ids: Array(1000).fill("x") };
    const bulk = (await app.post("/api/records/bulk", many)).message as string;
    assert.equal(bulk.split("；").length, 10);
  });

  test("an amount as text is the contract's sentence, and what is wrong with it", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const message = await refused(app, owner.userId, 400, () =>
      app.post("/api/records", { ...lunch(owner), amount: "12" }),
    );
    assert.equal(
      message,
      "缺少必填字段：amount；金额（amount）必须是 0.01 到 999,999,999,999.99 之间、最多两位小数的数字，不能是文字",
    );
  });

  test("a bare + before the offset of a timestamp is read as it was sent", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await book(app, owner);
    const count = async (query: string) =>
      made(await app.get(`/api/records?userId=${owner.userId}&${query}`)).length;
    assert.equal(await count("startDate=2026-03-15T00:00:00+08:00"), 1);
    assert.equal(await count("startDate=2026-03-16T00:30:00+0800"), 0);
    assert.equal(await count("endDate=2026-03-15T23:59:59+09"), 1);
    await book(app, owner, { category: "吃 喝" });
    assert.equal(await count("category=%E5%90%83+%E5%96%9D"), 1);
    const blank = await app.get(`/api/records?userId=${owner.userId}&startDate=2026-03-15+08:00`);
    assert.equal(blank.status, 400);
  });

  test("a query name that comes twice, and one that is no UTF-8, say so", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    for (const [query, message] of [
      [`userId=${userId}&userId=${userId}`, "用户编号（userId）只能给一次"],
      [`userId=${userId}&type=income&type=expense`, "类型（type）只能给一次"],
      [`userId=${userId}&category=%B2%CD%D2%FB`, /^分类（category）的百分号编码不是 UTF-8/],
      [`userId=${userId}&category=%`, /^分类（category）的百分号编码不是 UTF-8/],
      [`userId=${userId}&category=%00`, /^分类（category）必须是 1 到 100 个字符/],
    ] as const) {
      const answer = await app.get(`/api/records?${query}`);
      assert.equal(answer.status, 400, query);
      if (typeof message === "string") assert.equal(answer.message, message);
      else assert.match(answer.message as string, message);
    }
  });

  test("a body in another encoding says that it is", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const text = JSON.stringify({ ...lunch(owner), category: "X" });
    const [before, after] = text.split("X") as [string, string];
    const body = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xb2, 0xcd, 0xd2, 0xfb]),
      Buffer.from(after),
    ]);
    const message = await refused(app, owner.userId, 400, () =>
      app.call("POST", "/api/records", body),
    );
    assert.match(message, /^请求体必须是 UTF-8 编码的 JSON；/);
  });

  test("a query name that no list knows is refused with the nearest one", async (t) => {
    const app = await during(t, open);
    const { userId, accountId } = await someone(app);
    for (const [path, message] of [
      [`records?userId=${userId}&accountID=999`, /accountID 的查询参数.*accountId？/],
      [`records?userId=${userId}&start_date=2030-01-01`, /start_date .*startDate？/],
      [`records?userId=${userId}&start_date=x&END-DATE=x`, /startDate？；.*endDate？/],
      [`records?userId=${userId}&catgory=x`, /category？/],
      [
        `records?userId=${userId}&month=2026-03`,
        /没有名为 month 的查询参数，这里有 userId、accountId、/,
      ],
      [`records/days?userId=${userId}&Type=income`, /type？/],
      [`transfers?userId=${userId}&accountid=1`, /accountId？/],
      [`budgets?userId=${userId}&Month=2026-03`, /month？/],
      [`statistics/trend?userId=${userId}&from=2026-03-01`, /from.*startDate、endDate/],
      [`history?userId=${userId}&nouns=record`, /noun？/],
      [`records?userid=${userId}`, /^缺少必填字段：userId；.*userId？/],
      [`records?userId=${userId}&__proto=1&constructor=2`, /constructor/],
    ] as const) {
      const answer = await app.get(`/api/${path}`);
      assert.equal(answer.status, 400, path);
      assert.match(answer.message as string, message);
      assert.equal((await app.call("HEAD", `/api/${path}`)).status, 400);
    }
    // What keeps caches apart means nothing; nor does anything where nothing narrows the answer.
    made(await app.get(`/api/records?userId=${userId}&_=1700000000&t=5`));
    made(await app.get(`/api/accounts/${accountId}?x=1`));
    made(await app.get(`/api/users?userId=${userId}`));
  });

  test("a query of very many values is refused everywhere, and a long list is not looked through", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    for (const names of [Array(7500).fill("a"), Array.from({ length: 2000 }, (_, i) => `a${i}`)]) {
      for (const path of ["accounts", "records", "transfers/days", "statistics/trend"]) {
        const answer = await app.get(`/api/${path}?userId=${userId}&${names.join("&")}`);
        assert.equal(answer.status, 400, path);
        assert.equal(answer.message, "请求地址里的查询参数过多");
      }
      // It takes none.
      assert.equal((await app.get(`/health?${names.join("&")}`)).status, 200);
    }
    const few = Array(400).fill("a").join("&");
    assert.equal((await app.get(`/api/records?userId=${userId}&${few}`)).status, 200);
    const many = { userId, action: "delete", ids: Array(100_000).fill("x") };
    const { message } = await app.post("/api/records/bulk", many);
    assert.match(message as string, /1 到 1000 个/);
  });

  test("fields of a body that nobody reads are named in Ignored-Fields", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const record = await book(app, owner);
    const path = `/api/records/${record.id}`;
    const ignored = async (method: string, at: string, body: object) =>
      (await app.call(method, at, body)).headers["ignored-fields"];
    assert.equal(await ignored("PUT", path, { ammount: 99 }), "ammount");
    assert.equal(made(await app.get(path)).amount, 35.5);
    assert.equal(
      await ignored("PUT", path, { amount: 36, 数量: 1, "a,b%": 2 }),
      "%E6%95%B0%E9%87%8F, a%2Cb%25",
    );
    assert.equal(await ignored("PUT", path, made(await app.get(path))), undefined);
    assert.equal(
      await ignored("POST", "/api/records", { ...lunch(owner), id: 7, tags: [] }),
      "id, tags",
    );
    assert.equal(
      await ignored("POST", "/api/records", { ammount: 1 }),
      "ammount",
      "of a refusal, too",
    );
    assert.equal(await ignored("POST", "/api/records", lunch(owner)), undefined);
    const renames = [{ type: "expense", from: "餐饮", to: "吃喝", form: "x" }];
    const at = "/api/categories/rename";
    assert.equal(await ignored("POST", at, { userId: owner.userId, renames }), "renames[0].form");
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`x${index}${"y".repeat(90)}`, 1]),
    );
    const header = (await ignored("PUT", path, many)) as string;
    assert.equal(header.split(", ").length, 20);
    assert.ok(header.length < 2000);
  });

  test("G8: an empty text is 400 for an optional field that has no text, and changes nothing", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 100 });
    const { userId, accountId } = owner;
    const to = made(await app.post("/api/accounts", { userId, name: "卡", type: "bank" })).id;
    const transfer = made(
      await app.post("/api/transfers", {
        ...{ userId, fromAccountId: accountId, toAccountId: to, amount: 10, fee: 7.77 },
        ...{ date: "2026-03-15", description: "存" },
      }),
    );
    const expense = await book(app, owner);
    const refund = await book(app, owner, { type: "income", amount: 5, refundOf: expense.id });
    const rule = made(
      await app.post("/api/rules", {
        ...{ userId, text: "瑞幸", category: "餐饮", kind: "expense", onlyKind: "expense" },
        ...{ minAmount: 1, maxAmount: 2, accountId },
      }),
    );
    for (const [path, names] of [
      [`/api/transfers/${transfer.id}`, ["fee", "amount", "fromAccountId", "date"]],
      [`/api/records/${refund.id}`, ["refundOf", "refund", "amount", "type", "category"]],
      [`/api/rules/${rule.id}`, ["minAmount", "maxAmount", "accountId", "kind", "onlyKind"]],
      [`/api/accounts/${accountId}`, ["balance", "color", "archived"]],
    ] as const) {
      const before = (await app.get(path)).text;
      for (const name of names) {
        const message = await refused(app, userId, 400, () => app.put(path, { [name]: "" }));
        assert.match(message, new RegExp(`（${name}）`), path);
      }
      assert.equal((await app.get(path)).text, before);
    }
    for (const path of [`/api/transfers/${transfer.id}`, `/api/records/${expense.id}`]) {
      assert.equal(made(await app.put(path, { description: "" })).description, undefined);
    }
    assert.equal(
      made(await app.put(`/api/transfers/${transfer.id}`, { fee: null })).fee,
      undefined,
    );
    assert.equal(
      made(await app.put(`/api/rules/${rule.id}`, { minAmount: null })).minAmount,
      undefined,
    );
  });

  test("ids beyond 2^53 are not called equal", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const transfer = `{"userId":${userId},"fromAccountId":9007199254740993,"toAccountId":9007199254740994,"amount":1,"date":"2026-03-15"}`;
    assert.equal((await app.post("/api/transfers", transfer)).message, "账户不存在");
    const ids = `{"userId":${userId},"action":"delete","ids":[9007199254740992,9007199254740993,1e300]}`;
    assert.equal((await app.post("/api/records/bulk", ids)).message, "记录不存在");
  });
});
