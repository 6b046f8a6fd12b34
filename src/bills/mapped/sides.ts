/** Tables whose accounts stand on two sides: which one money left, and which one it reached. */
import { filledCell } from "../file/cells.ts";
import type { Row } from "../file/sheet.ts";
import type { Table } from "../file/table.ts";
import type { ColumnMapping } from "./mapping.ts";
import { anyMoney } from "./mapping-columns.ts";
import { plainName, type Roles } from "./mapping-names.ts";
import type { TypeWord } from "./type-words.ts";

const FROM = /fromaccount|[转付][出款][账帐]户|^付款\(转出\)$|^expense\(transferout\)$/;
const TO = /toaccount|[转收][入款][账帐]户|^收款\(转入\)$|^income\(transferin\)$/;
/** Names of both sides that an account of one's own bears, and no payee. */
export const OWN_SIDES = /转[出入]|transfer(out|in)/;

/** Whether the names of the columns say which account money left and which it reached. */
export function namesFromTo({
  columns: { account, toAccount },
}: Pick<ColumnMapping, "columns">): boolean {
  return FROM.test(plainName(account ?? "")) && TO.test(plainName(toAccount ?? ""));
}

/**
 * Whether the accounts on two sides alone say which way plain numbers went: some rows fill one side only, or the
 * names of the sides say that both are one's own.
 */
export function sidesTell(table: Table, rows: readonly Row[], columns: Roles): boolean {
  const { account, toAccount, type, amount } = columns;
  if (type !== undefined || columns.in || columns.out) return false;
  if (!account || !toAccount || !amount || !namesFromTo({ columns })) return false;
  const [from, to, sum] = [account, toAccount, amount].map((title) => table.indexesOf(title)[0]!);
  const isFilled = ({ cells }: Row, at: number) => filledCell(cells[at]) !== "";
  const booked = rows.filter((row) => isFilled(row, sum!));
  if (booked.some(({ cells }) => (anyMoney(cells[sum!]!)?.fen ?? 0) < 0)) return false;
  const bothOwn = [account, toAccount].every((title) => OWN_SIDES.test(plainName(title)));
  return bothOwn || booked.some((row) => isFilled(row, from!) !== isFilled(row, to!));
}

/** What the sides of a row say: money that left, money that arrived, or both. */
export function wordOfSides(from: string, to: string): TypeWord | undefined {
  if (from !== "" && to !== "") return { meaning: "transfer" };
  if (from === to) return undefined;
  return { meaning: from === "" ? "in" : "out" };
}
