import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { endpoints } from "../../../src/contract/contract.ts";
import { messages } from "../../../src/contract/messages.ts";
import type { Sql } from "../../../src/store/sql.ts";
import { balanceOf, onEveryEngine, someone } from "../../harness/app.ts";
import { book, during, lunch, made, refused } from "../../harness/book.ts";
import { listen, sendRaw } from "../../harness/socket.ts";

const failure = (message: string) => ({ success: false, data: null, message });

onEveryEngine("requests", (open) => {
  test("G10, H24: unknown paths and methods are 404 in the envelope, whatever they carry", async (t) => {
    const app = await during(t, open);
    const cases: [string, string][] = [
      ["GET", "/api/nothing"],
      ["GET", "/api/accounts/1/2/3"],
      ["GET", "//api"],
      ["GET", "/API"],
      ["GET", "/api/accounts;userId=1"],
      ["GET", "/api/record"],
      ["POST", "/api/nothing"],
      ["PUT", "/api/accounts"],
      ["DELETE", "/api/records"],
      ["PATCH", "/api/accounts/1"],
      ["POST", "/health"],
      ["DELETE", "/api/users/1"],
      ["GET", "/api/accounts/__proto__/verify/x"],
    ];
    for (const [method, path] of cases) {
      const answer = await app.call(method, path);
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.deepEqual(answer.body, failure("接口不存在"));
      if (method === "GET") continue;
      for (const type of ["application/json", "text/plain", "nonsense"]) {
        const withBody = await app.call(method, path, "{", { "content-type": type });
        assert.equal(withBody.status, 404, `${method} ${path} with a body of ${type}`);
      }
    }
  });

  test("G10: a slash at the end changes nothing", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    assert.equal((await app.get("/health/")).status, 200);
    assert.equal((await app.get("/api/")).status, 200);
    assert.equal(made(await app.get(`/api/accounts/?userId=${owner.userId}`)).length, 1);
    assert.equal(made(await app.get(`/api/accounts/${owner.accountId}/`)).id, owner.accountId);
    made(await app.post("/api/records/", lunch(owner)));
  });

  test("HEAD answers the headers of GET without its body", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { id } = await book(app, owner);
    for (const path of [
      "/health",
      "/api",
      `/api/accounts?userId=${owner.userId}`,
      `/api/records?userId=${owner.userId}`,
      `/api/records/${id}`,
    ]) {
      const get = await app.get(path);
      const head = await app.call("HEAD", path);
      assert.equal(head.status, 200);
      assert.equal(head.headers["content-type"], get.headers["content-type"]);
      assert.equal(head.headers["content-length"], get.headers["content-length"]);
      assert.equal(head.headers.etag, get.headers.etag);
    }
    assert.equal((await app.call("HEAD", "/api/records/9999")).status, 404);
    assert.equal((await app.call("HEAD", "/api/records")).status, 400);
  });

  test("G11: any origin may call, with any header, and read what we expose", async (t) => {
    const app = await during(t, open);
    const preflight = await app.call("OPTIONS", "/api/records/1", undefined, {
      origin: "https://example.com",
      "access-control-request-method": "DELETE",
      "access-control-request-headers": "authorization, x-anything",
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers["access-control-allow-origin"], "*");
    assert.equal(preflight.headers["access-control-allow-headers"], "authorization, x-anything");
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
      const allowed = String(preflight.headers["access-control-allow-methods"]).split(/, */);
      assert.ok(allowed.includes(method));
    }
    for (const path of ["/health", "/api/records", "/api/records/abc", "/nowhere", "/%zz"]) {
      const answer = await app.get(path, { origin: "https://example.com" });
      if (path === "/%zz") continue;
      assert.equal(answer.headers["access-control-allow-origin"], "*", path);
      const exposed = String(answer.headers["access-control-expose-headers"]);
      for (const name of ["ETag", "Retry-After", "Idempotency-Replayed"]) {
        assert.ok(exposed.includes(name));
      }
    }
    assert.equal((await app.call("OPTIONS", "/api/records")).status, 204);
    assert.equal((await app.call("OPTIONS", "/nowhere")).status, 204);
  });

  test("H17: with a list of origins only those are allowed", async (t) => {
    const app = await during(t, open, { corsOrigins: ["https://book.example.com"] });
    const ask = async (origin: string) =>
      (await app.get("/health", { origin })).headers["access-control-allow-origin"];
    assert.equal(await ask("https://book.example.com"), "https://book.example.com");
    assert.notEqual(await ask("https://evil.example.com"), "https://evil.example.com");
  });

  test("G9: an empty body is no body, whatever its content type and method", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (const type of ["application/json", "text/plain", "multipart/form-data", "nonsense", ""]) {
      for (const length of [undefined, "0"]) {
        const headers: Record<string, string> = { "content-type": type };
        if (length !== undefined) headers["content-length"] = length;
        const { id } = await book(app, owner);
        const put = await app.call("PUT", `/api/records/${id}`, undefined, headers);
        assert.equal(put.status, 200, `PUT ${type}`);
        const removed = await app.call("DELETE", `/api/records/${id}`, undefined, headers);
        assert.equal(removed.status, 200, `DELETE ${type}`);
        const post = await app.call("POST", "/api/records", undefined, headers);
        assert.equal(post.status, 400);
        assert.match(post.message as string, /^缺少必填字段：userId、accountId/);
      }
    }
  });

  test("G9: bodies that are not JSON objects are 400", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const right = JSON.stringify(lunch(owner));
    const cases: [string | Buffer, string, RegExp][] = [
      ["{", "application/json", /JSON/],
      [`${right}x`, "application/json", /JSON/],
      ["{'a':1}", "application/json", /JSON/],
      ["NaN", "application/json", /JSON/],
      ["[]", "application/json", /对象/],
      ["null", "application/json", /对象/],
      ["5", "application/json", /对象/],
      ['"text"', "application/json", /对象/],
      ["true", "application/json", /对象/],
      [" ", "application/json", /JSON/],
      [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), "application/json", /JSON/],
      [Buffer.from(right, "utf16le"), "application/json; charset=utf-16le", /JSON/],
      [right, "text/plain", /Content-Type/],
      [right, "application/x-www-form-urlencoded", /Content-Type/],
      [right, "text/json", /Content-Type/],
      [right, "application/jsonp", /Content-Type/],
      [right, "nonsense", /Content-Type/],
    ];
    for (const [body, type, message] of cases) {
      const said = await refused(app, owner.userId, 400, () =>
        app.call("POST", "/api/records", body, { "content-type": type }),
      );
      assert.match(said, message);
    }
    for (const type of [
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "application/json;",
    ]) {
      made(await app.call("POST", "/api/records", `\ufeff${right}`, { "content-type": type }));
    }
  });

  test("G9: a body over 1 MiB is 413; one just below is read", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const body = (size: number) => {
      const text = JSON.stringify({ ...lunch(owner), ignored: "" });
      return text.replace(
        '"ignored":""',
        `"ignored":"${"x".repeat(size - Buffer.byteLength(text))}"`,
      );
    };
    made(await app.post("/api/records", body(1024 * 1024)));
    for (const path of ["/api/records", "/api/accounts"]) {
      const message = await refused(app, owner.userId, 413, () =>
        app.post(path, body(1024 * 1024 + 1)),
      );
      assert.match(message, /1 MiB/);
    }
    await refused(app, owner.userId, 413, () =>
      app.put(`/api/accounts/${owner.accountId}`, body(2_000_000)),
    );
  });

  test("a long body that is nested very deeply is malformed; brackets in a text are text", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const brackets = (count: number) => "[".repeat(count) + "]".repeat(count);
    const body = (ignored: string) =>
      JSON.stringify({ ...lunch(owner), ignored: "" }).replace('""', ignored);
    for (const nested of [brackets(10_000), '{"a":'.repeat(4000) + 1 + "}".repeat(4000)]) {
      const message = await refused(app, owner.userId, 400, () =>
        app.post("/api/records", body(nested)),
      );
      assert.match(message, /JSON/);
    }
    made(await app.post("/api/records", body(JSON.stringify(`\\" ${brackets(10_000)}`))));
    made(await app.post("/api/records", body(JSON.stringify(Array(9000).fill([[1]])))));
  });

  test("a compressed body is not JSON, and never unpacks", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (const encoding of ["gzip", "br", "foo"]) {
      const bomb = gzipSync(Buffer.alloc(10_000_000, 0x20));
      const message = await refused(app, owner.userId, 400, () =>
        app.call("POST", "/api/records", bomb, { "content-encoding": encoding }),
      );
      assert.match(message, new RegExp(`不能压缩（Content-Encoding: ${encoding}）`));
    }
    made(
      await app.call("POST", "/api/records", JSON.stringify(lunch(owner)), {
        "content-type": "application/json",
        "content-encoding": "identity",
      }),
    );
  });

  test("G12: English on X-Language: en alone", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const say = async (headers: Record<string, string>) =>
      (await app.post("/api/records", {}, headers)).message as string;
    assert.match(await say({ "x-language": "en" }), /^Required fields are missing: userId/);
    for (const headers of [
      {},
      { "accept-language": "en" },
      { "x-language": "zh" },
      { "x-language": "fr" },
      { "x-language": "EN-us" },
    ] as Record<string, string>[]) {
      assert.match(await say(headers), /^缺少必填字段/);
    }
    const answer = await app.post("/api/records", lunch(owner), { "x-language": "en" });
    assert.equal(answer.message, "Record created");
    const missing = await app.get("/api/records/99999", { "x-language": "en" });
    assert.equal(missing.message, "The record does not exist");
    const wrong = await app.get("/api/records/x", { "x-language": "en" });
    assert.match(wrong.message as string, /^Id \(id\) must be a positive integer$/);
    assert.equal(
      (await app.get("/nowhere", { "x-language": "en" })).message,
      "There is no such endpoint",
    );
  });

  test("G6, G13: names twice in a query are refused, unknown ones and prototypes ignored", async (t) => {
    const app = await during(t, open);
    const { userId } = await someone(app);
    const twice = await app.get(`/api/accounts?userId=${userId}&userId=${userId}`);
    assert.equal(twice.status, 400);
    const ignored = "__proto__=1&constructor=2&toString=3&x=1&x=2&%00=4&=5&&%zz=%zz&[a]=1&a.b=2";
    assert.equal(made(await app.get(`/api/accounts?${ignored}&userId=${userId}`)).length, 1);
    const body = `{"userId":${userId},"name":"x","type":"cash","__proto__":{"balance":5,"admin":1},"constructor":{"prototype":{}}}`;
    assert.equal(made(await app.post("/api/accounts", body)).balance, 0);
    const hidden = `{"__proto__":{"userId":${userId},"name":"x","type":"cash"}}`;
    assert.equal((await app.post("/api/accounts", hidden)).status, 400);
    assert.equal(({} as { admin?: number }).admin, undefined);
    for (const name of ["hasOwnProperty", "__proto__", "constructor", "toString"]) {
      const record = await app.post("/api/records", `{"${name}":1}`);
      assert.equal(record.status, 400);
    }
  });

  test("categories named like prototypes are categories", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app);
    for (const category of ["__proto__", "constructor", "toString", "null", "undefined"]) {
      await book(app, owner, { category, amount: 1 });
      const budget = { userId: owner.userId, category, amount: 4, month: "2026-03" };
      made(await app.post("/api/budgets", budget));
      const list = `/api/records?userId=${owner.userId}&category=${category}`;
      assert.equal(made(await app.get(list)).length, 1);
    }
    const { budgetUsage } = made(await app.get(`/api/dashboard/summary?userId=${owner.userId}`));
    assert.deepEqual(
      budgetUsage.map((usage: { percentage: number }) => usage.percentage),
      [25, 25, 25, 25, 25],
    );
    const month = `/api/statistics/monthly?userId=${owner.userId}&month=2026-03`;
    assert.equal(made(await app.get(month)).categoryStats.length, 5);
  });

  test("text that looks like SQL, HTML or our own marks is text", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (const category of [
      "'; drop table records; --",
      "%",
      "_",
      "\\u00001.5",
      '"',
      "</script>",
      "a\u2028\u2029",
      "{1}",
      "?",
      "$1",
    ]) {
      const record = await book(app, owner, { category, description: category });
      const query = `/api/records?userId=${owner.userId}&category=${encodeURIComponent(category)}`;
      const [found, ...more] = made(await app.get(query));
      assert.equal(found.id, record.id);
      assert.equal(found.category, category);
      assert.equal(found.description, category);
      assert.deepEqual(more, []);
    }
  });

  test("an address that is not validly encoded is 400", async (t) => {
    const app = await during(t, open);
    const answer = await app.app.inject({ method: "GET", url: "/api/accounts/%zz" });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(answer.json(), failure("请求地址的编码无效"));
  });

  test("a fault is 500 in the envelope, says nothing of itself, and leaves nothing", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app, { balance: 5 });
    const run = app.db.write.bind(app.db);
    // A14: the driver fails between the balance and the record.
    app.db.write = (work, options) =>
      run((query) => {
        const failing = Object.create(query);
        const get = query.get.bind(query);
        failing.run = query.run.bind(query);
        failing.all = query.all.bind(query);
        failing.get = async (statement: Sql) => {
          if (/insert into records/.test(statement.shape.marks)) {
            throw new Error("disk I/O error: secret");
          }
          return get(statement);
        };
        return work(failing);
      }, options);
    const answer = await app.post("/api/records", lunch(owner));
    assert.equal(answer.status, 500);
    assert.deepEqual(answer.body, failure("服务器内部错误"));
    app.db.write = run;
    assert.equal(await balanceOf(app, owner.accountId), 5);
    assert.deepEqual(made(await app.get(`/api/records?userId=${owner.userId}`)), []);
  });

  test("every endpoint that takes a body refuses what is none in the envelope", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    for (const { name, endpoint } of endpoints()) {
      if (endpoint.only || !["POST", "PUT"].includes(endpoint.method)) continue;
      const path = endpoint.path.replace(":id", String(owner.accountId));
      for (const body of ["{", "[]", "7"]) {
        const answer = await app.call(endpoint.method, path, body);
        assert.equal(answer.status, 400, `${name} ${body}`);
      }
    }
  });

  test("what is hardly HTTP is still answered in the envelope", async (t) => {
    const app = await during(t, open);
    const { accountId } = await someone(app);
    const port = await listen(app);
    const request = (line: string, ...headers: string[]) =>
      [line, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");
    const json = "Content-Type: application/json";
    const rawAddress = messages.rawUrl.zh;
    const cases: [string, string, string][] = [
      ["400", "无法识别的 HTTP 请求", "hello\r\n\r\n"],
      ["400", "无法识别的 HTTP 请求", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"],
      ["404", "接口不存在", request("FOO /health HTTP/1.1")],
      ["404", "接口不存在", request("get /api/records?userId=1 HTTP/1.1")],
      ["400", "无法识别的 HTTP 请求", "\x16\x03\x01\x02\x00\r\n\r\n"],
      [
        "400",
        "无法识别的 HTTP 请求",
        request("POST /api/users HTTP/1.1", json, "Content-Length: x"),
      ],
      [
        "400",
        "无法识别的 HTTP 请求",
        request("POST /api/users HTTP/1.1", json, "Expect: miracles"),
      ],
      ["400", rawAddress, request("GET /api/records?userId=1&category=餐饮 HTTP/1.1")],
      ["400", rawAddress, request("GET /api/records?userId=1&category=a b HTTP/1.1")],
      ["400", "请求地址的编码无效", request("GET /api/accounts/%zz HTTP/1.1")],
      ["400", "编号（id）必须是正整数", request("GET /api/accounts/%00 HTTP/1.1")],
      ["404", "账户不存在", request(`GET /api/accounts/${"9".repeat(15_000)} HTTP/1.1`)],
      ["404", "接口不存在", request("CONNECT /api HTTP/1.1")],
      ["404", "接口不存在", request("TRACE /api HTTP/1.1")],
      ["404", "接口不存在", request("PROPFIND /api/accounts HTTP/1.1")],
      ["404", "接口不存在", request("GET /docs/..%2f..%2fpackage.json HTTP/1.1")],
      [
        "413",
        "请求体过大，上限为 1 MiB",
        request("POST /api/users HTTP/1.1", json, "Content-Length: 9999999"),
      ],
      ["431", "请求头过大", request("GET /health HTTP/1.1", `X: ${"x".repeat(20_000)}`)],
    ];
    for (const [status, message, bytes] of cases) {
      const answer = await sendRaw(port, bytes);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), bytes.slice(0, 60));
      const body = /\{.*\}/.exec(answer.slice(answer.indexOf("\r\n\r\n")))?.[0] as string;
      assert.deepEqual(JSON.parse(body), failure(message), bytes.slice(0, 60));
      assert.match(answer, /content-type: application\/json; charset=utf-8/i);
    }
    for (const bytes of [
      request("HEAD /health HTTP/1.1", `X: ${"x".repeat(20_000)}`),
      request(`HEAD /${"x".repeat(20_000)} HTTP/1.1`),
      request("HEAD /health HTTP/1.1", "A header without its colon"),
      "HEAD /health HTTP/1.1\r\nConnection: close\r\n\r\n",
    ]) {
      const answer = await sendRaw(port, bytes);
      assert.match(answer, /^HTTP\/1.1 4\d\d [^{]*\r\n\r\n$/, bytes.slice(0, 40));
      assert.match(answer, /content-length: [1-9]/i);
    }
    for (const bytes of [
      request("GET http://x/api HTTP/1.1"),
      "GET /health HTTP/1.0\r\n\r\n",
      request(
        `PUT /api/accounts/${accountId} HTTP/1.1`,
        json,
        "Transfer-Encoding: chunked",
        "",
        "0",
      ),
      request("OPTIONS * HTTP/1.1"),
    ]) {
      assert.match(await sendRaw(port, bytes), /^HTTP\/1.1 20[04] /, bytes.slice(0, 40));
    }
    assert.match(
      await sendRaw(port, request("GET /docs/swagger-ui.css HTTP/1.1", "Range: bytes=999999999-")),
      /^HTTP\/1.1 400 [\s\S]*"success":false/,
    );
  });
});
