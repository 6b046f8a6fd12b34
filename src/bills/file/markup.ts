/**
 * XML, and the SGML of OFX 1, where leaves need no closing tag, by htmlparser2 in XML mode. It knows
 * the five named entities and numbers, expands nothing else and follows no reference; what is ours
 * is the tree, where a leaf without a closing tag ends, and the bounds, so that no file can make it
 * grow (bills.md G18).
 */

import { Parser } from "htmlparser2";
import { note } from "../../contract/notes.ts";
import { BillError } from "./bill-error.ts";
import type { Element } from "./element.ts";
import { type Limits, tooLarge, UPLOADED } from "./limits.ts";

/** A file as a tree of elements. */
export interface Markup {
  root: Element;
  /** False when the outermost element never closes: the file was cut. */
  complete: boolean;
  /** 1-based line of an offset. */
  lineAt: (offset: number) => number;
}

/** Deeper than any statement; a file beyond it is an attack. */
const MAX_DEPTH = 100;

/** Tags that the library holds open at once: a statement of OFX 1 leaves its leaves open. */
const MAX_OPEN_TAGS = 5_000;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** @throws BillError "too-deep", "too-large" */
export function readMarkup(text: string, limits: Limits = UPLOADED): Markup {
  const tree = new Tree(limits);
  const parser = new Parser(
    {
      onopentagname: (name) => tree.open(localName(name), parser.startIndex),
      onattribute: (name, value) => tree.attribute(localName(name), value),
      ontext: (data) => tree.addText(data),
      // The library calls "<a/>" implied, too.
      onclosetag: (name, implied) =>
        tree.close(localName(name), implied && text[parser.endIndex - 1] !== "/"),
    },
    { xmlMode: true },
  );
  parser.end(text);
  return { root: tree.root, complete: tree.complete, lineAt: lineFinder(text) };
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** The elements so far. The first of the stack is the root, the last is the innermost open one. */
class Tree {
  readonly root = makeElement("", 0);
  readonly #limits: Limits;
  readonly #stack = [this.root];
  #elements = 0;
  #openTags = 0;
  #closedOuter = false;
  /** Text comes in pieces around entities and CDATA. */
  #text = "";

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get complete(): boolean {
    return this.#closedOuter && this.#stack.length === 1;
  }

  addText(text: string): void {
    this.#text += text;
  }

  open(name: string, offset: number): void {
    this.#takeText();
    // A leaf of SGML ends where the next tag begins.
    if (this.#stack.length > 1 && this.#innermost.text !== "") this.#stack.pop();
    if (++this.#elements > this.#limits.elements) throw tooLarge(this.#limits);
    if (++this.#openTags > MAX_OPEN_TAGS || this.#stack.length > MAX_DEPTH) {
      throw new BillError("too-deep", note("tooDeep"));
    }
    const element = makeElement(name, offset);
    this.#innermost.children.push(element);
    this.#stack.push(element);
  }

  attribute(name: string, value: string): void {
    const element = this.#innermost;
    if (element.attributes === NO_ATTRIBUTES) element.attributes = new Map([[name, value]]);
    else (element.attributes as Map<string, string>).set(name, value);
  }

  /**
   * Closes the nearest open element of the name. Elements still open inside it were empty leaves
   * without a closing tag, so what seemed their content belongs to the closing element.
   */
  close(name: string, implied: boolean): void {
    this.#openTags--;
    this.#takeText();
    if (implied) return;
    const at = this.#stack.findLastIndex((element) => element.name === name);
    if (at <= 0) return;
    while (this.#stack.length - 1 > at) {
      const leaf = this.#stack.pop()!;
      for (const one of leaf.children) this.#innermost.children.push(one);
      leaf.children = [];
    }
    this.#stack.pop();
    if (this.#stack.length === 1) this.#closedOuter = true;
  }

  get #innermost(): Element {
    return this.#stack.at(-1)!;
  }

  #takeText(): void {
    // OFX knows one entity more than XML.
    const text = this.#text.replaceAll("&nbsp;", " ").trim();
    this.#text = "";
    if (text !== "" && this.#stack.length > 1) this.#innermost.text += text;
  }
}

function makeElement(name: string, offset: number): Element {
  return { name, attributes: NO_ATTRIBUTES, text: "", children: [], offset };
}

function lineFinder(text: string): (offset: number) => number {
  const starts: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
