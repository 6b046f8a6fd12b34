/** The benchmark's database, made by `fenming seed`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export function seedDatabase(url: string): void {
  execFileSync(
    process.execPath,
    [
      join(import.meta.dirname, "../dist/cli/main.js"),
      "seed",
      "--records",
      "1000000",
      "--users",
      "1000",
    ],
    { stdio: "inherit", env: { ...process.env, DATABASE_URL: url } },
  );
}
