/** An account's sheet as a file: CSV, or a workbook. */

import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type CsvCell, writeCsv } from "../../bills/export/csv.ts";
import type { contract } from "../../contract/contract.ts";
import type { Input } from "../../contract/endpoint.ts";
import { dayOf } from "../../ledger/calendar.ts";
import { yuanFixed } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import { getAccount } from "../accounts/accounts.ts";
import { openingOf } from "../agreement/sheet.ts";
import { type Line, linesOf, OLDEST_FIRST } from "../agreement/sheet-lines.ts";
import type { Context } from "../handler/context.ts";
import { daysBetween } from "../handler/date-input.ts";
import { contextIn, type LongHandler, StreamedAnswer } from "../handler/long-context.ts";
import { fromSnapshot, type SnapshotWriter, WORKBOOK } from "./snapshot-file.ts";
import { writeWorkbook } from "./xlsx.ts";

type Declared = (typeof contract)["book"]["sheet"];

const HEADER = ["日期", "类型", "分类", "说明", "流入", "流出", "调整", "余额", "对过"] as const;
const PAGE_ROWS = 500;

export const exportSheet: LongHandler<Declared> = async (own, { params, query }) => {
  // Before anything is sent: a bound that is no day is refused in words.
  const range = daysBetween(query, own.zone);
  await own.store.read((db) => getAccount(contextIn(own, db), params.id));
  const writer = WRITERS[query.format ?? "csv"];
  const day = dayOf(own.clock(), own.zone);
  const file = {
    ...writer,
    write: (ctx: Context) => writer.write(sheetRows(ctx, params.id, range)),
  };
  const fileName = `fenming-sheet-${params.id}-${day}.${writer.extension}`;
  return new StreamedAnswer(writer.contentType, fromSnapshot(own, file), fileName);
};

type Rows = AsyncIterable<CsvCell[]>;

const WRITERS: Record<
  NonNullable<Input<Declared>["query"]["format"]>,
  Omit<SnapshotWriter, "write"> & { write(rows: Rows): AsyncIterable<string | Uint8Array> }
> = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    extension: "csv",
    async *write(rows) {
      yield* writeCsv(withHeader(rows));
    },
  },
  xlsx: {
    contentType: WORKBOOK,
    extension: "xlsx",
    write: (rows) =>
      Readable.fromWeb(writeWorkbook([{ name: "对账单", header: HEADER, rows }]) as never),
  },
};

async function* withHeader(rows: Rows): AsyncGenerator<readonly CsvCell[]> {
  yield HEADER;
  yield* rows;
}

interface Told extends Line {
  kind: string;
  category: string | null;
  description: string | null;
}

/** The opening, each line with the balance after it, oldest first, and the closing. */
async function* sheetRows(
  ctx: Context,
  accountId: number,
  range: ReturnType<typeof daysBetween>,
): AsyncGenerator<CsvCell[]> {
  let balance = await openingOf(ctx, accountId, range);
  yield totalRow("期初", range.first, balance);
  for await (const page of ctx.db.pages<Told>(statement(ctx, accountId, range), PAGE_ROWS)) {
    for (const line of page) {
      balance += BigInt(line.effect);
      yield rowOf(line, balance);
    }
    await nextTurn();
  }
  yield totalRow("期末", range.last, balance);
}

function totalRow(name: string, day: string | undefined, balance: bigint): CsvCell[] {
  return [day ?? null, name, null, null, null, null, null, yuanOf(balance), null];
}

function rowOf({ day, kind, category, description, effect, rank, ticked }: Told, balance: bigint) {
  const moved = BigInt(effect);
  const adjusted = rank === 2;
  return [
    ...[day, kind, category, description],
    !adjusted && moved > 0n ? yuanOf(moved) : null,
    !adjusted && moved < 0n ? yuanOf(-moved) : null,
    adjusted ? yuanOf(moved) : null,
    yuanOf(balance),
    ticked === 1 ? "✓" : null,
  ];
}

const yuanOf = (fen: bigint) => Number(yuanFixed(fen));

/** The lines with what they are, the other account of a transfer in the place of its category. */
function statement(ctx: Context, accountId: number, range: Parameters<typeof linesOf>[2]) {
  const { userId } = ctx;
  return sql`
    select l.rank, l.day, cast(l.effect as text) as effect, l.ticked,
      case when l.rank = 2 then '调整' when l.rank = 1 then '转账'
        when r.refund = 1 then '退款' when r.type = 'income' then '收入' else '支出' end as kind,
      coalesce(r.category, a.name) as category,
      coalesce(r.description, t.description, j.description) as description
    from (${linesOf(ctx, accountId, range)}) as l
    left join records r on l.rank = 0 and r.user_id = ${userId} and r.id = l.id
    left join transfers t on l.rank = 1 and t.user_id = ${userId} and t.id = l.id
    left join accounts a on a.user_id = ${userId} and a.id = case
      when t.from_account_id = ${accountId} then t.to_account_id else t.from_account_id end
    left join adjustments j on l.rank = 2 and j.user_id = ${userId} and j.id = l.id
    ${OLDEST_FIRST}`;
}
