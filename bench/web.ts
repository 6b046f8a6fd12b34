/**
 * `npm run bench:web`: what a person waits for in the app, measured by the browser itself over the
 * built service with a long book. Prints medians of several fresh visits; nothing is asserted.
 *
 *   npm run bench:web -- [--records N] [--rounds N]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as launcher, type Page } from "playwright-core";
import { seedPerson } from "./seed.ts";
import { startService } from "./server.ts";

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "50000" },
    rounds: { type: "string", default: "7" },
  },
});
const ROUNDS = Number(options.rounds);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
/** A phone on a middling mobile network: bytes a second, and milliseconds there and back. */
const MOBILE_NETWORK = { downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 };

/** Scripts run in the page: text, since its types are the browser's and not ours. */
const SETTINGS = `localStorage.setItem("fenming.settings", '{"userId":1}')`;
const WATCH_NUMBERS = `requestAnimationFrame(function look() {
  if (document.querySelector(".hero-month .money")) window.numbersAt = performance.now();
  else requestAnimationFrame(look);
})`;
/** Asked of the page itself: its policy lets no text be evaluated by a script. */
const NUMBERS_SHOWN = `new Promise((resolve) => (function look() {
  if (window.numbersAt) resolve();
  else requestAnimationFrame(look);
})())`;
const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries())
    if (name === "first-contentful-paint") resolve(startTime);
}).observe({ type: "paint", buffered: true }))`;
const SCROLL = `new Promise((resolve) => {
  const frames = [];
  const step = document.documentElement.scrollHeight / 240;
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    scrollBy(0, frames.length % 60 < 45 ? 180 : step);
    if (frames.length < 300) requestAnimationFrame(next);
    else resolve(frames.slice(1));
  });
})`;
/** From a finger's touch to the paint that shows what it did, as the browser times events. */
const WATCH_KEYS = `window.keyTimes = [];
  new PerformanceObserver((list) => {
    for (const event of list.getEntries())
      if (event.name === "click") window.keyTimes.push(event.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true })`;

async function opened(browser: Browser, origin: string, screen: typeof PHONE | typeof DESK) {
  const context = await browser.newContext({ ...screen, serviceWorkers: "block" });
  await context.addInitScript(SETTINGS);
  await context.addInitScript(WATCH_NUMBERS);
  const page = await context.newPage();
  return { page, go: (path: string) => page.goto(origin + path), close: () => context.close() };
}

interface Figures {
  [name: string]: number[];
}

async function measureLoad(browser: Browser, origin: string, slow: boolean): Promise<Figures> {
  const { page, go, close } = await opened(browser, origin, PHONE);
  if (slow) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...MOBILE_NETWORK });
  }
  await go("/");
  await page.evaluate(NUMBERS_SHOWN);
  const figures = {
    paint: [(await page.evaluate(FIRST_PAINT)) as number],
    numbers: [(await page.evaluate("window.numbersAt")) as number],
  };
  await close();
  return figures;
}

/** Frames of a scroll through the list; and the browser's trace of its longest piece of work. */
async function measureScroll(browser: Browser, origin: string): Promise<Figures> {
  const { page, go, close } = await opened(browser, origin, DESK);
  await go("/records");
  await page.locator(".record-main").first().waitFor();
  await browser.startTracing(page, {
    categories: ["disabled-by-default-devtools.timeline", "toplevel"],
  });
  const frames = (await page.evaluate(SCROLL)) as number[];
  const work = longestTasks(await browser.stopTracing());
  await close();
  return { frames, work };
}

interface TraceEvent {
  name: string;
  ph: string;
  dur?: number;
  tid: number;
  args: { name?: string };
}

/** Milliseconds of each piece of work on the page's main thread. */
function longestTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = traceEvents
    .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
    .map(({ tid }) => tid);
  return traceEvents
    .filter(({ ph, tid, name }) => ph === "X" && mains.includes(tid) && /RunTask$/.test(name))
    .map(({ dur = 0 }) => dur / 1000);
}

async function measureKeypad(browser: Browser, origin: string): Promise<Figures> {
  const { page, go, close } = await opened(browser, origin, PHONE);
  await go("/");
  await page.evaluate(NUMBERS_SHOWN);
  await page.getByRole("button", { name: "记一笔" }).click();
  await page.getByRole("dialog").waitFor();
  await page.waitForTimeout(500);
  await page.evaluate(WATCH_KEYS);
  for (const key of "12.5+30+7+88") await press(page, key);
  await page.waitForTimeout(200);
  const keys = (await page.evaluate("window.keyTimes")) as number[];
  await close();
  return { keys };
}

async function press(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: key, exact: true }).tap();
  await page.waitForTimeout(60);
}

function at(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function line(what: string, values: number[], shares: number[]): void {
  const names = shares.map((share) => `p${share * 100} ${at(values, share).toFixed(1)} ms`);
  console.log(`| ${what} | ${names.join(", ")} | ${values.length} |`);
}

async function rounds(measure: () => Promise<Figures>): Promise<Figures> {
  const all: Figures = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, values] of Object.entries(await measure()))
      all[name] = [...(all[name] ?? []), ...values];
  }
  return all;
}

const folder = mkdtempSync(join(tmpdir(), "fenming-web-"));
const url = `file:${join(folder, "book.db")}`;
seedPerson(url, Number(options.records));
const service = await startService(url);
const browser = await launcher.launch({
  executablePath: await chromium.executablePath(),
  args: ["--headless=shell", "--no-sandbox", "--no-zygote", "--disable-dev-shm-usage"],
});
try {
  const origin = `http://localhost:${service.port}`;
  console.log(`\n${options.records} records, ${ROUNDS} rounds, ${browser.version()}\n`);
  console.log("| what | time | measured |\n| --- | --- | --- |");
  for (const [where, slow] of [
    ["this machine", false],
    ["1.6 Mbit/s, 150 ms", true],
  ] as const) {
    const { paint = [], numbers = [] } = await rounds(() => measureLoad(browser, origin, slow));
    line(`first contentful paint, ${where}`, paint, [0.5, 0.95]);
    line(`the dashboard's numbers, ${where}`, numbers, [0.5, 0.95]);
  }
  const { frames = [], work = [] } = await rounds(() => measureScroll(browser, origin));
  line("frame while scrolling", frames, [0.5, 0.95, 0.99]);
  line("piece of work while scrolling", work, [0.99, 0.999, 1]);
  const { keys = [] } = await rounds(() => measureKeypad(browser, origin));
  line("key to paint", keys, [0.5, 0.95]);
} finally {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
