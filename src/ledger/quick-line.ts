/** A line that is being read: which places are taken, and what is left. */

/** The line with its full-width characters made plain, place for place, and the places already read. */
export class Line {
  readonly plain: string;
  readonly #original: string;
  readonly #taken: boolean[];

  constructor(text: string) {
    this.#original = text;
    this.plain = text.replace(/[\uFF01-\uFF5E\u3000\uFFE5]/g, (character) => {
      if (character === "\u3000") return " ";
      if (character === "\uFFE5") return "¥";
      return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
    });
    this.#taken = Array<boolean>(text.length).fill(false);
  }

  isTaken = (place: number): boolean => this.#taken[place] ?? true;

  take(start: number, end: number): void {
    this.#taken.fill(true, start, end);
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
        if (this.#overlaps(start, end)) continue;
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
    for (let place = 0; place <= this.plain.length; place += 1) {
      const free = !this.isTaken(place) && !/[\s,，。;；]/.test(this.plain.charAt(place));
      if (free && start === -1) start = place;
      if (!free && start !== -1) {
        found.push({ text: this.plain.slice(start, place), start, end: place });
        start = -1;
      }
    }
    return found;
  }

  /** What nobody read, as it was written. */
  rest(): string {
    let text = "";
    for (let place = 0; place < this.#original.length; place += 1) {
      text += this.isTaken(place) ? " " : this.#original.charAt(place);
    }
    return text.replace(/\s+/g, " ").replace(/^[\s,，。;；:：、]+|[\s,，。;；:：、]+$/g, "");
  }
}

/** A word as it is compared: plain characters, lower case. */
export function plainWord(word: string): string {
  return new Line(word).plain.toLowerCase().trim();
}
