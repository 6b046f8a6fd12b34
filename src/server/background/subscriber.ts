/** One client that watches a book. */
import { WATCH_SECONDS } from "../../contract/changes.ts";
import { BEAT, eventText } from "../handler/sse.ts";

/** One stream of events. What it has not yet sent is replaced by what is newer. */
export class Watcher implements AsyncIterableIterator<string> {
  readonly userId: number;
  readonly #leave: () => void;
  readonly #life: NodeJS.Timeout;
  readonly #brief: boolean;
  #revision: number | undefined;
  #unsent: string | undefined;
  #ended = false;
  #waiting: ((result: IteratorResult<string>) => void) | undefined;

  constructor(userId: number, seconds: number, leave: () => void) {
    this.userId = userId;
    this.#leave = leave;
    this.#brief = seconds === 0;
    this.#life = setTimeout(() => this.end(), (seconds || WATCH_SECONDS) * 1000);
  }

  see(revision: number | undefined): void {
    if (revision === undefined || revision === this.#revision) return;
    this.#revision = revision;
    this.#say(eventText("revision", { revision }));
    if (this.#brief) this.end();
  }

  beat(): void {
    if (this.#unsent === undefined) this.#say(BEAT);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#life);
    this.#leave();
    this.#hand();
  }

  next(): Promise<IteratorResult<string>> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#hand();
    });
  }

  /** The client has gone. */
  async return(): Promise<IteratorResult<string>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #say(text: string): void {
    this.#unsent = text;
    this.#hand();
  }

  #hand(): void {
    const resolve = this.#waiting;
    if (resolve === undefined || (this.#unsent === undefined && !this.#ended)) return;
    const value = this.#unsent;
    this.#waiting = undefined;
    this.#unsent = undefined;
    resolve(value === undefined ? { done: true, value } : { done: false, value });
  }
}
