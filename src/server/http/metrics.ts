/** Figures for Prometheus. One registry an app, so that tests and several apps do not share counts. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "../../store/db.ts";
import { Durations } from "./durations.ts";

export interface Metrics {
  /** Counts one answered request; `route` is undefined where no route took it. */
  observe(method: string, route: string | undefined, status: number, ms: number): void;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
  contentType: string;
}

export function makeMetrics(db: Db, passwords?: { computed: number }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Durations();
  durations.register(registry);
  const batch = new Histogram({
    name: "fenming_commit_batch_size",
    help: "Writes that shared one commit",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [registry],
  });
  db.onCommit = (writes) => batch.observe(writes);
  registerStoreGauges(registry, db);
  if (passwords) countHashes(registry, passwords);
  return {
    observe: (method, route = "none", status, ms) =>
      durations.observe(method, route, status, ms / 1000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** What sign-in costs: each hash is some 20 ms of a core. */
function countHashes(registry: Registry, passwords: { computed: number }): void {
  new Counter({
    name: "fenming_password_hashes_total",
    help: "Password hashes computed",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(passwords.computed);
    },
  });
}

function registerStoreGauges(registry: Registry, db: Db): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value !== undefined) this.set(value);
      },
    });
  gauge("fenming_write_queue_length", "Writes that wait", () => db.figures().queued);
  gauge("fenming_database_bytes", "Size of the database", () => db.figures().bytes);
  gauge("fenming_pool_open", "Open connections", () => db.figures().connections?.open);
  gauge("fenming_pool_idle", "Idle connections", () => db.figures().connections?.idle);
  gauge(
    "fenming_pool_waiting",
    "Waiting for a connection",
    () => db.figures().connections?.waiting,
  );
}
