/** What is compared, and what comes of it: lines and records as matching sees them. */
import type { Note } from "../../contract/notes.ts";
import type { Fen } from "../../ledger/money.ts";
import type { Role } from "../bill/line.ts";

/** A line or a record, as far as matching needs it. */
export interface MatchItem {
  /** The caller's own name for it; unique, and stable if refusals are to be remembered. */
  ref: string;
  /** The file or ledger that it comes from; two items of one source are never matched. */
  source: string;
  /** The key of the format that it was read from; "" for what was entered by hand. */
  provider: string;
  /** Who wrote it. */
  role: Role;
  /** "move" for a transfer between own accounts. */
  direction: "in" | "out" | "move";
  account: string;
  /** For "move"; "" when not known. */
  toAccount?: string;
  /** "YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS". */
  time: string;
  /** Never negative. */
  fen: Fen;
  /** What a transfer cost besides, which the side that pays may have seen as one sum with it. */
  fee?: Fen;
  /** Counterparty and description. */
  text: string;
}

/** Two items that are probably one. */
export interface Suggestion {
  kind: "bank-wallet" | "wallet-wallet" | "two-sides";
  /** The item whose text says more; it stays. */
  keep: string;
  /** The item that is attached to it as evidence. */
  attach: string;
  /** The one whose account is right. */
  accountFrom: string;
  certain: "likely" | "possible";
  /** For the preview. */
  reason: Note;
  /** Remembers a refusal; the same whichever item comes first. */
  key: string;
}
