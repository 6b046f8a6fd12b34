import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "../../harness/app.ts";
import { ownSignIn } from "../../harness/sign-in.ts";

test("metrics are for this machine, or for whoever holds the token", async () => {
  const app = await openApp({ config: { metricsToken: "a token for prometheus" } });
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.app.inject({ url: "/metrics", remoteAddress, headers })).statusCode;
  assert.equal(await ask("127.0.0.1"), 200);
  assert.equal(await ask("::1"), 200);
  assert.equal(await ask("192.0.2.1"), 404);
  assert.equal(await ask("192.0.2.1", { authorization: "Bearer a token for prometheus" }), 200);
  assert.equal(await ask("192.0.2.1", { authorization: "Bearer another token" }), 404);
  assert.equal(await ask("192.0.2.1", { authorization: "Bearer " }), 404);
  // A proxy on this machine is not its visitors.
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
    assert.equal(await ask("127.0.0.1", { [name]: "127.0.0.1" }), 404, name);
  }
  await app.close();
  const without = await openApp();
  const given = { authorization: "Bearer undefined" };
  const answer = await without.app.inject({
    url: "/metrics",
    remoteAddress: "192.0.2.1",
    headers: given,
  });
  assert.equal(answer.statusCode, 404);
  await without.close();
});

test("pages carry a strict policy that never upgrades plain http", async () => {
  const app = await openApp();
  const page = await app.app.inject({ url: "/docs" });
  const policy = page.headers["content-security-policy"] as string;
  assert.match(policy, /(^|;)script-src 'self'( 'sha256-[^']+')*(;|$)/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /object-src 'none'/);
  assert.ok(!policy.includes("upgrade-insecure-requests"));
  assert.ok(!/script-src[^;]*unsafe/.test(policy));
  assert.equal(page.headers["x-content-type-options"], "nosniff");
  assert.equal(page.headers["x-frame-options"], "DENY");
  assert.equal(page.headers["strict-transport-security"], undefined);
  assert.equal(page.headers["cross-origin-opener-policy"], undefined);
  // What the policy forbids is not on the page.
  assert.ok(!/<script>|<script [^>]*>[^<]|\son\w+=|style=/.test(page.body), page.body);
  await app.close();
});

test("no answer says what serves it, and each says what a browser may do with it", async () => {
  const app = await openApp();
  for (const url of ["/health", "/api", "/docs", "/api/nothing", "/nothing", "/api/users"]) {
    const { headers } = await app.app.inject({ url });
    assert.equal(headers.server, undefined, url);
    assert.equal(headers["x-powered-by"], undefined, url);
    assert.equal(headers["x-content-type-options"], "nosniff", url);
    const policy = String(headers["content-security-policy"]);
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      assert.ok(policy.includes(rule), `${url}: ${policy}`);
    }
    assert.match(String(headers["referrer-policy"]), /^(no-referrer|same-origin)$/, url);
  }
  await app.close();
});

test("strict transport security only behind TLS of a trusted proxy", async () => {
  const ask = async (trustProxy: false | string, protocol: string) => {
    const app = await openApp({ config: { trustProxy } });
    const headers = { "x-forwarded-proto": protocol };
    const answers = [
      await app.app.inject({ url: "/docs", headers }),
      await app.app.inject({ url: "/api", headers }),
    ];
    await app.close();
    return answers.map((answer) => answer.headers["strict-transport-security"]);
  };
  assert.deepEqual(await ask(false, "https"), [undefined, undefined]);
  assert.deepEqual(await ask("loopback", "http"), [undefined, undefined]);
  assert.deepEqual(await ask("loopback", "https"), ["max-age=63072000", "max-age=63072000"]);
});

test("where there is sign-in, only the listed origins may call from a browser", async () => {
  const app = await openApp({
    config: { ...ownSignIn(), corsOrigins: ["https://book.example.com"] },
  });
  const ask = async (origin: string) =>
    (
      await app.app.inject({
        method: "OPTIONS",
        url: "/api/records",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization",
        },
      })
    ).headers;
  const listed = await ask("https://book.example.com");
  assert.equal(listed["access-control-allow-origin"], "https://book.example.com");
  assert.equal(listed["access-control-allow-credentials"], undefined);
  const other = await ask("https://elsewhere.example.com");
  assert.equal(other["access-control-allow-origin"], undefined);
  await app.close();
  const none = await openApp({ config: { ...ownSignIn(), corsOrigins: [] } });
  const answer = await none.app.inject({
    url: "/health",
    headers: { origin: "https://elsewhere.example.com" },
  });
  assert.equal(answer.headers["access-control-allow-origin"], undefined);
  await none.close();
});

test("the document describes the mode that runs", async () => {
  const documentOf = async (config: object) => {
    const app = await openApp({ config });
    const document = JSON.parse((await app.app.inject({ url: "/openapi.json" })).body);
    await app.close();
    return document;
  };
  const open = await documentOf({});
  const jwt = await documentOf(ownSignIn());
  assert.equal(open.paths["/api/auth/login"], undefined);
  assert.equal(open.security, undefined);
  assert.deepEqual(jwt.security, [{ bearer: [] }]);
  assert.deepEqual(jwt.paths["/api/auth/login"].post.security, []);
  const userId = (document: typeof open) =>
    document.paths["/api/records"].get.parameters.find(
      (parameter: { name: string }) => parameter.name === "userId",
    ).required;
  assert.equal(userId(open), true);
  assert.equal(userId(jwt), false);
  assert.ok(
    !jwt.paths["/api/auth/login"].post.parameters.some(
      (parameter: { name: string }) => parameter.name === "Idempotency-Key",
    ),
  );
  for (const document of [open, jwt]) assert.match(document.info.description, /AUTH=jwt/);
});
