/** A sum of whole numbers that is beyond 64 bits. */
export function isOverflow(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "22003" || (code === "SQLITE_ERROR" && message === "integer overflow");
}

/** What the tables themselves forbid: a key that is there already, a row that is not there, a check. */
export function isForbidden(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  if (typeof code !== "string") return false;
  return code.startsWith("SQLITE_CONSTRAINT") || (severity !== undefined && code.startsWith("23"));
}
