/**
 * The same money seen in two files: a bank row "财付通-…" and the WeChat row, a JD order and the
 * WeChat payment for it, a transfer seen from both its accounts. Only suggestions: nothing is
 * dropped, each can be refused, and a refusal is remembered by its key.
 */
import { type NoteCode, note } from "../../contract/notes.ts";
import { choosePairs, type PossiblePair } from "./choose-pairs.ts";
import type { MatchItem, Suggestion } from "./match-item.ts";
import { compareItems, daysApart, type Pair } from "./match-rules.ts";

const MAX_DAYS = 3;
/** With many equal amounts only the nearest in time are compared. */
const MAX_NEIGHBOURS = 40;

/** Suggests pairs, each item in at most one, the most certain first. Yields where it may be left for a while. */
export function* suggestMatches(
  items: readonly MatchItem[],
  refused: ReadonlySet<string> = new Set(),
): Generator<undefined, Suggestion[]> {
  const possible = (yield* candidatePairs(items)).filter(({ name }) => !refused.has(name));
  possible.sort((one, two) => two.pair.score - one.pair.score || (one.name < two.name ? -1 : 1));
  yield;
  return choosePairs(possible).map(suggestion);
}

/** The key of a pair, for remembering refusals. */
export function matchKey(one: string, other: string): string {
  return JSON.stringify(one < other ? [one, other] : [other, one]);
}

/** A pair by the key that a refusal of it is remembered by. */
interface NamedPair extends PossiblePair {
  pair: Pair;
  name: string;
}

function named(pair: Pair): NamedPair {
  const ends = [pair.a.ref, pair.b.ref] as const;
  return { pair, ends, tier: isLikely(pair) ? 1 : 0, name: matchKey(...ends) };
}

/** Items of equal amount, each with its neighbours in time. */
function* candidatePairs(items: readonly MatchItem[]): Generator<undefined, NamedPair[]> {
  const byAmount = new Map<number, MatchItem[]>();
  for (const item of items) {
    for (const fen of new Set([item.fen, item.fen + (item.fee ?? 0)])) {
      const group = byAmount.get(fen);
      if (group) group.push(item);
      else byAmount.set(fen, [item]);
    }
    yield;
  }
  const pairs: NamedPair[] = [];
  for (const [fen, group] of byAmount) {
    const source = group[0]?.source;
    if (group.every((item) => item.source === source)) continue;
    group.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    for (const [at, first] of group.entries()) {
      const end = Math.min(group.length, at + 1 + MAX_NEIGHBOURS);
      for (let next = at + 1; next < end; next += 1) {
        const second = group[next] as MatchItem;
        if (daysApart(first.time, second.time) > MAX_DAYS) break;
        if (first.source === second.source || !arrivesWhole(first, second, fen)) continue;
        const pair = compareItems(first, second);
        if (pair) pairs.push(named(pair));
      }
      yield;
    }
  }
  return pairs;
}

/** What a transfer brings is without its fee, also where it left in one sum with that. */
function arrivesWhole(one: MatchItem, other: MatchItem, fen: number): boolean {
  const pair = [one, other];
  return (
    pair.every(({ direction }) => direction !== "in") || pair.every((item) => item.fen === fen)
  );
}

function isLikely({ score }: Pair): boolean {
  return score >= 45;
}

const REASONS: Record<Suggestion["kind"], NoteCode> = {
  "bank-wallet": "sameBankWallet",
  "wallet-wallet": "sameWalletShop",
  "two-sides": "sameTwoSides",
};

function suggestion({ pair, name }: NamedPair): Suggestion {
  const { a, b, kind } = pair;
  const moved = [a, b].find((item) => item.direction === "move");
  const keep = kind === "two-sides" && moved ? moved : a;
  const attach = keep === a ? b : a;
  return {
    kind,
    keep: keep.ref,
    attach: attach.ref,
    accountFrom: kind === "two-sides" ? keep.ref : b.ref,
    certain: isLikely(pair) ? "likely" : "possible",
    reason: note(REASONS[kind]),
    key: name,
  };
}
