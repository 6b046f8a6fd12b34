/** Several lists that are read side by side, as one. */

interface Read<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** For `useQueries`: the data in order, the first error, and one way to read all again. */
export function combine<T>(results: Read<T>[]) {
  return {
    data: results.map((result) => result.data),
    failed: results.map((result) => result.data === undefined && result.error !== null),
    error: results.find((result) => result.error)?.error ?? null,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}
