/** Whole numbers beyond 2^53 name nothing that is stored: they are bound as the largest safe one. */
export function bound(value: unknown): unknown {
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return Math.sign(value) * Number.MAX_SAFE_INTEGER;
  }
  return value;
}
