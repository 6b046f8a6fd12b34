/** How the texts of a row become an object. */
import pg from "pg";
import { fieldOf } from "../names.ts";

export interface Columns {
  /** A row of nothing but nulls, to be copied: rows of one statement then have one shape. */
  empty: Record<string, unknown>;
  /** The fields of a row in the order of the columns. */
  fields: string[];
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

export function columnsOf(described: Field[]): Columns {
  const fields = described.map(({ name }) => fieldOf(name));
  return {
    fields,
    empty: Object.fromEntries(fields.map((field) => [field, null])),
    parsers: described.map(({ dataTypeID }) => parserOf(dataTypeID)),
  };
}

/** One row, from its texts in the order of the columns. */
export function rowOf(
  { empty, fields, parsers }: Columns,
  texts: (string | null)[],
): Record<string, unknown> {
  const row = { ...empty };
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] as string | null;
    if (text !== null) row[fields[index] as string] = parsers[index]?.(text);
  }
  return row;
}
