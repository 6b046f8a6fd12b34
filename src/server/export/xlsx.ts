/**
 * A workbook that is written as its rows come: an archive of a few small parts, whose sheets hold
 * text and numbers and nothing that a spreadsheet would run.
 */
import { ReadableStream as Readable } from "node:stream/web";
import type { CsvCell } from "../../bills/export/csv.ts";
import type { SheetRows } from "./write-book.ts";

const ROWS_A_PIECE = 200;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** The bytes of a workbook with these sheets. */
export function writeWorkbook(sheets: SheetRows[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  writeParts(writable, sheets).catch(() => {
    // The reader has gone, or has been told by the stream itself.
  });
  return readable;
}

async function writeParts(writable: WritableStream, sheets: SheetRows[]): Promise<void> {
  // A large library that few requests need.
  const { Uint8ArrayReader, ZipWriter } = await import("@zip.js/zip.js");
  // Sizes stand before the parts, as some readers need it; a compressed part is held until it is whole.
  const zip = new ZipWriter(writable, { useWebWorkers: false, dataDescriptor: false });
  try {
    const add = (name: string, text: string) =>
      zip.add(name, new Uint8ArrayReader(new TextEncoder().encode(HEAD + text)));
    await add("[Content_Types].xml", contentTypes(sheets.length));
    await add("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]]));
    await add("xl/workbook.xml", workbookPart(sheets));
    await add(
      "xl/_rels/workbook.xml.rels",
      relations(sheets.map((_, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`])),
    );
    for (const [at, sheet] of sheets.entries()) {
      await zip.add(
        `xl/worksheets/sheet${at + 1}.xml`,
        Readable.from(sheetText(sheet)) as ReadableStream,
      );
    }
    await zip.close();
  } catch (error) {
    await writable.abort(error).catch(() => {});
    throw error;
  }
}

function contentTypes(sheets: number): string {
  const type = (part: string, kind: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const parts = Array.from({ length: sheets }, (_, at) =>
    type(`/xl/worksheets/sheet${at + 1}.xml`, "worksheet"),
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type("/xl/workbook.xml", "sheet.main")}${parts.join("")}</Types>`;
}

function relations(targets: [type: string, target: string][]): string {
  const entries = targets.map(
    ([type, target], at) =>
      `<Relationship Id="r${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

function workbookPart(sheets: SheetRows[]): string {
  const entries = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${entries.join("")}</sheets></workbook>`;
}

async function* sheetText({ header, rows }: SheetRows): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rowText(header as readonly CsvCell[], 1)}`,
  );
  let piece = "";
  let waiting = 0;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    piece += rowText(row, number);
    waiting += 1;
    if (waiting < ROWS_A_PIECE) continue;
    yield encoder.encode(piece);
    piece = "";
    waiting = 0;
  }
  yield encoder.encode(`${piece}</sheetData></worksheet>`);
}

function rowText(cells: readonly CsvCell[], number: number): string {
  const texts = cells.map((cell, at) => cellText(cell, `${COLUMNS[at]}${number}`));
  return `<row r="${number}">${texts.join("")}</row>`;
}

const COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Text is written in the cell itself, where it can be no formula. */
function cellText(cell: CsvCell, reference: string): string {
  if (cell === null || cell === undefined || cell === "") return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** XML has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, " ");
}
