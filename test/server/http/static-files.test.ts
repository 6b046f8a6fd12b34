/** How the app is served: to people, beside an API that stays as it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "../../harness/app.ts";

const PERSON = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

test("a person gets the page on every path of theirs, programs get the envelope", async () => {
  const { app, close } = await openApp();
  for (const url of ["/", "/records?category=x", "/no/such/page", "/settings/"]) {
    const page = await app.inject({ url, headers: PERSON });
    assert.equal(page.statusCode, 200, url);
    assert.match(page.headers["content-type"] as string, /^text\/html/);
    assert.match(page.body, /<div id="root">/);
    assert.equal(page.headers["cache-control"], "no-cache");
  }
  for (const url of [
    "/api/nothing",
    "/api",
    "/health/x",
    "/metrics/x",
    "/docs/x",
    "/assets/x.js",
  ]) {
    const answer = await app.inject({ url, headers: PERSON });
    assert.match(answer.headers["content-type"] as string, /^application\/json/, url);
  }
  for (const [method, headers] of [
    ["GET", { accept: "*/*" }],
    ["GET", {}],
    ["POST", PERSON],
  ] as const) {
    const answer = await app.inject({ method, url: "/records", headers });
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.json().message, "接口不存在");
  }
  await close();
});

test("the first page is there for any client, uptime checkers among them", async () => {
  const { app, close } = await openApp();
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
    for (const url of ["/", "/?probe=1"]) {
      const page = await app.inject({ url, headers });
      assert.equal(page.statusCode, 200);
      assert.match(page.body, /<div id="root">/);
      const head = await app.inject({ method: "HEAD", url, headers });
      assert.equal(head.statusCode, 200);
      assert.equal(head.body, "");
      assert.equal(head.headers["content-type"], page.headers["content-type"]);
    }
  }
  assert.equal((await app.inject({ method: "POST", url: "/" })).statusCode, 404);
  await close();
});

test("the page allows its own scripts alone and never asks for https", async () => {
  const { app, close } = await openApp();
  const page = await app.inject({ url: "/", headers: PERSON });
  const policy = page.headers["content-security-policy"] as string;
  assert.match(policy, /script-src 'self' 'sha256-[^']+'(;|$)/);
  assert.doesNotMatch(policy, /upgrade-insecure-requests/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(page.headers["x-content-type-options"], "nosniff");
  assert.equal(page.headers["strict-transport-security"], undefined);
  const other = await app.inject({ url: "/docs", headers: PERSON });
  for (const name of ["content-security-policy", "permissions-policy", "referrer-policy"]) {
    assert.ok(page.headers[name], name);
    assert.equal(page.headers[name], other.headers[name], `${name} is one for all pages`);
  }
  await close();
});

test("assets never change, come compressed, and are not sent twice", async () => {
  const { app, close } = await openApp();
  const page = (await app.inject({ url: "/", headers: PERSON })).body;
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] as string;
  const brotli = await app.inject({ url: script, headers: { "accept-encoding": "gzip, br" } });
  assert.equal(brotli.statusCode, 200);
  assert.equal(brotli.headers["content-encoding"], "br");
  assert.equal(brotli.headers["cache-control"], "public, max-age=31536000, immutable");
  const gzip = await app.inject({ url: script, headers: { "accept-encoding": "gzip" } });
  assert.equal(gzip.headers["content-encoding"], "gzip");
  const plain = await app.inject({ url: script });
  assert.ok(plain.rawPayload.length > gzip.rawPayload.length);
  const again = await app.inject({
    url: "/",
    headers: {
      ...PERSON,
      "if-none-match": (await app.inject({ url: "/", headers: PERSON })).headers.etag as string,
    },
  });
  assert.equal(again.statusCode, 304);
  for (const headers of [{}, { "accept-encoding": "br" }]) {
    const tagged = await app.inject({ url: script, headers });
    assert.equal(tagged.headers.vary, "accept-encoding");
    const { etag } = tagged.headers;
    const same = await app.inject({
      url: script,
      headers: { ...headers, "if-none-match": `${etag}` },
    });
    assert.equal(same.statusCode, 304);
  }
  for (const url of ["/sw.js", "/app.webmanifest", "/icon.svg", "/icon-192.png", "/favicon.ico"]) {
    const file = await app.inject({ url });
    assert.equal(file.statusCode, 200, url);
    assert.equal(file.headers["cache-control"], "no-cache");
  }
  await close();
});

test("the page of the interface is served as the app is", async () => {
  const { app, close } = await openApp();
  assert.match((await app.inject("/docs")).body, /swagger-ui-bundle\.js/);
  for (const url of ["/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"]) {
    const plain = await app.inject(url);
    const gzip = await app.inject({ url, headers: { "accept-encoding": "gzip" } });
    const brotli = await app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
    assert.equal(gzip.headers["content-encoding"], "gzip");
    assert.equal(brotli.headers["content-encoding"], "br");
    assert.ok(brotli.rawPayload.length < gzip.rawPayload.length);
    assert.ok(gzip.rawPayload.length < plain.rawPayload.length / 2, url);
  }
  for (const url of ["/docs/swagger-ui.css.gz", "/manifest.json", "/assets/../index.html.br"]) {
    assert.equal((await app.inject(url)).statusCode, 404, url);
  }
  await close();
});
