/** `fenming prune`: deletes what has had its time, by hand; a service does it at its start and once a day. */
import { readConfig } from "../server/config.ts";
import { forgetOld } from "../server/retention.ts";
import { openStore } from "../store/open.ts";

export async function prune(): Promise<void> {
  const { databaseUrl, zone } = readConfig(process.env);
  const store = await openStore({ url: databaseUrl, zone });
  try {
    await forgetOld(store.db, Date.now());
  } finally {
    await store.close();
  }
  console.log("过期的内容已删除（what has had its time is deleted）");
}
