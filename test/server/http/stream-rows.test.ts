import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { onEveryEngine, someone, type TestApp } from "../../harness/app.ts";
import { book, during, fillRecords, made, type Owner } from "../../harness/book.ts";
import { dial, listen } from "../../harness/socket.ts";

const ROWS = 20_000;

/** The list from all of its pages. */
async function paged(app: TestApp, owner: Owner): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor = "";
  do {
    const answer = await app.get(
      `/api/records?userId=${owner.userId}&limit=1000${cursor && `&cursor=${cursor}`}`,
    );
    rows.push(...made(answer));
    cursor = (answer.headers["next-cursor"] as string | undefined) ?? "";
  } while (cursor !== "");
  return rows;
}

/** Asks for the list and reads nothing of it but the first bytes. */
async function stalledClient(port: number, owner: Owner) {
  const socket = dial(port);
  socket.write(`GET /api/records?userId=${owner.userId} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.pause();
  return socket;
}

/** Until so many of the clients have their first bytes, whichever come first. */
function firstReadable(clients: Socket[], count: number): Promise<void> {
  let readable = 0;
  return new Promise((resolve) => {
    for (const client of clients) {
      client.once("readable", () => {
        readable += 1;
        if (readable === count) resolve();
      });
    }
  });
}

/** Long answers at once, and of one user, as http/streams.ts has them. */
const MOST_STREAMS = 8;
const MOST_OF_ONE = 3;

onEveryEngine("streaming", (open) => {
  test(`H6: a list of ${ROWS} rows is whole, and the same as its pages`, async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, ROWS);
    const path = `/api/records?userId=${owner.userId}`;
    const answer = await app.get(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
    assert.deepEqual(Object.keys(answer.body), ["success", "data"]);
    assert.equal(answer.data.length, ROWS);
    assert.deepEqual(answer.data, await paged(app, owner));
    const zipped = await app.app.inject({ url: path, headers: { "accept-encoding": "gzip" } });
    assert.equal(zipped.headers["content-encoding"], "gzip");
    assert.equal(gunzipSync(zipped.rawPayload).toString(), answer.text);
  });

  test("lists around the size of a page are whole", async (t) => {
    const app = await during(t, open);
    for (const rows of [499, 500, 501, 999, 1000, 1001]) {
      const owner = await someone(app);
      await fillRecords(app, owner, rows);
      assert.equal(made(await app.get(`/api/records?userId=${owner.userId}`)).length, rows);
    }
  });

  test("the list is one snapshot: writes meanwhile are not in it, and are not kept waiting", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, ROWS);
    const port = await listen(app);
    const response = await fetch(`http://127.0.0.1:${port}/api/records?userId=${owner.userId}`, {
      headers: { "accept-encoding": "identity" },
    });
    const added = await book(app, owner);
    made(await app.remove(`/api/records/${added.id - 1}`));
    const { data } = (await response.json()) as { data: { id: number }[] };
    assert.equal(data.length, ROWS);
    assert.ok(data.some(({ id }) => id === added.id - 1));
    assert.ok(data.every(({ id }) => id !== added.id));
  });

  test("HEAD on a long list answers its headers and no row", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    await fillRecords(app, owner, ROWS);
    const path = `/api/records?userId=${owner.userId}`;
    for (const encoding of ["identity", "gzip", "br"]) {
      const head = await app.call("HEAD", path, undefined, { "accept-encoding": encoding });
      assert.equal(head.status, 200);
      assert.match(head.headers.etag as string, /^W\//);
      assert.notEqual(head.headers["content-length"], "0");
    }
    assert.equal(made(await app.get(path)).length, ROWS);
  });

  test("clients that stall or go away take nothing from the others", async (t) => {
    const app = await during(t, open);
    const owners = await Promise.all([1, 2, 3].map(() => someone(app)));
    for (const one of owners) await fillRecords(app, one, ROWS);
    const [owner] = owners as [Owner];
    const port = await listen(app);
    const clients = await Promise.all(
      Array.from({ length: 42 }, (_, n) => stalledClient(port, owners[n % 3] as Owner)),
    );
    await firstReadable(clients, MOST_STREAMS);
    // Short reads and writes go on, though more clients wait than there are connections.
    for (let count = 0; count < 30; count += 1) {
      const path = `/api/accounts?userId=${owner.userId}&n=${count}`;
      assert.equal(made(await app.get(path)).length, 1);
    }
    await book(app, owner);
    for (const client of clients) client.destroy();
    const url = `/api/records?userId=${owner.userId}`;
    const lists = await Promise.all([1, 2, 3].map(() => app.app.inject({ url })));
    for (const list of lists) assert.equal(list.json().data.length, ROWS + 1);
    // Every connection of the pool is as good as new.
    const reads = await Promise.all(
      Array.from({ length: 60 }, (_, n) => app.get(`/api/budgets?userId=${owner.userId}&n=${n}`)),
    );
    for (const read of reads) made(read);
  });

  test("a client that stops reading is cut, and the list that waits for it goes on", async (t) => {
    const app = await during(t, open, { stallMs: 2000 });
    const owner = await someone(app);
    await fillRecords(app, owner, ROWS);
    const port = await listen(app);
    const clients = await Promise.all(
      Array.from({ length: MOST_OF_ONE }, () => stalledClient(port, owner)),
    );
    await firstReadable(clients, MOST_OF_ONE);
    const cut = Promise.all(clients.map((client) => once(client, "close")));
    const url = `/api/records?userId=${owner.userId}`;
    // Where none is cut this ends in a fault, and lets the service end.
    const signal = AbortSignal.timeout(60_000);
    signal.addEventListener("abort", () => clients.map((client) => client.destroy()));
    const list = await app.app.inject({ url, signal });
    assert.equal(list.json().data.length, ROWS);
    for (const client of clients) client.resume();
    await cut;
    for (const client of clients) assert.ok(client.bytesRead < list.rawPayload.length);
  });
});
