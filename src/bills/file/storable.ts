/** What is read of workbooks and XML, made so that a database can hold it. */
import { storable } from "../../ledger/storable.ts";

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
