import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";

/** A book that holds these accounts besides 现金; answers their ids by name. */
async function bookWith(app: TestApp, names: string[]) {
  const { userId } = await someone(app);
  const ids = new Map<string, number>();
  for (const name of names) {
    const made = await app.post("/api/accounts", { userId, name, type: "bank", balance: 0 });
    assert.equal(made.status, 200, made.text);
    ids.set(name, made.data.id);
  }
  return { userId, ids };
}

/** A bill whose purchases were paid with these methods, a row each. */
const billOf = (methods: string[], first = 1) =>
  wechatBill(methods.map((method, index) => purchaseRow(first + index, { method })));

interface Place {
  place: number;
  name: string;
  accountId?: number;
  proposal?: { name: string };
  booked: number;
}

/** What each name of the preview becomes: the book's account, or "新:" and the proposed name. */
async function matched(app: TestApp, userId: number, bill: string) {
  const shown = await preview(app, userId, bill);
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const nameOf = (id: number | undefined) =>
    accounts.find((one: { id: number; name: string }) => one.id === id)?.name;
  return Object.fromEntries(
    shown.accounts.map(({ name, accountId, proposal }: Place) => [
      name,
      proposal ? `新:${proposal.name}` : nameOf(accountId),
    ]),
  );
}

/** The book's accounts, the methods of the bill, and what they become. */
const MATCHES: [book: string[], becomes: Record<string, string>][] = [
  [["招商银行"], { "招商银行(1186)": "招商银行" }],
  [["招商银行"], { "招商银行储蓄卡(1186)": "招商银行", 招商银行: "招商银行" }],
  [["招行"], { "招商银行(1186)": "招行" }],
  [["CMB"], { "招商银行储蓄卡(1186)": "CMB" }],
  [["工资卡（招行）"], { "招商银行(1186)": "工资卡（招行）" }],
  [["建行"], { "中国建设银行(1234)": "建行" }],
  [["浦发"], { "上海浦东发展银行(1234)": "浦发" }],
  [["邮储银行"], { "中国邮政储蓄银行(1234)": "邮储银行" }],
  [["长沙银行"], { "长沙银行(1234)": "长沙银行" }],
  // Another bank whose name holds this one's is another bank.
  [["中国银行"], { "中国工商银行(1234)": "新:中国工商银行(1234)" }],
  [["CMBC"], { "招商银行(1186)": "新:招商银行(1186)" }],
  // Credit cards stay apart.
  [["招商银行"], { "招商银行信用卡(7449)": "新:招商银行信用卡(7449)" }],
  [["招行信用卡"], { "招商银行信用卡(7449)": "招行信用卡" }],
  [["招行信用卡"], { "招商银行储蓄卡(1186)": "新:招商银行储蓄卡(1186)" }],
  [
    ["招商银行", "招商银行信用卡"],
    { "招商银行储蓄卡(1186)": "招商银行", "招商银行信用卡(7449)": "招商银行信用卡" },
  ],
  // Never a guess between two.
  [["招商银行", "招行（妈妈）"], { "招商银行(1186)": "新:招商银行(1186)" }],
  [["招商银行"], { "招商银行(1186)": "新:招商银行(1186)", "招商银行(2233)": "新:招商银行(2233)" }],
  // An account with digits is that card.
  [["招商银行(2233)"], { "招商银行(1186)": "新:招商银行(1186)" }],
  [["招商银行(2233)", "招商银行(1186)"], { "招商银行储蓄卡(1186)": "招商银行(1186)" }],
  // What the bank keeps besides cards.
  [["招行理财"], { "招商银行(1186)": "新:招商银行(1186)" }],
  // What a wallet holds is the account with the wallet's name.
  [["微信"], { 零钱: "微信", 零钱通: "新:零钱通" }],
  [["微信", "微信零钱"], { 零钱: "微信零钱" }],
  [["微信钱包"], { 零钱: "微信钱包" }],
  [["支付宝"], { 零钱: "新:微信零钱" }],
  [["花呗"], { 花呗: "花呗" }],
  // A whole number, or one with a mask, is the card that ends so.
  [["6225********1186"], { "招商银行(1186)": "6225********1186" }],
  [["招商信用卡"], { "招商银行信用卡(7449)": "招商信用卡" }],
  // A year is no card, and neither is what a bank keeps besides.
  [["旅行基金 1186"], { "招商银行(1186)": "新:招商银行(1186)" }],
  [["招行理财(1186)"], { "招商银行(1186)": "新:招商银行(1186)" }],
];

onEveryEngine("which account a bill means", (open) => {
  test("the one account that carries the bank's or the wallet's name", async () => {
    const app = await open();
    for (const [book, becomes] of MATCHES) {
      const { userId } = await bookWith(app, book);
      const bill = billOf(Object.keys(becomes));
      assert.deepEqual(await matched(app, userId, bill), becomes, book.join("、"));
    }
  });

  test("a bill of a matched bank adds no account and moves the one there is", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["招商银行"]);
    const bill = wechatBill([purchaseRow(1, { method: "招商银行(1186)", yuan: "9.90" })]);
    const { result } = await commit(app, (await preview(app, userId, bill)).id);
    assert.deepEqual(result.accounts, [
      { accountId: ids.get("招商银行"), name: "招商银行", before: 0, after: -9.9, made: false },
    ]);
    const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
    assert.deepEqual(
      accounts.map(({ name }: { name: string }) => name),
      ["现金", "招商银行"],
    );
  });

  test("a card that was chosen is known by its digits, and the other card is not it", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["招商银行"]);
    const both = ["招商银行(1186)", "招商银行(2233)"];
    const first = await preview(app, userId, billOf(both));
    const place = first.accounts.find((one: Place) => one.name === both[0]).place;
    const chosen = { accounts: [{ place, accountId: ids.get("招商银行") }] };
    assert.equal((await app.put(`/api/imports/${first.id}`, chosen)).status, 200);
    await commit(app, first.id);
    // The same card under another word, and the third card.
    const next = billOf(["招商银行储蓄卡(1186)", "招商银行(9999)", "招商银行(2233)"], 11);
    assert.deepEqual(await matched(app, userId, next), {
      "招商银行储蓄卡(1186)": "招商银行",
      "招商银行(9999)": "新:招商银行(9999)",
      "招商银行(2233)": "招商银行(2233)",
    });
  });

  test("two cards that end alike are never taken for a name without its bank", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["工资卡", "房贷卡"]);
    const both = ["工商银行(1234)", "招商银行(1234)"];
    const first = await preview(app, userId, billOf(both));
    const accounts = first.accounts.map(({ place, name }: Place) => ({
      place,
      accountId: ids.get(name === both[0] ? "工资卡" : "房贷卡"),
    }));
    assert.equal((await app.put(`/api/imports/${first.id}`, { accounts })).status, 200);
    await commit(app, first.id);
    const next = billOf(["招商银行储蓄卡(1234)", "储蓄卡(1234)"], 11);
    assert.deepEqual(await matched(app, userId, next), {
      "招商银行储蓄卡(1234)": "房贷卡",
      "储蓄卡(1234)": "新:储蓄卡(1234)",
    });
  });

  test("an account that was put away is not guessed", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["招行"]);
    await app.put(`/api/accounts/${ids.get("招行")}`, { archived: true });
    assert.deepEqual(await matched(app, userId, billOf(["招商银行(1186)"])), {
      "招商银行(1186)": "新:招商银行(1186)",
    });
  });

  test("a bank's 零钱 is the wallet's, whichever is imported first", async () => {
    const topUp = {
      type: "零钱充值",
      direction: "/",
      status: "充值完成",
      who: "/",
      yuan: "200.00",
    };
    const wallet = wechatBill([
      purchaseRow(5, { ...topUp, time: "2026-03-06 12:00:00", method: "招商银行(1186)" }),
      purchaseRow(6, { yuan: "18.00" }),
    ]);
    const bank = [
      "# 招商银行交易记录",
      "# 账号: [6225********1186]",
      '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
      '"\t20260306","\t12:00:03","","\t200.00","\t800.00","\t银联快捷支付","\t财付通-微信零钱充值账户"',
    ].join("\r\n");
    for (const files of [
      [wallet, bank],
      [bank, wallet],
    ]) {
      const app = await open();
      const { userId } = await bookWith(app, []);
      for (const file of files) {
        const shown = await preview(app, userId, file);
        const similar = (await rowsOf(app, shown.id)).filter(
          (row: { fate: string }) => row.fate === "similar",
        );
        const numbers = similar.map(({ number }: { number: number }) => number);
        if (numbers.length > 0) {
          await app.put(`/api/imports/${shown.id}`, { rows: [{ numbers, action: "merge" }] });
        }
        await commit(app, shown.id);
      }
      const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
      assert.deepEqual(
        accounts
          .map((one: { balance: number }) => one.balance)
          .sort((a: number, b: number) => a - b),
        [-200, 0, 182],
        JSON.stringify(accounts),
      );
      await app.close();
    }
  });

  test("a name that two accounts fit asks which, with both named, and one answer settles its rows", async () => {
    const app = await open();
    const cards = ["招行信用卡(1111)", "招行信用卡(2222)"];
    for (const byQuestion of [true, false]) {
      const { userId, ids } = await bookWith(app, cards);
      const shown = await preview(
        app,
        userId,
        billOf(["招商银行信用卡", "招商银行信用卡", "零钱"]),
      );
      assert.equal(shown.booked, 1, JSON.stringify(shown.rows));
      const [asked] = shown.questions;
      assert.deepEqual(
        [asked.code, asked.value, asked.open],
        ["which-account", "招商银行信用卡", 2],
      );
      for (const card of cards) assert.ok(asked.text.includes(card), asked.text);
      const accountId = ids.get(cards[1] as string);
      const answer = byQuestion
        ? { questions: [{ code: asked.code, value: asked.value, accountId }] }
        : { accounts: [{ place: 0, accountId }] };
      const put = await app.put(`/api/imports/${shown.id}`, answer);
      assert.equal(put.status, 200, put.text);
      assert.deepEqual([put.data.booked, put.data.questions[0].open], [3, 0]);
      await commit(app, shown.id);
      // It is remembered.
      const next = await preview(app, userId, billOf(["招商银行信用卡"], 21));
      assert.deepEqual([next.accounts[0].accountId, next.booked], [accountId, 1]);
    }
    await app.close();
  });

  test("an account that was put away takes rows only where one says so", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["招商银行(1186)"]);
    const accountId = ids.get("招商银行(1186)") as number;
    await app.put(`/api/accounts/${accountId}`, { archived: true });
    const shown = await preview(app, userId, billOf(["招商银行(1186)", "招商银行(1186)"]));
    assert.deepEqual([shown.booked, shown.questions[0].code], [0, "which-account"]);
    assert.match(shown.questions[0].text, /招商银行\(1186\)/);
    const accounts = [{ place: 0, accountId }];
    const answer = await app.put(`/api/imports/${shown.id}`, { accounts });
    assert.equal(answer.data.booked, 2);
    const given = await preview(app, userId, billOf(["招商银行(1186)"], 21), {
      account: accountId,
    });
    assert.equal(given.booked, 1);
    await app.close();
  });

  test("a wallet's repayment that names a bank alone asks for the card", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["招商银行", "微信零钱"]);
    const repaid = (who: string) =>
      wechatBill([
        purchaseRow(5, { type: "信用卡还款", who, what: "/", direction: "/", yuan: "200.00" }),
      ]);
    for (const who of ["招商银行", "招商银行还款", "信用卡还款"]) {
      const shown = await preview(app, userId, repaid(who));
      assert.deepEqual([shown.booked, shown.questions[0].code], [0, "no-account"], who);
    }
    const shown = await preview(app, userId, repaid("招商银行信用卡还款"));
    assert.equal(shown.booked, 1);
    assert.equal((await app.get(`/api/accounts/${ids.get("招商银行")}`)).data.balance, 0);
    await app.close();
  });

  test("a statement's own account is never the other side of its transfers", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["甲卡", "乙卡"]);
    const file =
      "!Type:Bank\nD2026-03-05\nT-500.00\nP信用卡还款\n^\nD2026-03-06\nT-8.00\nPCafe\n^\n";
    const shown = await preview(app, userId, file, { account: ids.get("甲卡") as number });
    assert.deepEqual(
      (await rowsOf(app, shown.id)).map((row: { action: string; kind: string }) => [
        row.kind,
        row.action,
      ]),
      [
        ["transfer", "skip"],
        ["expense", "import"],
      ],
    );
    const questions = [{ code: "no-account", accountId: ids.get("乙卡") }];
    const answer = await app.put(`/api/imports/${shown.id}`, { questions });
    assert.equal(answer.data.booked, 2, answer.text);
    await commit(app, shown.id);
    const balance = async (name: string) =>
      (await app.get(`/api/accounts/${ids.get(name)}`)).data.balance;
    assert.deepEqual([await balance("甲卡"), await balance("乙卡")], [-508, 500]);
    const next = await preview(app, userId, file.replace("-500", "-700").replace("-8.00", "-9.00"));
    assert.equal(next.booked, next.accounts[0].accountId === undefined ? 0 : 1);
    assert.ok(next.questions.length > 0);
    await app.close();
  });

  test("both sides of a transfer may be chosen at once, in any order", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["甲卡", "乙卡"]);
    const file =
      "!Type:Bank\nD2026-03-05\nT-500.00\nP信用卡还款\n^\nD2026-03-06\nT-8.00\nPCafe\n^\n";
    const [own, other] = ["甲卡", "乙卡"].map((name, place) => ({
      place,
      accountId: ids.get(name) as number,
    })) as [Place, Place];
    for (const puts of [[[own], [other]], [[own, other]], [[other, own]], [[other], [own]]]) {
      const shown = await preview(app, userId, file);
      assert.equal(shown.accounts.length, 2);
      for (const accounts of puts) {
        const put = await app.put(`/api/imports/${shown.id}`, { accounts });
        assert.equal(put.status, 200, put.text);
      }
      const rows = await rowsOf(app, shown.id);
      assert.deepEqual(
        rows.map((row: { kind: string; action: string }) => [row.kind, row.action]),
        [
          ["transfer", "import"],
          ["expense", "import"],
        ],
        JSON.stringify(puts),
      );
      assert.equal(
        rows[0].questions?.some((one: { answered?: true }) => !one.answered),
        false,
      );
    }
    await app.close();
  });

  test("records and transfers are listed by the import that wrote them", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["微信", "招商银行"]);
    const withdrawal = purchaseRow(3, {
      who: "招商银行",
      type: "零钱提现",
      direction: "/",
      method: "招商银行(1186)",
      status: "提现已到账",
    });
    const first = await preview(app, userId, wechatBill([purchaseRow(1), withdrawal]));
    assert.equal(first.booked, 2);
    await commit(app, first.id);
    const second = await preview(app, userId, wechatBill([purchaseRow(2), withdrawal]));
    assert.equal(second.booked, 1);
    await commit(app, second.id);
    const listed = async (path: string, importId: number) =>
      (await app.get(`/api/${path}?userId=${userId}&importId=${importId}`)).data.length;
    for (const [path, of] of [
      ["records", [1, 1]],
      ["records/days", [1, 1]],
      ["transfers", [1, 0]],
      ["transfers/days", [1, 0]],
    ] as const) {
      assert.deepEqual([await listed(path, first.id), await listed(path, second.id)], of, path);
    }
    const both = `userId=${userId}&accountId=${ids.get("招商银行")}&importId=${first.id}`;
    assert.deepEqual((await app.get(`/api/records?${both}`)).data, []);
    const wrong = await app.get(`/api/records?userId=${userId}&importId=x`);
    assert.deepEqual([wrong.status, wrong.message], [400, "导入编号（importId）必须是正整数"]);
  });

  test("rows that a commit would book are counted for each account", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["微信"]);
    const shown = await preview(app, userId, billOf(["零钱", "零钱", "工商银行(9876)"]));
    const booked = (one: { accounts: Place[] }) =>
      one.accounts.map(({ name, booked }) => [name, booked]);
    assert.deepEqual(booked(shown), [
      ["零钱", 2],
      ["工商银行(9876)", 1],
    ]);
    const decided = await app.put(`/api/imports/${shown.id}`, {
      rows: [
        { numbers: [1], action: "skip" },
        { numbers: [3], accountId: ids.get("微信") },
      ],
    });
    assert.deepEqual(booked(decided.data), [
      ["零钱", 1],
      ["工商银行(9876)", 0],
    ]);
  });
});

onEveryEngine("an account that goes while a preview is open", (open) => {
  const cases: [name: string, bill: string, named: boolean][] = [
    ["招商银行(1186)", billOf(["招商银行(1186)", "零钱"]), true],
    ["QIF", "!Type:Bank\nD2026-03-01\nT1000.00\nPPay\n^\nD2026-03-02\nT-5.50\nPShop\n^\n", false],
  ];
  for (const [name, bill, named] of cases) {
    for (const change of ["deleted", "archived"] as const) {
      test(`${change}: rows of ${name} ask for their account and are not booked elsewhere`, async () => {
        const app = await open();
        const { userId, ids } = await bookWith(app, ["招行", "别的"]);
        const account = ids.get("招行") as number;
        const shown = await preview(app, userId, bill, named ? {} : { account });
        const path = `/api/accounts/${account}`;
        if (change === "deleted") await app.remove(path);
        else await app.put(path, { archived: true });
        const asked = named ? "which-account" : "no-account";
        const before = await rowsOf(app, shown.id);
        const own = before.filter((row: { asked?: string }) => row.asked === asked);
        assert.equal(own.length, named ? 1 : 2);
        await commit(app, shown.id);
        const names = (await app.get(`/api/accounts?userId=${userId}`)).data.map(
          (one: { name: string; balance: number }) => [one.name, one.balance],
        );
        assert.ok(!names.some(([, balance]: [string, number]) => balance === 994.5));
        assert.equal(names.find(([one]: [string]) => one === "别的")[1], 0);
        await app.close();
      });
    }
  }

  test("an answer with another account books them there", async () => {
    const app = await open();
    const { userId, ids } = await bookWith(app, ["招行", "别的"]);
    const shown = await preview(app, userId, billOf(["招商银行(1186)"]));
    await app.remove(`/api/accounts/${ids.get("招行")}`);
    const [{ place }] = shown.accounts;
    const accounts = [{ place, accountId: ids.get("别的") }];
    const answered = await app.put(`/api/imports/${shown.id}`, { accounts });
    assert.equal(answered.status, 200, answered.text);
    await commit(app, shown.id);
    const { data } = await app.get(`/api/records?userId=${userId}`);
    assert.deepEqual(
      data.map(({ accountId }: { accountId: number }) => accountId),
      [ids.get("别的")],
    );
    await app.close();
  });
});
