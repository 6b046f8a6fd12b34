/** The part of a list's filter that looks into text and amounts, in the same SQL for every engine. */
import { type Fen, fenFromYuan } from "../../ledger/money.ts";
import { plainText } from "../../ledger/plain-text.ts";
import { wordTable } from "../../ledger/word-table.ts";
import { join, type Sql, sql } from "../../store/sql.ts";

export interface Search {
  text?: string;
  minAmount?: string;
  maxAmount?: string;
}

/** Where a noun's rows hold what is looked for. */
export interface Searched {
  userId: number;
  texts: Sql[];
  /** Account ids, found by the names of their accounts. */
  accounts: Sql[];
  amount: Sql;
}

/**
 * Returns the conditions that a search adds. Each word of the text, in any order, must stand somewhere:
 * in a text, in an account's name, or as the amount ("35.5", ">100"). ASCII letters match in either
 * case, as both engines fold them.
 */
export function searchConditions(search: Search, searched: Searched): Sql[] {
  const { amount } = searched;
  const words = (search.text ?? "").split(/\s+/).filter((word) => word !== "");
  const conditions = words.map((word) => holdsWord(word, searched));
  if (search.minAmount !== undefined)
    conditions.push(sql`${amount} >= ${fenOfBound(search.minAmount)}`);
  if (search.maxAmount !== undefined)
    conditions.push(sql`${amount} <= ${fenOfBound(search.maxAmount)}`);
  return conditions;
}

function holdsWord(word: string, { userId, texts, accounts, amount }: Searched): Sql {
  const pattern = likePattern(word);
  const like = (text: Sql) => sql`lower(${text}) like ${pattern} escape '!'`;
  const named = sql`(select id from accounts where user_id = ${userId} and ${like(sql`name`)})`;
  const found = [...texts.map(like), ...accounts.map((account) => sql`${account} in ${named}`)];
  const asked = amountOf(word);
  if (asked !== undefined) found.push(sql`${amount} ${asked.sign} ${asked.fen}`);
  return sql`(${join(found, " or ")})`;
}

const SIGNS = wordTable<Sql>({
  "": sql`=`,
  "=": sql`=`,
  ">": sql`>`,
  "<": sql`<`,
  ">=": sql`>=`,
  "<=": sql`<=`,
});

/** Reads "35.5", "¥35.50", "1,020", ">100", "≤20元" as the amount that is looked for. */
function amountOf(word: string): { sign: Sql; fen: Fen } | undefined {
  const plain = plainText(word).replace("≥", ">=").replace("≤", "<=");
  const found = /^([<>]?=?)[¥￥]?(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,2})?[元块]?$/.exec(plain);
  if (found === null) return undefined;
  const [, sign = "", whole = "", decimals = ""] = found;
  const fen = fenFromYuan(Number(whole.replaceAll(",", "") + decimals));
  return fen === undefined ? undefined : { sign: SIGNS[sign] as Sql, fen };
}

/** Text anywhere; what `like` would read as a wildcard is meant as itself. */
function likePattern(text: string): string {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return `%${folded.replace(/[!%_]/g, "!$&")}%`;
}

/** The contract's pattern leaves nothing that is not an amount. */
function fenOfBound(text: string): Fen {
  return fenFromYuan(Number(text)) as Fen;
}
