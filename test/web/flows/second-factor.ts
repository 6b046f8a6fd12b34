import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { scan } from "../../harness/one-time-codes.ts";
import {
  ownSignIn,
  PASSWORD,
  register,
  type SignedInUser,
  signedIn,
} from "../../harness/sign-in.ts";
import { findings, smallTargets } from "../access.ts";
import {
  DESK,
  listen,
  overflow,
  PHONE,
  type Screen,
  type Service,
  settled,
  visit,
} from "../browser.ts";
import { card, enter } from "./signed-in.ts";

/** A phone's fingerprint reader, as the browser's own test of it has one. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the finger is the right one. */
    verify: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** What keeps somebody out of what is shown after an answer of the service, however late that came. */
async function shownWrong(page: Page, screen: Screen): Promise<string[]> {
  await settled(page);
  // A button that the pointer rests on has another colour.
  await page.mouse.move(0, 0);
  const wrong = await findings(page);
  if (screen === PHONE) wrong.push(...(await smallTargets(page)));
  return (await overflow(page, screen)) > 0 ? [...wrong, "it scrolls sideways"] : wrong;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("heading", { name: "登录", exact: true }).waitFor();
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

/** The same person from outside the browser: signing out there has ended the session before. */
async function anew(service: Service, email: string): Promise<SignedInUser> {
  return signedIn(service, await service.post("/api/auth/login", { email, password: PASSWORD }));
}

/** A time of the service that stands still until it is moved, so that no code runs out on the way. */
async function listenAt(clock: { now: number }): Promise<Service> {
  return listen({ config: ownSignIn(), now: () => clock.now });
}

test("two-step sign-in is turned on by a scan, asked for, and got past by a recovery code", async () => {
  const clock = { now: Date.now() };
  const service = await listenAt(clock);
  const user = await register(service, "小满");
  const { page, leave } = await enter(service, user, "/settings", { screen: PHONE, failing: true });
  const factor = card(page, "两步验证");
  await factor.getByRole("button", { name: "打开", exact: true }).click();
  await factor.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await factor.getByRole("button", { name: "下一步" }).click();
  await factor.getByRole("img", { name: "给验证器应用的二维码" }).waitFor();
  assert.deepEqual(await shownWrong(page, PHONE), []);
  const secret = (await factor.locator("code").textContent()) as string;
  const phone = scan(`otpauth://totp/x?secret=${secret}`);
  await factor.getByLabel("验证码").fill(phone.wrong(clock.now));
  await factor.getByRole("button", { name: "打开", exact: true }).click();
  await factor.getByText("请输入验证器应用里现在的验证码").waitFor();
  await factor.getByLabel("验证码").fill(phone.code(clock.now));
  await factor.getByRole("button", { name: "打开", exact: true }).click();
  await factor.getByText("只显示这一次").waitFor();
  const codes = ((await factor.locator("code").textContent()) as string).split("\n");
  assert.equal(codes.length, 10);
  assert.deepEqual(await shownWrong(page, PHONE), []);
  await factor.getByRole("button", { name: "我已经记下" }).click();
  await factor.getByText("恢复码还剩 10 个").waitFor();
  await signOut(page);
  clock.now += 60_000;
  await givePassword(page, user.email);
  await page.getByLabel("验证码").fill(phone.wrong(clock.now));
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText("验证码错误或已用过").waitFor();
  assert.deepEqual(await shownWrong(page, PHONE), []);
  await page.getByRole("button", { name: "手机不在身边？用恢复码" }).click();
  await page.getByLabel("恢复码", { exact: true }).fill(codes[0]?.toLowerCase() as string);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("link", { name: "总览" }).waitFor();
  await page.goto(`${service.origin}/settings`);
  await factor.getByText("恢复码还剩 9 个").waitFor();
  await card(page, "登录记录").getByText("使用恢复码").first().waitFor();
  await factor.getByRole("button", { name: "关闭两步验证" }).click();
  await factor.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await factor.getByLabel("验证码").fill(phone.code(clock.now));
  await factor.getByRole("button", { name: "关闭两步验证" }).click();
  await factor.getByRole("button", { name: "打开", exact: true }).waitFor();
  const api = await anew(service, user.email);
  assert.equal((await api.get("/api/auth/second-factor")).data.on, false);
  await leave();
  await service.close();
});

test("where everybody must have a second step, it is turned on before the book opens", async () => {
  const clock = { now: Date.now() };
  const config = ownSignIn({ secondFactor: "required" });
  const service = await listen({ config, now: () => clock.now });
  const user = await register(service, "小满");
  const { page, leave } = await enter(service, user, "/", { screen: PHONE, failing: true });
  await page.getByText("这里要求每个人打开两步验证").waitFor();
  await page.getByRole("button", { name: "打开", exact: true }).click();
  await page.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("img", { name: "给验证器应用的二维码" }).waitFor();
  const secret = (await page.locator("code").textContent()) as string;
  const phone = scan(`otpauth://totp/x?secret=${secret}`);
  await page.getByLabel("验证码").fill(phone.code(clock.now));
  await page.getByRole("button", { name: "打开", exact: true }).click();
  await page.getByText("只显示这一次").waitFor();
  await page.getByRole("button", { name: "我已经记下" }).click();
  await page.getByRole("heading", { name: "你好，从这里开始" }).waitFor();
  await leave();
  await service.close();
});

test("the names typed for a token and for a passkey survive Back and a reload, and no password does", async () => {
  const service = await listen({ config: ownSignIn() });
  const user = await register(service, "小满");
  const { page, leave } = await enter(service, user, "/settings", { screen: DESK });
  await addAuthenticator(page);
  const [tokens, passkeys] = [card(page, "访问令牌"), card(page, "通行密钥")];
  const kept = /^接着 \d\d:\d\d 没填完的/;
  const add = () => passkeys.getByRole("button", { name: "添加通行密钥" }).click();
  const password = passkeys.getByLabel("当前密码", { exact: true });
  await tokens.getByLabel("名称").fill("厨房的平板");
  await tokens.getByLabel("权限").selectOption("read");
  await add();
  await passkeys.getByLabel("名称").fill("书房的电脑");
  await password.fill(PASSWORD);
  await page.getByRole("link", { name: "明细" }).first().click();
  await page.waitForURL(`${service.origin}/records`);
  for (const again of [() => page.goBack(), () => page.reload()]) {
    await again();
    await tokens.getByText(kept).waitFor();
    assert.equal(await tokens.getByLabel("名称").inputValue(), "厨房的平板");
    assert.equal(await tokens.getByLabel("权限").inputValue(), "read");
    await add();
    await passkeys.getByText(kept).waitFor();
    assert.equal(await passkeys.getByLabel("名称").inputValue(), "书房的电脑");
    assert.equal(await password.inputValue(), "");
  }
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.match(stored, /书房的电脑/);
  assert.ok(!stored.includes(PASSWORD), "no browser keeps a password");
  await passkeys.getByRole("button", { name: "取消" }).click();
  await add();
  assert.equal(await passkeys.getByText(kept).count(), 0);
  await tokens.getByRole("button", { name: "创建令牌" }).click();
  await tokens.getByText("令牌只显示这一次").waitFor();
  assert.equal(await tokens.getByLabel("名称").inputValue(), "");
  assert.equal(await tokens.getByText(kept).count(), 0);
  await leave();
  await service.close();
});

test("a passkey is added, signs in by a finger alone, and is renamed and removed", async () => {
  const service = await listen({ config: ownSignIn() });
  const user = await register(service, "小满");
  const { page, leave } = await enter(service, user, "/settings", { screen: DESK });
  const finger = await addAuthenticator(page);
  const passkeys = card(page, "通行密钥");
  await passkeys.getByRole("button", { name: "添加通行密钥" }).click();
  await passkeys.getByLabel("名称").fill("小满的手机");
  await passkeys.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await passkeys.getByRole("button", { name: "添加通行密钥" }).click();
  await passkeys.getByText("小满的手机").waitFor();
  await passkeys.getByText("还没有用过").waitFor();
  assert.deepEqual(await shownWrong(page, DESK), []);
  await signOut(page);
  await finger.verify(false);
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await page.getByText("没有完成：已取消或超时").waitFor();
  await finger.verify(true);
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await page.getByRole("link", { name: "总览" }).waitFor();
  const api = await anew(service, user.email);
  assert.equal((await api.get("/api/auth/sessions")).data.length, 2);
  await page.goto(`${service.origin}/settings`);
  await passkeys.getByText("最近使用").waitFor();
  await card(page, "登录记录").getByText("用通行密钥登录").first().waitFor();
  await passkeys.getByRole("button", { name: "改名" }).click();
  await passkeys.getByLabel("名称").fill("旧手机");
  await passkeys.getByRole("button", { name: "保存" }).click();
  await passkeys.getByText("旧手机").waitFor();
  await passkeys.getByRole("button", { name: "移除" }).click();
  await passkeys.getByLabel("当前密码", { exact: true }).fill(PASSWORD);
  await passkeys.locator("form").getByRole("button", { name: "移除" }).click();
  await passkeys.getByText("旧手机").waitFor({ state: "detached" });
  assert.deepEqual((await api.get("/api/auth/passkeys")).data, []);
  await leave();
  await service.close();
});

test("where the page is not the address that passkeys are bound to, it says so and offers none", async () => {
  const config = { ...ownSignIn(), publicUrl: "https://book.example.com" };
  const service = await listen({ config });
  const user = await register(service, "小满");
  const { page, leave } = await enter(service, user, "/settings");
  await card(page, "通行密钥").getByText("通行密钥绑定在 book.example.com 上").waitFor();
  await signOut(page);
  assert.equal(await page.getByRole("button", { name: "用通行密钥登录" }).count(), 0);
  await leave();
  const plain = await visit(service, "/", { plain: true });
  await plain.page.getByRole("heading", { name: "登录", exact: true }).waitFor();
  assert.equal(await plain.page.getByRole("button", { name: "用通行密钥登录" }).count(), 0);
  await plain.leave();
  await service.close();
});
