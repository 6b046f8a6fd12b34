/**
 * What is read of a book, shown with what waits to be sent: each answer is kept as it came, and the
 * patches that it doesn't hold yet are laid over it.
 */
import { type Query, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { api, type InputOf, type OutputOf, type Route } from "./client.ts";
import { answersSoFar, patchesSince } from "./outbox.ts";
import type { Show } from "./patch.ts";

/** Calls an endpoint for a query: it is given up with the query, and its age is noted. */
export type Get = <R extends Route>(route: R, input: InputOf<R>) => Promise<OutputOf<R>>;

interface Answer {
  userId: number;
  /** As it came. */
  data: unknown;
  /** How many writes had been answered when it was asked for. */
  since: number;
  /** Which question it answers: a later one has the higher number. */
  order: number;
  /** When the service said it, in milliseconds since 1970: the oldest of several. */
  at: number;
  show: Show<unknown> | undefined;
}

const answers = new WeakMap<Query, Answer>();
let asked = 0;

/** Gives another query what was read for it on the way. */
export type Share = <T>(queryKey: QueryKey, data: T, show: Show<T>) => void;

/** A query of a book; `show` lays a patch over its answer. */
export function bookQuery<T>(
  userId: number,
  name: readonly unknown[],
  read: (get: Get, share: Share) => Promise<T>,
  show?: Show<T>,
) {
  const queryKey = ["book", userId, ...name] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<T> => {
      const since = answersSoFar();
      asked += 1;
      const order = asked;
      let at = Date.now();
      const get: Get = (route, input) =>
        api(route, input, {
          signal,
          said: (instant) => {
            at = Math.min(at, instant);
          },
        });
      const share: Share = (key, data, showOther) => {
        const answer = { userId, data, since, order, at, show: showOther as Show<unknown> };
        const query = client.getQueryCache().build(client, { queryKey: key }) as Query;
        // What that query has asked for itself since then is newer.
        if ((answers.get(query)?.order ?? 0) > order) return;
        answers.set(query, answer);
        client.setQueryData(key, withPatches(answer));
      };
      const data = await read(get, share);
      const answer = { userId, data, since, order, at, show: show as Show<unknown> | undefined };
      const query = client.getQueryCache().find({ queryKey, exact: true });
      if (query) answers.set(query as Query, answer);
      return withPatches(answer) as T;
    },
  });
}

function withPatches({ userId, data, since, show }: Answer): unknown {
  return show ? patchesSince(userId, since).reduce(show, data) : data;
}

/** What a list that could not be read holds of what waits. */
export function onlyWaiting<T>(userId: number, show: Show<T[]>): T[] {
  return patchesSince(userId, answersSoFar()).reduce(show, []);
}

/** Lays over every answer what waits by now. */
export function showWaiting(client: QueryClient, userId: number): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ["book", userId] })) {
    const answer = answers.get(query);
    if (answer?.show && query.state.data !== undefined)
      query.setState({ data: withPatches(answer) });
  }
}

/** When the oldest of what is on screen was said; of what could not be read again only, if asked. */
export function oldestShown(
  client: QueryClient,
  userId: number,
  failed: boolean,
): number | undefined {
  const seen = client
    .getQueryCache()
    .findAll({ queryKey: ["book", userId], type: "active" })
    .filter(({ state }) => !failed || state.error !== null)
    .flatMap((query) => answers.get(query)?.at ?? []);
  return seen.length === 0 ? undefined : Math.min(...seen);
}
