/**
 * `npm run screenshots`: pictures of the app with a realistic book, phone and desk, light and dark,
 * into docs/screenshots. Chinese letters need a font on the machine (fonts-noto-cjk).
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { closeBrowser, DESK, listen, PHONE, type Service, settled, visit } from "./browser.ts";
import { makeSampleBook } from "./sample-book.ts";

const FOLDER = join(import.meta.dirname, "../../docs/screenshots");
const TODAY = "2026-11-26";
const BILL = join(import.meta.dirname, "../bills/samples/alipay/own-app-2026.csv");

interface Picture {
  name: string;
  path: string;
  screen: "phone" | "desk";
  dark?: boolean;
  before?: (page: Page) => Promise<unknown>;
}

const openEntry = async (page: Page) => {
  await page.getByRole("button", { name: "记一笔" }).first().click();
  await page.getByRole("radio", { name: "餐饮", exact: true }).check();
  if ((await page.getByRole("button", { name: "完成" }).count()) > 0) {
    for (const key of "28+12.5") await page.getByRole("button", { name: key, exact: true }).click();
  } else {
    await page.getByLabel("一句话记账").fill("昨天 打车32 微信");
  }
};
const sendBill = async (page: Page) => {
  await page.locator("input[type=file]").setInputFiles(BILL);
  await page.getByRole("button", { name: /^确认导入/ }).waitFor();
};

/** Few, and each shows something that no other does. */
const PICTURES: Picture[] = [
  { name: "overview", path: "/", screen: "phone", dark: true },
  { name: "overview", path: "/", screen: "desk" },
  { name: "overview", path: "/", screen: "desk", dark: true },
  { name: "entry", path: "/", screen: "phone", before: openEntry },
  { name: "entry", path: "/", screen: "desk", before: openEntry },
  { name: "records", path: "/records", screen: "phone" },
  { name: "records", path: "/records", screen: "desk" },
  { name: "calendar", path: "/calendar", screen: "phone", dark: true },
  { name: "accounts", path: "/accounts", screen: "phone" },
  { name: "budgets", path: "/budgets", screen: "phone" },
  { name: "plans", path: "/plans", screen: "phone" },
  { name: "plans", path: "/plans", screen: "desk" },
  { name: "statistics", path: "/statistics", screen: "phone" },
  { name: "statistics", path: "/statistics", screen: "desk" },
  { name: "import", path: "/import", screen: "desk", before: sendBill },
  { name: "settings", path: "/settings", screen: "phone" },
];

async function take(service: Service, userId: number, picture: Picture): Promise<void> {
  const { name, path, screen, dark = false, before } = picture;
  const { page, leave } = await visit(service, path, {
    screen: screen === "phone" ? PHONE : DESK,
    dark,
    settings: { userId },
  });
  await settled(page);
  await before?.(page);
  await page.waitForTimeout(600);
  const file = `${name}-${screen}${dark ? "-dark" : ""}.webp`;
  const bytes = await asWebp(page, await page.screenshot());
  writeFileSync(join(FOLDER, file), bytes);
  console.log(`${file} ${Math.round(bytes.length / 1000)} kB`);
  await leave();
}

/** The browser itself writes WebP: a third of a JPEG as clear as it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const paper = await page.context().newPage();
  const url = await paper.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.72);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await paper.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

/** What moves by itself in the sample book; two wait to be confirmed. */
async function makePlans(): Promise<void> {
  const { data: accounts } = await service.get(`/api/accounts?userId=${user.id}`);
  const idOf = (name: string) =>
    accounts.find((account: { name: string }) => account.name === name).id;
  const month = { userId: user.id, every: { unit: "month" }, startDate: TODAY };
  const bank = idOf("招商银行");
  for (const plan of [
    { name: "房租", kind: "expense", accountId: bank, category: "住房", amount: 3200, days: [1] },
    { name: "工资", kind: "income", accountId: bank, category: "工资", amount: 12000, days: [-1] },
    { name: "定投", kind: "transfer", accountId: bank, toAccountId: idOf("工商银行"), amount: 500 },
    { name: "音乐会员", kind: "expense", accountId: idOf("支付宝"), category: "娱乐", amount: 15 },
  ]) {
    await post("/api/plans", { ...month, ...plan });
  }
  const ask = { mode: "confirm", backfill: true, amountMode: "estimate", days: [20] };
  const phone = { name: "话费", kind: "expense", accountId: idOf("微信零钱"), category: "通讯" };
  await post("/api/plans", { ...month, ...ask, ...phone, amount: 58, startDate: "2026-10-20" });
}

// What is no longer taken does not stay behind.
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const now = Date.parse(`${TODAY}T10:00:00Z`);
const service = await listen({ now });
const { data: user } = await service.post("/api/users", {
  name: "林小满",
  email: "lin@example.com",
});
const post = async (path: string, body: object) => {
  const answer = await service.post(path, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.data;
};
await makeSampleBook(post, user.id, TODAY as never);
await makePlans();
for (const picture of PICTURES) await take(service, user.id, picture);
await closeBrowser();
await service.close();
