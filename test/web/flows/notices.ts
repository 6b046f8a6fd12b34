import assert from "node:assert/strict";
import { test } from "node:test";
import { allowing } from "../../harness/notices.ts";
import { startReceiver, withStatus } from "../../harness/receiver.ts";
import { findings, smallTargets } from "../access.ts";
import { DESK, listen, overflow, PHONE, settled, visit } from "../browser.ts";
import { eventually, NOW, smallBook } from "./book.ts";
import { card } from "./signed-in.ts";

test("a push that comes to the worker is shown by it", async () => {
  const service = await listen({ now: NOW });
  const { page, context, leave } = await visit(service, "/", { serviceWorker: true });
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const active = versions.find(({ status }) => status === "activated");
      if (active) resolve(active.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const registrationId = await registered;
  const [worker] = context.serviceWorkers();
  // A browser without a head shows no notices: what it is asked to show is written down instead.
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as Asked;
    scope.asked = [];
    scope.registration.showNotification = async (...shown: unknown[]) => {
      scope.asked.push(shown);
    };
  });
  const data = JSON.stringify({ id: "notice_1", title: "分明提醒", body: "明天要付：房租" });
  const { origin } = service;
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  const asked = () => worker?.evaluate(() => (globalThis as unknown as Asked).asked);
  await eventually("it is shown", async () => (await asked())?.length === 1);
  const options = { body: "明天要付：房租", tag: "notice_1", icon: "/icon-192.png" };
  assert.deepEqual(await asked(), [["分明提醒", options]]);
  await leave();
  await service.close();
});

/** What the worker has been asked to show. */
interface Asked {
  asked: unknown[][];
  registration: { showNotification: (...shown: unknown[]) => Promise<void> };
}

for (const screen of [PHONE, DESK]) {
  test(`a channel is added, tried, fails, and says so (${screen.width})`, async (t) => {
    const receiver = await startReceiver(t);
    const outbound = { allow: allowing(`127.0.0.1:${receiver.port}`) };
    const service = await listen({ now: NOW, config: { outbound } });
    const { userId } = await smallBook(service);
    const { page, leave } = await visit(service, "/settings", {
      screen,
      settings: { userId },
      failing: true,
    });
    const reminders = card(page, "提醒");
    await reminders.getByRole("button", { name: "添加通知渠道" }).click();
    const form = page.getByRole("dialog");
    await form.getByText("在 iPhone 上装 Bark").waitFor();
    assert.deepEqual(await findings(page), []);
    if (screen === PHONE) assert.deepEqual(await smallTargets(page), []);
    await form.getByLabel("发到哪里").selectOption("webhook");
    await form.getByLabel("地址").fill("http://127.0.0.1:1/");
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("地址（url）是内网地址").waitFor();
    await form.getByLabel("地址").fill(`${receiver.url}/hook`);
    await form.getByLabel("名称").fill("家里的程序");
    await form.getByRole("button", { name: "保存" }).click();
    await reminders.getByText("家里的程序").waitFor();
    await reminders.getByText(`自己的程序（Webhook） · 127.0.0.1:${receiver.port}`).waitFor();
    await reminders.getByRole("button", { name: "发一条试试" }).click();
    await page.getByText("发出去了，看看收到没有").waitFor();
    assert.equal(receiver.received.length, 1);
    receiver.answer = withStatus(500);
    await reminders.getByRole("button", { name: "发一条试试" }).click();
    await page.getByText("没有送到：对方答复 500").first().waitFor();
    await reminders.getByText("上次没有送到：对方答复 500").waitFor();
    await reminders.getByLabel("每天几点").selectOption("20");
    await reminders.getByText("显示", { exact: true }).click();
    await reminders.getByText("一件事一条", { exact: true }).click();
    await reminders.getByText("最近的通知").click();
    await reminders.getByText("看到这一条，就是通了").first().waitFor();
    await settled(page);
    await page.mouse.move(0, 0);
    assert.deepEqual(await findings(page), []);
    if (screen === PHONE) assert.deepEqual(await smallTargets(page), []);
    assert.ok((await overflow(page, screen)) <= 0);
    const kept = (await service.get(`/api/notices/settings?userId=${userId}`)).data;
    assert.deepEqual(kept, { hour: 20, showAmounts: true, digest: false });
    await reminders.getByRole("button", { name: "删除", exact: true }).click();
    await page.getByText("渠道已删除").waitFor();
    await reminders.getByText("家里的程序").waitFor({ state: "detached" });
    assert.deepEqual((await service.get(`/api/channels?userId=${userId}`)).data, []);
    await leave();
    await service.close();
  });
}
