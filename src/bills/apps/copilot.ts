/** Copilot's transactions.csv: spending is above zero, a transfer is a row on each of its accounts. */
import { note } from "../../contract/notes.ts";
import { negate } from "../../ledger/arithmetic.ts";
import type { BillLine } from "../bill/line.ts";
import type { TableRow } from "../file/table.ts";
import { type Format, hasTable, newBill, tablesWith } from "../format/format.ts";
import { joinHalves } from "../format/halves.ts";
import { type Movement, movementLine } from "../format/movement.ts";
import { byStatus } from "../format/status.ts";
import { withTags } from "../format/tags.ts";
import { readValue } from "../values/cell-value.ts";
import { statusReader } from "../values/status-words.ts";
import { readTime } from "../values/times.ts";
import {
  earned,
  levels,
  type Meaning,
  nameCategories,
  spent,
  transferHalf,
  unknownType,
} from "./app-kinds.ts";

const HEADER = ["date", "name", "amount", "status", "parent category", "type", "account"];

const statusOf = statusReader({ final: ["posted"], dead: ["removed", "declined"] });

/** Copilot. */
export const copilot: Format = {
  key: "copilot",
  clock: "local",
  role: "app",
  ids: "account",
  title: note("copilotTitle"),
  recognise: (file) => hasTable(file, HEADER),
  read: (file) =>
    tablesWith(file, HEADER).map((table) => ({
      ...newBill(copilot, file, "csv", copilot.title),
      lines: nameCategories(joinHalves(table.body.map(rowLine))),
    })),
};

function rowLine(row: TableRow): BillLine {
  const spending = readValue(row.cell("amount"), ".")?.value;
  const mask = row.text("account mask");
  const base: Movement = {
    time: readTime(row.cell("date")),
    value: spending && negate(spending),
    account: mask === "" ? row.text("account") : `${row.text("account")} (${mask})`,
    counterparty: row.text("name"),
    description: withTags(row.text("note"), row.text("tags").split(",")),
    category: levels(row.text("parent category"), row.text("category")),
    status: row.text("status"),
    sourceLine: row.line,
    raw: row.raw,
  };
  const type = row.text("type").toLowerCase();
  const line =
    type === "internal transfer"
      ? transferHalf(base)
      : movementLine({ ...base, ...meaningOf(type, base) });
  return byStatus(line, statusOf(line.status));
}

function meaningOf(type: string, { value }: Movement): Meaning {
  if (type === "income") return earned(value);
  if (type !== "regular") return unknownType(type);
  return spent(value && negate(value));
}
