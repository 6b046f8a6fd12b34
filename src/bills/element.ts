/** One element. A leaf has text, a group has children. */
export interface Element {
  name: string;
  /** The attributes as written, unparsed: few elements need them. */
  attributes: string;
  text: string;
  children: Element[];
  /** Where its tag begins in the text. */
  offset: number;
}

const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Expands the five named entities and numbers; every other reference stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, ...parts) => {
      if (parts[2] !== undefined) return NAMED[parts[2]] ?? whole;
      const code = parts[0] === undefined ? Number.parseInt(parts[1], 16) : Number(parts[0]);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}

/** The first child of a name. */
export function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

/** The element at the end of a path of child names. */
export function at(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>(child, element);
}

/** The text at the end of a path, "" when there is none. */
export function textAt(element: Element | undefined, ...path: string[]): string {
  return at(element, ...path)?.text.trim() ?? "";
}

/** All children of a name. */
export function children(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** All elements of one of the names, at any depth, in the file's order; found ones are not entered. */
export function findAll(element: Element, ...names: string[]): Element[] {
  const found: Element[] = [];
  collect(element, names, found);
  return found;
}

function collect(element: Element, names: string[], found: Element[]): void {
  for (const one of element.children) {
    if (names.includes(one.name)) found.push(one);
    else collect(one, names, found);
  }
}

/** One pattern a name: building them anew costs more than the search. */
const ATTRIBUTES = new Map<string, RegExp>();

/** One attribute's value by local name, "" when it has none. */
export function attribute(element: Element | undefined, name: string): string {
  if (!element || element.attributes === "") return "";
  const pattern =
    ATTRIBUTES.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  ATTRIBUTES.set(name, pattern);
  const found = pattern.exec(element.attributes);
  return decodeEntities(found?.[1] ?? found?.[2] ?? "");
}

/** All leaves under an element by name (the first of a name wins), for a line's `raw`. */
export function leaves(
  element: Element,
  into: Record<string, string> = {},
): Record<string, string> {
  for (const one of element.children) {
    if (one.children.length > 0) leaves(one, into);
    else if (one.text !== "" && !Object.hasOwn(into, one.name)) into[one.name] = one.text.trim();
  }
  return into;
}
