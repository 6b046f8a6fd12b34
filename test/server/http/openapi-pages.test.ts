import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { endpoints } from "../../../src/contract/contract.ts";
import { propertiesOf } from "../../../src/contract/endpoint.ts";
import { openApiDocument } from "../../../src/contract/openapi.ts";
import { refusals } from "../../../src/contract/openapi-refusals.ts";
import { onEveryEngine, openApp, someone } from "../../harness/app.ts";
import { book, during, made } from "../../harness/book.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is plain data
type Any = any;
const documents = { open: openApiDocument("open") as Any, jwt: openApiDocument("jwt") as Any };

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat("date-time", true);
ajv.addFormat("date", true);
ajv.addFormat("binary", true);

/** Every object inside a value, with its path. */
function* objects(value: Any, path = "#"): Generator<[string, Any]> {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) yield [path, value];
  for (const [name, inner] of Object.entries(value)) yield* objects(inner, `${path}/${name}`);
}

const operations = (document: Any): [string, string, Any][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]): [string, string, Any] => [
      path,
      method,
      operation,
    ]),
  );

for (const [mode, document] of Object.entries(documents)) {
  test(`H11: the ${mode} document is OpenAPI 3.1 with every reference in place`, () => {
    assert.match(document.openapi, /^3\.1\.\d$/);
    assert.equal(document.info.version, "1.0.0");
    assert.ok(document.info.title && document.info.license.name);
    for (const [path, found] of objects(document)) {
      if (typeof found.$ref !== "string") continue;
      const target = found.$ref
        .slice(2)
        .split("/")
        .reduce((inner: Any, name: string) => inner?.[name], document);
      assert.ok(target, `${path} refers to ${found.$ref}`);
    }
    // Nothing that is ours alone is left in the schemas.
    for (const [path, found] of objects(document)) {
      if (/\/(properties|examples?)\b/.test(path)) continue;
      for (const name of ["label", "rule", "yuan", "clearable", "if", "else"]) {
        assert.equal(name in found, false, `${path} ${name}`);
      }
    }
  });

  test(`the ${mode} document's operations are whole and in two languages`, () => {
    const ids = operations(document).map(([, , operation]) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const [path, method, operation] of operations(document)) {
      const what = `${method} ${path}`;
      assert.match(operation.summary, /\p{Script=Han}.* \/ .*[A-Za-z]/u, what);
      assert.match(operation.description, /\p{Script=Han}[\s\S]* \/ [\s\S]*[A-Za-z]/u, what);
      assert.ok(operation.tags.length === 1, what);
      const inPath = operation.parameters.filter((one: Any) => one.in === "path");
      assert.deepEqual(
        inPath.map((one: Any) => one.name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      const names = operation.parameters.map((one: Any) => `${one.in} ${one.name}`);
      assert.equal(new Set(names).size, names.length, what);
      for (const one of operation.parameters) assert.ok(one.description && one.schema, what);
      for (const [status, response] of Object.entries<Any>(operation.responses)) {
        assert.ok(response.description, `${what} ${status}`);
        if (status === "304") continue;
        const contents = Object.values<Any>(response.content);
        assert.ok(contents.length > 0 && contents.every(({ schema }) => schema), what);
      }
    }
  });

  test(`every schema of the ${mode} document is JSON Schema, and its examples fit it`, () => {
    ajv.addSchema({ $id: `test-${mode}`, ...document });
    let examples = 0;
    for (const [path, found] of objects(document)) {
      if (!path.endsWith("/schema") && !/\/(properties|schemas)\/[^/]+$/.test(path)) continue;
      assert.ok(ajv.validateSchema(found), `${path}: ${ajv.errorsText(ajv.errors)}`);
      const local = JSON.parse(JSON.stringify(found).replaceAll('"#/', `"test-${mode}#/`));
      const check = ajv.compile(local);
      for (const example of found.examples ?? []) {
        examples += 1;
        assert.ok(check(example), `${path}: ${JSON.stringify(example)}`);
      }
    }
    assert.ok(examples > 50);
    for (const [path, method, { responses }] of operations(document)) {
      const answer = responses[200].content["application/json"];
      if (answer?.example === undefined) continue;
      const schema = JSON.parse(JSON.stringify(answer.schema).replaceAll('"#/', `"test-${mode}#/`));
      assert.ok(ajv.validate(schema, answer.example), `${method} ${path}: ${ajv.errorsText()}`);
    }
    for (const [path, method, { requestBody }] of operations(document)) {
      if (requestBody === undefined) continue;
      const form = requestBody.content["multipart/form-data"];
      if (form !== undefined) {
        // A form has a file, which an example cannot hold.
        assert.equal(form.schema.properties.file.format, "binary", `${method} ${path}`);
        continue;
      }
      const { schema, example } = requestBody.content["application/json"];
      assert.ok(ajv.validate(schema, example), `${method} ${path}: ${ajv.errorsText()}`);
      // Where nothing must be said, the example may say nothing.
      if (schema.required?.length > 0) assert.ok(Object.keys(example as object).length > 0);
    }
  });

  test(`every refusal of the ${mode} document is a failure, said whole`, () => {
    for (const [path, method, { responses }] of operations(document)) {
      for (const [status, response] of Object.entries<Any>(responses)) {
        if (Number(status) < 400) continue;
        const { schema, example } = response.content["application/json"];
        assert.equal(schema.$ref, "#/components/schemas/Failure");
        assert.deepEqual(Object.keys(example), ["success", "data", "message"]);
        assert.match(example.message, /\p{Script=Han}/u);
        assert.doesNotMatch(example.message, /[{}]/, `${method} ${path} ${status}`);
      }
    }
  });
}

for (const [mode, document] of Object.entries(documents)) {
  test(`the ${mode} document has servers, described tags, security, and components that are used`, () => {
    assert.deepEqual(
      document.servers.map(({ url }: Any) => url),
      ["/"],
    );
    const used = new Set(operations(document).map(([, , { tags }]) => tags[0]));
    assert.deepEqual(new Set(document.tags.map(({ name }: Any) => name)), used);
    for (const { description } of document.tags) assert.match(description, / \/ /);
    for (const [path, method, { security = document.security }] of operations(document)) {
      assert.ok(security, `${method} ${path}`);
    }
    const text = JSON.stringify(document);
    for (const [kind, components] of Object.entries<Any>(document.components)) {
      for (const name of Object.keys(components)) {
        if (kind === "securitySchemes") assert.ok(name in document.security[0]);
        else assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind} ${name}`);
      }
    }
  });

  test(`nothing that the ${mode} document says of refusals is a template`, () => {
    for (const [path, method, { responses }] of operations(document)) {
      for (const [status, { description }] of Object.entries<Any>(responses)) {
        assert.doesNotMatch(description, /[{}]/, `${method} ${path} ${status}`);
      }
    }
  });
}

test("a record needs type and category, a refund the expense that it gives back", () => {
  const { schema } =
    documents.open.paths["/api/records"].post.requestBody.content["application/json"];
  const [record, refund, ...more] = schema.oneOf;
  assert.deepEqual(more, []);
  const shared = ["userId", "accountId", "amount", "date"];
  assert.deepEqual(record.required, [...shared, "type", "category"]);
  assert.equal(record.properties.refundOf.type, "null");
  assert.deepEqual(refund.required, [...shared, "refundOf"]);
  const accepts = (body: object) => ajv.validate(schema, body);
  const body = { userId: 1, accountId: 1, amount: 1, date: "2026-03-15" };
  assert.ok(accepts({ ...body, type: "expense", category: "x" }));
  assert.ok(accepts({ ...body, refundOf: 3 }));
  assert.ok(accepts({ ...body, refundOf: 3, type: "income", category: "x" }));
  for (const half of [
    {},
    { type: "expense" },
    { category: "x" },
    { refundOf: null, type: "income" },
  ]) {
    assert.equal(accepts({ ...body, ...half }), false, JSON.stringify(half));
  }
});

test("every JSON answer has an example, and creates lead to what they have made", () => {
  for (const [path, method, { responses }] of operations(documents.jwt)) {
    const answer = responses[200].content["application/json"];
    if (path !== "/api/export" && answer) assert.ok(answer.example, `${method} ${path}`);
  }
  const { links } = documents.open.paths["/api/records"].post.responses[200];
  assert.deepEqual(Object.keys(links).sort(), ["get", "remove", "update"]);
  assert.equal(links.get.operationId, "records_get");
  assert.equal(documents.open.paths["/api/records/bulk"].post.responses[200].links, undefined);
  const { example } =
    documents.open.paths["/api/accounts"].get.responses[400].content["application/json"];
  assert.match(example.message, /（userId）/);
});

test("what may be left out may be null in a body and empty in a query", () => {
  const { post } = documents.open.paths["/api/accounts"];
  const accepts = (body: object) =>
    ajv.validate(post.requestBody.content["application/json"].schema, body);
  const account = { userId: 1, name: "x", type: "cash" };
  assert.ok(accepts({ ...account, color: null, balance: null }));
  for (const name of ["userId", "name", "type"])
    assert.equal(accepts({ ...account, [name]: null }), false);
  const { parameters } = documents.open.paths["/api/budgets"].get;
  const empty = parameters.filter((one: Any) => one.allowEmptyValue).map((one: Any) => one.name);
  assert.deepEqual(empty, ["month"]);
});

test("with sign-in no example names a user, and what is switched off is not listed", () => {
  const { jwt } = documents;
  for (const [path, method, { requestBody }] of operations(jwt)) {
    const example = requestBody?.content["application/json"]?.example ?? {};
    assert.equal("userId" in example, false, `${method} ${path}`);
  }
  const shut = openApiDocument("jwt", false) as Any;
  assert.equal(shut.paths["/api/init-test-data"], undefined);
  assert.equal(shut.paths["/api/users"].post, undefined);
  assert.ok(shut.paths["/api/users"].get && jwt.paths["/api/init-test-data"]);
});

test("H12: every endpoint of the contract is documented with what it takes and refuses", () => {
  for (const { name, endpoint } of endpoints()) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    const mode = endpoint.only ? "jwt" : "open";
    const operation = documents[mode].paths[path]?.[endpoint.method.toLowerCase()];
    assert.ok(operation, name);
    for (const status of Object.keys(refusals(endpoint, mode))) {
      assert.ok(operation.responses[status], `${name} ${status}`);
    }
    const inQuery = operation.parameters.filter((one: Any) => one.in === "query");
    assert.deepEqual(
      inQuery.map((one: Any) => one.name),
      Object.keys(propertiesOf(endpoint.query)),
    );
    assert.equal(operation.requestBody !== undefined, endpoint.body !== undefined, name);
    // G14: only statuses that the interface has, or that a feature beyond it needs.
    for (const status of Object.keys(operation.responses).map(Number)) {
      const allowed = [200, 304, 400, 401, 403, 404, 409, 412, 413, 422, 429, 431, 500, 503];
      assert.ok(allowed.includes(status), `${name} ${status}`);
    }
  }
});

onEveryEngine("openapi", (open) => {
  test("no endpoint of the contract is unserved", async (t) => {
    const app = await during(t, open);
    for (const { name, endpoint } of endpoints()) {
      if (endpoint.only) continue;
      assert.ok(app.app.hasRoute({ method: endpoint.method, url: endpoint.path }), name);
    }
  });

  test("the service publishes the document of its mode", async (t) => {
    const app = await during(t, open);
    const answer = await app.get("/openapi.json");
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, JSON.parse(JSON.stringify(documents.open)));
  });

  test("the examples of the document are accepted by the service", async (t) => {
    const app = await during(t, open, { now: Date.UTC(2026, 2, 15) });
    const owner = await someone(app);
    const record = await book(app, owner);
    assert.deepEqual([owner.userId, owner.accountId, record.id], [1, 1, 1]);
    const example = (path: string, method: string) =>
      documents.open.paths[path][method].requestBody.content["application/json"].example;
    made(await app.post("/api/users", example("/api/users", "post")));
    made(await app.post("/api/accounts", example("/api/accounts", "post")));
    made(await app.post("/api/records", example("/api/records", "post")));
    const budget = made(await app.post("/api/budgets", example("/api/budgets", "post")));
    made(await app.put(`/api/budgets/${budget.id}`, example("/api/budgets/{id}", "put")));
    made(await app.put(`/api/records/${record.id}`, example("/api/records/{id}", "put")));
    made(await app.put("/api/accounts/1", example("/api/accounts/{id}", "put")));
    made(await app.post("/api/accounts", { ...owner, name: "支付宝", type: "payment" }));
    made(await app.post("/api/transfers", example("/api/transfers", "post")));
    made(await app.put("/api/transfers/1", example("/api/transfers/{id}", "put")));
    made(await app.post("/api/quick", example("/api/quick", "post")));
    made(await app.post("/api/rules", example("/api/rules", "post")));
    made(await app.post("/api/records/bulk", example("/api/records/bulk", "post")));
  });
});

test("the page of the documentation and all it loads come from the service itself", async (t) => {
  const app = await during(t, openApp, {});
  for (const url of ["/docs", "/docs/"]) {
    const page = await app.app.inject({ url });
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers["content-type"]), /^text\/html/);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
    assert.ok(loaded.length >= 3);
    for (const link of loaded) {
      assert.match(link as string, /^\/docs\//);
      assert.equal((await app.app.inject({ url: link as string })).statusCode, 200, link);
    }
  }
});
