/**
 * What a PUT decides about a preview, where it sends back what GET has shown: that is no decision, but
 * for what was changed in it.
 */
import type {
  AccountDecision,
  QuestionDecision,
  RowDecision,
  SentDecisions,
} from "../../contract/imports.ts";
import { Refusal } from "../../contract/refusal.ts";
import { join, sql } from "../../store/sql.ts";
import type { Context } from "../handler/context.ts";
import { rowFields, type StoredRow } from "./preview-row.ts";

type SentRow = NonNullable<SentDecisions["rows"]>[number];
type SentAccount = NonNullable<SentDecisions["accounts"]>[number];

/** Rows read by one statement. */
const AT_ONCE = 500;

/** Returns the decisions in what was sent; everything else of it stays as it is. */
export async function withoutShown<Sent extends SentDecisions>(
  ctx: Context,
  importId: number,
  { accounts = [], rows = [], questions = [], ...others }: Sent,
) {
  const {
    userId: _,
    updatedAt: __,
    ...rest
  } = others as Omit<Sent, keyof SentDecisions> & {
    userId?: number;
    updatedAt?: string;
  };
  return {
    ...rest,
    accounts: await decidedAccounts(ctx, importId, accounts),
    rows: await decidedRows(ctx, importId, rows),
    questions: questions.flatMap(({ open, ...question }): QuestionDecision[] => {
      const { code: _code, value: _value, ...answer } = question;
      return open !== undefined && Object.keys(answer).length === 0 ? [] : [question];
    }),
  };
}

async function decidedAccounts(
  { db, userId }: Context,
  importId: number,
  sent: SentAccount[],
): Promise<AccountDecision[]> {
  if (sent.every(({ rows }) => rows === undefined)) return sent;
  const stored = await db.all<{ place: number; accountId: number | null }>(sql`
    select place, account_id from import_accounts
    where user_id = ${userId} and import_id = ${importId}`);
  const now = new Map(stored.map(({ place, accountId }) => [place, accountId]));
  return sent.flatMap(({ rows, ...account }) => {
    const isShown =
      account.create === undefined && (account.accountId ?? null) === now.get(account.place);
    return rows !== undefined && isShown ? [] : [account];
  });
}

async function decidedRows(
  ctx: Context,
  importId: number,
  sent: SentRow[],
): Promise<RowDecision[]> {
  const numbers = sent.flatMap(({ number, numbers }) => (numbers === undefined && number) || []);
  const stored = await readRows(ctx, importId, numbers);
  return sent.flatMap(({ number = 0, numbers, ...sentRow }): RowDecision[] => {
    if (numbers !== undefined) return [{ numbers, ...sentRow }];
    const row = stored.get(number);
    if (row === undefined) throw new Refusal(404, "rowNotFound", { row: number });
    const changed = Object.entries(sentRow).filter(
      ([name, value]) => (row[name as keyof typeof sentRow] ?? null) !== value,
    );
    return changed.length === 0 ? [] : [{ numbers: [number], ...Object.fromEntries(changed) }];
  });
}

async function readRows(
  { db, userId }: Context,
  importId: number,
  numbers: number[],
): Promise<Map<number, StoredRow>> {
  const found = new Map<number, StoredRow>();
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const rows = await db.all<StoredRow>(sql`select ${rowFields} from import_rows
      where user_id = ${userId} and import_id = ${importId}
        and number in (${join(numbers.slice(at, at + AT_ONCE))})`);
    for (const row of rows) found.set(row.number, row);
  }
  return found;
}
