/** Signing in over two nodes: nothing of it lies in one process. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { firstCodeOf } from "../../../src/server/auth/registration.ts";
import { engines } from "../../harness/database.ts";
import { type Nodes, type Reply, startNodes } from "../../harness/nodes.ts";
import { runCli } from "../../harness/process.ts";
import { PASSWORD, SECRET } from "../../harness/sign-in.ts";

const covered = engines().includes("postgres");
const skip = covered ? false : "TEST_ENGINES leaves it out";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort();

describe("sign-in on two nodes", { skip }, () => {
  let nodes: Nodes;
  before(async () => {
    nodes = await startNodes({ AUTH: "jwt", JWT_SECRET: SECRET });
  });
  after(() => nodes.stop());

  const owner = { name: "小明", email: "ming@example.com", password: PASSWORD };
  const login = (node: number, password = PASSWORD, email = owner.email) =>
    nodes.at(node, "POST", "/api/auth/login", { email, password });
  const refresh = (node: number, refreshToken: string) =>
    nodes.at(node, "POST", "/api/auth/refresh", { refreshToken });
  const accounts = (node: number, token: string) =>
    nodes.at(node, "GET", "/api/accounts", undefined, bearer(token));

  test("of several who register first at once, on both nodes, one becomes the first user", async () => {
    const tries = await Promise.all(
      [0, 1, 0, 1].map((node, index) =>
        nodes.at(node, "POST", "/api/auth/register", {
          ...owner,
          email: index === 0 ? owner.email : `other-${index}@example.com`,
          invitation: firstCodeOf(SECRET),
        }),
      ),
    );
    assert.deepEqual(statusesOf(tries), [200, 403, 403, 403]);
    const first = tries.find(({ status }) => status === 200) as Reply;
    owner.email = first.data.user.email;
    const users = await nodes.at(1, "GET", "/api/users", undefined, bearer(first.data.accessToken));
    assert.equal(users.data.length, 1);
  });

  test("who signs in at one node is known at the other, until signing out at either", async () => {
    const { accessToken } = (await login(0)).data;
    assert.equal((await accounts(1, accessToken)).status, 200);
    const made = await nodes.at(
      1,
      "POST",
      "/api/accounts",
      { name: "现金", type: "cash" },
      bearer(accessToken),
    );
    assert.equal(made.status, 200, made.text);
    assert.equal((await accounts(0, accessToken)).data.length, 1);
    const out = await nodes.at(1, "POST", "/api/auth/logout", undefined, bearer(accessToken));
    assert.equal(out.status, 200);
    for (const node of [0, 1]) assert.equal((await accounts(node, accessToken)).status, 401);
  });

  test("refreshing goes from node to node, and a reused token is found by either", async () => {
    let { refreshToken } = (await login(0)).data;
    const shown: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      shown.push(refreshToken);
      const next = await refresh(round % 2, refreshToken);
      assert.equal(next.status, 200, next.text);
      assert.equal((await accounts((round + 1) % 2, next.data.accessToken)).status, 200);
      refreshToken = next.data.refreshToken;
    }
    const { accessToken } = (await refresh(1, refreshToken)).data;
    assert.equal((await refresh(0, shown[2] as string)).status, 401);
    for (const node of [0, 1]) assert.equal((await accounts(node, accessToken)).status, 401);
  });

  test("two tabs that refresh at once on two nodes get one successor", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refreshToken } = (await login(round % 2)).data;
      const tabs = await Promise.all([0, 1, 1, 0].map((node) => refresh(node, refreshToken)));
      assert.deepEqual(statusesOf(tabs), [200, 200, 200, 200]);
      assert.equal(new Set(tabs.map(({ data }) => data.refreshToken)).size, 1);
      const next = await refresh(1, tabs[0]?.data.refreshToken);
      assert.equal((await accounts(0, next.data.accessToken)).status, 200);
    }
  });

  test("a token revoked at one node is refused at the other", async () => {
    const headers = bearer((await login(1)).data.accessToken);
    const wanted = { name: "快捷指令", scopes: ["read"] };
    const token = (await nodes.at(0, "POST", "/api/tokens", wanted, headers)).data;
    for (const node of [0, 1]) assert.equal((await accounts(node, token.token)).status, 200);
    await nodes.at(1, "DELETE", `/api/tokens/${token.id}`, undefined, headers);
    for (const node of [0, 1]) assert.equal((await accounts(node, token.token)).status, 401);
  });

  test("an invitation is good for one, wherever it is shown", async () => {
    const env = { DATABASE_URL: nodes.url, AUTH: "jwt", JWT_SECRET: SECRET };
    const { stdout } = await runCli(["user", "invite"], env);
    const invitation = /fmi_[\w-]+/.exec(stdout)?.[0];
    const tries = await Promise.all(
      [0, 1].map((node) =>
        nodes.at(node, "POST", "/api/auth/register", {
          name: "小红",
          email: `red-${node}@example.com`,
          password: PASSWORD,
          invitation,
        }),
      ),
    );
    assert.deepEqual(statusesOf(tries), [200, 403]);
  });

  test("guesses are counted over both nodes", async () => {
    const guesses: Reply[] = [];
    for (let guess = 0; guess < 7; guess += 1)
      guesses.push(await login(guess % 2, "wrong password"));
    assert.deepEqual(
      guesses.slice(0, 5).map(({ status }) => status),
      [401, 401, 401, 401, 401],
    );
    assert.equal(guesses.at(-1)?.status, 429);
    // The right password waits as well, on either node.
    for (const node of [0, 1]) assert.equal((await login(node)).status, 429);
  });
});

describe("RATE_LIMIT on two nodes", { skip }, () => {
  let nodes: Nodes;
  const LIMIT = 80;
  before(async () => {
    nodes = await startNodes({ RATE_LIMIT: String(LIMIT) });
  });
  after(() => nodes.stop());

  test("both together serve the limit, less at most what one has taken and not used", async () => {
    const replies = await Promise.all(
      Array.from({ length: 2 * LIMIT }, () => nodes.call("GET", "/api/users")),
    );
    const served = replies.filter(({ status }) => status === 200).length;
    assert.deepEqual(new Set(statusesOf(replies)), new Set([200, 429]));
    assert.equal(served, LIMIT);
    for (const node of [0, 1]) {
      const over = await nodes.at(node, "GET", "/api/users");
      assert.equal(over.status, 429);
      assert.match(over.headers.get("ratelimit") as string, /^"default";r=0;t=\d+$/);
      assert.ok(Number(over.headers.get("retry-after")) <= 60);
    }
  });
});
