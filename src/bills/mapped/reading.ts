/** What the rows of one table share while they are read. */
import type { Beside } from "./beside.ts";
import type { SignProof } from "./proofs.ts";
import type { RowReader } from "./row-reader.ts";

/** What the rows of one table share. */
export interface Reading {
  reader: RowReader;
  proof: SignProof;
  /** Whether a fee stands beside the amount; "ask" where neither file nor user says it. */
  fee: "apart" | "within" | "ask" | undefined;
  /** The rows are of several accounts, so that a transfer is between two of them. */
  accounts: ReadonlySet<string>;
  /** Those of the column of accounts alone. */
  own: ReadonlySet<string>;
  /** Some rows that name their other account are below zero: the sign says which way those went. */
  signedTransfers: boolean;
  /** The column whose marks say that a row is a transfer. */
  flag: number | undefined;
  /** The columns of accounts are called from and to, and say so of every row. */
  fromTo: boolean;
  /** The accounts that stand on one side alone, where the sides say which way money went. */
  lone: ReadonlySet<string> | undefined;
  /** Some rows have a status, so that one without is asked about. */
  stated: boolean;
  /** Some rows name their account, so that one that names none is asked about. */
  named: boolean;
  /** Amounts that no role reads, and a second day and amount beside the first. */
  beside: Beside;
  header: string;
}
