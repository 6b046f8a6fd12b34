/**
 * Equal lines of a statement that begins or ends within a day: which of them the book has is told by the
 * balance after each. Where a file holds the whole day, their number tells it (bills/matching/identity.ts).
 */
import type { Bill, BillLine } from "../../bills/bill/line.ts";
import { keyOfEqual } from "../../bills/matching/identity.ts";
import type { Ask, KnownKey } from "./draft-order.ts";
import { plainKey } from "./known-keys.ts";

/** How many more of equal lines than the file has are looked for in the book. */
const MORE = 20;
/** More equal lines of a day than this are told by their number alone. */
const MOST = 100;

/** Equal lines of a file, by their places, with what stands behind their keys. */
interface Equal {
  bill: Bill;
  line: BillLine;
  behind: string;
  places: number[];
}

/**
 * Gives lines whose balance the book knows the keys of those, and all others keys that nothing is known by:
 * they are new, or are asked about where a line of the book is left that they may be. In place.
 */
export async function tellByBalance(
  keys: string[],
  lines: readonly [BillLine, number][],
  bills: readonly Bill[],
  known: Map<string, KnownKey>,
  ask: Pick<Ask, "known">,
): Promise<void> {
  for (const equal of equalLines(keys, lines, bills, known)) {
    if (equal.places.length > MOST) continue;
    const some = equal.places.length + MORE;
    const all = Array.from({ length: some }, (_, at) => keyAt(equal, at + 1));
    const found = new Map((await ask.known(all)).map((one) => [one.key, one]));
    const booked = all.flatMap((key) => found.get(key) ?? []);
    if (booked.length === 0 || booked.some(({ balance }) => balance === null)) continue;
    const free = all.filter((key) => !found.has(key));
    const balances = equal.places.map((at) => lines[at]?.[0].balance);
    equal.places.forEach((at, index) => {
      const same = booked.findIndex(({ balance }) => balance === balances[index]);
      const key = same >= 0 ? booked.splice(same, 1)[0]?.key : free.shift();
      if (key !== undefined) keys[at] = key;
    });
    for (const one of found.values()) known.set(one.key, one);
  }
}

const keyAt = ({ bill, line, behind }: Equal, occurrence: number): string =>
  keyOfEqual(bill, line, occurrence) + behind;

/** Equal lines of each file's first and last day of which the book has some, and not as they stand. */
function equalLines(
  keys: readonly string[],
  lines: readonly [BillLine, number][],
  bills: readonly Bill[],
  known: ReadonlyMap<string, KnownKey>,
): Equal[] {
  const ends = endsOf(lines, bills.length);
  const groups = new Map<string, Equal>();
  lines.forEach(([line, at], place) => {
    if (line.externalId !== "" || line.balance === undefined) return;
    if (!ends[at]?.has(line.time.slice(0, 10))) return;
    const bill = bills[at] as Bill;
    const key = keys[place] as string;
    const behind = key.slice(plainKey(key).length);
    const name = keyOfEqual(bill, line, 1) + behind;
    const group = groups.get(name);
    if (group) group.places.push(place);
    else groups.set(name, { bill, line, behind, places: [place] });
  });
  return [...groups.values()].filter(({ places }) =>
    places.some((place) => {
      const found = known.get(keys[place] as string);
      return found?.alive === true && found.balance !== lines[place]?.[0].balance;
    }),
  );
}

/** The first and the last day of each bill. */
function endsOf(lines: readonly [BillLine, number][], bills: number): Set<string>[] {
  const spans = Array.from({ length: bills }, (): [string, string] => ["", ""]);
  for (const [{ time }, bill] of lines) {
    const day = time.slice(0, 10);
    const span = spans[bill] as [string, string];
    if (day === "") continue;
    if (span[0] === "" || day < span[0]) span[0] = day;
    if (day > span[1]) span[1] = day;
  }
  return spans.map((span) => new Set(span));
}
