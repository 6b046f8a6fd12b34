/** The endpoint by which a client watches a book. */
import { WATCH_SECONDS } from "../contract/changes.ts";
import type { contract } from "../contract/contract.ts";
import type { Input } from "../contract/endpoint.ts";
import { requireUser } from "./auth/users.ts";
import type { WatchContext } from "./background/changes.ts";
import { contextIn, StreamedAnswer } from "./handler/long-context.ts";

type Watch = (typeof contract)["changes"]["watch"];

export const changeHandlers = {
  async watch(own: WatchContext, { query }: Input<Watch>): Promise<StreamedAnswer> {
    await own.store.read((db) => requireUser(contextIn(own, db)));
    const seconds = Number(query.seconds ?? WATCH_SECONDS);
    const watcher = own.changes.watch(own.userId, seconds, own.stands);
    return new StreamedAnswer("text/event-stream; charset=utf-8", watcher);
  },
};
