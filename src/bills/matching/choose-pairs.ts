/** Which of the possible pairs are taken, each end in one at most. */

/** A possible pair. `tier` says how sure it is; nobody's pair is given up for one of a lower tier. */
export interface PossiblePair {
  ends: readonly [unknown, unknown];
  tier: number;
}

/** Ends that one search for a way to pair one more looks at: what it costs stays linear in the pairs. */
const MOST_LOOKED_AT = 200;

/**
 * Takes the best first, as `pairs` are ordered. Then, where an end is left over because its only partners
 * went to others who could have had another, they change partners (augmenting paths, Berge 1957): of three
 * repayments seen in two files all three are found, though the nearest days alone would pair two.
 */
export function choosePairs<P extends PossiblePair>(pairs: readonly P[]): P[] {
  const taken = new Map<unknown, P>();
  const of = new Map<unknown, P[]>();
  for (const pair of pairs) {
    for (const end of pair.ends) {
      const known = of.get(end);
      if (known) known.push(pair);
      else of.set(end, [pair]);
    }
    if (pair.ends.some((end) => taken.has(end))) continue;
    for (const end of pair.ends) taken.set(end, pair);
  }
  for (const end of of.keys()) if (!taken.has(end)) pairOneMore(end, of, taken);
  const chosen = new Set(taken.values());
  return pairs.filter((pair) => chosen.has(pair));
}

/** Finds a partner for an end that has none, where others can change theirs. */
function pairOneMore<P extends PossiblePair>(
  start: unknown,
  of: ReadonlyMap<unknown, P[]>,
  taken: Map<unknown, P>,
): void {
  const seen = new Set([start]);
  const find = (end: unknown, tier: number): boolean => {
    for (const pair of of.get(end) ?? []) {
      const partner = otherEnd(pair, end);
      if (pair.tier < tier || seen.has(partner) || seen.size > MOST_LOOKED_AT) continue;
      seen.add(partner);
      const held = taken.get(partner);
      const left = held && otherEnd(held, partner);
      if (held !== undefined && (seen.has(left) || !find(left, held.tier))) continue;
      taken.set(end, pair);
      taken.set(partner, pair);
      return true;
    }
    return false;
  };
  find(start, Number.NEGATIVE_INFINITY);
}

function otherEnd({ ends }: PossiblePair, end: unknown): unknown {
  return ends[0] === end ? ends[1] : ends[0];
}
