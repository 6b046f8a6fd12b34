/**
 * Work grows with its input and not with the square of it: each piece is given an input and one twice as large,
 * and the processor's time is compared, not the clock's. Linear work takes twice as long, quadratic work four
 * times; the bound lies between, with room for what a busy machine does to either.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileRules, findRule } from "../../src/bills/categories/rules.ts";
import { readBill } from "../../src/bills/index.ts";
import { contract } from "../../src/contract/contract.ts";
import { Refusal } from "../../src/contract/refusal.ts";
import { type Day, shiftDay } from "../../src/ledger/calendar.ts";
import { fen } from "../../src/ledger/money.ts";
import { parseQuery } from "../../src/server/http/body.ts";
import { checkOf } from "../../src/server/http/validate.ts";
import { BookNames } from "../../src/server/imports/match-account.ts";
import { rememberDecisions } from "../../src/server/imports/remember.ts";
import { clockContext } from "../../src/server/plans/clock.ts";
import { sql } from "../../src/store/sql.ts";
import { openApp, someone } from "../harness/app.ts";
import { preview, purchaseRow, wechatBill } from "../harness/bills.ts";
import type { Owner } from "../harness/book.ts";
import { insertPlans } from "../harness/plans.ts";
import { cpuMs } from "../harness/processor-time.ts";

const MOST = 3;
const TRIES = 4;
/** Shorter work is given larger inputs: what a few milliseconds take says nothing. */
const LEAST_MS = 60;

/** Makes the work for inputs of a size and of twice that; fails when it takes more than linear time. */
async function growsLinearly(
  size: number,
  make: (size: number) => () => unknown,
  largest = size * 16,
): Promise<void> {
  await make(size)();
  let small = size;
  while (small < largest && (await cpuMs(make(small))) < LEAST_MS) small *= 2;
  const ratios: number[] = [];
  // The least of several: a collection of garbage may fall into any of them.
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [one, two] = [make(small), make(small * 2)];
    ratios.push((await cpuMs(two)) / (await cpuMs(one)));
    if (Math.min(...ratios) < MOST) return;
  }
  assert.fail(`twice ${small} takes ${ratios.map((ratio) => ratio.toFixed(1)).join(", ")} times`);
}

const repeat = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join("");

describe("twice as much takes twice as long", () => {
  test("reading a query", () =>
    growsLinearly(20_000, (size) => {
      const text = repeat(size, () => "a=1&");
      return () => parseQuery(text);
    }));

  test("reading a date that is none", () =>
    growsLinearly(8000, (size) => {
      const check = checkOf(contract.records.list);
      const query = { userId: "1", startDate: "T".repeat(size) + " ".repeat(size) };
      return () => assert.throws(() => check({}, query, {}), Refusal);
    }));

  test("refusing a body that is wrong in very many places", () =>
    growsLinearly(1000, (size) => {
      const check = checkOf(contract.imports.update);
      const rows = Array.from({ length: size }, () => ({ numbers: ["x"], action: 7 }));
      return () =>
        assert.throws(
          () => check({ id: "1" }, {}, { rows, accounts: rows.slice(0, 900) }),
          Refusal,
        );
    }));

  const files: [string, number, (size: number) => string][] = [
    [
      "a wallet's bill",
      1000,
      (size) => wechatBill(Array.from({ length: size }, (_, index) => purchaseRow(index))),
    ],
    [
      "a bill in which every line asks about its account",
      1000,
      (size) =>
        wechatBill(
          Array.from({ length: size }, (_, index) =>
            purchaseRow(index, { method: `银行${index}(${String(index).padStart(4, "0")})` }),
          ),
        ),
    ],
    [
      "a bill of refunds that any of its purchases may be meant by",
      2000,
      (size) =>
        wechatBill(
          Array.from({ length: size }, (_, index) =>
            purchaseRow(
              index,
              index % 2 === 0 ? {} : { direction: "收入", type: "退款", status: "已退款(￥1.00)" },
            ),
          ),
        ),
    ],
    [
      "a bank's tables one below another",
      1000,
      (size) =>
        repeat(
          size,
          (index) =>
            `# 招商银行交易记录\n"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"\n"20260305","12:30:05","","5.00","10.00","转账","${index}"\n`,
        ),
    ],
    [
      "QIF",
      1000,
      (size) =>
        `!Type:Bank\n${repeat(size, (index) => `D2026-03-15\nT-${index + 1}.00\nPname ${index}\n^\n`)}`,
    ],
    [
      "Beancount",
      1000,
      (size) =>
        `2020-01-01 open Assets:Cash CNY\n2020-01-01 open Expenses:Food CNY\n${repeat(
          size,
          (index) =>
            `2026-03-15 * "shop ${index}" "lunch"\n  Expenses:Food  ${index + 1}.00 CNY\n  Assets:Cash\n\n`,
        )}`,
    ],
    [
      "a table of no known format",
      1000,
      (size) =>
        `Date,Text,Amount\n${repeat(size, (index) => `2026-03-${String(10 + (index % 20))},shop ${index},-${index + 1}.50\n`)}`,
    ],
  ];
  for (const [name, size, text] of files) {
    test(`reading ${name}`, () =>
      growsLinearly(
        size,
        (count) => {
          const bytes = new TextEncoder().encode(text(count));
          return () => readBill(bytes).catch(() => {});
        },
        16_000,
      ));
  }

  test("reading a bank's row whose merchant is a very long text", () =>
    growsLinearly(
      5000,
      (size) => {
        const [half] = [size / 2];
        const who = `甲${" ".repeat(half)}乙${"a".repeat(half)}丙`;
        const text = `交易日期,交易时间,交易金额,账户余额,交易摘要,对方信息\n20260315,120000,-9.90,90.10,消费,${who}\n`;
        const bytes = new TextEncoder().encode(text);
        return () => readBill(bytes).catch(() => {});
      },
      160_000,
    ));

  test("reading a table whose column has a very long name", () =>
    growsLinearly(
      5000,
      (size) => {
        const name = `a${" ".repeat(size)}b`;
        const bytes = new TextEncoder().encode(`Date,Amount,${name}\n2026-03-15,-1.50,x\n`);
        return () => readBill(bytes).catch(() => {});
      },
      160_000,
    ));

  test("finding the accounts of very many names", () =>
    growsLinearly(2000, (size) => {
      const name = (index: number) => `账户 ${index}`;
      const accounts = Array.from({ length: size }, (_, index) => ({
        ...{ id: index + 1, name: name(index), type: "bank", archived: 0 },
      }));
      return () => {
        const names = new BookNames({ names: [], accounts });
        for (let index = 0; index < size; index += 1) names.find("wechat", name(index));
        names.findByBank(accounts.map((account) => account.name));
      };
    }));

  test("holding lines against very many rules", () =>
    growsLinearly(
      1000,
      (size) => {
        const rules = Array.from({ length: size }, (_, index) => ({
          ...{ id: index, field: "any" as const, text: `商户 ${index} 号`, category: "餐饮" },
          match: index % 2 === 0 ? ("contains" as const) : ("equals" as const),
        }));
        const line = { kind: "expense", description: "", account: "微信零钱", amount: fen(1) };
        return () => {
          const compiled = compileRules(rules);
          for (let index = 0; index < size; index += 1) {
            findRule(compiled, { ...line, counterparty: `在商户 ${index} 号店` });
          }
        };
      },
      32_000,
    ));

  test("proving very many accounts, with a transfer of each", async (t) => {
    const app = await openApp();
    t.after(() => app.close());
    const owners = new Map<number, number>();
    for (const size of [500, 1000, 2000, 4000]) {
      const { userId, accountId } = await someone(app);
      owners.set(size, userId);
      await app.db.write(async (db) => {
        const rows = (row: (index: number) => unknown[]) =>
          Array.from({ length: size }, (_, index) => row(index)).flat();
        const at = "2026-03-15T00:00:00.000Z";
        await db.insert(
          "accounts",
          ["user_id", "name", "type", "color", "opening", "balance", "created_at", "updated_at"],
          rows((index) => [userId, `账户 ${index}`, "bank", "#1890FF", 0, 0, at, at]),
        );
        const own = await db.all<{ id: number }>(
          sql`select id from accounts where user_id = ${userId} and id <> ${accountId} order by id`,
        );
        await db.insert(
          "transfers",
          [
            ...["user_id", "from_account_id", "to_account_id", "amount", "date", "day", "timed"],
            ...["created_at", "updated_at"],
          ],
          rows((index) => [...[userId, accountId, own[index]?.id, 1, at, "2026-03-15", 0, at, at]]),
        );
      });
    }
    let serial = 0;
    await growsLinearly(
      500,
      (size) => async () => {
        serial += 1;
        const url = `/api/overview?userId=${owners.get(size)}&parts=proof&_=${serial}`;
        assert.equal((await app.app.inject({ url })).statusCode, 200);
      },
      2000,
    );
  });

  test("deciding each row of a preview by itself", async (t) => {
    const app = await openApp();
    t.after(() => app.close());
    const { userId } = await someone(app);
    const imports = new Map<number, number>();
    for (const size of [500, 1000, 2000, 4000]) {
      const rows = Array.from({ length: size }, (_, index) => purchaseRow(size * 10 + index));
      imports.set(size, (await preview(app, userId, wechatBill(rows))).id);
    }
    let serial = 0;
    await growsLinearly(
      500,
      (size) => async () => {
        serial += 1;
        const category = `类 ${serial}`;
        const rows = Array.from({ length: size }, (_, at) => ({ numbers: [at + 1], category }));
        const answer = await app.put(`/api/imports/${imports.get(size)}`, { rows });
        assert.equal(answer.status, 200, answer.text.slice(0, 200));
      },
      2000,
    );
  });

  test("proposing rules from very many corrections beside very many rules", async (t) => {
    const app = await openApp();
    t.after(() => app.close());
    const books = new Map<number, { userId: number; id: number }>();
    for (const size of [500, 1000, 2000, 4000]) {
      const { userId } = await someone(app);
      const rows = Array.from({ length: size }, (_, index) => purchaseRow(size * 10 + index));
      const { id } = await preview(app, userId, wechatBill(rows));
      books.set(size, { userId, id });
      await app.db.write(async (db) => {
        await db.run(sql`update import_rows set action = 'import', proposed = '餐饮',
          category = '购物', counterparty = '商户 ' || number where user_id = ${userId}`);
        const at = "2026-03-15T00:00:00.000Z";
        await db.insert(
          "rules",
          ["user_id", "state", "field", "match", "text", "created_at", "updated_at"],
          Array.from({ length: size }, (_, index) => [
            ...[userId, "proposed", "counterparty", "equals", `别家 ${index}`, at, at],
          ]).flat(),
        );
      });
    }
    const now = Date.parse("2026-03-15T04:00:00Z");
    await growsLinearly(
      500,
      (size) => () => {
        const { userId, id } = books.get(size) as { userId: number; id: number };
        return app.db.write(
          (db) => rememberDecisions(clockContext(db, userId, now, "Asia/Shanghai"), id),
          { userId, long: true },
        );
      },
      2000,
    );
  });

  test("listing very many balances that the bank has stated", async (t) => {
    const app = await openApp();
    t.after(() => app.close());
    const accounts = new Map<number, number>();
    for (const size of [2000, 4000, 8000, 16_000]) {
      const { userId, accountId } = await someone(app);
      accounts.set(size, accountId);
      const at = "2026-03-15T00:00:00.000Z";
      await app.db.write((db) =>
        db.insert(
          "checkpoints",
          ["user_id", "account_id", "day", "stated", "source", "created_at", "updated_at"],
          Array.from({ length: size }, (_, index) => [
            ...[userId, accountId, shiftDay("1970-01-01" as Day, index), 1, "hand", at, at],
          ]).flat(),
        ),
      );
    }
    let serial = 0;
    await growsLinearly(
      2000,
      (size) => async () => {
        serial += 1;
        const url = `/api/accounts/${accounts.get(size)}/checkpoints?_=${serial}`;
        assert.equal((await app.app.inject({ url })).statusCode, 200);
      },
      8000,
    );
  });

  test("reading what very many plans bring", async (t) => {
    const app = await openApp({ now: Date.parse("2026-12-01T04:00:00Z") });
    t.after(() => app.close());
    const owners = new Map<number, Owner>();
    for (const size of [40, 80, 160, 320]) {
      owners.set(size, await someone(app));
      await insertPlans(app, owners.get(size) as Owner, size, "2026-12-02" as Day);
    }
    let serial = 0;
    for (const path of [
      "/api/forecast?days=400",
      "/api/occurrences?startDate=2026-12-01&endDate=2027-12-31",
      "/api/occurrences?startDate=8000-12-01&endDate=8001-12-31",
      "/api/plans?",
    ]) {
      await growsLinearly(
        40,
        (size) => async () => {
          serial += 1;
          const url = `${path}&userId=${owners.get(size)?.userId}&_=${serial}`;
          assert.equal((await app.app.inject({ url })).statusCode, 200);
        },
        160,
      );
    }
  });

  test("reading plans of which very much waits", async (t) => {
    const app = await openApp({ now: Date.parse("2026-12-01T04:00:00Z") });
    t.after(() => app.close());
    const owners = new Map<number, number>();
    for (const size of [100, 200, 400, 800]) {
      const owner = await someone(app);
      owners.set(size, owner.userId);
      await insertPlans(app, owner, 20, "2026-12-02" as Day);
      await app.db.write(async (db) => {
        await db.run(sql`update plans set amount_mode = 'estimate'`);
        const plans = await db.all<{ id: number }>(
          sql`select id from plans where user_id = ${owner.userId}`,
        );
        const rows = plans.flatMap(({ id }) =>
          Array.from({ length: size }, (_, back) => [
            ...[owner.userId, id, shiftDay("2026-12-01" as Day, -back), "waiting"],
          ]),
        );
        await db.insert("plan_occurrences", ["user_id", "plan_id", "due", "state"], rows.flat());
      });
    }
    let serial = 0;
    for (const path of ["/api/forecast?days=9", "/api/plans?"]) {
      await growsLinearly(
        100,
        (size) => async () => {
          for (let time = 0; time < 4; time += 1) {
            serial += 1;
            const url = `${path}&userId=${owners.get(size)}&_=${serial}`;
            assert.equal((await app.app.inject({ url })).statusCode, 200);
          }
        },
        400,
      );
    }
  });

  test("previewing a bill of as many accounts as lines, and looking at it", async (t) => {
    const app = await openApp();
    t.after(() => app.close());
    const { userId } = await someone(app);
    await growsLinearly(
      500,
      (size) => {
        const rows = Array.from({ length: size }, (_, index) =>
          purchaseRow(index, { method: `银行${index}(${String(index).padStart(5, "0")})` }),
        );
        const bill = wechatBill(rows);
        return async () => {
          const { id } = await preview(app, userId, bill);
          await app.get(`/api/imports/${id}`);
          await app.remove(`/api/imports/${id}`);
        };
      },
      2000,
    );
  });
});
