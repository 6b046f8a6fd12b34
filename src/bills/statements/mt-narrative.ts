/**
 * Field 86 of MT940: free text, or the German structure of numbered parts (`?20`…`?29` and
 * `?60`…`?63` purpose, `?32` and `?33` name), whose lines join without a blank.
 */

/** What field 86 says of a payment. */
export interface Narrative {
  name: string;
  purpose: string;
  /** SEPA's EREF, "" when there is none. */
  endToEndId: string;
}

/** SEPA's marks inside the purpose. */
const MARK = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g;

/** Reads either form; free text is the purpose as a whole. */
export function readNarrative(text: string): Narrative {
  const delimiter = /^\d{3}([^\dA-Za-z\s])/.exec(text)?.[1];
  if (delimiter === undefined) {
    const purpose = inOneLine(text);
    return { name: /\/NAME\/([^/]+)\//.exec(purpose)?.[1] ?? "", purpose, endToEndId: "" };
  }
  const parts = numberedParts(text.slice(3).replaceAll("\n", ""), delimiter);
  const join = (from: number, to: number) =>
    parts
      .filter(([number]) => number >= from && number <= to)
      .map(([, value]) => value)
      .join("");
  const purpose = join(20, 29) + join(60, 63);
  const marks = sepaMarks(purpose);
  const reference = marks.get("EREF") ?? "";
  return {
    name: join(32, 33).trim(),
    purpose: (marks.get("SVWZ") ?? (purpose || join(0, 0))).trim(),
    endToEndId: reference === "NOTPROVIDED" ? "" : reference,
  };
}

function numberedParts(text: string, delimiter: string): [number, string][] {
  return text.split(delimiter).flatMap((part): [number, string][] => {
    const found = /^(\d{2})(.*)$/.exec(part);
    return found ? [[Number(found[1]), found[2]!]] : [];
  });
}

function sepaMarks(purpose: string): Map<string, string> {
  const found = [...purpose.matchAll(MARK)];
  return new Map(
    found.map((mark, index) => {
      const end = found[index + 1]?.index ?? purpose.length;
      return [mark[1]!, purpose.slice(mark.index + mark[0].length, end).trim()];
    }),
  );
}

/** Linear, unlike a pattern that looks for a line's end behind every blank. */
function inOneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
