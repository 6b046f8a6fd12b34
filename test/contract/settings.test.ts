import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import { readConfig, SETTINGS } from "../../src/server/config.ts";

const root = resolve(import.meta.dirname, "../..");
const example = readFileSync(join(root, ".env.example"), "utf8");

describe("settings", () => {
  test(".env.example names every setting, in order, and no other", () => {
    const named = [...example.matchAll(/^# ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    assert.deepEqual(
      named,
      SETTINGS.map(({ name }) => name),
    );
    for (const { about, fallback } of SETTINGS) {
      assert.ok(example.includes(about), about);
      assert.ok(example.includes(fallback), fallback);
    }
  });

  test("what .env.example sets by default is what the program does by default", () => {
    const given = Object.fromEntries(
      [...example.matchAll(/^# ?([A-Z][A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.deepEqual(readConfig(given), readConfig({}));
    assert.deepEqual(
      readConfig(Object.fromEntries(SETTINGS.map(({ name }) => [name, " "]))),
      readConfig({}),
    );
  });

  test("the README's table names every setting with its default and meaning", () => {
    const cells = (line: string) => line.split("|").map((cell) => cell.trim());
    const rows = readFileSync(join(root, "README.md"), "utf8").split("\n").map(cells);
    for (const { name, fallback, about } of SETTINGS) {
      const row = rows.find(([, first]) => first === `\`${name}\``);
      assert.deepEqual(row?.slice(2, 4), [fallback, about], name);
    }
  });

  const wrong: [string, string][] = [
    ["PORT", "70000"],
    ["PORT", "3000x"],
    ["PORT", "-1"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "file:"],
    ["TZ", "Mars/Olympus"],
    ["LOG_LEVEL", "loud"],
    ["DEV_ENDPOINTS", "maybe"],
    ["CORS_ORIGIN", "example.com"],
    ["CORS_ORIGIN", "https://example.com/path"],
  ];
  for (const [name, value] of wrong) {
    test(`${name}=${value} stops the start with a sentence that names it`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => error.name === "StartError" && error.message.includes(name),
      );
    });
  }

  test("a password in a URL that is refused is not shown", () => {
    assert.throws(
      () => readConfig({ DATABASE_URL: "mysql://me:secret@localhost/x" }),
      (error: Error) => !error.message.includes("secret"),
    );
  });
});
