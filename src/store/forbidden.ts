/** What the tables themselves forbid: a key that is there already, a row that is not there, a check. */
export function isForbidden(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  if (typeof code !== "string") return false;
  return code.startsWith("SQLITE_CONSTRAINT") || (severity !== undefined && code.startsWith("23"));
}
