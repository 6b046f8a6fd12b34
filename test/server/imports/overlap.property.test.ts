/**
 * Payments of one card, told by files of its bank and of a wallet that overlap, with numbers, without, with
 * numbers that a spreadsheet has lost, and in other words: in any order the book is that of one import,
 * and an undo of any of them leaves what the others wrote.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { balanceOf, onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { commit, preview, purchaseRow, rowsOf, wechatBill } from "../../harness/bills.ts";
import { anotherAccount, assertProved } from "../../harness/proof.ts";

interface Payment {
  day: number;
  minute: number;
  yuan: string;
  shop: string;
}

const SHOPS = ["面馆", "地铁", "超市"];
const payment = fc.record({
  day: fc.integer({ min: 1, max: 6 }),
  minute: fc.integer({ min: 0, max: 1439 }),
  yuan: fc.constantFrom("3.00", "3.00", "18.00", "45.20"),
  shop: fc.constantFrom(...SHOPS),
});

const two = (value: number) => String(value).padStart(2, "0");
const dayOf = ({ day }: Payment) => `2026-03-${two(day)}`;
const clockOf = ({ minute }: Payment) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const idOf = (index: number) => `420000123420260300000000${two(index)}77`;

/** A payment with its place among all, in time. */
type Placed = Payment & { index: number; balance: string };

function placed(all: Payment[]): Placed[] {
  let cents = 100_000;
  const sorted = [...all].sort((a, b) => a.day - b.day || a.minute - b.minute);
  return sorted.map((one, index) => {
    cents -= Math.round(Number(one.yuan) * 100);
    return { ...one, index, balance: (cents / 100).toFixed(2) };
  });
}

const wallet = (some: Placed[]) =>
  wechatBill(
    some.map((one) =>
      purchaseRow(one.index, {
        time: `${dayOf(one)} ${clockOf(one)}:17`,
        who: one.shop,
        what: "商品",
        yuan: one.yuan,
        method: "招商银行(1186)",
        id: idOf(one.index),
      }),
    ),
  );

const bank = (some: Placed[], textOf: (one: Placed) => string) =>
  [
    "# 招商银行交易记录",
    "# 账号: [6225********1186]",
    '"交易日期","交易时间","收入","支出","余额","交易类型","交易备注"',
    ...some.map(
      (one) =>
        `"\t${dayOf(one).replaceAll("-", "")}","\t${clockOf(one)}:19","","\t${one.yuan}","\t${one.balance}","\t消费","\t${textOf(one)}"`,
    ),
  ].join("\r\n");

const ofx = (some: Placed[]) =>
  [
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\n",
    "<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>CNY",
    "<BANKACCTFROM><BANKID>1<ACCTID>6225000000001186<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>",
    ...some.map(
      (one) =>
        `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${dayOf(one).replaceAll("-", "")}<TRNAMT>-${one.yuan}<FITID>F${one.index}<NAME>${one.shop}</STMTTRN>`,
    ),
    "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
  ].join("\n");

const cardOfx = (some: Placed[]) =>
  ofx(some)
    .replace("BANKMSGSRSV1", "CREDITCARDMSGSRSV1")
    .replace("/BANKMSGSRSV1", "/CREDITCARDMSGSRSV1")
    .replaceAll("STMTTRNRS", "CCSTMTTRNRS")
    .replaceAll("STMTRS", "CCSTMTRS")
    .replace(
      /<BANKACCTFROM>.*<\/BANKACCTFROM>/,
      "<CCACCTFROM><ACCTID>4392000000007449</CCACCTFROM>",
    )
    .replaceAll("<TRNTYPE>DEBIT", "<TRNTYPE>CREDIT")
    .replaceAll("<TRNAMT>-", "<TRNAMT>")
    .replaceAll("<NAME>", "<NAME>PAYMENT THANK YOU");

const withoutSeconds = (text: string) =>
  text.replace(/2026-03-0(\d) (\d\d:\d\d):\d\d/g, "2026/3/$1 $2");

/** The ways in which a file may tell payments. */
const WAYS: Record<string, (some: Placed[]) => string> = {
  wallet,
  resaved: (some) => withoutSeconds(wallet(some)),
  numbersLost: (some) => withoutSeconds(wallet(some)).replace(/4200001234\d{18}\t/g, "4.20000E+27"),
  bank: (some) => bank(some, ({ shop }) => `财付通-${shop}`),
  reworded: (some) => bank(some, ({ index }) => `POS ${SHOPS[index % 3]?.length}${index}`),
  ofx,
};

/** Whole days of a statement, as one of the ways tells them. */
const piece = fc
  .record({
    way: fc.constantFrom(...Object.keys(WAYS)),
    from: fc.integer({ min: 1, max: 6 }),
    days: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ way, from, days }) => ({ way, from, to: from + days - 1 }));

interface Row {
  number: number;
  time: string;
  amount: number;
  fate: string;
  action: string;
  recordId?: number;
}

interface Book {
  app: TestApp;
  userId: number;
  account: number;
}

type Booked = { id: number; amount: number; date: string; importId: number; accountId: number };
const recordsOf = async ({ app, userId }: Book): Promise<Booked[]> =>
  (await app.get(`/api/records?userId=${userId}`)).data;

const localDay = (instant: string) =>
  new Date(instant).toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });

/** How many records there are of an amount and a day. */
function counted(records: Booked[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { amount, date } of records) {
    const name = `${localDay(date)} ${amount}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort());
}

/** Imports a piece; what asks is answered as it is: merged where its day is in the book. */
async function take(book: Book, file: string, mergers: Map<number, number[]>): Promise<number> {
  const { app, userId, account } = book;
  const before = counted(await recordsOf(book));
  const shown = await preview(app, userId, file, { account });
  const rows: Row[] = await rowsOf(app, shown.id);
  const isThere = ({ time, amount }: Row) => (before[`${time.slice(0, 10)} ${amount}`] ?? 0) > 0;
  const asked = rows.filter(({ fate }) => fate === "similar");
  for (const [action, which] of [
    ["merge", asked.filter(isThere)],
    ["import", asked.filter((row) => !isThere(row))],
  ] as [string, Row[]][]) {
    if (which.length === 0) continue;
    const decision = { numbers: which.map(({ number }) => number), action };
    const answer = await app.put(`/api/imports/${shown.id}`, { rows: [decision] });
    assert.equal(answer.status, 200, answer.text);
  }
  await commit(app, shown.id);
  for (const { action, recordId } of (await rowsOf(app, shown.id)) as Row[]) {
    if (action !== "merge" || recordId === undefined) continue;
    mergers.set(recordId, [...(mergers.get(recordId) ?? []), shown.id]);
  }
  return shown.id;
}

const runs = Number(process.env.FC_RUNS ?? 8);

/** A wallet's row whose line stands on its day is not the bank's row of another day. */
const NEAR_BUT_ANOTHER = {
  payments: [
    { day: 5, minute: 0, yuan: "3.00", shop: "面馆" },
    { day: 2, minute: 0, yuan: "3.00", shop: "超市" },
    { day: 1, minute: 0, yuan: "3.00", shop: "面馆" },
  ],
  pieces: [
    { way: "ofx", from: 1, to: 2 },
    { way: "bank", from: 3, to: 5 },
    { way: "wallet", from: 1, to: 2 },
    { way: "wallet", from: 2, to: 5 },
  ],
  undone: [0, 0, 0, 0],
};

onEveryEngine("files that overlap", (open) => {
  test("give the book of one import, and an undo leaves what the others wrote", async () => {
    const app = await open();
    const story = fc.record({
      payments: fc.array(payment, { minLength: 1, maxLength: 10 }),
      pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
      undone: fc.array(fc.nat(7), { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ payments, pieces, undone }) => {
        const { userId } = await someone(app);
        const account = await anotherAccount(app, userId, { name: "招商银行(1186)" });
        const book = { app, userId, account };
        const all = placed(payments);
        const mergers = new Map<number, number[]>();
        const imports: number[] = [];
        const told = new Set<number>();
        for (const { way, from, to } of pieces) {
          const some = all.filter(({ day }) => day >= from && day <= to);
          if (some.length === 0) continue;
          imports.push(await take(book, (WAYS[way] as (typeof WAYS)[string])(some), mergers));
          for (const { index } of some) told.add(index);
          const wanted = all.filter(({ index }) => told.has(index));
          assert.deepEqual(
            counted(await recordsOf(book)),
            counted(
              wanted.map((one) => ({
                ...{ id: 0, importId: 0, accountId: account },
                amount: Number(one.yuan),
                date: `${dayOf(one)}T04:00:00Z`,
              })),
            ),
            `after ${way} of ${from} to ${to}`,
          );
          for (const { accountId } of await recordsOf(book)) assert.equal(accountId, account);
        }
        await undoAll(book, imports, undone, mergers);
      }),
      { numRuns: runs, examples: [[NEAR_BUT_ANOTHER]] },
    );
    await assertProved(app);
    await app.close();
  });

  test("of a bank and a card tell each repayment once, in either order", async () => {
    const app = await open();
    const repayment = fc.record({
      day: fc.integer({ min: 1, max: 6 }),
      late: fc.nat(1),
      yuan: fc.constantFrom("100.00", "100.00", "250.00"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(repayment, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (repayments, cardFirst) => {
          const { userId } = await someone(app);
          const account = await anotherAccount(app, userId, { name: "招商银行(1186)" });
          const card = await anotherAccount(app, userId, { name: "招商银行信用卡(7449)" });
          const paid = repayments.map((one, index) => ({
            ...one,
            minute: index,
            shop: "",
            index,
            balance: "",
          }));
          const told = paid.map((one) => ({ ...one, day: one.day + one.late }));
          const files: [string, number][] = [
            [bank(paid, () => "信用卡还款 招商银行信用卡(7449)"), account],
            [cardOfx(told), card],
          ];
          if (cardFirst) files.reverse();
          const ids: number[] = [];
          for (const [file, of] of files) {
            const shown = await preview(app, userId, file, { account: of });
            await answer(app, shown.id, "similar", { action: "merge" });
            await answer(app, shown.id, "no-account", { accountId: account });
            await commit(app, shown.id);
            ids.push(shown.id);
          }
          const sum = repayments.reduce((total, { yuan }) => total + Number(yuan), 0);
          const balances = async () => [await balanceOf(app, account), await balanceOf(app, card)];
          assert.deepEqual(await balances(), [-sum, sum]);
          const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
          assert.equal(transfers.length, repayments.length);
          assert.deepEqual(await recordsOf({ app, userId, account }), []);
          for (const id of ids) assert.equal((await app.remove(`/api/imports/${id}`)).status, 200);
          assert.deepEqual(await balances(), [0, 0]);
        },
      ),
      { numRuns: runs },
    );
    await assertProved(app);
    await app.close();
  });
});

/** One answer to a question, where the preview asks it. */
async function answer(app: TestApp, id: number, code: string, given: object): Promise<void> {
  const rows: { asked?: string }[] = await rowsOf(app, id);
  if (!rows.some(({ asked }) => asked === code)) return;
  const put = await app.put(`/api/imports/${id}`, { questions: [{ code, ...given }] });
  assert.equal(put.status, 200, put.text);
}

async function undoAll(
  book: Book,
  imports: number[],
  order: number[],
  mergers: Map<number, number[]>,
): Promise<void> {
  const left = [...imports];
  for (const which of order.slice(0, imports.length)) {
    const [gone] = left.splice(which % left.length, 1) as [number];
    const wanted = (await recordsOf(book)).flatMap(({ id, importId }) => {
      if (importId !== gone) return [[id, importId]];
      const heir = (mergers.get(id) ?? []).find((one) => left.includes(one));
      return heir === undefined ? [] : [[id, heir]];
    });
    const answer = await book.app.remove(`/api/imports/${gone}`);
    assert.equal(answer.status, 200, answer.text);
    const records = await recordsOf(book);
    const sorted = (pairs: number[][]) => pairs.sort(([a = 0], [b = 0]) => a - b);
    assert.deepEqual(sorted(records.map(({ id, importId }) => [id, importId])), sorted(wanted));
    const { balance } = (await book.app.get(`/api/accounts/${book.account}`)).data;
    const sum = records.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
    assert.equal(Math.round(balance * 100) + sum, 0);
  }
  assert.deepEqual(await recordsOf(book), []);
}
