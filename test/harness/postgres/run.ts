/** The PostgreSQL of a whole test run: started by `scripts/test.mjs`, ends when its input ends. */
import { makeTemplate } from "./databases.ts";
import { startServer } from "./server.ts";

const server = await startServer();
await makeTemplate(server.url);
console.log(`${server.url} ${server.version}`);
process.stdin.resume().once("end", async () => {
  await server.stop();
});
