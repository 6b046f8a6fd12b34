/**
 * SQL with its values apart: no value is ever part of a statement. Fragments nest. What is built is a
 * *shape*, found again by the template's own place in the code, so that a statement's text is put
 * together once, and prepared once, however often it is asked.
 */

/** What all statements of one form share: their text. Compared by identity. */
export class Shape {
  readonly #before: Shape | undefined;
  /** A fragment, or undefined for a value; what stands behind it is `#text`. */
  readonly #part: Shape | undefined;
  readonly #text: string;
  #withValue: Shape | undefined;
  #withPart: Map<Shape, Shape> | undefined;
  #marks: string | undefined;
  #numbers: string | undefined;

  constructor(text: string, before?: Shape, part?: Shape) {
    this.#text = text;
    this.#before = before;
    this.#part = part;
  }

  /** This, a value, and the text behind it. */
  value(text: string): Shape {
    this.#withValue ??= new Shape(text, this);
    return this.#withValue;
  }

  /** This, a fragment, and the text behind it. */
  part(part: Shape, text: string): Shape {
    this.#withPart ??= new Map();
    let shape = this.#withPart.get(part);
    if (shape === undefined) {
      shape = new Shape(text, this, part);
      if (this.#withPart.size >= MOST_FORMS) this.#withPart.clear();
      this.#withPart.set(part, shape);
    }
    return shape;
  }

  /** With `?` for each value. */
  get marks(): string {
    this.#marks ??= this.#pieces([])
      .map((piece) => piece ?? "?")
      .join("");
    return this.#marks;
  }

  /** With `$1`, `$2`, … for the values. */
  get numbers(): string {
    let number = 0;
    this.#numbers ??= this.#pieces([])
      .map((piece) => {
        if (piece !== undefined) return piece;
        number += 1;
        return `$${number}`;
      })
      .join("");
    return this.#numbers;
  }

  /** Texts in their order; undefined where a value stands. */
  #pieces(into: (string | undefined)[]): (string | undefined)[] {
    const way: Shape[] = [];
    for (let shape: Shape | undefined = this; shape !== undefined; shape = shape.#before) {
      way.push(shape);
    }
    for (const shape of way.reverse()) {
      if (shape.#part !== undefined) shape.#part.#pieces(into);
      else if (shape.#before !== undefined) into.push(undefined);
      into.push(shape.#text);
    }
    return into;
  }
}

/** Forms that one place is kept in: lists of many lengths would grow without end. */
const MOST_FORMS = 1000;

/** A statement or a fragment of one. */
export class Sql {
  readonly shape: Shape;
  readonly values: unknown[];

  constructor(shape: Shape, values: unknown[]) {
    this.shape = shape;
    this.values = values;
  }
}

function build(first: Shape, texts: readonly string[], parts: readonly unknown[]): Sql {
  const values: unknown[] = [];
  let shape = first;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const text = texts[index + 1] as string;
    if (part instanceof Sql) {
      shape = shape.part(part.shape, text);
      for (const value of part.values) values.push(value);
    } else {
      shape = shape.value(text);
      values.push(part);
    }
  }
  return new Sql(shape, values);
}

const templates = new WeakMap<TemplateStringsArray, Shape>();

/** The tag: sql`select … where id = ${id}`. */
export function sql(texts: TemplateStringsArray, ...parts: unknown[]): Sql {
  let first = templates.get(texts);
  if (first === undefined) {
    first = new Shape(texts[0] as string);
    templates.set(texts, first);
  }
  return build(first, texts, parts);
}

interface Listed {
  first: Shape;
  texts: string[];
}

const lists = new Map<string, Listed>();

/** Values or fragments with a separator between them. @throws TypeError for none */
export function join(parts: readonly unknown[], separator = ",", prefix = "", suffix = ""): Sql {
  if (parts.length === 0) throw new TypeError("nothing to join");
  const key = `${parts.length}\0${separator}\0${prefix}\0${suffix}`;
  let list = lists.get(key);
  if (list === undefined) {
    const between = Array<string>(parts.length - 1).fill(separator);
    list = { first: new Shape(prefix), texts: [prefix, ...between, suffix] };
    if (lists.size >= MOST_FORMS) lists.clear();
    lists.set(key, list);
  }
  return build(list.first, list.texts, parts);
}

/** Rows of values: (?,?),(?,?). @throws TypeError for none */
export function bulk(rows: readonly (readonly unknown[])[]): Sql {
  return join(rows.map((row) => join(row, ",", "(", ")")));
}

const texts = new Map<string, Sql>();

/** A text of the code's own as it is: names of tables and columns, never what came from outside. */
export function raw(text: string): Sql {
  let found = texts.get(text);
  if (found === undefined) {
    found = new Sql(new Shape(text), []);
    if (texts.size >= MOST_FORMS) texts.clear();
    texts.set(text, found);
  }
  return found;
}

/** No text. */
export const empty = raw("");
