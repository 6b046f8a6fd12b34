/** `fenming plans`: what plans have due, and booking it where the clock was stopped for long. */
import { dayOf } from "../ledger/calendar.ts";
import { readConfig } from "../server/config.ts";
import { bookDue, countDue, isTooFar, readBeat } from "../server/plans/clock.ts";
import { openStore, type Store } from "../store/open.ts";

export interface PlansOptions {
  /** Books although the clock is far ahead of when it was last seen. */
  catchUp: boolean;
}

export async function plans({ catchUp }: PlansOptions): Promise<void> {
  const { databaseUrl, zone } = readConfig(process.env);
  const store = await openStore({ url: databaseUrl, zone });
  try {
    console.log(catchUp ? await bookNow(store, zone) : await sayDue(store, zone));
  } finally {
    await store.close();
  }
}

async function bookNow({ db }: Store, zone: string): Promise<string> {
  const { booked, waiting, paused } = await bookDue(db, { now: Date.now(), zone, catchUp: true });
  return `补记 ${booked} 笔，待确认 ${waiting} 笔，暂停 ${paused} 个计划（booked ${booked}, waiting ${waiting}, paused ${paused}）`;
}

async function sayDue({ db }: Store, zone: string): Promise<string> {
  const now = Date.now();
  const [due, last] = await db.read((query) =>
    Promise.all([countDue(query, dayOf(now, zone)), readBeat(query)]),
  );
  const seen = last === undefined ? "从未" : dayOf(last, zone);
  const ahead = isTooFar(last, now)
    ? "；时钟快了 400 天以上，服务不会自动记，时钟无误请加上 --catch-up（the clock is far ahead: add --catch-up if it is right）"
    : "";
  return `有 ${due} 个计划到期，上次运行 ${seen}（${due} plans are due）${ahead}`;
}
