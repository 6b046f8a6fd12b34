/**
 * Where the lines of a built file come from, as the file beside it (a source map, version 3) says. Node's own reader
 * makes an object of each of half a million places, which takes half a second, and a library that keeps them as lists of
 * numbers (`@jridgewell/trace-mapping`) 0.15 s; this one passes over the text once, and reads the places of a line when
 * it is asked for them.
 */

/** A place in a source; line and column begin with 0. */
export interface SourcePlace {
  source: string;
  line: number;
  column: number;
}

/** Of each digit of the text its value; 32 and above say that more digits follow. */
const DIGITS = new Uint8Array(128);
for (const [value, digit] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
}
const [COMMA, SEMICOLON] = [44, 59];

/** What a place says: its column in the built file, and of its source the number, the line and the column. */
const FIELDS = 4;

/**
 * Reads places until a line ends, and adds to `sums` what each number differs by from the one before: the text has to
 * be read from its beginning. One plain loop, since it runs once, before the engine has compiled anything of it.
 * Returns where the line ends. `each` is told of every place.
 */
function readLine(text: string, from: number, sums: Int32Array, each?: (fields: number) => void) {
  let [at, field, value, shift] = [from, 0, 0, 0];
  sums[0] = 0;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) {
      if (field > 0) each?.(field);
      if (code === SEMICOLON) return at;
      field = 0;
      continue;
    }
    const digit = DIGITS[code] as number;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    if (field < FIELDS)
      sums[field] = (sums[field] as number) + (value & 1 ? -(value >> 1) : value >> 1);
    field += 1;
    value = 0;
    shift = 0;
  }
  if (field > 0) each?.(field);
  return at;
}

export class LineMap {
  readonly #text: string;
  readonly #sources: string[];
  /** Of each line of the built file where it begins in the text, and what the numbers were there. */
  readonly #starts: number[] = [];

  /** @param json The file that says it. */
  constructor(json: string) {
    const { mappings, sources } = JSON.parse(json) as { mappings: string; sources: string[] };
    this.#text = mappings;
    this.#sources = sources;
    const sums = new Int32Array(FIELDS);
    for (let at = 0; at <= mappings.length; at += 1) {
      this.#starts.push(at, sums[1] as number, sums[2] as number, sums[3] as number);
      at = readLine(mappings, at, sums);
    }
  }

  /** Where a place of the built file comes from; undefined where that is not known. */
  find(line: number, column: number): SourcePlace | undefined {
    const [at, ...start] = this.#starts.slice(line * FIELDS, (line + 1) * FIELDS);
    if (at === undefined) return undefined;
    const sums = Int32Array.of(0, ...start);
    let found: SourcePlace | undefined;
    readLine(this.#text, at, sums, (fields) => {
      const [generated, of, sourceLine, sourceColumn] = sums as unknown as [
        number,
        number,
        number,
        number,
      ];
      if (generated > column) return;
      const source = fields < FIELDS ? undefined : this.#sources[of];
      found = source === undefined ? undefined : { source, line: sourceLine, column: sourceColumn };
    });
    return found;
  }
}
