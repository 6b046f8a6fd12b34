/** Arithmetic in amounts, as Beancount allows it: `(30 + 10) / 3`, `-1,000.00 * 2`. Exact. */
import { add, divide, type Fraction, multiply, negate, readDecimal, subtract } from "./fraction.ts";

/** More tokens or deeper brackets than this is no amount. */
const MAX_TOKENS = 64;

const TOKEN = /\s*(\d[\d,]*(?:\.\d*)?|\.\d+|[-+*/()])/y;

/** A value and where the text after it begins. */
export interface Evaluated {
  value: Fraction;
  end: number;
}

/** Reads an expression from the start of the text; undefined when there is none, or it is wrong. */
export function readExpression(text: string): Evaluated | undefined {
  const parser = new Parser(text);
  const value = parser.sum();
  return value && { value, end: parser.end };
}

class Parser {
  readonly #tokens: { text: string; end: number }[] = [];
  #next = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
      this.#tokens.push({ text: found[1]!, end: TOKEN.lastIndex });
      if (this.#tokens.length >= MAX_TOKENS) break;
    }
  }

  get end(): number {
    return this.#tokens[this.#next - 1]?.end ?? 0;
  }

  sum(): Fraction | undefined {
    let value = this.#product();
    while (value && this.#isNext("+", "-")) {
      const plus = this.#take() === "+";
      const right = this.#product();
      value = right && (plus ? add(value, right) : subtract(value, right));
    }
    return value;
  }

  #product(): Fraction | undefined {
    let value = this.#factor();
    while (value && this.#isNext("*", "/")) {
      const times = this.#take() === "*";
      const right = this.#factor();
      value = right && (times ? multiply(value, right) : divide(value, right));
    }
    return value;
  }

  #factor(): Fraction | undefined {
    const token = this.#take();
    if (token === undefined) return undefined;
    if (token === "-" || token === "+") {
      const value = this.#factor();
      return value && token === "-" ? negate(value) : value;
    }
    if (token !== "(") return readDecimal(token, ".");
    const value = this.sum();
    return this.#take() === ")" ? value : undefined;
  }

  #isNext(...texts: string[]): boolean {
    return texts.includes(this.#tokens[this.#next]?.text ?? "");
  }

  #take(): string | undefined {
    const token = this.#tokens[this.#next];
    if (token) this.#next += 1;
    return token?.text;
  }
}
