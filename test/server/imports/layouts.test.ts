/** Tables whose columns a person names: tried on the first rows, several in a file, remembered, forgotten. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, rowsOf, upload } from "../../harness/bills.ts";
import { assertProved } from "../../harness/proof.ts";

const TABLE = "Wann,Wieviel,Art,Wofür\n2026-03-01,12.50,weg,Brot\n2026-03-02,7.00,her,Pfand\n";
const COLUMNS = { date: "Wann", amount: "Wieviel", type: "Art", description: "Wofür" };
const WORDS = { weg: "out", her: "in" };

/** Two tables of unknown columns in one file. */
const TWO = [
  ...["日期,钱数,Art,说明", "2026-03-01,12.50,weg,Brot", "2026-03-02,7.00,her,Pfand", ""],
  ...["交易日期,金额一,备注", "2026-04-01,-3.00,面包", "2026-04-02,-4.00,牛奶"],
].join("\n");

interface Proposal {
  fingerprint: string;
  headers: string[];
  encoding: string;
  remembered?: true;
  mapping: Record<string, unknown>;
}

async function sample(app: TestApp, userId: number, file: string, fields: object = {}) {
  const form = new FormData();
  form.set("userId", String(userId));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([file]), "haus.csv");
  const answer = await app.post("/api/imports/sample", form);
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}

async function proposals(app: TestApp, userId: number, file: string, fields = {}) {
  const shown = await preview(app, userId, file, fields);
  assert.equal(shown.status, "unmapped");
  return shown.tables as Proposal[];
}

onEveryEngine("tables whose columns a person names", (open) => {
  test("a mapping is tried on the first rows, and nothing is kept of it", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const [table] = await proposals(app, userId, TABLE);
    const mapping = { ...table?.mapping, columns: COLUMNS, model: "typed", words: WORDS };
    const { tables, accounts } = await sample(app, userId, TABLE, {
      mapping: JSON.stringify(mapping),
    });
    assert.deepEqual(
      tables[0].rows.map((row: Record<string, unknown>) => [row.kind, row.amount, row.action]),
      [
        ["expense", 12.5, "import"],
        ["income", 7, "import"],
      ],
    );
    assert.deepEqual([tables[0].layout, accounts.length], [table?.fingerprint, 1]);
    assert.deepEqual(tables[0].words, [
      { word: "weg", count: 1 },
      { word: "her", count: 1 },
    ]);
    const wrong = { ...mapping, columns: { date: "Wann" } };
    const refused = await sample(app, userId, TABLE, { mapping: JSON.stringify(wrong) });
    assert.deepEqual(
      [refused.tables[0].rows, refused.tables[0].questions[0].code, refused.problem.code],
      [[], "no-amount", "mapping-incomplete"],
    );
    const imports = (await app.get(`/api/imports?userId=${userId}`)).data;
    assert.deepEqual(
      imports.map((one: { status: string }) => one.status),
      ["unmapped"],
    );
    // A mapping that was only tried is not remembered.
    assert.equal((await preview(app, userId, TABLE)).status, "unmapped");
    await app.close();
  });

  test("what the chosen columns prove is filled in, and what they leave open is asked", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const tried = async (dates: string[], amounts: string[]) => {
      const file = dates.map((date, at) => `${date},"${amounts[at]}",x`);
      const table = `Wann,Wieviel,Wofür\n${file.join("\n")}\n`;
      const [proposal] = (await proposals(app, userId, table)) as [Proposal];
      const { fingerprint, account, currency } = proposal.mapping;
      const columns = { date: "Wann", amount: "Wieviel", description: "Wofür" };
      const mapping = { fingerprint, account, currency, columns, model: "signed" };
      const { tables } = await sample(app, userId, table, { mapping: JSON.stringify(mapping) });
      const { dateOrder, decimal, flipSign } = tables[0].mapping;
      const asked = tables[0].questions.map(({ code }: { code: string }) => code);
      return { dateOrder, decimal, flipSign, asked, rows: tables[0].rows.length };
    };
    assert.deepEqual(await tried(["13.03.2026", "14.03.2026"], ["-1.234,50", "-7,00"]), {
      ...{ dateOrder: "dmy", decimal: ",", flipSign: false, asked: [], rows: 2 },
    });
    assert.deepEqual(await tried(["03/04/2026", "05/06/2026"], ["-3.000", "-4.000"]), {
      ...{ dateOrder: undefined, decimal: undefined, flipSign: false, rows: 0 },
      asked: ["date-order", "decimal-mark"],
    });
    await app.close();
  });

  test("the sample holds at most 20 rows of each table, as the preview has them", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const lines = Array.from(
      { length: 30 },
      (_, at) => `2026-03-${10 + (at % 20)},-${at + 1}.00,x`,
    );
    const file = `Wann,Wieviel,Wofür\n${lines.join("\n")}\n`;
    const [table] = await proposals(app, userId, file);
    const columns = { date: "Wann", amount: "Wieviel", description: "Wofür" };
    const mapping = JSON.stringify({ ...table?.mapping, columns });
    const tried = (await sample(app, userId, file, { mapping })).tables[0];
    const shown = await preview(app, userId, file, { mapping });
    assert.deepEqual([tried.rows.length, tried.rowCount, shown.rowCount], [20, 30, 30]);
    assert.deepEqual(tried.rows, shown.rows.slice(0, 20));
    await app.close();
  });

  test("every table of a file is mapped, or left out and named", async () => {
    const app = await open();
    const { userId, accountId } = await someone(app);
    const [first, second] = (await proposals(app, userId, TWO)) as [Proposal, Proposal];
    const typed = { date: "日期", amount: "钱数", type: "Art", description: "说明" };
    const one = { ...first.mapping, columns: typed, model: "typed", words: WORDS };
    const columns = { date: "交易日期", amount: "金额一", description: "备注" };
    const two = { ...second.mapping, columns, flipSign: false };
    const both = await preview(app, userId, TWO, {
      account: accountId,
      mapping: JSON.stringify([one, two]),
    });
    assert.deepEqual(
      both.rows.map((row: { amount: number }) => row.amount),
      [12.5, 7, 3, 4],
    );
    const left = await preview(app, userId, TWO, {
      mapping: JSON.stringify([one, { ...second.mapping, leftOut: true }]),
    });
    assert.equal(left.rowCount, 2);
    assert.match(left.bills[0].notices.join(), /按您的选择没有导入/);
    await commit(app, both.id);
    await assertProved(app);
    // Both are remembered; the next file of them asks nothing.
    const next = await preview(app, userId, TWO.replaceAll("2026-0", "2025-0"));
    assert.equal(next.bills[0].remembered, true);
    await app.close();
  });

  test("the person says whether the first row holds names", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const [letters] = await proposals(app, userId, TABLE, { header: "none" });
    assert.deepEqual(letters?.headers, ["A", "B", "C", "D"]);
    const mapping = {
      ...letters?.mapping,
      columns: { date: "A", amount: "B", description: "D" },
      flipSign: true,
    };
    const fields = { mapping: JSON.stringify(mapping) };
    const shown = await preview(app, userId, TABLE, fields);
    assert.equal(shown.rowCount, 2);
    assert.equal((await preview(app, userId, TABLE)).bills[0].remembered, true);
    const named = await proposals(app, userId, TABLE, { header: "first" });
    assert.deepEqual(named[0]?.headers, ["Wann", "Wieviel", "Art", "Wofür"]);
    const wrong = await upload(app, userId, TABLE, { header: "last" });
    assert.deepEqual([wrong.status, /表头（header）/.test(wrong.text)], [400, true]);
    await app.close();
  });

  test("what is remembered is shown, changed, and forgotten", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const [table] = await proposals(app, userId, TABLE);
    assert.equal(table?.encoding, "utf-8");
    const mapping = { ...table?.mapping, columns: COLUMNS, model: "typed", words: WORDS };
    const first = await preview(app, userId, TABLE, { mapping: JSON.stringify(mapping) });
    assert.deepEqual(
      [first.bills[0].mapping.columns, first.bills[0].remembered],
      [COLUMNS, undefined],
    );
    const again = await preview(app, userId, TABLE);
    assert.deepEqual([again.bills[0].remembered, again.bills[0].mapping.words], [true, WORDS]);
    // It can be changed: the form begins with what is remembered.
    const [known] = await proposals(app, userId, TABLE, { askColumns: "true" });
    assert.deepEqual([known?.remembered, known?.mapping.columns], [true, COLUMNS]);
    const put = async (forget: boolean) => {
      const body = { layouts: [{ layout: again.bills[0].layout, forget }] };
      const answer = await app.put(`/api/imports/${again.id}`, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.data;
    };
    const forgotten = await put(true);
    assert.deepEqual([forgotten.bills[0].forgotten, forgotten.rowCount], [true, 2]);
    assert.equal((await preview(app, userId, TABLE)).status, "unmapped");
    assert.equal((await put(false)).bills[0].forgotten, undefined);
    assert.equal((await preview(app, userId, TABLE)).status, "ready");
    const answer = await app.put(`/api/imports/${again.id}`, {
      layouts: [{ layout: "none", forget: true }],
    });
    assert.equal(answer.status, 404);
    await app.close();
  });

  test("days without a year are of the stretch that was chosen, for this file alone", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const file = "日期,收支,金额,备注\n12-28,支出,25.00,饭\n01-05,收入,500.00,红包\n";
    const [table] = (await proposals(app, userId, file)) as (Proposal & {
      questions: { code: string; answers: { mapping: object }[] }[];
    })[];
    assert.deepEqual(
      table?.questions.map(({ code }) => code),
      ["year"],
    );
    const period = { from: "2024-12-28", to: "2025-01-05" };
    const mapping = { ...table?.mapping, period };
    for (const wrong of [
      { from: "2024-13-01", to: "2025-01-05" },
      { from: "2025-01-05", to: "2024-12-28" },
      2025,
    ]) {
      const sent = JSON.stringify({ ...mapping, period: wrong });
      const refused = await upload(app, userId, file, { mapping: sent });
      assert.equal(refused.status, 400);
      assert.match(refused.message ?? "", /日期范围.*YYYY-MM-DD/);
    }
    const shown = await preview(app, userId, file, { mapping: JSON.stringify(mapping) });
    await commit(app, shown.id);
    const records = (await app.get(`/api/records?userId=${userId}`)).data;
    assert.equal(records.length, 2);
    assert.deepEqual(
      (await rowsOf(app, shown.id)).map(({ time, amount }: { time: string; amount: number }) => [
        time,
        amount,
      ]),
      [
        ["2024-12-28", 25],
        ["2025-01-05", 500],
      ],
    );
    // The next file of this header is asked anew, and one that writes its years is not.
    const next = await preview(app, userId, file.replace("12-28", "12-20"));
    assert.equal(next.status, "unmapped");
    const dated = file.replace("12-28", "2025-12-28").replace("01-05", "2026-01-05");
    assert.equal((await preview(app, userId, dated)).status, "ready");
    await assertProved(app);
    await app.close();
  });

  test("money in columns that nobody chose is asked about, and what counts things is not", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const file = [
      "日期,早餐,午餐,人数",
      "2026-03-05,8.00,25.00,2",
      "2026-03-06,9.50,,1",
      "2026-03-07,,30.00,1",
    ].join("\n");
    const [table] = await proposals(app, userId, file);
    const columns = { date: "日期", amount: "早餐" };
    const mapping = { ...table?.mapping, columns, model: "signed", flipSign: true };
    const shown = await preview(app, userId, file, { mapping: JSON.stringify(mapping) });
    const rows = await rowsOf(app, shown.id);
    assert.deepEqual(
      rows.map(({ amount, questions = [] }: { amount: number; questions?: { code: string }[] }) => [
        amount,
        questions.map(({ code }) => code),
      ]),
      [
        [8, ["beside"]],
        [9.5, []],
        [0, ["unreadable"]],
      ],
    );
    await app.close();
  });

  test("two names of one wallet in a file make one account", async () => {
    const app = await open();
    const { userId } = await someone(app);
    const file = [
      "日期,收支,金额,账户",
      "2026-03-05,支出,25.00,京东白条",
      "2026-03-06,支出,5.00,白条",
      "2026-03-07,支出,5.00,白条鸡",
    ].join("\n");
    const [table] = await proposals(app, userId, file);
    const shown = await preview(app, userId, file, { mapping: JSON.stringify(table?.mapping) });
    assert.deepEqual(
      shown.accounts.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
      [
        ["京东白条", 2],
        ["白条鸡", 1],
      ],
    );
    await commit(app, shown.id);
    await app.close();
  });
});
