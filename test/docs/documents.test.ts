import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, test } from "node:test";
import { envExample, settingsTable } from "../../scripts/settings.ts";
import { readConfig, SETTINGS } from "../../src/server/config.ts";
import { ROOT, runCli } from "../harness/process.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

/** Tables as they are before the formatter aligns their columns. */
function unaligned(text: string): string {
  return text.replace(/^\|.*$/gm, (row) => row.replace(/ +/g, " ").replace(/-{3,}/g, "---"));
}

describe("the documents", () => {
  test("the README and .env.example list the settings of the code (npm run settings writes them)", () => {
    const readme = unaligned(read("README.md"));
    assert.ok(readme.includes(settingsTable()), "the README's table is not the code's list");
    assert.equal(read(".env.example"), envExample());
  });

  test("every variable that the configuration reads is in the list, and no other", () => {
    const asked = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_, name) {
          asked.add(String(name));
          // Every branch that asks for more: an identity provider's keys.
          if (name === "AUTH") return "jwt";
          if (name === "JWT_JWKS_URL") return "https://id.example.com/keys";
          if (name === "JWT_ISSUER" || name === "JWT_AUDIENCE") return "x";
          return undefined;
        },
      },
    );
    readConfig(env);
    const secret = "s".repeat(32);
    readConfig(
      new Proxy<Record<string, string | undefined>>(
        {},
        {
          get(_, name) {
            asked.add(String(name));
            return name === "AUTH" ? "jwt" : name === "JWT_SECRET" ? secret : undefined;
          },
        },
      ),
    );
    assert.deepEqual([...asked].sort(), SETTINGS.map(({ name }) => name).sort());
  });

  test("the two commands stand at the top of the README, and exist", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const top = read("README.md").split("\n").slice(0, 12).join("\n");
    assert.match(top, /npm ci && npm start\nnpm test\n/);
    assert.ok(scripts.start && scripts.test);
  });

  test("every script that a page names exists", () => {
    const { scripts } = JSON.parse(read("package.json"));
    for (const page of pages) {
      for (const [, name] of read(page).matchAll(/npm run (?:-s )?([\w:-]+)/g)) {
        assert.ok(scripts[name as string], `${page}: npm run ${name}`);
      }
    }
  });

  test("every link inside the documents leads somewhere", () => {
    for (const page of pages) {
      for (const [, target] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        const file = resolve(dirname(join(ROOT, page)), target as string);
        assert.ok(existsSync(file), `${page} links to ${target}`);
      }
    }
  });

  test("every command that a page names is one of the program's", async () => {
    const { stdout } = await runCli(["--help"], {});
    for (const page of pages) {
      for (const [, name] of read(page).matchAll(/[`\n]fenming ([a-z]+)/g)) {
        assert.match(stdout, new RegExp(`^  ${name}\\b`, "m"), `${page}: fenming ${name}`);
      }
    }
  });
});
