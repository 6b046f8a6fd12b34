import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine } from "../../harness/app.ts";
import { during, made } from "../../harness/book.ts";

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

onEveryEngine("users", (open) => {
  test("a created user is answered whole, with a message", async (t) => {
    const app = await during(t, open);
    const answer = await app.post("/api/users", { name: "小明", email: "a@example.com" });
    assert.equal(answer.status, 200);
    assert.equal(answer.message, "用户创建成功");
    const { id, createdAt, updatedAt, ...rest } = answer.data;
    assert.deepEqual(rest, { name: "小明", email: "a@example.com" });
    assert.ok(Number.isInteger(id) && id > 0);
    assert.match(createdAt, iso);
    assert.equal(updatedAt, createdAt);
  });

  test("R7: users are listed by id, without a message", async (t) => {
    const app = await during(t, open);
    for (const name of ["丙", "甲", "乙"]) {
      made(
        await app.post("/api/users", { name, email: `${encodeURIComponent(name)}@example.com` }),
      );
    }
    const answer = await app.get("/api/users");
    assert.deepEqual(Object.keys(answer.body), ["success", "data"]);
    assert.deepEqual(
      answer.data.map((user: { name: string }) => user.name),
      ["丙", "甲", "乙"],
    );
    const ids = answer.data.map((user: { id: number }) => user.id);
    assert.deepEqual(
      ids,
      ids.toSorted((a: number, b: number) => a - b),
    );
  });

  test("R1: an email is trimmed, kept as sent, and unique without regard to case", async (t) => {
    const app = await during(t, open);
    const first = await app.post("/api/users", { name: "甲", email: "  Ming@Example.COM " });
    assert.equal(made(first).email, "Ming@Example.COM");
    for (const email of ["Ming@Example.COM", "ming@example.com", "\tMING@EXAMPLE.COM\n"]) {
      const answer = await app.post("/api/users", { name: "乙", email });
      assert.equal(answer.status, 400);
      assert.equal(answer.message, "该邮箱已被注册");
    }
    assert.equal((await app.get("/api/users")).data.length, 1);
  });

  const refusals: [string, unknown, RegExp][] = [
    ["nothing at all", undefined, /^缺少必填字段：name、email$/],
    ["an empty object", {}, /^缺少必填字段：name、email$/],
    ["no name", { email: "a@example.com" }, /^缺少必填字段：name$/],
    ["an empty name", { name: "", email: "a@example.com" }, /^缺少必填字段：name$/],
    ["no email", { name: "甲" }, /^缺少必填字段：email$/],
    ["null for both", { name: null, email: null }, /^缺少必填字段：name、email$/],
    ["a blank name", { name: " \u3000\t", email: "a@example.com" }, /name/],
    ["a number as name", { name: 12, email: "a@example.com" }, /name/],
    ["a long name", { name: "长".repeat(101), email: "a@example.com" }, /name/],
    ["NUL in the name", { name: "a\0b", email: "a@example.com" }, /name/],
    ["a lone surrogate in the name", '{"name":"\\ud800","email":"a@example.com"}', /name/],
    ["an email without @", { name: "甲", email: "example.com" }, /email/],
    ["an email without a domain", { name: "甲", email: "a@" }, /email/],
    ["an email with two @", { name: "甲", email: "a@b@example.com" }, /email/],
    ["an email with a blank inside", { name: "甲", email: "a b@example.com" }, /email/],
    ["an email ending in a dot", { name: "甲", email: "a@example." }, /email/],
    ["a long email", { name: "甲", email: `${"a".repeat(250)}@example.com` }, /email/],
    ["an email that is a list", { name: "甲", email: ["a@example.com"] }, /email/],
  ];
  for (const [what, body, message] of refusals) {
    test(`a user is refused with ${what}`, async (t) => {
      const app = await during(t, open);
      const answer = await app.post("/api/users", body);
      assert.equal(answer.status, 400);
      assert.match(answer.message as string, message);
      assert.deepEqual((await app.get("/api/users")).data, []);
    });
  }

  test("G13: a name of 100 characters beyond the BMP is kept exactly as sent", async (t) => {
    const app = await during(t, open);
    const name = ` ${"𠮷".repeat(49)}e\u0301${"😀".repeat(47)} `;
    assert.equal([...name].length, 100);
    const user = made(await app.post("/api/users", { name, email: "a@example.com" }));
    assert.equal(user.name, name);
    assert.equal((await app.get("/api/users")).data[0].name, name);
  });

  test("two users with one email at the same time: one is made", async (t) => {
    const app = await during(t, open);
    const answers = await Promise.all(
      ["a@example.com", "A@example.com", "a@EXAMPLE.com"].map((email) =>
        app.post("/api/users", { name: "甲", email }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
    assert.equal((await app.get("/api/users")).data.length, 1);
  });

  test("G15: without development endpoints no user is made, and the list stays", async (t) => {
    const app = await during(t, open, { devEndpoints: false });
    for (const answer of [
      await app.post("/api/users", { name: "甲", email: "a@example.com" }),
      await app.get("/api/init-test-data"),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.message, "接口不存在");
    }
    assert.deepEqual((await app.get("/api/users")).data, []);
  });
});
