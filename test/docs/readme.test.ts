/** The commands of the README, in its order, on the book that its reader has: the demonstration's. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runExample, serviceForExamples } from "../harness/examples.ts";
import { ROOT } from "../harness/process.ts";

const page = await readFile(join(ROOT, "README.md"), "utf8");
/** Each `curl` with the lines that belong to it. */
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block]) => (block as string).split(/^(?=curl )/m))
  .filter((command) => command.startsWith("curl "));

describe("README.md", () => {
  const service = serviceForExamples();

  test("every command works, one after the other", async () => {
    assert.ok(commands.length >= 5);
    for (const command of commands) {
      const here = command.replaceAll("http://localhost:3000", service().url);
      const { success, message } = JSON.parse(await runExample(here, service().url));
      assert.ok(success, `${command}: ${message}`);
    }
  });

  test("the line that is said books a ride on the account that it names", async () => {
    const said = commands.find((command) => command.includes("/api/quick")) as string;
    assert.match(said, /打车32 支付宝/);
    const here = said.replaceAll("http://localhost:3000", service().url);
    const { data } = JSON.parse(await runExample(here, service().url));
    assert.deepEqual(
      [data.reading.amount, data.reading.category, data.reading.account.name],
      [32, "交通", "支付宝"],
    );
    const about = await runExample("curl -s $BASE/api/about", service().url);
    const { zone } = JSON.parse(about).data;
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
    assert.equal(day.format(new Date(data.record.date)), data.reading.date);
  });
});
