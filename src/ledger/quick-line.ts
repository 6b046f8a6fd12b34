/** A line that is being read: which positions are taken, and what is left. */
import { plainText, simplified, withoutUnseen } from "./plain-text.ts";

const RED_PACKETS = /🧧|(?<!福|吉|胜|盈|红|便|顺)利[是市](?![的场区政民])/gu;

/** The line as it is read (plain and simplified characters, one for one), and the positions already read. */
export class Line {
  readonly plain: string;
  readonly #original: string;
  readonly #taken: boolean[];

  constructor(text: string) {
    const seen = withoutUnseen(text);
    this.#original = seen;
    // 🧧 and 利是 are 红包, of the same length.
    this.plain = simplified(plainText(seen.replace(RED_PACKETS, "红包"))).replace(
      /,/g,
      (comma, at: number) =>
        // A Chinese comma separates; only among full-width digits does it group.
        seen.charAt(at) === "，" && !/[０-９]/.test(seen.charAt(at - 1)) ? "，" : comma,
    );
    this.#taken = Array<boolean>(seen.length).fill(false);
  }

  isTaken = (position: number): boolean => this.#taken[position] ?? true;

  take(start: number, end: number): void {
    this.#taken.fill(true, start, end);
  }

  /** Leaves what was taken to the next reader. */
  release(start: number, end: number): void {
    this.#taken.fill(false, start, end);
  }

  /** The line with blanks where it has been read. */
  free(): string {
    return [...this.#taken.keys()]
      .map((position) => (this.isTaken(position) ? " " : this.plain.charAt(position)))
      .join("");
  }

  /** Where the words stand that are still free; the longest word first, overlaps left out. */
  find(words: string[]): { word: string; start: number; end: number }[] {
    const found: { word: string; start: number; end: number }[] = [];
    const line = this.plain.toLowerCase();
    for (const word of [...words].sort((a, b) => b.length - a.length)) {
      const wanted = plainWord(word);
      if (wanted === "") continue;
      for (
        let start = line.indexOf(wanted);
        start !== -1;
        start = line.indexOf(wanted, start + 1)
      ) {
        const end = start + wanted.length;
        if (this.#overlaps(start, end) || isInsideWord(line, start, end)) continue;
        if (found.some((other) => start < other.end && other.start < end)) continue;
        found.push({ word, start, end });
      }
    }
    return found;
  }

  #overlaps(start: number, end: number): boolean {
    return this.#taken.slice(start, end).includes(true);
  }

  /** The free pieces between blanks and what is taken. */
  pieces(): { text: string; start: number; end: number }[] {
    const found: { text: string; start: number; end: number }[] = [];
    let start = -1;
    for (let position = 0; position <= this.plain.length; position += 1) {
      const free =
        !this.isTaken(position) && !/[\s,，。、;；:：]/.test(this.plain.charAt(position));
      if (free && start === -1) start = position;
      if (!free && start !== -1) {
        found.push({ text: this.plain.slice(start, position), start, end: position });
        start = -1;
      }
    }
    return found;
  }

  /** What nobody read, as it was written. */
  rest(): string {
    let text = "";
    for (let position = 0; position < this.#original.length; position += 1) {
      text += this.isTaken(position) ? " " : this.#original.charAt(position);
    }
    return text
      .replace(/[（(]\s*[)）]/g, " ")
      .replace(/\s+/g, " ")
      .replace(/^[\s,，.。;；:：、!！?？]+|[\s,，.。;；:：、!！?？]+$/g, "");
  }
}

/** A Latin word is only found whole: "bus" is not in "business". */
function isInsideWord(line: string, start: number, end: number): boolean {
  const letters = /[a-z]/;
  const joins = (left: number) =>
    letters.test(line.charAt(left)) && letters.test(line.charAt(left + 1));
  return joins(start - 1) || joins(end - 1);
}

/** A word as it is compared: plain and simplified characters, lower case. */
export function plainWord(word: string): string {
  return simplified(plainText(withoutUnseen(word)))
    .toLowerCase()
    .trim();
}
