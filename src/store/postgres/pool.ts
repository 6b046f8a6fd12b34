/**
 * The connections of this process, all to the primary. Where the URL names several servers, each is
 * asked whether it is the primary; a connection that breaks is dropped, and the search starts again.
 */
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseAway } from "../db.ts";
import { Connection } from "./connection.ts";
import { passes } from "./failures.ts";
import type { Host, Target } from "./url.ts";

const RETRY_MS = 100;
const LEAST_TRY_MS = 250;

interface Waiter {
  take: (connection: Connection) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

export class Pool {
  readonly #target: Target;
  #idle: Connection[] = [];
  /** Connections that are open or being opened. */
  #open = 0;
  #waiters: Waiter[] = [];
  /** The server that was the primary last: asked first. */
  #last = 0;
  #closed = false;
  #empty: (() => void)[] = [];

  constructor(target: Target) {
    this.#target = target;
  }

  /** A connection of one's own until it is given back. DatabaseAway when there is none by the deadline of `performance.now()`. */
  async acquire(deadline: number): Promise<Connection> {
    if (this.#closed) throw new DatabaseAway(new Error("closed"));
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.broken === undefined) return idle;
      this.#forget();
    }
    if (this.#open < this.#target.poolSize) return this.#connect(deadline);
    return new Promise((take, reject) => {
      const waiting: Waiter = {
        take,
        reject,
        timer: setTimeout(
          () => {
            this.#waiters.splice(this.#waiters.indexOf(waiting), 1);
            reject(new DatabaseAway(new Error("no connection became free")));
          },
          Math.max(0, deadline - performance.now()),
        ),
      };
      this.#waiters.push(waiting);
    });
  }

  /** Gives a connection back; a broken one is dropped, and a waiting caller finds another. */
  release(connection: Connection): void {
    if (connection.broken !== undefined) {
      connection.destroy();
      this.#forget();
      this.#replace();
      return;
    }
    const next = this.#waiters.shift();
    if (next !== undefined) {
      clearTimeout(next.timer);
      next.take(connection);
    } else if (this.#closed) {
      void connection.end().finally(() => this.#forget());
    } else {
      this.#idle.push(connection);
    }
  }

  #forget(): void {
    this.#open -= 1;
    if (this.#open === 0) for (const empty of this.#empty.splice(0)) empty();
  }

  /** A connection was lost: opens a connection for the first who waits. */
  #replace(): void {
    const next = this.#waiters.shift();
    if (next === undefined) return;
    clearTimeout(next.timer);
    this.#connect(performance.now() + this.#target.connectTimeoutMs).then(next.take, next.reject);
  }

  async #connect(deadline: number): Promise<Connection> {
    this.#open += 1;
    try {
      return await this.#findPrimary(deadline);
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** Asks the servers in turn, again and again, until one is the primary or the time is over. */
  async #findPrimary(deadline: number): Promise<Connection> {
    const { hosts } = this.#target;
    let problem: unknown;
    do {
      for (let step = 0; step < hosts.length; step += 1) {
        const index = (this.#last + step) % hosts.length;
        try {
          const connection = await this.#ask(hosts[index] as Host, deadline);
          if (connection === undefined) {
            problem ??= new Error("no server is the primary");
            continue;
          }
          this.#last = index;
          return connection;
        } catch (error) {
          // A wrong password, a missing database or a bad certificate does not pass by waiting.
          if (!passes(error)) throw new DatabaseAway(error);
          problem = error;
        }
      }
      await wait(RETRY_MS);
    } while (performance.now() < deadline);
    throw new DatabaseAway(problem);
  }

  /** Undefined when the server is a standby. */
  async #ask(host: Host, deadline: number): Promise<Connection | undefined> {
    const left = Math.max(LEAST_TRY_MS, deadline - performance.now());
    const timeoutMs = Math.min(this.#target.connectTimeoutMs, left);
    const connection = await Connection.open(host, this.#target, timeoutMs);
    try {
      const answer = await connection.command<{ standby: boolean }>(
        "select pg_is_in_recovery() as standby",
        timeoutMs,
      );
      if (answer.rows[0]?.standby === false) return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
    void connection.end();
    return undefined;
  }

  figures(): { open: number; idle: number; waiting: number } {
    return { open: this.#open, idle: this.#idle.length, waiting: this.#waiters.length };
  }

  /** Ends the idle connections now and the others as they come back. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const connection of this.#idle.splice(0)) {
      void connection.end().finally(() => this.#forget());
    }
    if (this.#open > 0) await new Promise<void>((resolve) => this.#empty.push(resolve));
  }
}
