/**
 * A reader for XML and for the SGML of OFX 1, where leaves need no closing tag. It knows only the
 * five named entities and numbers, expands nothing else, follows no reference and bounds the depth,
 * so that no file can make it grow (bills.md G18). Names are local names, without a namespace.
 */
import { decodeEntities, type Element } from "./element.ts";
import { tooLarge } from "./limits.ts";
import { BillError } from "./line.ts";

/** A file as a tree of elements. */
export interface Markup {
  root: Element;
  /** False when the outermost element never closes: the file was cut. */
  complete: boolean;
  /** 1-based line of an offset. */
  lineAt: (offset: number) => number;
}

/** More elements than 100,000 transactions need. */
const MAX_ELEMENTS = 3_000_000;

/** Deeper than any statement; a file beyond it is an attack. */
const MAX_DEPTH = 100;

const TAG = /<(\/?)([A-Za-z_][\w.:-]{0,127})(\s[^<>]*?)?(\/?)>/y;

/** @throws BillError "too-deep", "too-large" */
export function readMarkup(text: string): Markup {
  const stack = [makeElement("", "", 0)];
  let from = 0;
  let closedOuter = false;
  let tags = 0;
  while (from < text.length) {
    const open = text.indexOf("<", from);
    if (open < 0) {
      addText(stack, text.slice(from));
      break;
    }
    addText(stack, text.slice(from, open));
    const special = skipSpecial(text, open, stack);
    if (special > open) {
      from = special;
      continue;
    }
    TAG.lastIndex = open;
    const tag = TAG.exec(text);
    if (!tag) {
      addText(stack, "<");
      from = open + 1;
      continue;
    }
    from = TAG.lastIndex;
    tags += 1;
    if (tags > 2 * MAX_ELEMENTS) throw tooLarge();
    takeTag(stack, tag, open);
    if (tag[1] === "/" && stack.length === 1) closedOuter = true;
  }
  return { root: stack[0]!, complete: closedOuter && stack.length === 1, lineAt: lineFinder(text) };
}

/** Comments, instructions, doctypes and CDATA: the offset after it, or `open` when it is none. */
function skipSpecial(text: string, open: number, stack: Element[]): number {
  if (text.startsWith("<![CDATA[", open)) {
    const end = endOf(text, "]]>", open + 9);
    stack.at(-1)!.text += text.slice(open + 9, Math.min(end, text.length) - 3);
    return end;
  }
  if (text.startsWith("<!--", open)) return endOf(text, "-->", open + 4);
  if (text.startsWith("<?", open)) return endOf(text, "?>", open + 2);
  if (!text.startsWith("<!", open)) return open;
  const bracket = text.slice(open, open + 256).search(/[[>]/);
  return text[open + bracket] === "[" ? endOf(text, "]>", open) : endOf(text, ">", open);
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function takeTag(stack: Element[], tag: RegExpExecArray, offset: number): void {
  const name = tag[2]!.slice(tag[2]!.lastIndexOf(":") + 1);
  if (tag[1] === "/") {
    closeTag(stack, name);
    return;
  }
  closeLeaf(stack);
  if (stack.length > MAX_DEPTH) {
    throw new BillError("too-deep", "文件的层次太深，不像是账单，已停止读取。");
  }
  const element = makeElement(name, tag[3] ?? "", offset);
  stack.at(-1)!.children.push(element);
  if (tag[4] !== "/") stack.push(element);
}

/** A leaf of SGML ends where the next tag begins. */
function closeLeaf(stack: Element[]): void {
  if (stack.length > 1 && stack.at(-1)!.text !== "") stack.pop();
}

/**
 * Closes the nearest open element of the name. Elements still open inside it were empty leaves
 * without a closing tag, so what seemed their content belongs to the closing element.
 */
function closeTag(stack: Element[], name: string): void {
  let at = stack.length - 1;
  while (at > 0 && stack[at]!.name !== name) at -= 1;
  if (at === 0) return;
  while (stack.length - 1 > at) {
    const leaf = stack.pop()!;
    for (const one of leaf.children) stack.at(-1)!.children.push(one);
    leaf.children = [];
  }
  stack.pop();
}

function addText(stack: Element[], text: string): void {
  const trimmed = text.trim();
  if (trimmed === "" || stack.length === 1) return;
  stack.at(-1)!.text += decodeEntities(trimmed);
}

function makeElement(name: string, attributes: string, offset: number): Element {
  return { name, attributes, text: "", children: [], offset };
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
