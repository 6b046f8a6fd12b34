/** Categories of several levels, which become one name here. */

/**
 * Returns what names the categories of a file: the lowest level where only one path of the file ends
 * in it ("午餐"), else the whole path ("食品·午餐").
 */
export function categoryNames(
  paths: Iterable<readonly string[]>,
): (path: readonly string[]) => string {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const path of paths) {
    const [last, whole] = [lowest(path), wholeName(path)];
    const owner = owners.get(last);
    if (owner !== undefined && owner !== whole) shared.add(last);
    owners.set(last, whole);
  }
  return (path) => (shared.has(lowest(path)) ? wholeName(path) : lowest(path));
}

function lowest(path: readonly string[]): string {
  return path.findLast((level) => level !== "") ?? "";
}

function wholeName(path: readonly string[]): string {
  return path.filter((level) => level !== "").join("·");
}
