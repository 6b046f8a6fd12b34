/** The accounts that a commit or an undo has moved. */
import type { ImportUndone } from "../../contract/import-shapes.ts";
import { type Fen, fen } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";
import { yuan } from "../handler/money-json.ts";

/** An account with its balance before and after, in yuan. */
export type MovedBalance = ImportUndone["accounts"][number];

/** The accounts that were moved by these, as they are now and as they were before. */
export async function listMoved(
  { db, userId }: Context,
  deltas: ReadonlyMap<number, Fen>,
): Promise<MovedBalance[]> {
  const accounts = await allInTurns<{ id: number; name: string; balance: Fen }>(
    db,
    sql`select id, name, balance from accounts where user_id = ${userId} order by id`,
  );
  const moved: MovedBalance[] = [];
  await eachInTurns(accounts, ({ id, name, balance }) => {
    const delta = deltas.get(id);
    if (delta === undefined) return;
    const before = yuan(fen(balance - delta));
    moved.push({ accountId: id, name, before, after: yuan(balance) });
  });
  return moved;
}
