/** XML and the SGML of OFX 1 as a tree. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BillError } from "../../../src/bills/file/bill-error.ts";
import { at, attribute, type Element } from "../../../src/bills/file/element.ts";
import { readMarkup } from "../../../src/bills/file/markup.ts";

/** A tree as one short text: "a(b=1,c(d=2))". */
function brief(element: Element): string {
  const inner = element.children.map(brief).join(",");
  return `${element.name}${element.text && `=${element.text}`}${inner && `(${inner})`}`;
}

describe("markup as a tree", () => {
  const cases: [name: string, text: string, tree: string, complete: boolean][] = [
    ["XML", "<a><b>1</b><c><d>2</d></c></a>", "(a(b=1,c(d=2)))", true],
    ["SGML, whose leaves do not close", "<a><b>1<c><d>2<e>3</c></a>", "(a(b=1,c(d=2,e=3)))", true],
    ["an empty leaf that does not close", "<a><b><c>1</a>", "(a(b,c=1))", true],
    ["empty elements", "<a><b/><c/><d>1</d></a>", "(a(b,c,d=1))", true],
    ["a file cut after an empty element", "<a><b><c/>", "(a(b(c)))", false],
    ["a file cut in a tag", "<a><b>1</b><c", "(a(b=1))", false],
    ["names with a prefix", "<n:a><n:b>1</n:b></n:a>", "(a(b=1))", true],
    [
      "entities, bare ampersands and CDATA",
      "<a>x &amp; y & <![CDATA[<z>]]>&#65;</a>",
      "(a=x & y & <z>A)",
      true,
    ],
    ["the entity of OFX", "<a>x&nbsp;y</a>", "(a=x y)", true],
    ["no entity of the file's own", '<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>', "(a=&e;)", true],
    [
      "comments and instructions",
      "<?xml version='1.0'?><!-- <x> --><a><!-- no -->1</a>",
      "(a=1)",
      true,
    ],
    ["a closing tag that nothing opened", "<a></b>1</a>", "(a=1)", true],
  ];
  for (const [name, text, tree, complete] of cases) {
    test(`reads ${name}`, () => {
      const markup = readMarkup(text);
      assert.equal(brief(markup.root), tree);
      assert.equal(markup.complete, complete);
    });
  }

  test("attributes are read by local name, and offsets give the line", () => {
    const { root, lineAt } = readMarkup("<a>\n<x:b n:Ccy=\"C&amp;Y\" o='2'>1</x:b>\n</a>");
    const b = at(root, "a", "b");
    assert.equal(attribute(b, "Ccy"), "C&Y");
    assert.equal(attribute(b, "o"), "2");
    assert.equal(attribute(b, "none"), "");
    assert.equal(lineAt(b?.offset ?? 0), 2);
  });

  test("siblings without a closing tag are not depth, nested ones are", () => {
    const wide = readMarkup(`<a>${"<b/>".repeat(500)}${"<c>1".repeat(500)}</a>`);
    assert.equal(at(wide.root, "a")?.children.length, 1000);
    const tooDeep = (error: unknown) => error instanceof BillError && error.code === "too-deep";
    assert.throws(() => readMarkup("<a>".repeat(101)), tooDeep);
    assert.throws(() => readMarkup("<a>x".repeat(100_000)), tooDeep);
  });
});
