/**
 * Plays a fault case of an imported bill over HTTP (test/bills/faults/README.md) and judges the book:
 * right, asked (nothing wrong is booked, and all that is missing is seen and asked about), or wrong.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { someone, type TestApp } from "./app.ts";
import { upload } from "./bills.ts";

const FOLDER = join(import.meta.dirname, "../bills/faults");

interface WantedRow {
  date: string;
  amount: number | string;
  kind?: string;
  account?: string;
  from?: string;
  to?: string;
  text?: string;
}

interface Expected {
  /** Words where the figures say it all. */
  rows?: WantedRow[] | WantedRow[][] | string;
  net?: number;
  balances?: Record<string, number>;
  accounts?: number;
  income?: number;
  expense?: number;
  held?: number[];
  asked?: number[];
  orAsked?: number[];
  amounts?: number[];
  texts?: string[];
  questionsHeld?: boolean;
  notice?: string;
}

interface Step {
  account?: string;
  type?: string;
  record?: Record<string, unknown> & { account: string };
  rule?: Record<string, unknown> & { account?: string };
  preview?: string;
  into?: string;
  encoding?: string;
  mapping?: Record<string, unknown>;
  decide?: string;
  rows?: number[] | string;
  action?: string;
  commit?: string;
  undo?: string;
  must?: "right";
}

export interface FaultCase {
  name: string;
  kind: string;
  files: string[];
  steps?: Step[] | Step[][];
  expected: Expected;
  severity: string;
}

export type Verdict = "right" | "asked" | "wrong";
export interface Judgement {
  verdict: Verdict;
  /** What is wrong or asked, for people. */
  why: string[];
}

/** All cases of the folder, by name. */
export function faultCases(): FaultCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
}

interface Row {
  number: number;
  kind: string;
  time: string;
  amount: number;
  fate: string;
  action: string;
  reason?: string;
  questions?: { code: string }[];
  suggestion?: object;
}

/** An upload of a play: the import, or only the refusal. */
interface Preview {
  id?: number;
  rows: Row[];
  /** The mapping or the file asks something itself. */
  asks: boolean;
  text: string;
}

interface Play {
  app: TestApp;
  userId: number;
  previews: Map<string, Preview>;
  mustBeRight: boolean;
}

/** Plays the case, each of its plays in a book of its own, and returns the worst verdict. */
export async function playCase(app: TestApp, one: FaultCase): Promise<Judgement> {
  let worst: Judgement = { verdict: "right", why: [] };
  for (const steps of playsOf(one)) {
    const { userId, accountId } = await someone(app);
    await app.remove(`/api/accounts/${accountId}`);
    const play: Play = { app, userId, previews: new Map(), mustBeRight: false };
    for (const step of steps) await takeStep(play, step);
    const judged = await judge(play, one.expected);
    if (play.mustBeRight && judged.verdict === "asked") judged.verdict = "wrong";
    if (RANK[judged.verdict] > RANK[worst.verdict]) worst = judged;
  }
  return worst;
}

const RANK: Record<Verdict, number> = { right: 0, asked: 1, wrong: 2 };

function playsOf({ files, steps }: FaultCase): Step[][] {
  if (steps === undefined) return [files.flatMap((file) => [{ preview: file }, { commit: file }])];
  return Array.isArray(steps[0]) ? (steps as Step[][]) : [steps as Step[]];
}

async function takeStep(play: Play, step: Step): Promise<void> {
  const { app, userId } = play;
  if (step.account !== undefined) await makeAccount(play, step.account, step.type ?? "bank");
  if (step.record) {
    const { account, ...record } = step.record;
    const accountId = await accountNamed(play, account);
    must(await app.post("/api/records", { userId, accountId, ...record }));
  }
  if (step.rule) {
    const { account, ...rule } = step.rule;
    const accountId = account === undefined ? undefined : await accountNamed(play, account);
    must(await app.post("/api/rules", { userId, accountId, ...rule }));
  }
  if (step.preview !== undefined) play.previews.set(step.preview, await previewFile(play, step));
  if (step.decide !== undefined) await decide(play, step);
  if (step.commit !== undefined) await commit(play, step.commit);
  if (step.undo !== undefined) {
    const { id } = play.previews.get(step.undo) as Preview;
    if (id !== undefined) must(await app.remove(`/api/imports/${id}`));
  }
  if (step.must === "right") play.mustBeRight = true;
}

function must<A extends { status: number; text: string }>(answer: A): A {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

async function makeAccount({ app, userId }: Play, name: string, type: string): Promise<number> {
  return must(await app.post("/api/accounts", { userId, name, type })).data.id;
}

async function accountNamed(play: Play, name: string): Promise<number> {
  const all = (await play.app.get(`/api/accounts?userId=${play.userId}`)).data;
  const found = all.find((one: { name: string }) => one.name === name);
  return found?.id ?? makeAccount(play, name, "bank");
}

async function previewFile(play: Play, step: Step): Promise<Preview> {
  const { app, userId } = play;
  const name = step.preview as string;
  const bytes = readFileSync(join(FOLDER, name));
  const fields: Record<string, string | number> = {};
  if (step.encoding) fields.encoding = step.encoding;
  if (step.into) fields.account = await accountNamed(play, step.into);
  let answer = await upload(app, userId, bytes, fields, name);
  let asks = false;
  if (answer.status === 200 && answer.data.status === "unmapped") {
    const [table] = answer.data.tables;
    // What the proposal asks must be answered by the case, else the mapping is the question.
    asks = table.questions.length > 0 && step.mapping === undefined;
    const mapping = {
      ...table.mapping,
      ...step.mapping,
      columns: { ...table.mapping.columns, ...(step.mapping?.columns as object) },
    };
    if (asks) return { rows: [], asks, text: answer.text };
    const mapped = { ...fields, mapping: JSON.stringify(mapping) };
    answer = await upload(app, userId, bytes, mapped, name);
  }
  if (answer.status !== 200 || answer.data.status !== "ready") {
    return { rows: [], asks: isQuestion(answer), text: answer.text };
  }
  const { id } = answer.data;
  const rows: Row[] = (await app.get(`/api/imports/${id}/rows`)).data;
  return { id, rows, asks: false, text: answer.text + JSON.stringify(rows) };
}

/** A refusal that the person can answer: which password, which encoding, which columns. */
function isQuestion(answer: { headers: object; data: { status?: string } | null }): boolean {
  const problem = String((answer.headers as Record<string, unknown>)["bill-problem"] ?? "");
  return problem.startsWith("ask-") || answer.data?.status === "unmapped";
}

async function decide(play: Play, step: Step): Promise<void> {
  const found = play.previews.get(step.decide as string) as Preview;
  if (found.id === undefined) return;
  const numbers = found.rows.filter((row) => isMeant(row, step.rows)).map(({ number }) => number);
  if (numbers.length === 0) return;
  const body = { userId: play.userId, rows: [{ numbers, action: step.action }] };
  must(await play.app.put(`/api/imports/${found.id}`, body));
  found.rows = (await play.app.get(`/api/imports/${found.id}/rows`)).data;
}

function isMeant(row: Row, which: Step["rows"]): boolean {
  if (Array.isArray(which)) return which.includes(row.number);
  if (which === "suggested") return row.suggestion !== undefined;
  const code = (which as string).slice("asked:".length);
  return row.questions?.some((question) => question.code === code) === true;
}

async function commit(play: Play, file: string): Promise<void> {
  const { id } = play.previews.get(file) as Preview;
  if (id === undefined) return;
  const path = `/api/imports/${id}/commit`;
  // A preview that the book has overtaken is shown anew once, and then taken as it stands.
  const answer = await play.app.post(path);
  if (answer.status === 409) must(await play.app.post(path));
  else must(answer);
  const found = play.previews.get(file) as Preview;
  found.rows = (await play.app.get(`/api/imports/${id}/rows`)).data;
}

/** A record or a transfer as the cases name it. */
interface Booked {
  date: string;
  amount: number | string;
  kind: string;
  account: string;
  from: string;
  to: string;
  text: string;
}

/** A record or a transfer as answered, as far as it is compared. */
interface Movement {
  date: string;
  amount: number;
  type: string;
  refund?: boolean;
  category: string;
  description?: string;
  accountId: number;
  fromAccountId: number;
  toAccountId: number;
}

async function booked({ app, userId }: Play): Promise<Booked[]> {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data;
  const names = new Map<number, string>(
    accounts.map(({ id, name }: { id: number; name: string }) => [id, name]),
  );
  const nameOf = (id: number) => names.get(id) ?? "";
  const records = (await app.get(`/api/records?userId=${userId}`)).data;
  const transfers = (await app.get(`/api/transfers?userId=${userId}`)).data;
  const nothing = { from: "", to: "", account: "" };
  return [
    ...records.map((one: Movement) => ({
      ...nothing,
      date: localTime(one.date),
      amount: one.type === "income" || one.refund ? one.amount : -one.amount,
      kind: one.refund ? "refund" : one.type,
      account: nameOf(one.accountId),
      text: `${one.category} ${one.description ?? ""}`,
    })),
    ...transfers.map((one: Movement) => ({
      ...nothing,
      date: localTime(one.date),
      amount: `transfer ${Number(one.amount).toFixed(2)}`,
      kind: "transfer",
      from: nameOf(one.fromAccountId),
      to: nameOf(one.toAccountId),
      text: one.description ?? "",
    })),
  ];
}

/** An instant as the clock of the tests' zone shows it: "2026-01-05 15:04:00". */
function localTime(instant: string): string {
  return new Date(instant).toLocaleString("sv-SE", { timeZone: "Asia/Shanghai" });
}

function fits(one: Booked, wanted: WantedRow): boolean {
  const part = (text: string, of: string | undefined) => of === undefined || text.includes(of);
  return (
    one.date.startsWith(wanted.date) &&
    one.amount === wanted.amount &&
    (wanted.kind === undefined || one.kind === wanted.kind) &&
    part(one.account, wanted.account) &&
    part(one.from, wanted.from) &&
    part(one.to, wanted.to) &&
    part(one.text, wanted.text)
  );
}

/** Takes each wanted row out of what is booked; what is left on either side is told. */
function compare(all: Booked[], wanted: WantedRow[]): { missing: WantedRow[]; extra: Booked[] } {
  const extra = [...all];
  const missing = wanted.filter((row) => {
    const at = extra.findIndex((one) => fits(one, row));
    if (at >= 0) extra.splice(at, 1);
    return at < 0;
  });
  return { missing, extra };
}

/** Rows of the previews that were not booked and that say why: with a question, or with a reason. */
function unbooked({ previews }: Play): { asked: Row[]; held: Row[] } {
  const rows = [...previews.values()].flatMap((one) => one.rows);
  const left = rows.filter((row) => row.action === "skip");
  const isAsked = (row: Row) => (row.questions?.length ?? 0) > 0 || row.suggestion !== undefined;
  return {
    asked: left.filter(isAsked),
    held: left.filter((row) => isAsked(row) || (row.reason ?? "") !== ""),
  };
}

const isIn = (rows: Row[], amount: number): boolean =>
  rows.some((row) => Math.abs(row.amount) === amount);

const sizeOf = (amount: number | string): number =>
  Math.abs(typeof amount === "number" ? amount : Number(amount.replace("transfer ", "")));

async function judge(play: Play, expected: Expected): Promise<Judgement> {
  const previews = [...play.previews.values()];
  const mappingAsks = previews.some(
    ({ asks, text }) => asks || (expected.notice !== undefined && text.includes(expected.notice)),
  );
  const all = await booked(play);
  const { asked, held } = unbooked(play);
  const wrong: string[] = [];
  const open: string[] = [];
  // An opening that is owed is negative.

  judgeRows(expected, all, asked, mappingAsks, wrong, open);
  for (const amount of expected.asked ?? []) {
    if (mappingAsks) open.push(`${amount} asked with the file`);
    else if (!isIn(asked, amount)) wrong.push(`${amount} is not asked about`);
  }
  for (const amount of expected.held ?? []) {
    if (!mappingAsks && !isIn(held, amount)) wrong.push(`${amount} is not held`);
  }
  const rows = previews.flatMap((one) => one.rows);
  for (const amount of expected.amounts ?? []) {
    if (!mappingAsks && !isIn(rows, amount)) wrong.push(`${amount} is not in the preview`);
  }
  const shown = previews.map(({ text }) => text).join();
  for (const text of expected.texts ?? []) {
    if (mappingAsks) open.push("asked with the file");
    else if (!shown.includes(text)) wrong.push(`${text} cannot be read`);
  }
  if (expected.questionsHeld) {
    const booking = rows.filter((row) => row.questions?.length && row.action !== "skip");
    if (booking.length > 0) wrong.push(`${booking.length} rows with a question are booked`);
  }
  await judgeFigures(play, expected, mappingAsks, asked, wrong, open);
  if (wrong.length > 0) return { verdict: "wrong", why: wrong };
  return open.length > 0 ? { verdict: "asked", why: open } : { verdict: "right", why: [] };
}

function judgeRows(
  { rows }: Expected,
  all: Booked[],
  asked: Row[],
  mappingAsks: boolean,
  wrong: string[],
  open: string[],
): void {
  if (rows === undefined || typeof rows === "string") return;
  const alternatives = (Array.isArray(rows[0]) ? rows : [rows]) as WantedRow[][];
  const results = alternatives.map((wanted) => compare(all, wanted));
  results.sort((a, b) => a.extra.length - b.extra.length || a.missing.length - b.missing.length);
  const { missing, extra } = results[0] as (typeof results)[0];
  for (const one of extra) wrong.push(`booked: ${JSON.stringify(one)}`);
  const left = [...asked];
  for (const row of missing) {
    const at = left.findIndex(({ amount }) => amount === sizeOf(row.amount));
    if (at >= 0) left.splice(at, 1);
    const text = `${row.date} ${row.amount}`;
    if (at >= 0 || mappingAsks) open.push(`asked: ${text}`);
    else wrong.push(`missing without a question: ${JSON.stringify(row)}`);
  }
}

async function judgeFigures(
  { app, userId, previews }: Play,
  expected: Expected,
  mappingAsks: boolean,
  asked: Row[],
  wrong: string[],
  open: string[],
): Promise<void> {
  const accounts = (await app.get(`/api/accounts?userId=${userId}`)).data as {
    name: string;
    balance: number;
  }[];
  const trend = (await app.get(`/api/statistics/trend?userId=${userId}`)).data as {
    income: number;
    expense: number;
  }[];
  const sum = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100;
  const figures: [string, number | undefined, number | undefined][] = [
    ["net", expected.net, sum(accounts.map(({ balance }) => balance))],
    ["accounts", expected.accounts, accounts.length],
    ["income", expected.income, sum(trend.map(({ income }) => income))],
    ["expense", expected.expense, sum(trend.map(({ expense }) => expense))],
  ];
  for (const [name, balance] of Object.entries(expected.balances ?? {})) {
    const found = accounts.filter((one) => one.name.includes(name));
    const exact = found.find((one) => one.name === name) ?? found[0];
    figures.push([`balance of ${name}`, balance, exact?.balance]);
  }
  // What stands in the book as an opening need not be asked about; every other row must.
  const openings = [...previews.values()]
    .flatMap(({ rows }) => rows)
    .filter(({ kind, action }) => kind === "opening" && action === "import");
  const must = expected.orAsked;
  const asks =
    mappingAsks ||
    (must === undefined
      ? asked.length > 0
      : must.every((amount) => isIn(asked, amount) || isIn(openings, amount)));
  for (const [name, wanted, found] of figures) {
    if (wanted === undefined || wanted === found) continue;
    (asks ? open : wrong).push(`${name}: ${found} instead of ${wanted}`);
  }
}
