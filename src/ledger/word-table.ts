/**
 * Words and what they mean, by text that comes from outside. It has no prototype: "constructor" or
 * "__proto__" in a file finds nothing but what is written here.
 */
export function wordTable<Meaning>(
  words: Readonly<Record<string, Meaning>>,
): Record<string, Meaning> {
  return Object.assign(Object.create(null), words);
}
