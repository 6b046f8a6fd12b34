/** `sslmode` means what libpq means by it, against a server that has a certificate for "localhost". */
import assert from "node:assert/strict";
import { chmodSync, chownSync, copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { StartError } from "../../../src/store/db.ts";
import { openEngine } from "../../../src/store/open.ts";
import { sql } from "../../../src/store/sql.ts";
import { engines } from "../../harness/database.ts";
import { makePlace, type Place, type Server, startServer } from "../../harness/postgres/server.ts";

const covered = engines().includes("postgres");
/** Made for these tests alone; the key protects nothing. */
const CERTIFICATES = join(import.meta.dirname, "certificates");

describe("TLS", { skip: covered ? false : "TEST_ENGINES leaves it out" }, () => {
  let place: Place;
  let server: Server;
  before(async () => {
    place = await makePlace();
    const { uid, gid } = statSync(place.root);
    for (const name of ["server.crt", "server.key"]) {
      const path = join(place.root, name);
      copyFileSync(join(CERTIFICATES, name), path);
      chmodSync(path, 0o600);
      chownSync(path, uid, gid);
    }
    server = await startServer({
      place,
      settings: {
        ssl: "on",
        ssl_cert_file: join(place.root, "server.crt"),
        ssl_key_file: join(place.root, "server.key"),
      },
    });
  });
  after(async () => {
    await server.stop();
    place.remove();
  });

  const root = `&sslrootcert=${join(CERTIFICATES, "root.crt")}`;
  const other = `&sslrootcert=${join(CERTIFICATES, "other.crt")}`;
  const tries: [host: string, parameters: string, encrypted: boolean | "refused"][] = [
    ["127.0.0.1", "sslmode=disable", false],
    ["127.0.0.1", "sslmode=require", true],
    ["127.0.0.1", `sslmode=require${other}`, "refused"],
    ["127.0.0.1", `sslmode=verify-ca${root}`, true],
    ["127.0.0.1", `sslmode=verify-ca${other}`, "refused"],
    ["127.0.0.1", "sslmode=verify-ca", "refused"],
    ["localhost", `sslmode=verify-full${root}`, true],
    ["127.0.0.1", `sslmode=verify-full${root}`, "refused"],
    ["localhost", "sslmode=verify-full", "refused"],
  ];
  for (const [host, parameters, expected] of tries) {
    const shown = parameters.replaceAll(`${CERTIFICATES}/`, "");
    test(`${host} with ${shown} is ${{ true: "encrypted", false: "plain", refused: "refused" }[String(expected)]}`, async () => {
      const url = `postgres://app@${host}:${server.port}/postgres?${parameters}`;
      const opening = openEngine({ url, zone: "UTC" });
      if (expected === "refused") {
        await assert.rejects(opening, StartError);
        return;
      }
      const { db, close } = await opening;
      const row = await db.read((query) =>
        query.get(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`),
      );
      assert.deepEqual(row, { ssl: expected });
      await close();
    });
  }
});
