/** Earlier states of the schema. */
import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../../src/store/migrations.ts";
import { freshFolder } from "./database.ts";

/** A folder with the migrations up to a number, and what is to come besides. */
export async function migrationsUpTo(
  number: number,
  more: Record<string, string> = {},
): Promise<string> {
  const folder = await freshFolder();
  for (const file of await readdir(MIGRATIONS_FOLDER)) {
    if (Number(file.slice(0, 3)) <= number) {
      await cp(join(MIGRATIONS_FOLDER, file), join(folder, file));
    }
  }
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text);
  return folder;
}
