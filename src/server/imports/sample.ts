/** The first rows of a file as a mapping of its columns would book them; nothing is kept of it. */

import { BillError } from "../../bills/file/bill-error.ts";
import type { TablePreview } from "../../bills/mapped/mapping.ts";
import type { contract } from "../../contract/contract.ts";
import type { Output } from "../../contract/endpoint.ts";
import { inWords } from "../../contract/notes.ts";
import type { Query } from "../../store/db.ts";
import { runThread } from "../background/worker-pool.ts";
import { contextIn, type LongContext, type UploadedFile } from "../handler/long-context.ts";
import { requireChosen } from "./change-rows.ts";
import type { Sampled } from "./draft-order.ts";
import { sayMappingQuestions } from "./present.ts";
import { presentRow } from "./preview-row.ts";
import { inParts, orderFor, type ReadChoice } from "./read-file.ts";

type ImportSample = Output<(typeof contract)["imports"]["sample"]>;

/** Answers the sample; what keeps the file from being read is a part of it, since a form shows both. */
export async function sampleFile(
  own: LongContext,
  file: UploadedFile,
  choice: ReadChoice,
): Promise<ImportSample> {
  const prepare = async (db: Query) => {
    await requireChosen(contextIn(own, db), choice);
    return orderFor(own, db, 0, file, choice);
  };
  const order = await own.store.read(prepare, { longOf: own.userId });
  const { first, rest } = inParts(order);
  try {
    const sampled = await runThread<Sampled>({ sample: first }, rest, {
      userId: own.userId,
      bytes: order.bytes,
    });
    return presentSample(own, sampled);
  } catch (error) {
    if (!(error instanceof BillError)) throw error;
    return refusedSample(own, error);
  }
}

/** What the tables ask before they can be read. */
function refusedSample({ language }: LongContext, { code, text, details }: BillError) {
  const tables = (details.tables ?? []) as TablePreview[];
  return {
    tables: tables.map(({ fingerprint, rowCount, mapping, words, questions }) => ({
      layout: fingerprint,
      rowCount,
      mapping,
      words,
      questions: sayMappingQuestions(questions, language),
      rows: [],
    })),
    accounts: [],
    problem: { code, text: inWords(text, language) },
  };
}

function presentSample({ language }: LongContext, { bills, accounts, rows, asks }: Sampled) {
  return {
    tables: bills.map((bill, index) => ({
      layout: bill.layout,
      rowCount: bill.rows,
      mapping: bill.mapping,
      words: asks[index]?.words ?? [],
      questions: sayMappingQuestions(asks[index]?.questions ?? [], language),
      rows: rows
        .filter((row) => row.bill === index)
        .map((row) => presentRow({ ...row, proposed: null, joins: 0 }, language)),
    })),
    accounts: accounts.map(({ place, name, accountId }) => ({
      place,
      name,
      ...(accountId !== null && { accountId }),
    })),
  };
}
