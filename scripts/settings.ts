/**
 * Writes the list of settings into README.md and .env.example from the one in the code.
 *
 *   npm run settings
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../src/server/config.ts";

const root = join(import.meta.dirname, "..");
const marks = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/g;

/** The table of the README, before the formatter has aligned its columns. */
export function settingsTable(): string {
  const rows = SETTINGS.map(
    ({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`,
  );
  return [
    "| 变量 (variable) | 默认 (default) | 意义 (meaning) |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** The whole of `.env.example`: every setting, commented out, with its default where it is a value. */
export function envExample(): string {
  const settings = SETTINGS.map(({ name, fallback, about }) => {
    const isValue = /^[\x21-\x7e]+$/.test(fallback);
    return `# ${about}\n${isValue ? "" : `# 默认（default）：${fallback}\n`}# ${name}=${isValue ? fallback : ""}\n`;
  });
  return [
    "# 分明的全部设置，都可以不写；这里写着的是默认值。改一项，就去掉它前面的 #。",
    "# Every setting is optional and shown with its default; take away the # before one to change it.",
    "#",
    "#   cp .env.example .env",
    "#   node --env-file=.env dist/cli/main.js serve",
    "",
    ...settings,
  ].join("\n");
}

/** The README with the table put in. */
export function withTable(readme: string): string {
  return readme.replace(
    marks,
    (_, begin: string, end: string) => `${begin}${settingsTable()}${end}`,
  );
}

if (process.argv[1] === import.meta.filename) {
  const readme = join(root, "README.md");
  writeFileSync(readme, withTable(readFileSync(readme, "utf8")));
  writeFileSync(join(root, ".env.example"), envExample());
}
