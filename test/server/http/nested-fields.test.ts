/** A refusal names the place that is wrong, also within lists and objects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "typebox";
import { contract } from "../../../src/contract/contract.ts";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { preview, purchaseRow, upload, wechatBill } from "../../harness/bills.ts";

type Told = TSchema & {
  label?: { zh: string };
  rule?: { zh: string };
  item?: { zh: string };
  items?: Told;
  properties?: Record<string, Told>;
  anyOf?: Told[];
};

/** Every field within a body, with the path to it; what cannot be named in a refusal. */
function unnamed(schema: Told, path: string): string[] {
  const within = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      unnamed(one, `${path}.${name}`),
    ),
    ...(schema.items ? unnamed(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? [])
      .filter((one) => one.items || one.properties)
      .flatMap((one) => unnamed(one, path)),
  ];
  const isObject = schema.properties !== undefined;
  const named = isObject || (schema.label !== undefined && schema.rule !== undefined);
  const counted = schema.items === undefined || schema.item !== undefined;
  return [...(named && counted ? [] : [path]), ...within];
}

test("whatever a body holds has a name and a rule, and every list says what one of it is", () => {
  const bodies = Object.entries(contract).flatMap(([noun, verbs]) =>
    Object.entries(verbs as Record<string, { body?: Told }>).flatMap(([verb, { body }]) =>
      body ? [[`${noun}.${verb}`, body] as const] : [],
    ),
  );
  assert.ok(bodies.length > 15);
  assert.deepEqual(
    bodies.flatMap(([name, body]) => unnamed(body, name)),
    [],
  );
});

type Text = TSchema & { type?: string; enum?: unknown[]; text?: true; pattern?: string };

/** Texts that a NUL would pass, which PostgreSQL cannot hold, with the path to each. */
function withNul(schema: Told & Text, path: string): string[] {
  const closed =
    schema.text === true ||
    schema.enum !== undefined ||
    (schema.pattern?.startsWith("^") && !new RegExp(schema.pattern, "u").test("1\0"));
  return [
    ...(schema.type === "string" && !closed ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      withNul(one, `${path}.${name}`),
    ),
    ...(schema.items ? withNul(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => withNul(one, path)),
  ];
}

test("no text of a request may hold what a database cannot", () => {
  const parts = ["params", "query", "body"] as const;
  type Asked = Partial<Record<(typeof parts)[number], Told>>;
  const found = Object.entries(contract).flatMap(([noun, verbs]) =>
    Object.entries(verbs as Record<string, Asked>).flatMap(([verb, endpoint]) =>
      parts.flatMap((part) => withNul(endpoint[part] ?? {}, `${noun}.${verb} ${part}`)),
    ),
  );
  assert.deepEqual(found, []);
});

const WRONG_DECISIONS: [body: unknown, message: string][] = [
  [{ accounts: 5 }, "账户对应（accounts）格式不正确"],
  [{ accounts: [5] }, "第 1 个账户（accounts[0]）格式不正确"],
  [{ accounts: [{}] }, "第 1 个账户的位置（accounts[0].place）不能缺少"],
  [
    { accounts: [{ place: 0 }, { place: -1 }] },
    "第 2 个账户的位置（accounts[1].place）必须是 0 或正整数",
  ],
  [
    { accounts: [{ place: 0, create: { name: " ", type: "bank" } }] },
    "第 1 个账户的账户名称（accounts[0].create.name）必须是 1 到 100 个字符的文字，且不能全是空白",
  ],
  [
    { accounts: [{ place: 0 }, { place: 0 }, { place: 0, create: { name: "招行", type: "x" } }] },
    "第 3 个账户的账户类型（accounts[2].create.type）必须是 payment、bank 或 cash",
  ],
  [
    { accounts: [{ place: 0, create: { type: "bank" } }] },
    "第 1 个账户的账户名称（accounts[0].create.name）不能缺少",
  ],
  [
    {
      accounts: [
        { place: 0, accountId: 1 },
        { place: 0, accountId: 1, create: { name: "招行", type: "bank" } },
      ],
    },
    "第 2 个账户（accounts[1]）的 accountId 与 create 只能给出其中之一",
  ],
  [{ rows: [{ action: "skip" }] }, "第 1 个决定的行号（rows[0].numbers）不能缺少"],
  [
    { rows: [{ numbers: [], action: "skip" }] },
    "第 1 个决定的行号（rows[0].numbers）必须是 1 到 10,000 个正整数",
  ],
  [
    { rows: [{ numbers: [1, 2, "3"], action: "skip" }] },
    "第 1 个决定的第 3 个行号（rows[0].numbers[2]）必须是正整数",
  ],
  [
    { rows: [{ numbers: [1], action: "x" }] },
    "第 1 个决定的处理（rows[0].action）必须是 import、skip、merge、update 之一",
  ],
  [
    { rows: [{ numbers: [1], category: "" }] },
    "第 1 个决定的分类（rows[0].category）必须是 1 到 100 个字符的文字，且不能全是空白",
  ],
  [
    { rows: [{ numbers: [1], toAccountId: 0 }] },
    "第 1 个决定的转入账户编号（rows[0].toAccountId）必须是正整数",
  ],
];

const TABLE = "Wann,Wieviel,Wofür\n2026-03-01,-12.50,Brot\n";
const WRONG_MAPPINGS: [change: object | null, message: string][] = [
  [null, "列对应关系（mapping）必须是一个对象"],
  [{ fingerprint: 5 }, "列对应关系的表头指纹（mapping.fingerprint）必须是 tables 里给出的文字"],
  [{ columns: ["Wann"] }, "列对应关系的各列（mapping.columns）必须是一个对象，写明哪一列是什么"],
  [
    { columns: { date: "Wann", amount: 5 } },
    "列对应关系的金额列（mapping.columns.amount）必须是不超过 200 个字符的文字",
  ],
  [
    { columns: { date: "Wann", amount: "Betrag" } },
    "列对应关系里写的列“Betrag”（mapping.columns.amount）不在表头里",
  ],
  [{ model: "x" }, "列对应关系的金额怎么写（mapping.model）必须是 signed、in-out、typed 之一"],
  [{ dateOrder: "x" }, "列对应关系的日期次序（mapping.dateOrder）必须是 ymd、dmy、mdy、yymd 之一"],
  [{ flipSign: "yes" }, "列对应关系的正负相反（mapping.flipSign）必须是 true 或 false"],
  [{ decimal: ";" }, "列对应关系的小数点（mapping.decimal）必须是 .、, 之一"],
  [{ account: 5 }, "列对应关系的账户（mapping.account）必须是不超过 200 个字符的文字"],
  [{ currency: "yuan" }, "列对应关系的货币（mapping.currency）必须是三个大写字母"],
];

onEveryEngine("refusals of nested values", (open) => {
  test("a decision about an import", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const shown = await preview(app, userId, wechatBill([purchaseRow(1)]));
    for (const [body, message] of WRONG_DECISIONS) {
      const answer = await app.put(`/api/imports/${shown.id}`, body);
      assert.deepEqual([answer.status, answer.message], [400, message], JSON.stringify(body));
    }
    const english = await app.put(
      `/api/imports/${shown.id}`,
      { rows: [{ numbers: [1], action: "skip" }, { numbers: [1, 0] }] },
      { "x-language": "en" },
    );
    assert.equal(
      english.message,
      "row number 2 of decision 2 (rows[1].numbers[1]) must be a positive integer",
    );
    assert.equal((await app.get(`/api/imports/${shown.id}`)).data.rows[0].decided, false);
  });

  test("the question whose rows are wanted is a text that there can be", async (t) => {
    const app = await open();
    t.after(() => app.close());
    const { userId } = await someone(app);
    const { id } = await preview(app, userId, wechatBill([purchaseRow(1)]));
    const message = "问题（question）必须是 questions 里的 code";
    for (const question of ["%00", "similar%00"]) {
      const answer = await app.get(`/api/imports/${id}/rows?question=${question}`);
      assert.deepEqual([answer.status, answer.message], [400, message], question);
    }
    assert.deepEqual((await app.get(`/api/imports/${id}/rows?question=similar`)).data, []);
  });

  test("ids beyond every stored one, within a body too, are ids of nothing", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const shown = await preview(app, userId, wechatBill([purchaseRow(1)]));
    for (const body of [
      { accounts: [{ place: 0, accountId: 1e300 }] },
      { accounts: [{ place: 1e300, accountId: 1 }] },
      { rows: [{ numbers: [1], accountId: 1e300 }] },
      { rows: [{ numbers: [1e300], action: "skip" }] },
    ]) {
      const answer = await app.put(`/api/imports/${shown.id}`, body);
      assert.equal(answer.status, 404, `${JSON.stringify(body)}: ${answer.text}`);
    }
    const bulk = await app.post("/api/records/bulk", { userId, ids: [1e300], action: "delete" });
    assert.equal(bulk.status, 404, bulk.text);
  });

  test("a list of ids", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const bulk = async (ids: unknown) =>
      (await app.post("/api/records/bulk", { userId, ids, action: "delete" })).message;
    assert.equal(await bulk([1, 2, "x"]), "第 3 个记录编号（ids[2]）必须是正整数");
    assert.equal(await bulk([1, 1]), "记录编号（ids）必须是 1 到 1000 个不重复的正整数");
  });

  test("a column mapping", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const { tables } = await preview(app, userId, TABLE);
    const good = {
      ...tables[0].mapping,
      columns: { date: "Wann", amount: "Wieviel" },
      dateOrder: "ymd",
    };
    for (const [change, message] of WRONG_MAPPINGS) {
      const mapping = JSON.stringify(change && { ...good, ...change });
      const answer = await upload(app, userId, TABLE, { mapping });
      assert.deepEqual([answer.status, answer.message], [400, message], mapping);
    }
    const { status } = await preview(app, userId, TABLE, { mapping: JSON.stringify(good) });
    assert.equal(status, "ready");
  });
});
