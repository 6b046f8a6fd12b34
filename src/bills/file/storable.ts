/** Texts as a database can hold them: no NUL, no half of a surrogate pair. */

export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
}

/**
 * Makes every text inside plain data storable, in place. Workbooks and XML bring such characters
 * by references ("&#0;") that decoding the file does not see.
 */
export function makeStorable(data: object): void {
  const fields = data as Record<string, unknown>;
  for (const name of Object.keys(data)) {
    const value = fields[name];
    if (typeof value === "string") {
      const text = storable(value);
      if (text !== value) fields[name] = text;
    } else if (typeof value === "object" && value !== null) {
      makeStorable(value);
    }
  }
}
