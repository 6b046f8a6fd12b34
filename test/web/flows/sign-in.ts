import assert from "node:assert/strict";
import { test } from "node:test";
import { firstCodeOf } from "../../../src/server/auth/registration.ts";
import { ownSignIn, SECRET } from "../../harness/sign-in.ts";
import { listen, visit } from "../browser.ts";

const PASSWORD = "一只猫坐在月亮上吃鱼";

test("in jwt mode one registers, books, signs out, and signs in again", async () => {
  const service = await listen({ config: ownSignIn({ allowSignup: false }) });
  const { page, leave } = await visit(service, "/", { failing: true });
  await page.getByRole("heading", { name: "注册", exact: true }).waitFor();
  await page.getByText("这里还没有人能登录").waitFor();
  await page.getByText("在服务启动时的日志里").waitFor();
  await page.getByLabel("注册码").fill(firstCodeOf(SECRET).toLowerCase());
  await page.getByLabel("名字").fill("小满");
  await page.getByLabel("邮箱").fill("xiaoman@example.com");
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await page.getByRole("heading", { name: "你好，从这里开始" }).waitFor();
  await page.getByRole("button", { name: "添加账户" }).click();
  await page.getByLabel("账户名称").fill("现金");
  await page.getByLabel("当前余额").fill("50");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByRole("button", { name: "5", exact: true }).click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  await page.getByRole("button", { name: "完成" }).click();
  await page.getByText("45.00").first().waitFor();
  await page.goto(`${service.origin}/settings`);
  await page.getByText(/· 本机$/).waitFor();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("fenming.session")), null);
  await page.getByLabel("邮箱").fill("xiaoman@example.com");
  await page.getByLabel("密码", { exact: true }).fill("不是这一句密码啊");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText("退出登录").waitFor();
  await leave();
  await service.close();
});

test("a session that has ended elsewhere leads to the sign-in page", async () => {
  const service = await listen({ config: ownSignIn() });
  const made = await service.post("/api/auth/register", {
    name: "小满",
    email: "xiaoman@example.com",
    password: PASSWORD,
  });
  const { user, accessToken, refreshToken } = made.data;
  const { page, leave } = await visit(service, "/settings", { failing: true });
  await page.evaluate(
    (session) => localStorage.setItem("fenming.session", JSON.stringify(session)),
    { user, accessToken, refreshToken, expiresAt: Date.now() + 600_000 },
  );
  await page.reload();
  await page.getByText("退出登录").waitFor();
  const headers = { authorization: `Bearer ${accessToken}` };
  assert.equal((await service.call("POST", "/api/auth/logout", {}, headers)).status, 200);
  await page.goto(`${service.origin}/`);
  await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  await leave();
  await service.close();
});
