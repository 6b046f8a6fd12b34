/** How the texts of a row become an object. */
import pg from "pg";

export interface Columns {
  /** A row of nothing but nulls, to be copied: rows of one statement then have one shape. */
  empty: Record<string, unknown>;
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** A column as the server describes it. */
export interface Field {
  name: string;
  dataTypeID: number;
}

const INT8 = 20;

/** The same JavaScript forms as the embedded engine gives: 64-bit integers are numbers. */
export function parserOf(oid: number): (text: string) => unknown {
  return oid === INT8 ? Number : (pg.types.getTypeParser(oid, "text") as (text: string) => unknown);
}

export function columnsOf(fields: Field[]): Columns {
  const names = fields.map(({ name }) => name);
  return {
    names,
    empty: Object.fromEntries(names.map((name) => [name, null])),
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
  };
}

/** One row, from its texts in the order of the columns. */
export function rowOf(
  { empty, names, parsers }: Columns,
  texts: (string | null)[],
): Record<string, unknown> {
  const row = { ...empty };
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] as string | null;
    if (text !== null) row[names[index] as string] = parsers[index]?.(text);
  }
  return row;
}
