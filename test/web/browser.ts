/**
 * A real browser over the real service: one process for all tests of a file, a fresh page for each.
 * A console error, an uncaught exception or a failed request fails the test.
 */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import chromium from "@sparticuz/chromium";
import {
  type Browser,
  type BrowserContext,
  type Page,
  chromium as playwright,
} from "playwright-core";
import { openApp, type TestApp, type TestOptions } from "../harness/app.ts";

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };
export type Screen = typeof PHONE;

/** How long something may take to appear before the test gives up. */
const WAIT_MS = Number(process.env.WEB_WAIT_MS ?? 15_000);

let launched: Promise<Browser> | undefined;

/** The one browser of this process. */
export function theBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    headless: true,
    // The package's own list is made for one process in a sandbox of its own; a test needs few.
    args: [
      "--headless=shell",
      "--no-sandbox",
      "--no-zygote",
      "--disable-dev-shm-usage",
      "--hide-scrollbars",
      // A name that is no localhost: there the origin is not secure, as in a home network.
      "--host-resolver-rules=MAP fenming.home 127.0.0.1",
    ],
  });
}

/** What a test has opened and not closed: when it fails in the middle, the next begins afresh. */
const opened = new Set<() => Promise<unknown>>();

export async function closeOpened(): Promise<void> {
  for (const close of [...opened].reverse()) await close().catch(() => {});
  opened.clear();
}

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
  launched = undefined;
}

export interface Service extends TestApp {
  /** Where the browser finds it; localhost counts as secure. */
  origin: string;
  /** The same over plain http under another name, as in a home network. */
  plainOrigin: string;
}

/** Waits until all that the page shows has come. Its stream of changes never falls silent. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector(".skeleton, .skeleton-row, .skeleton-text, [aria-busy=true]"),
  );
  // What has come is drawn, and what follows from it has begun.
  await page.waitForTimeout(200);
  await page.waitForFunction(() => !document.querySelector(".skeleton, .skeleton-row"));
}

/** How far something reaches past the screen. (A phone's window grows with what is too wide for it.) */
export async function overflow(page: Page, { width }: Screen): Promise<number> {
  return (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
}

/** A name of a home network. */
const HOME = "fenming.home";

/** The service listening on a port of its own. */
export async function listen(options: TestOptions = {}): Promise<Service> {
  const config = { allowedHosts: [HOME], ...options.config };
  const app = await openApp({ ...options, config });
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.app.server.address() as AddressInfo;
  const close = async () => {
    opened.delete(close);
    await app.close();
  };
  opened.add(close);
  return {
    ...app,
    close,
    origin: `http://localhost:${port}`,
    plainOrigin: `http://${HOME}:${port}`,
  };
}

export interface VisitOptions {
  /** Whether fingers can touch it; a phone's screen if not said. */
  touch?: boolean;
  screen?: { width: number; height: number };
  dark?: boolean;
  settings?: Record<string, unknown>;
  /** What the browser speaks; Chinese otherwise. */
  locale?: string;
  /** Requests may fail and be refused in this test: it cuts the network or provokes a refusal. */
  failing?: boolean;
  serviceWorker?: boolean;
  /** Over plain http, where the origin is not secure. */
  plain?: boolean;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Closes the page; fails when something went wrong on it that the test did not ask for. */
  leave(): Promise<void>;
}

/**
 * A sheet that closes takes its step of the browser's history back; a script may ask for another address in
 * that moment, which no person can, and the step then ends its visit. It goes there once more.
 */
function goOnceSettled(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...where) => {
    try {
      return await goto(...where);
    } catch (error) {
      if (!String(error).includes("ERR_ABORTED")) throw error;
      return goto(...where);
    }
  };
}

/** Opens a page of the app as a person would. */
export async function visit(
  service: Service,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const browser = await theBrowser();
  const screen = options.screen ?? PHONE;
  const context = await browser.newContext({
    viewport: screen,
    hasTouch: options.touch ?? screen === PHONE,
    isMobile: screen === PHONE,
    colorScheme: options.dark ? "dark" : "light",
    locale: options.locale ?? "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
    serviceWorkers: options.serviceWorker ? "allow" : "block",
  });
  context.setDefaultTimeout(WAIT_MS);
  const closeContext = () => context.close();
  opened.add(closeContext);
  const { settings } = options;
  if (settings) {
    await context.addInitScript((kept) => {
      if (localStorage.getItem("fenming.settings") === null)
        localStorage.setItem("fenming.settings", JSON.stringify(kept));
    }, settings);
  }
  const page = await context.newPage();
  goOnceSettled(page);
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(`exception: ${error.stack ?? error.message}`));
  if (!options.failing) {
    page.on("console", (message) => {
      if (message.type() === "error") wrong.push(`console: ${message.text()}`);
    });
    page.on("requestfailed", (request) => {
      // A request that the app itself gave up is no failure.
      const reason = request.failure()?.errorText ?? "";
      if (!reason.includes("ERR_ABORTED")) wrong.push(`request: ${request.url()} ${reason}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) wrong.push(`answer: ${response.status()} ${response.url()}`);
    });
  }
  await page.goto((options.plain ? service.plainOrigin : service.origin) + path);
  return {
    page,
    context,
    async leave() {
      opened.delete(closeContext);
      await context.close();
      assert.deepEqual(wrong, []);
    },
  };
}
