/** `fenming migrate`: brings the schema up to date, or moves the book to another time zone. */
import { readConfig } from "../server/config.ts";
import { StartError } from "../store/db.ts";
import { listMigrations, pendingMigrations } from "../store/migrations.ts";
import { engineOf, openAsIs, openEngine } from "../store/open.ts";
import { distribute } from "../store/postgres/distribute.ts";
import { migrateZone, type ZoneChange } from "../store/zone.ts";

export interface MigrateOptions {
  dryRun: boolean;
  zone?: string;
  distribute?: boolean;
}

export async function migrate({ dryRun, zone, distribute: spread }: MigrateOptions): Promise<void> {
  const config = readConfig(process.env);
  if (dryRun) return sayWhatWouldBeDone(config.databaseUrl, zone);
  // What was written before stands, so a server would go on reckoning days in the old zone, or go on
  // as if all books lay together. The schema alone is what any start brings up to date.
  const alone = engineOf(config.databaseUrl) === "sqlite" || zone !== undefined || spread === true;
  const store = await openEngine({
    url: config.databaseUrl,
    zone: config.zone,
    alone,
    say: (sentence) => console.log(sentence),
  });
  try {
    console.log("数据库结构是最新的（the schema is up to date）");
    if (zone !== undefined) sayZone(await migrateZone(store.db, zone, false), "已");
    if (spread) sayDistribution(await distribute(store.db));
  } finally {
    await store.close();
  }
}

async function sayWhatWouldBeDone(url: string, zone: string | undefined): Promise<void> {
  const store = await openAsIs({ url });
  try {
    const pending = await store.db.read((query) => pendingMigrations(query, listMigrations()));
    for (const { number, name } of pending) {
      console.log(`将会升级：${number} ${name}（would run this migration）`);
    }
    if (pending.length === 0) console.log("数据库结构是最新的（the schema is up to date）");
    if (zone === undefined) return;
    if (pending.length > 0) {
      throw new StartError(
        "请先运行 fenming migrate 升级数据库结构（bring the schema up to date first）",
      );
    }
    sayZone(await migrateZone(store.db, zone, true), "将会");
  } finally {
    await store.close();
  }
}

function sayDistribution(tables: string[]): void {
  console.log(
    tables.length === 0
      ? "各表早已按用户分布（already distributed by user）"
      : `已按用户分布 ${tables.length} 张表：${tables.join("、")}（distributed by user）`,
  );
}

function sayZone({ from, to, plainDays, timestamps, movedDays }: ZoneChange, verb: string): void {
  if (from === to) {
    console.log(`数据库已经按时区 ${to} 记账，无需改变（already kept in that zone）`);
    return;
  }
  console.log(
    `${verb}把时区从 ${from ?? "（未设）"} 改为 ${to}：${plainDays} 条只有日期的记录保持日期，` +
      `${timestamps} 条有时刻的记录保持时刻，其中 ${movedDays} 条换到另一天` +
      "（plain days keep their day, timestamps keep their instant）",
  );
  if (verb === "已") console.log(`请设置 TZ=${to} 再启动服务（start the service with it）`);
}
