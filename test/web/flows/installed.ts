/** What a device shows of the app beside its pages: icons, names, and where the keyboard is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, listen, visit } from "../browser.ts";
import { addRecord, NOW, smallBook } from "./book.ts";

test("every icon that a device asks for is there, in its size", async () => {
  const service = await listen({ now: NOW });
  const { page, leave } = await visit(service, "/");
  await page.getByText("不会往这里发邮件").waitFor();
  const found = await page.evaluate(async () => {
    const { icons } = await (await fetch("/app.webmanifest")).json();
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel*=icon]")];
    const wanted = [
      ...icons.map(({ src, sizes, purpose = "any" }: Record<string, string>) => ({
        src,
        sizes,
        purpose,
      })),
      ...links.map((link) => ({ src: link.href, sizes: link.sizes.value, purpose: link.rel })),
    ];
    return Promise.all(
      wanted.map(async ({ src, sizes, purpose }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return { purpose, sizes, width: image.naturalWidth, height: image.naturalHeight };
      }),
    );
  });
  const sized = (purpose: string) =>
    found.filter((icon) => icon.purpose === purpose).map(({ width, height }) => [width, height]);
  assert.deepEqual(sized("maskable"), [[512, 512]]);
  assert.deepEqual(sized("apple-touch-icon"), [[180, 180]]);
  for (const { sizes, width, height } of found) {
    if (/^\d/.test(sizes ?? "")) assert.equal(sizes, `${width}x${height}`);
  }
  for (const side of [192, 512]) assert.ok(sized("any").some(([width]) => width === side));
  const worker = await (await page.request.get(`${service.origin}/favicon.ico`)).body();
  assert.equal(worker.readUInt16LE(2), 1, "an icon");
  await leave();
  await service.close();
});

test("the focus goes back to what opened a dialog or a sheet", async () => {
  const service = await listen({ now: NOW });
  const book = await smallBook(service);
  await addRecord(service, book, { accountId: book.bank, amount: 5, category: "餐饮" });
  for (const screen of [undefined, DESK]) {
    const { page, leave } = await visit(service, "/", {
      ...(screen && { screen }),
      settings: { userId: book.userId },
    });
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute("aria-label") ?? at?.textContent?.trim();
      });
    const closes = async (name: string) => {
      const opener = page.getByRole("button", { name }).first();
      const own = (await opener.getAttribute("aria-label")) ?? (await opener.textContent())?.trim();
      await opener.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.waitForFunction(() => document.activeElement !== document.body);
      assert.equal(await focused(), own);
    };
    await closes("记一笔");
    await page.goto(`${service.origin}/accounts`);
    await closes("添加账户");
    await page.goto(`${service.origin}/records`);
    if (screen === undefined) await closes("筛选");
    await closes(screen ? "修改 餐饮 5.00" : "餐饮");
    await leave();
  }
  await service.close();
});
