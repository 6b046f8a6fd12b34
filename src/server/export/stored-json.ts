/** What the JSON inside an exported book must look like, so that what shows it never meets anything else. */
import Type, { type TSchema } from "typebox";
import Value from "typebox/value";
import { ImportedBill, ImportResult } from "../../contract/import-shapes.ts";
import { wordTable } from "../../ledger/word-table.ts";

/** Fen as a number; sums of two of them are still exact. */
const Fen = Type.Integer({ minimum: -1e15, maximum: 1e15 });

const Words = Type.Object({ zh: Type.String(), en: Type.String() });

const noteOf = (value: TSchema) =>
  Type.Object({
    code: Type.String(),
    values: Type.Optional(Type.Record(Type.String(), value)),
  });
const Plain = Type.Union([Type.String(), Type.Number(), Words]);
/** A sentence as it is stored (contract/notes.ts): a note may stand in a note. */
const Text = Type.Union([Type.String(), noteOf(Type.Union([Plain, noteOf(Plain)]))]);

const FoundBill = Type.Object({
  ...ImportedBill.properties,
  title: Text,
  notices: Type.Array(Text),
  stated: Type.Array(
    Type.Object({
      label: Type.String(),
      count: Type.Optional(Type.Integer()),
      sum: Type.Optional(Fen),
      foundCount: Type.Integer(),
      foundSum: Fen,
    }),
  ),
});

const SHAPES = wordTable<TSchema>({
  // Tables that wait for a mapping are no part of what has been committed.
  "imports.found": Type.Object({
    bills: Type.Optional(Type.Array(FoundBill)),
    tables: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })),
  }),
  "imports.problem": Type.Object({ code: Type.String(), text: Text }),
  "imports.result": ImportResult,
});

/** Whether the value of a column is one that the program could have written. */
export function fitsColumn(name: string, value: object): boolean {
  const shape = SHAPES[name];
  return shape === undefined || Value.Check(shape, value);
}
