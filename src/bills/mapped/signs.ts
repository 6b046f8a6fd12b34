/**
 * Which way the money of a table went: proved by the running balance, by the words of the rows, or by
 * the columns themselves; where nothing proves it, it is asked.
 */
import type { Fen } from "../../ledger/money.ts";

/** What a row says that may prove signs. */
export interface SignRow {
  /** The amount with its sign as the columns have it, money in positive under the reading that is tried. */
  fen: Fen;
  /** The running balance; undefined where the row has none. */
  balance: Fen | undefined;
  /** "YYYY-MM-DD" … of the row, "" where unread. */
  time: string;
  /** Which way its words say that the money went. */
  said: "in" | "out" | undefined;
  /** Its words name the repayment of a card. */
  repaid?: boolean;
  /** Its words name a refund: received on a card or in a shop's account given. */
  refund?: boolean;
  /** False for a row whose step of the balance shall not count. */
  counts?: boolean;
}

/** What the running balances say of the signs. */
export type BalanceProof = "as-read" | "opposite" | undefined;

/** A proof needs that it explains nearly all steps of the balance. */
const ENOUGH = 0.8;

/**
 * Whether each balance is the one before plus the amount, read forwards or backwards, as the days run.
 * `alone` says that the balances are of one account; a file of several proves nothing.
 */
export function proveByBalance(rows: readonly SignRow[]): BalanceProof {
  // A row that only states its balance is where the next step begins.
  const known = rows
    .filter((row) => row.balance !== undefined)
    .map((row) => (row.fen === 0 ? { ...row, counts: false } : row));
  if (known.filter(({ fen }) => fen !== 0).length < 2) return undefined;
  const read = orders(known).map((forwards) => countSteps(known, forwards));
  const [asRead, opposite] = (["same", "opposite"] as const).map((way) =>
    read.some((steps) => steps[way] >= Math.max(1, steps.all * ENOUGH)),
  );
  if (asRead === opposite) return undefined;
  return asRead ? "as-read" : "opposite";
}

/** Forwards and backwards, without what the days forbid. */
function orders(rows: readonly SignRow[]): boolean[] {
  let [rising, falling] = [0, 0];
  for (let at = 1; at < rows.length; at++) {
    const [before, after] = [rows[at - 1]!.time.slice(0, 10), rows[at]!.time.slice(0, 10)];
    if (before < after) rising++;
    else if (before > after) falling++;
  }
  if (rising === 0 && falling === 0) return [true, false];
  return [rising >= falling];
}

function countSteps(rows: readonly SignRow[], forwards: boolean) {
  let [same, opposite, all] = [0, 0, 0];
  for (let at = 1; at < rows.length; at++) {
    const [earlier, later] = forwards ? [rows[at - 1]!, rows[at]!] : [rows[at]!, rows[at - 1]!];
    if (later.counts === false) continue;
    all++;
    const step = later.balance! - earlier.balance!;
    if (step === later.fen) same++;
    else if (step === -later.fen) opposite++;
  }
  return { same, opposite, all };
}

/** What the words of the rows say of the signs. */
export interface WordProof {
  agree: number;
  disagree: number;
  /** Of those that disagree: amounts below zero whose words say that they came in, and are no refunds. */
  minusIn: number;
  /** The refunds among them. */
  minusBack: number;
}

/** Counts the rows whose words agree with their signs, and those whose words do not. */
export function proveByWords(rows: readonly SignRow[]): WordProof {
  const proof = { agree: 0, disagree: 0, minusIn: 0, minusBack: 0 };
  for (const { fen, said, refund } of rows) {
    if (said === undefined || fen === 0) continue;
    if (fen > 0 === (said === "in")) proof.agree++;
    else {
      proof.disagree++;
      if (fen < 0) proof[refund ? "minusBack" : "minusIn"]++;
    }
  }
  return proof;
}

/** Which sign one column of amounts has, or that it must be asked. */
export type ColumnSign = "plus-in" | "plus-out" | "ask";

/**
 * The balance decides, but on a card, whose balance may be a debt; then the words; then, where most
 * amounts are negative as most movements go out, the sign is what it seems.
 */
export function signOfColumn(rows: readonly SignRow[], card: boolean): ColumnSign {
  const byBalance = proveByBalance(rows);
  const { agree, disagree, minusIn, minusBack } = proveByWords(rows);
  if (byBalance !== undefined && !card) return byBalance === "as-read" ? "plus-in" : "plus-out";
  const byRepayment = card ? signOfRepayments(rows) : undefined;
  if (byRepayment !== undefined) return byRepayment;
  const positive = rows.filter(({ fen }) => fen > 0).length;
  const negative = rows.filter(({ fen }) => fen < 0).length;
  const spent = rows.filter(({ fen, repaid }) => fen < 0 && !repaid).length;
  // Without any minus, wages among rows that say nothing prove nothing of those.
  if (agree > 0 && disagree === 0) return negative > 0 || agree === positive ? "plus-in" : "ask";
  if (disagree > 0 && agree === 0) {
    // What a friend pays back names the meal: one such word does not turn a table with a minus round.
    const isCard = rows.every(({ fen, repaid }) => fen >= 0 || repaid === true);
    const tells = negative > 0 ? isCard : disagree * 3 >= positive;
    // Beside other amounts with a minus, a refund may be what a seller gave back.
    const onlyBack = minusBack > 0 && minusBack === spent;
    const isProved =
      minusIn > 0 || onlyBack || tells || (disagree > 1 && positive > negative && negative > 0);
    return isProved ? "plus-out" : "ask";
  }
  if (agree > disagree * 4) return "plus-in";
  if (disagree > agree * 4) return "plus-out";
  if (agree + disagree > 0) return "ask";
  // The repayment of a card stands in the bank's table and in the card's, with either sign.
  return spent > 0 && negative >= positive ? "plus-in" : "ask";
}

/**
 * The rows whose step of a running balance goes the other way than their sign, by index, and those before the
 * first step; none unless the balance has steps of both kinds and nearly all of them are amounts of rows.
 */
export function stepsAgainst(rows: readonly SignRow[]): number[] {
  const known = rows.flatMap((row, at) => (row.balance === undefined ? [] : [{ ...row, at }]));
  for (const forwards of orders(known)) {
    const { same, opposite, all } = countSteps(known, forwards);
    if (same === 0 || opposite === 0 || same + opposite < all * ENOUGH) continue;
    const run = forwards ? known : known.toReversed();
    return run
      .filter(
        ({ fen, balance }, at) =>
          fen !== 0 && balance !== (run[at - 1]?.balance ?? Number.NaN) + fen,
      )
      .map(({ at }) => at);
  }
  return [];
}

/** On a card a repayment comes in: its sign tells the others, whose words a bank's account would need. */
function signOfRepayments(rows: readonly SignRow[]): ColumnSign | undefined {
  const signs = new Set(rows.flatMap(({ fen, repaid }) => (repaid && fen !== 0 ? [fen > 0] : [])));
  if (signs.size !== 1) return undefined;
  return signs.has(true) ? "plus-in" : "plus-out";
}

/** What numbers with a minus in a column of money out are. */
export type OutSign = "reversal" | "minus-out" | "ask";

/**
 * Whether a minus in the column of money out is the sign of spending or takes spending back: told by
 * the balance, by the words of the rows, else by whether all, most or few of the numbers have one.
 * `reversal` and `minusOut` are the rows as each reading has them.
 */
export function signOfOutColumn(
  reversal: readonly SignRow[],
  minusOut: readonly SignRow[],
  outs: readonly Fen[],
): OutSign {
  const negative = outs.filter((fen) => fen < 0).length;
  if (negative === 0) return "reversal";
  const [one, other] = [proveByBalance(reversal), proveByBalance(minusOut)];
  if (one === "as-read" && other !== "as-read") return "reversal";
  if (other === "as-read" && one !== "as-read") return "minus-out";
  const positive = outs.filter((fen) => fen > 0).length;
  if (positive === 0) return "minus-out";
  const [back, spent] = [reversal, minusOut].map((rows) => {
    const { agree, disagree } = proveByWords(rows);
    return agree > 0 && disagree === 0;
  });
  if (back !== spent) return back ? "reversal" : "minus-out";
  return negative * 2 <= positive ? "reversal" : "ask";
}
