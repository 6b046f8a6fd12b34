/** The part of a record filter that looks into text and amounts, in the same SQL for every engine. */
import sql, { type Sql } from "sql-template-tag";
import { type Fen, fenFromYuan } from "../ledger/money.ts";

export interface Search {
  text?: string;
  minAmount?: string;
  maxAmount?: string;
}

/** The conditions that a search adds. ASCII letters match in either case, as both engines fold them. */
export function searchConditions(search: Search): Sql[] {
  const conditions: Sql[] = [];
  if (search.text !== undefined) {
    const pattern = likePattern(search.text);
    conditions.push(sql`(lower(category) like ${pattern} escape '!'
      or lower(coalesce(description, '')) like ${pattern} escape '!')`);
  }
  if (search.minAmount !== undefined)
    conditions.push(sql`amount >= ${fenOfBound(search.minAmount)}`);
  if (search.maxAmount !== undefined)
    conditions.push(sql`amount <= ${fenOfBound(search.maxAmount)}`);
  return conditions;
}

/** Text anywhere; what `like` would read as a wildcard is meant as itself. */
function likePattern(text: string): string {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return `%${folded.replace(/[!%_]/g, "!$&")}%`;
}

/** The contract's pattern leaves nothing that is no amount. */
function fenOfBound(text: string): Fen {
  return fenFromYuan(Number(text)) as Fen;
}
