/** Which failures of PostgreSQL pass by themselves, by SQLSTATE and by the errors of the network. */
import { TryAgain } from "../db.ts";

/**
 * Connection exceptions, server shutting down or starting, a primary that has become a standby,
 * serialization failure, deadlock, too many connections, a lock that was not free in time.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING_STATE = /^(08...|57P0[123]|25006|40001|40P01|53300|55P03)$/;
const PASSING_NETWORK =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const PASSING_WORDS =
  /^(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** The server's SQLSTATE; undefined when the failure did not come from the server. */
export function stateOf(error: unknown): string | undefined {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === "string" && severity !== undefined ? code : undefined;
}

/** Whether the connection is gone or must be given up, whatever the statement was. */
export function endsConnection(error: unknown): boolean {
  const state = stateOf(error);
  // 25006: the server was demoted; what it would answer next is not the primary's.
  if (state !== undefined) return /^(08...|57P0[123]|25006)$/.test(state);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === "string" && PASSING_NETWORK.test(code)) ||
    (typeof message === "string" && PASSING_WORDS.test(message))
  );
}

/** Whether the same work may succeed when it is run again. */
export function passes(error: unknown): boolean {
  if (error instanceof TryAgain) return true;
  const state = stateOf(error);
  return state !== undefined ? PASSING_STATE.test(state) : endsConnection(error);
}

const LATE = "Query read timeout";

/** What a connection is given up with whose server does not answer in the time that a statement has. */
export function late(): Error {
  return new Error(LATE);
}

export function isLate(error: unknown): boolean {
  return error instanceof Error && error.message === LATE;
}

/** The server's disk has no room left. */
export function isFull(error: unknown): boolean {
  return stateOf(error) === "53100";
}

/** Somebody else has held a lock for longer than the transaction was to wait for it, or waited for one of ours. */
export function isInTheWay(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(stateOf(error) ?? "");
}

/** The state of a statement that is not run since one before it has failed in the same transaction. */
export const ABORTED = "25P02";

export function isAborted(error: unknown): boolean {
  return stateOf(error) === ABORTED;
}

export function isUniqueViolation(error: unknown): boolean {
  return stateOf(error) === "23505";
}
