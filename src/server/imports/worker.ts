/**
 * The thread that bills are read in, so that the service goes on answering meanwhile, whatever the
 * file holds. Questions about the book go to the service as messages; one is answered at a time.
 */
import { parentPort } from "node:worker_threads";
import {
  compileRules,
  findRule,
  type Rule,
  type RuleSubject,
  ruleReason,
} from "../../bills/categories/rules.ts";
import { BillError } from "../../bills/file/bill-error.ts";
import type { Text } from "../../contract/notes.ts";
import { tellSourceLines } from "../../store/source-lines.ts";
import type { ServiceMessage, WorkerMessage } from "../background/worker-pool.ts";
import { bookPages } from "../export/parse-book.ts";
import { draftImport } from "./draft.ts";
import {
  type Ask,
  type Drafted,
  type DraftOrder,
  ORDER_LISTS,
  type OrderList,
  type Sampled,
} from "./draft-order.ts";
import { draftSample } from "./draft-sample.ts";
import { completeList } from "./order-lists.ts";

/** Records whose categories the rules are asked about, a page at a time. */
export interface SortOrder {
  rules: Rule[];
}
export type SortSubject = RuleSubject & { id: number; category: string };
export interface SortChange {
  recordId: number;
  from: string;
  to: string;
  reason: Text;
}

export type WorkerOrder =
  | { draft: DraftOrder }
  | { sample: DraftOrder }
  | { sort: SortOrder }
  | { book: Uint8Array };
type Done = Drafted | Sampled | null;
const port = parentPort;
let answered: (value: unknown) => void = () => {};

tellSourceLines();
port?.on("message", (message: ServiceMessage<WorkerOrder>) => {
  if ("answer" in message) return answered(message.answer);
  work(message.order).then(
    (done) => send({ done }),
    (error: unknown) => send(asMessage(error)),
  );
});

function send(message: WorkerMessage<Done>): void {
  port?.postMessage(message);
}

function asMessage(error: unknown): WorkerMessage<Done> {
  if (error instanceof BillError) {
    return { refused: { code: error.code, text: error.text, details: error.details } };
  }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

async function work(order: WorkerOrder): Promise<Done> {
  if ("draft" in order) return draftImport(await wholeOrder(order.draft), asker());
  if ("sample" in order) return draftSample(await wholeOrder(order.sample), tellMatching);
  if ("book" in order) await handOverBook(order.book);
  else await sortRecords(order.sort);
  return null;
}

function ask(name: string, ...values: unknown[]): Promise<unknown> {
  return new Promise((resolve) => {
    answered = resolve;
    send({ ask: name, values });
  });
}

/** The order with all of its lists. */
async function wholeOrder(order: DraftOrder): Promise<DraftOrder> {
  for (const name of ORDER_LISTS) await completeList(order[name], moreOf(name));
  return order;
}

const moreOf = (name: OrderList) => (from: number) => ask("more", name, from) as Promise<unknown[]>;

function tellMatching(runs: boolean): void {
  send({ matching: runs });
}

function asker(): Ask {
  return {
    known: (keys) => ask("known", keys) as ReturnType<Ask["known"]>,
    expenses: (ids) => ask("expenses", ids) as ReturnType<Ask["expenses"]>,
    purchases: (wanted) => ask("purchases", wanted) as ReturnType<Ask["purchases"]>,
    candidates: (wanted, after) =>
      ask("candidates", wanted, after) as ReturnType<Ask["candidates"]>,
    fulfillable: (from, to) => ask("fulfillable", from, to) as ReturnType<Ask["fulfillable"]>,
    keysOf: (booked) => ask("keysOf", booked) as ReturnType<Ask["keysOf"]>,
    matching: tellMatching,
    places: (places) => ask("places", places) as Promise<void>,
    store: (values, count, total) => ask("store", values, count, total) as Promise<void>,
  };
}

async function handOverBook(bytes: Uint8Array): Promise<void> {
  for (const [table, page] of bookPages(bytes)) await ask("page", table, page);
}

/**
 * Asks for records until there are no more, and tells which of them the rules would change; of refunds
 * also those whose category the rules confirm.
 */
async function sortRecords({ rules }: SortOrder): Promise<void> {
  await completeList(rules, moreOf("rules"));
  const compiled = compileRules(rules);
  let changes: SortChange[] = [];
  for (;;) {
    const subjects = (await ask("sort", changes)) as SortSubject[];
    if (subjects.length === 0) return;
    send({ matching: true });
    changes = subjects.flatMap((subject) => {
      const rule = findRule(compiled, subject);
      if (rule?.category === undefined) return [];
      if (rule.category === subject.category && subject.kind !== "refund") return [];
      return [
        {
          recordId: subject.id,
          from: subject.category,
          to: rule.category,
          reason: ruleReason(rule),
        },
      ];
    });
    send({ matching: false });
  }
}
