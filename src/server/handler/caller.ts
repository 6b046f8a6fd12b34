/** Who asks. Handlers see only the user's id; how a caller was recognised is the authenticate's business. */
import { SCOPES, type Scope } from "../../contract/tokens.ts";
import type { Query } from "../../store/db.ts";

export const ALL_SCOPES: readonly Scope[] = SCOPES;

export interface Caller {
  /** 0 in open mode, where nobody signs in. */
  userId: number;
  by: "open" | "session" | "token" | "provider" | "plan";
  /** The session, or the name of the personal access token or of the plan; for the history of changes. */
  name: string;
  scopes: readonly Scope[];
  /** Everybody must have a second factor here, and this one has none yet. */
  mustEnrol?: true;
}

/** Open mode: no credential, every right, and the request says whose book it means. */
export const ANYBODY: Caller = { userId: 0, by: "open", name: "", scopes: ALL_SCOPES };

/** Whether the caller may be told what is in the book; a token of scope `create` may not. */
export function mayRead({ scopes }: Caller): boolean {
  return scopes.includes("read");
}

/** A credential that is well signed, or well formed. What it claims is proved where the data is read. */
export interface Claim {
  userId: number;
  /** Finds the caller in the request's own transaction. Refuses with 401 when it no longer stands. */
  prove(db: Query, now: number): Promise<Caller>;
}

/** The clock, where it does what a plan says. */
export function callerOfPlan(userId: number, name: string): Caller {
  return { userId, by: "plan", name, scopes: ALL_SCOPES };
}

/** How the caller stands in the history of changes: "session", "token 快捷指令", "plan 房租", "open". */
export function callerText({ by, name }: Caller): string {
  return by === "token" || by === "plan" ? `${by} ${name}` : by;
}
