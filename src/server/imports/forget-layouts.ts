/** Forgets how the tables of a layout were read, or keeps it again. */
import type { LayoutDecision } from "../../contract/imports.ts";
import { Refusal } from "../../contract/refusal.ts";
import { sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import type { FoundBill } from "./draft-order.ts";
import { keepMapping } from "./remember.ts";

/** The rows of the preview stay as they were read; the next file of the layout asks. */
export async function decideLayout(
  ctx: Context,
  importId: number,
  { layout, forget }: LayoutDecision,
): Promise<void> {
  const { db, userId } = ctx;
  const ofImport = sql`user_id = ${userId} and id = ${importId}`;
  const stored = await db.get<{ found: string }>(sql`select found from imports where ${ofImport}`);
  const found = JSON.parse(stored?.found ?? "{}") as { bills?: FoundBill[] };
  const bills = found.bills ?? [];
  const mapping = bills.find((bill) => bill.layout === layout)?.mapping;
  if (mapping === undefined) throw new Refusal(404, "layoutNotFound", { layout });
  await keepMapping(ctx, layout, forget ? undefined : mapping);
  for (const bill of bills) {
    if (bill.layout !== layout) continue;
    if (forget) bill.forgotten = true;
    else delete bill.forgotten;
  }
  await db.run(sql`update imports set found = ${JSON.stringify(found)} where ${ofImport}`);
}
