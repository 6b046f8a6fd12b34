/** The benchmark's database, made by `fenming seed`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** A thousand users share the records given; a hundred have 100 each; the last has 100,000. */
export function seedDatabase(url: string, records: number): void {
  seed(url, records, 1000);
  seed(url, 10_000, 100);
  seed(url, 100_000, 1);
}

/** One user alone, with so many records, the last of the day `until`, else of today. */
export function seedPerson(url: string, records: number, until?: string): void {
  seed(url, records, 1, until === undefined ? [] : ["--until", until]);
}

function seed(url: string, records: number, users: number, more: string[] = []): void {
  const program = join(import.meta.dirname, "../dist/cli/main.js");
  execFileSync(
    process.execPath,
    [program, "seed", "--records", String(records), "--users", String(users), ...more],
    { stdio: "inherit", env: { ...process.env, DATABASE_URL: url } },
  );
}
