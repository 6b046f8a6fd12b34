/**
 * What a personal access token may do is bounded by its scopes, at every endpoint of the contract: a new
 * one is walked by itself, and one that `create` may call has to be named here.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../../src/contract/contract.ts";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { onEveryEngine } from "../../harness/app.ts";
import { exampleOf, makeRequest } from "../../harness/requests.ts";
import { bearing, ownSignIn, register } from "../../harness/sign-in.ts";

const CREATES = [
  "accounts.create",
  "records.create",
  "records.batch",
  "transfers.create",
  "quick.create",
];

const may: Record<string, (name: string, endpoint: Endpoint) => boolean> = {
  create: (name) => CREATES.includes(name),
  write: (name) => CREATES.includes(name),
  read: (_, { method }) => method === "GET",
  "create read": (name, { method }) => method === "GET" || CREATES.includes(name),
  "read write": () => true,
};

/** Answers of an endpoint that is reached never say this. */
const FORBIDDEN = /^该访问令牌没有“(create|read|write)”权限$/;

onEveryEngine("scopes", (open) => {
  test("at every endpoint a token does what its scopes say, and nothing else", async (t) => {
    const app = await open({ config: ownSignIn() });
    t.after(() => app.close());
    const user = await register(app);
    const walked = new Map<string, number>();
    for (const [scopes, isAllowed] of Object.entries(may)) {
      const { data } = await user.post("/api/tokens", { name: scopes, scopes: scopes.split(" ") });
      for (const { name, endpoint } of endpoints()) {
        if (endpoint.public || endpoint.sessionOnly || endpoint.development) continue;
        // Its answer has no end.
        if (endpoint.answers === "text/event-stream") continue;
        // To name what is there takes "read", which the test below is about.
        const isLeftOut = (path: string) => path === "userId" || path.endsWith("refundOf");
        const request = makeRequest(endpoint, (path, schema) =>
          isLeftOut(path) ? undefined : exampleOf(schema),
        );
        const answer = await app.call(request.method, request.path, request.body, {
          authorization: `Bearer ${data.token}`,
        });
        const isRefused = answer.status === 403 && FORBIDDEN.test(answer.message as string);
        // What is asked for is checked first; a request that is wrong in itself reaches nobody.
        if (answer.status === 400 && !isAllowed(name, endpoint)) continue;
        assert.equal(
          isRefused,
          !isAllowed(name, endpoint),
          `${scopes}: ${name}: ${answer.text.slice(0, 200)}`,
        );
        walked.set(scopes, (walked.get(scopes) ?? 0) + 1);
      }
    }
    for (const scopes of Object.keys(may)) assert.ok((walked.get(scopes) ?? 0) >= 40, scopes);
  });

  test("a token that only creates is told nothing of what is in the book, and changes none of it", async (t) => {
    const app = await open({ config: ownSignIn() });
    t.after(() => app.close());
    const user = await register(app);
    const day = "2026-03-15";
    const account = async (name: string) =>
      (await user.post("/api/accounts", { name, type: "bank", balance: 4321.09 })).data.id;
    const [first, second] = [await account("秘密银行(1186)"), await account("秘密银行(2297)")];
    const spent = {
      accountId: first,
      type: "expense",
      category: "秘密分类",
      description: "秘密的话",
    };
    const ids: number[] = [];
    for (const amount of [30, 30]) {
      ids.push((await user.post("/api/records", { ...spent, amount, date: day })).data.id);
    }
    const book = (await user.get("/api/records")).text;
    const { data } = await user.post("/api/tokens", { name: "手机", scopes: ["create"] });
    const phone = bearing(app, data.token);
    const made = await phone.post("/api/quick", { text: "打车 32", date: day });
    assert.equal(made.status, 200);
    const [id] = ids;
    const answers = [
      await phone.post("/api/records", {
        ...spent,
        category: "交通",
        description: "x",
        amount: 1,
        date: day,
      }),
      await phone.post("/api/quick", { text: "秘密银行 午餐 12" }),
      await phone.post("/api/quick", { text: "退款 30", date: "2026-03-20" }),
      await phone.put(`/api/records/${id}`, {}),
      await phone.put(`/api/accounts/${first}`, {}),
      await phone.remove(`/api/records/${id}`),
      await phone.get(`/api/records/${id}`),
      await phone.post("/api/records/bulk", { ids, action: "delete" }),
      await phone.post(`/api/history/1/restore`),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 400, 403, 403, 403, 403, 403, 403],
    );
    for (const { text } of answers) assert.doesNotMatch(text, /1186|2297|秘密的话|秘密分类|4321/);
    // Under an id of its own, or by naming an expense, it is told no more than it has said.
    const synced = { accountId: first, type: "expense", date: day, externalId: "bank-7" };
    const kept = (
      await user.post("/api/records", { ...synced, amount: 7777.01, category: "秘密分类" })
    ).data;
    const moved = { fromAccountId: first, toAccountId: second, date: day, externalId: "move-7" };
    const move = (
      await user.post("/api/transfers", { ...moved, amount: 6666.02, description: "秘密的话" })
    ).data;
    const guessed = await phone.post("/api/records", { ...synced, amount: 1, category: "猜" });
    const guessedMove = await phone.post("/api/transfers", { ...moved, amount: 1, fee: 0.5 });
    assert.deepEqual(
      [guessed, guessedMove].map(({ status, data, headers }) => [
        ...[status, headers["idempotency-replayed"], data.id, data.amount, data.fee ?? 0],
      ]),
      [
        [200, "true", kept.id, 1, 0],
        [200, "true", move.id, 1, 0.5],
      ],
    );
    assert.equal(guessed.data.category, "猜");
    const named = { accountId: first, amount: 99_999, date: day, refundOf: id };
    answers.push(guessed, guessedMove);
    for (const [path, body] of [
      ["/api/records", named],
      ["/api/records/batch", { records: [named] }],
      ["/api/quick", { text: "退款 99999", refundOf: id }],
    ] as const) {
      const answer = await phone.post(path, body);
      assert.equal(answer.status, 403, answer.text);
      answers.push(answer);
    }
    const secrets = /1186|2297|秘密的话|秘密分类|4321|7777\.01|6666\.02/;
    for (const { text } of answers) assert.doesNotMatch(text, secrets);
    assert.equal(answers[1]?.message, "没有记账：账户不明确（2）");
    assert.equal(answers[2]?.message, "没有记账：所退的支出不明确（2）");
    // Who may read is told between what.
    assert.match(
      (await user.post("/api/quick", { text: "秘密银行 午餐 12" })).message as string,
      /1186/,
    );
    const after = (await user.get("/api/records")).data as { id: number }[];
    assert.deepEqual(
      after
        .filter((record) => ids.includes(record.id))
        .map((record) => record.id)
        .sort(),
      (JSON.parse(book).data as { id: number }[]).map((record) => record.id).sort(),
    );
  });
});
