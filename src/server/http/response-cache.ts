/**
 * A bounded store of finished answers, good as long as the state that their tag names. An answer is
 * kept when it is asked for the second time: most are asked for once, and keeping all of them would
 * cost every read the memory that only a few give back.
 */

import { markOf } from "./etag.ts";

interface Answer {
  state: string;
  headers: Record<string, string>;
  body: string;
}

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
/** How many questions are remembered as asked; a power of two. */
const ASKED = 4096;

export class AnswerCache {
  /** In order of use: the first is the one that goes first. */
  #answers = new Map<string, Answer>();
  #bytes = 0;
  /** Marks of what was asked for, each at its own place, until another takes that. */
  #asked = new Int32Array(ASKED);

  /** Whether there is an answer that may still be good. */
  has(key: string): boolean {
    return this.#answers.has(key);
  }

  get(key: string, state: string): Answer | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#answers.delete(key);
    if (answer.state !== state) {
      this.#bytes -= sizeOf(key, answer);
      return undefined;
    }
    this.#answers.set(key, answer);
    return answer;
  }

  set(key: string, answer: Answer): void {
    const size = sizeOf(key, answer);
    if (size > MAX_ANSWER_BYTES || !this.#isAskedAgain(key)) return;
    const old = this.#answers.get(key);
    if (old !== undefined) this.#bytes -= sizeOf(key, old);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    this.#bytes += size;
    while (this.#bytes > MAX_BYTES) {
      const [first] = this.#answers;
      if (first === undefined) break;
      this.#answers.delete(first[0]);
      this.#bytes -= sizeOf(first[0], first[1]);
    }
  }

  #isAskedAgain(key: string): boolean {
    const mark = markOf(key);
    const place = mark & (ASKED - 1);
    const isKnown = this.#asked[place] === mark;
    this.#asked[place] = mark;
    return isKnown;
  }
}

function sizeOf(key: string, answer: Answer): number {
  // A string with Chinese in it takes two bytes a character.
  return (answer.body.length + key.length) * 2 + 200;
}
