import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, openApp, someone, type TestOptions } from "../../harness/app.ts";
import { lunch } from "../../harness/book.ts";
import { ownSignIn } from "../../harness/sign-in.ts";
import { listen, sendRaw } from "../../harness/socket.ts";

async function opened(t: { after(end: () => unknown): void }, options: TestOptions = {}) {
  const app = await openApp(options);
  t.after(() => app.close());
  return app;
}

test("without sign-in the service answers to its own names alone", async (t) => {
  const app = await opened(t, { config: { allowedHosts: ["nas.local"], host: "fenming.home" } });
  const ask = async (host: string, path = "/api/users") => (await app.get(path, { host })).status;
  for (const host of [
    ...["localhost", "localhost:3000", "LocalHost.", "127.0.0.1:3000", "127.8.8.8", "[::1]:3000"],
    ...["nas.local", "NAS.local:80", "fenming.home:3000"],
  ]) {
    assert.equal(await ask(host), 200, host);
  }
  for (const host of [
    ...["evil.example", "evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example"],
    ...["192.168.1.5:3000", "8.8.8.8", "[2001:db8::1]", "nas.local.evil", "1271.0.0.1"],
  ]) {
    assert.equal(await ask(host), 403, host);
  }
  const refused = await app.get("/api/users", { host: "evil.example" });
  assert.match(refused.message as string, /^不接受主机名“evil\.example”.*ALLOWED_HOSTS/);
  for (const path of ["/", "/docs", "/openapi.json"])
    assert.equal(await ask("evil.example", path), 403, path);
  // What watches the service asks by whatever address.
  for (const path of ["/health", "/health/ready"])
    assert.equal(await ask("evil.example", path), 200, path);
});

test("listening on every address, it also answers to addresses, which nobody else can point here", async (t) => {
  const app = await opened(t, { config: { host: "0.0.0.0" } });
  const ask = async (host: string) => (await app.get("/api/users", { host })).status;
  for (const host of ["192.168.1.5:3000", "[fd00::5]:3000", "localhost"])
    assert.equal(await ask(host), 200, host);
  for (const host of ["evil.example", "nas.local"]) assert.equal(await ask(host), 403, host);
});

test("with sign-in any name will do: a page of another site has no token", async (t) => {
  const app = await opened(t, { config: ownSignIn() });
  assert.equal((await app.get("/api/about", { host: "book.example.com" })).status, 200);
});

test("where origins are listed, a write from another site is refused and changes nothing", async (t) => {
  const app = await opened(t, { corsOrigins: ["https://mine.example"] });
  const owner = await someone(app);
  const write = (headers: Record<string, string>) =>
    app.post("/api/records", lunch(owner), headers);
  const before = await balanceOf(app, owner.accountId);
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:9999", host: "localhost:3000" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    const answer = await write(headers);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.match(answer.message as string, /^不接受来自其他网站/);
  }
  assert.equal(await balanceOf(app, owner.accountId), before);
  const own: Record<string, string>[] = [
    {},
    { origin: "https://mine.example", "sec-fetch-site": "cross-site" },
    { origin: "http://localhost:3000", host: "localhost:3000" },
    // A proxy has passed the Host on without its port.
    { origin: "http://localhost:3000", host: "localhost", "sec-fetch-site": "same-origin" },
  ];
  for (const headers of own) {
    assert.equal((await write(headers)).status, 200, JSON.stringify(headers));
  }
});

test("the figures are for no page of another site, in either mode", async (t) => {
  for (const config of [{}, ownSignIn()]) {
    const app = await opened(t, { config });
    const ask = async (headers: Record<string, string>) =>
      (await app.app.inject({ url: "/metrics", headers })).statusCode;
    assert.equal(await ask({}), 200);
    assert.notEqual(await ask({ host: "evil.example" }), 200);
    assert.equal(await ask({ origin: "https://evil.example" }), 404);
    assert.equal(await ask({ "sec-fetch-site": "cross-site" }), 404);
  }
});

test("two Host headers are no way past it", async (t) => {
  const app = await opened(t);
  const port = await listen(app);
  const text = await sendRaw(
    port,
    "GET /api/users HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
  );
  assert.match(text, /^HTTP\/1\.1 400 /);
  assert.match(text, /请求/);
});
