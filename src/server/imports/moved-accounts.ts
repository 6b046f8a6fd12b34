/** The accounts that a commit or an undo has moved. */
import type { Fen } from "../../ledger/money.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { allInTurns, eachInTurns } from "../handler/in-turns.ts";

export interface MovedBalance {
  accountId: number;
  name: string;
  delta: Fen;
  after: Fen;
}

/** The accounts that were moved, as they are now, with what each has moved by. */
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
    if (delta !== undefined) moved.push({ accountId: id, name, delta, after: balance });
  });
  return moved;
}
