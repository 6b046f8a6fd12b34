/** Elements of XML and SGML as a tree, and how they are asked. Names are local names. */
import { wordTable } from "../../ledger/word-table.ts";

/** One element. A leaf has text, a group has children. */
export interface Element {
  name: string;
  /** By local name; most elements have none. */
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: Element[];
  /** Where its tag begins in the text. */
  offset: number;
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

/** One attribute's value by local name, "" when it has none. */
export function attribute(element: Element | undefined, name: string): string {
  return element?.attributes.get(name) ?? "";
}

/** All leaves under an element by name (the first of a name wins), for a line's `raw`. */
export function leaves(
  element: Element,
  into: Record<string, string> = wordTable({}),
): Record<string, string> {
  for (const one of element.children) {
    if (one.children.length > 0) leaves(one, into);
    else if (one.text !== "") into[one.name] ??= one.text.trim();
  }
  return into;
}
