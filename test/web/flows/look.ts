import assert from "node:assert/strict";
import { test } from "node:test";
import { preview, purchaseRow, wechatBill } from "../../harness/bills.ts";
import { ownSignIn, PASSWORD } from "../../harness/sign-in.ts";
import { faults, findings } from "../access.ts";
import { DESK, listen, PHONE, type Service, visit } from "../browser.ts";
import { makeSampleBook } from "../sample-book.ts";
import { NOW, post, smallBook, TODAY } from "./book.ts";

async function sample(service: Service) {
  const userId = (await post(service, "/api/users", { name: "林小满", email: "lin@example.com" }))
    .id as number;
  const made = await makeSampleBook(
    (path, body) => post(service, path, body),
    userId,
    TODAY as never,
    2,
  );
  return { userId, ...made };
}

/** A bill's preview; its number. */
async function bill(service: Service, userId: number): Promise<number> {
  const rows = [0, 1, 2].map((at) => purchaseRow(at));
  const { id } = await preview(service, userId, wechatBill(rows));
  const rule = { numbers: [1], category: "购物" };
  assert.equal((await service.put(`/api/imports/${id}`, { rows: [rule] })).status, 200);
  return id;
}

for (const [name, screen] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const) {
  test(`every screen is open to everybody and fits: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const { userId, accountIds } = await sample(service);
    const { page, leave } = await visit(service, "/", { screen, settings: { userId } });
    await page.getByText("账目一致").waitFor();
    const wrong: string[] = [];
    const titles = new Set<string>();
    const look = async (where: string) => wrong.push(...(await faults(page, screen, where)));
    await look("/");
    await page.getByRole("button", { name: "记一笔" }).first().click();
    await page.getByRole("dialog").waitFor();
    await look("entry");
    await page.keyboard.press("Escape");
    const pages = [
      "/records",
      `/records?accountId=${accountIds[0]}&type=expense`,
      "/calendar",
      "/accounts",
      `/accounts/${accountIds[2]}`,
      `/accounts/${accountIds[2]}/sheet`,
      "/budgets",
      "/statistics",
      "/subject?category=餐饮",
      "/settings",
      "/transfers",
      "/plans",
      "/import",
      `/import/${await bill(service, userId)}`,
      "/rules",
      "/history",
      ...(screen === PHONE ? ["/more"] : []),
    ];
    for (const path of pages) {
      await page.goto(service.origin + path);
      await page.locator("h1").waitFor();
      await look(path);
      const title = await page.title();
      assert.match(title, /^.+ · 分明$/);
      titles.add(title);
    }
    assert.equal(titles.size, pages.length - 1, "each page has a title of its own");
    assert.deepEqual(wrong, []);
    await leave();
    await service.close();
  });

  test(`every way in is open to everybody and fits: ${name}`, async () => {
    const service = await listen({ now: NOW });
    const wrong: string[] = [];
    await smallBook(service);
    const start = await visit(service, "/", { screen });
    await start.page.getByText("选择账本").waitFor();
    wrong.push(...(await faults(start.page, screen, "start")));
    await start.page.getByRole("button", { name: "新建用户" }).click();
    wrong.push(...(await faults(start.page, screen, "new user")));
    await start.leave();
    await service.close();
    const guarded = await listen({ config: ownSignIn() });
    const { page, leave } = await visit(guarded, "/", { screen });
    await page.getByLabel("邮箱").waitFor();
    wrong.push(...(await faults(page, screen, "sign-in")));
    await page.getByRole("button", { name: "还没有账号？注册" }).click();
    await page.getByLabel("名字").fill("小满");
    wrong.push(...(await faults(page, screen, "register")));
    await page.getByLabel("邮箱").fill("xiaoman@example.com");
    await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "注册", exact: true }).click();
    await page.getByRole("heading", { name: "你好，从这里开始" }).waitFor();
    wrong.push(...(await faults(page, screen, "first visit")));
    await page.goto(`${guarded.origin}/settings`);
    await page.getByText(/· 本机$/).waitFor();
    await page.getByRole("button", { name: "邀请一个人" }).click();
    await page.getByRole("img", { name: "邀请链接的二维码" }).waitFor();
    wrong.push(...(await faults(page, screen, "settings, signed in")));
    assert.deepEqual(wrong, []);
    await leave();
    await guarded.close();
    const fresh = await listen({ config: ownSignIn({ allowSignup: false }) });
    const first = await visit(fresh, "/", { screen });
    await first.page.getByLabel("注册码").waitFor();
    assert.deepEqual(await faults(first.page, screen, "first registration"), []);
    await first.leave();
    await fresh.close();
  });
}

test("language, theme and colours are chosen, and stay chosen", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  const { page, leave } = await visit(service, "/settings", { settings: { userId: book.userId } });
  await page.getByText("English").click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await page.getByText("Dark", { exact: true }).click();
  const scheme = () =>
    page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  assert.equal(await scheme(), "dark");
  await page.getByLabel("Colours of in and out").selectOption("red");
  await page.goto(`${service.origin}/`);
  await page.getByText("Total balance").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.equal(await scheme(), "dark");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.income), "red");
  await page.getByRole("button", { name: "New record" }).click();
  const last = page.locator(".phone-entry-head .icon-button");
  await last.waitFor();
  const { x, width } = (await last.boundingBox()) as { x: number; width: number };
  assert.ok(x + width <= PHONE.width, "longer words fit, too");
  await leave();
  await service.close();
});

test("everything can be done from the keyboard", async () => {
  const service = await listen({ now: NOW });
  const { userId } = await sample(service);
  const { page, leave } = await visit(service, "/", { screen: DESK, settings: { userId } });
  await page.getByText("总余额").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "键盘快捷键" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("/");
  await page.waitForURL(/\/records/);
  await page.getByRole("searchbox").waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "search");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.getByText("今天").first().waitFor();
  await page
    .getByRole("button", { name: /^修改 .* [\d.]+$/ })
    .first()
    .focus();
  const row = () =>
    page.evaluate(() =>
      document.activeElement?.closest("[data-index]")?.getAttribute("data-index"),
    );
  const before = Number(await row());
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(
    (old) =>
      Number(document.activeElement?.closest("[data-index]")?.getAttribute("data-index")) > old,
    before,
  );
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "修改记录" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "记一笔" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("6");
  await page.waitForURL(/\/budgets/);
  await leave();
  await service.close();
});

for (const dark of [false, true]) {
  test(`what is said can be read, and so can its way on: ${dark ? "dark" : "light"}`, async () => {
    const service = await listen({ now: NOW });
    const book = await smallBook(service);
    const { page, leave } = await visit(service, "/", {
      screen: DESK,
      dark,
      settings: { userId: book.userId },
      failing: true,
    });
    const save = async () => {
      await page.getByRole("button", { name: "记一笔" }).first().click();
      await page.getByLabel("金额", { exact: true }).fill("8");
      await page.getByRole("radio", { name: "餐饮", exact: true }).check();
      await page.getByRole("button", { name: "保存", exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await save();
    await page.getByRole("button", { name: "撤销" }).waitFor();
    assert.deepEqual(await findings(page), []);
    await page.route("**/api/records", (route) =>
      route.fulfill({ status: 400, json: { success: false, data: null, message: "不行" } }),
    );
    await save();
    await page.getByText("不行").waitFor();
    assert.deepEqual(await findings(page), []);
    await leave();
    await service.close();
  });
}
