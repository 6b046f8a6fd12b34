/**
 * The yardstick of a start: Fastify with the driver of the database, and nothing that is asked of it.
 *
 *   node bare.mjs DATABASE PORT
 */
import Database from "better-sqlite3";
import Fastify from "fastify";

const [path, port] = process.argv.slice(2);
const db = new Database(path);
db.pragma("journal_mode = WAL");
const count = db.prepare("select count(*) as users from users");
const app = Fastify();
app.get("/health", async () => ({ success: true, data: { timestamp: new Date().toISOString() } }));
app.get("/api/users", async () => ({ success: true, data: count.get() }));
await app.listen({ port: Number(port), host: "127.0.0.1" });
