/** `fenming seed`: adds large realistic data, in chunks of which each leaves the book right. */
import { SingleBar } from "cli-progress";
import { asDay, type Day, dayOf } from "../ledger/calendar.ts";
import { readConfig } from "../server/config.ts";
import { StartError } from "../store/db.ts";
import { openStore } from "../store/open.ts";
import { addPerson, addRecords } from "./seed-book.ts";
import { randomFrom, type SeedRecord, seedRecords } from "./seed-data.ts";

export interface SeedOptions {
  records: number;
  users: number;
  oneUser?: number;
  random: number;
  until?: string;
}

/** Records that share a transaction. */
const CHUNK = 20_000;

export async function seed(options: SeedOptions): Promise<void> {
  const { databaseUrl, zone } = readConfig(process.env);
  const counts = recordsPerUser(options);
  const until = lastDay(options.until, zone);
  const started = Date.now();
  const store = await openStore({ url: databaseUrl, zone });
  const bar = new SingleBar({
    format: "{bar} {percentage}% {value}/{total} 条记录，剩余 {eta_formatted}",
    noTTYOutput: false,
    hideCursor: true,
  });
  bar.start(options.records, 0);
  try {
    for (const [index, count] of counts.entries()) {
      const random = randomFrom(options.random * 1_000_003 + index);
      const person = await addPerson(store.db, { index, until });
      for (const chunk of chunks(seedRecords(count, random, { until, zone }))) {
        await addRecords(store.db, person, chunk);
        bar.increment(chunk.length);
      }
    }
  } finally {
    bar.stop();
    await store.close();
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `已写入 ${counts.length} 个用户、${options.records} 条记录，用时 ${seconds} 秒（seeded）`,
  );
}

/** How many records each user gets: the rest after the first user's own share is spread evenly. */
export function recordsPerUser({ records, users, oneUser }: SeedOptions): number[] {
  if (users < 1) throw new StartError("--users 必须至少是 1（at least 1）");
  if (oneUser !== undefined && oneUser > records) {
    throw new StartError("--one-user 不能超过 --records（not more than --records）");
  }
  if (users === 1) return [records];
  const own = oneUser ?? Math.ceil(records / users);
  const others = users - 1;
  const rest = records - own;
  return [
    own,
    ...Array.from(
      { length: others },
      (_, index) => Math.floor((rest * (index + 1)) / others) - Math.floor((rest * index) / others),
    ),
  ];
}

function lastDay(text: string | undefined, zone: string): Day {
  const day = text === undefined ? dayOf(Date.now(), zone) : asDay(text);
  if (day === undefined) throw new StartError(`--until 不是日期 YYYY-MM-DD：${text}（not a day）`);
  return day;
}

function* chunks(records: Iterable<SeedRecord>): Generator<SeedRecord[]> {
  let chunk: SeedRecord[] = [];
  for (const record of records) {
    chunk.push(record);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
