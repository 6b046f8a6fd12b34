import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { firstCodeOf } from "../../../src/server/auth/registration.ts";
import { ownSignIn, PASSWORD, register, SECRET, type SignedInUser } from "../../harness/sign-in.ts";
import { DESK, listen, type Service, type Visit, type VisitOptions, visit } from "../browser.ts";
import { eventually } from "./book.ts";

/** A person who has signed in on this browser, at a page. */
export async function enter(
  service: Service,
  user: SignedInUser,
  path: string,
  options: VisitOptions = { screen: DESK },
): Promise<Visit> {
  const visited = await visit(service, "/", options);
  await visited.page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  const { accessToken, refreshToken, userId, email } = user;
  await visited.page.evaluate(
    (session) => {
      localStorage.setItem("fenming.session", JSON.stringify(session));
    },
    {
      user: { id: userId, name: "小满", email },
      accessToken,
      refreshToken,
      expiresAt: Date.now() + 600_000,
    },
  );
  await visited.page.goto(service.origin + path);
  return visited;
}

/** A card of the settings by its heading. */
export function card(page: Page, title: string) {
  return page.locator("section.card", { has: page.getByRole("heading", { name: title }) });
}

test("an access token is made, works from outside, and is revoked", async () => {
  const service = await listen({ config: ownSignIn() });
  const user = await register(service, "小满");
  await user.post("/api/accounts", { name: "现金", type: "cash", balance: 100 });
  const { page, leave } = await enter(service, user, "/settings");
  const tokens = card(page, "访问令牌");
  await tokens.getByLabel("名称").fill("手机");
  await tokens.getByRole("button", { name: "创建令牌" }).click();
  const token = await tokens.locator("code").textContent();
  await tokens.getByText("令牌只显示这一次").waitFor();
  await tokens.getByText("只记账 · 有效至").waitFor();
  const headers = { authorization: `Bearer ${token}` };
  const spoken = await service.post("/api/quick", { text: "打车32 现金" }, headers);
  assert.equal(spoken.status, 200, spoken.text);
  assert.equal((await service.get("/api/records", headers)).status, 403, "it may only write");
  await tokens.getByRole("button", { name: "吊销" }).click();
  await eventually("it is gone", async () => (await user.get("/api/tokens")).data.length === 0);
  assert.equal((await service.post("/api/quick", { text: "打车32" }, headers)).status, 401);
  await tokens.getByText("iOS 快捷指令").click();
  await tokens.getByText(`${service.origin}/api/quick`).waitFor();
  await leave();
  await service.close();
});

test("another device is sent away, and the door's book tells of it", async () => {
  const service = await listen({ config: ownSignIn() });
  const user = await register(service, "小满");
  const device = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Safari/604.1" };
  const credentials = { email: user.email, password: PASSWORD };
  const other = (await service.post("/api/auth/login", credentials, device)).data;
  await service.post("/api/auth/login", { ...credentials, password: "不是这一句密码啊" }, device);
  const { page, leave } = await enter(service, user, "/settings");
  const sessions = card(page, "已登录的设备");
  await sessions.getByText("Safari · iPhone").waitFor();
  await card(page, "登录记录").getByText("登录被拒").waitFor();
  await sessions.getByRole("button", { name: "移除此设备" }).click();
  await sessions.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await sessions.locator("form").getByRole("button", { name: "移除此设备" }).click();
  await sessions.getByText("Safari · iPhone").waitFor({ state: "detached" });
  const theirs = { authorization: `Bearer ${other.accessToken}` };
  assert.equal((await service.get("/api/accounts", theirs)).status, 401);
  assert.equal((await user.get("/api/accounts")).status, 200, "this device stays");
  await page.reload();
  await card(page, "登录记录").getByText("会话结束").first().waitFor();
  await leave();
  await service.close();
});

test("a changed password is the one that opens", async () => {
  const service = await listen({ config: ownSignIn() });
  const user = await register(service, "小满");
  const { page, leave } = await enter(service, user, "/settings");
  await page.getByRole("button", { name: "修改密码" }).click();
  await page.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await page.getByLabel("新密码", { exact: true }).fill("三只松鼠在树上开大会议");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("密码已修改").waitFor();
  const login = (password: string) =>
    service.post("/api/auth/login", { email: user.email, password });
  assert.equal((await login("三只松鼠在树上开大会议")).status, 200);
  assert.equal((await login(PASSWORD)).status, 401);
  await leave();
  await service.close();
});

test("a person is invited by a link, which leaves the address and registers once", async () => {
  const service = await listen({ config: ownSignIn({ allowSignup: false }) });
  const user = await register(service, "小满", firstCodeOf(SECRET));
  const { page, leave } = await enter(service, user, "/settings");
  const invitations = card(page, "邀请");
  await invitations.getByRole("button", { name: "邀请一个人" }).click();
  await invitations.getByRole("img", { name: "邀请链接的二维码" }).waitFor();
  const link = (await invitations.locator("code").textContent()) as string;
  assert.ok(link.startsWith(`${service.origin}/#invitation=fmi_`), link);
  await invitations.getByText("没有用掉的邀请").waitFor();
  await page.goto(link);
  await page.getByText("这里已有人登录").waitFor();
  assert.equal(page.url(), `${service.origin}/`, "the code leaves the address here too");
  await leave();
  const guest = await visit(service, "/");
  await guest.page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  const { hash } = new URL(link);
  // Behind the # an address changes without a new page; a link of before has it in its query.
  for (const way of [hash, `?${hash.slice(1)}`]) {
    await guest.page.goto(`${service.origin}/${way}`);
    await guest.page.getByRole("heading", { name: "注册", exact: true }).waitFor();
    assert.equal(guest.page.url(), `${service.origin}/`, "the code leaves the address");
    assert.equal(await guest.page.getByLabel("邀请码").inputValue(), hash.split("=")[1]);
  }
  await guest.page.getByLabel("名字").fill("小红");
  await guest.page.getByLabel("邮箱").fill("hong@example.com");
  await guest.page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await guest.page.getByRole("button", { name: "注册", exact: true }).click();
  await guest.page.getByRole("heading", { name: "你好，从这里开始" }).waitFor();
  assert.deepEqual((await user.get("/api/invitations")).data, [], "it is used up");
  await guest.leave();
  await service.close();
});
