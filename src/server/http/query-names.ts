/**
 * The query names of a list that narrow it: one that is not known would show everything in silence, so
 * it is refused with the name that was probably meant. Names of one letter, and those that begin with
 * `_`, keep caches apart and mean nothing.
 */
import { type Endpoint, narrowsByQuery, propertiesOf } from "../../contract/endpoint.ts";
import { say, type Words } from "../../contract/messages.ts";

/** Names that one answer speaks of, and characters of each. */
const AT_MOST = 3;
const LENGTH = 40;

const MEANS_NOTHING = /^(_.*|[a-z]?)$/is;

/** Returns what finds the unknown names of a query; undefined where nothing of it narrows the answer. */
export function unknownNames(
  endpoint: Endpoint,
): ((query: Record<string, unknown>) => Words[]) | undefined {
  const names = Object.keys(propertiesOf(endpoint.query));
  // Everybody's own id may come along, also where the token says who it is.
  const known = new Set([...names, "userId"]);
  if (!narrowsByQuery(endpoint)) return undefined;
  return (query) =>
    Object.keys(query)
      .filter((name) => !known.has(name) && !MEANS_NOTHING.test(name))
      .slice(0, AT_MOST)
      .map((name) => unknown(name.slice(0, LENGTH).replace(/\p{C}/gu, "?"), names));
}

function unknown(name: string, names: string[]): Words {
  const nearest = nearestName(name, names);
  const sentence = (language: keyof Words) =>
    nearest === undefined
      ? say("unknownParameterOf", language, { name, names: listed(names, language) })
      : say("unknownParameter", language, { name, nearest });
  return { zh: sentence("zh"), en: sentence("en") };
}

function listed(names: string[], language: keyof Words): string {
  return names.join(language === "zh" ? "、" : ", ");
}

/** The known name that differs by case, `_`, `-` or two letters at most. */
function nearestName(name: string, names: string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[_-]/g, "");
  const [nearest] = names
    .map((known) => ({ known, apart: distance(plain(name), plain(known)) }))
    .sort((a, b) => a.apart - b.apart);
  return nearest && nearest.apart <= 2 ? nearest.known : undefined;
}

/** How many letters must be changed, added or taken out (Levenshtein); both texts are short. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (let index = 0; index < b.length; index += 1) {
      const changed = (row[index] as number) + (letter === b[index] ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] as number) + 1, (next[index] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
