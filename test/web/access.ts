/** What keeps somebody out of a page: what axe finds, what is too small for a finger or too wide. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { overflow, PHONE, type Screen, settled } from "./browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that keeps people out; by these rules alone where some are named. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    interface Violation {
      id: string;
      impact: string;
      nodes: { target: string[]; failureSummary: string }[];
    }
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      ...(runOnly && { runOnly }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
    );
  }, rules);
}

/** What cannot be read in the dark: colours are all that differs there. */
async function darkFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator('[data-mantine-color-scheme="dark"]').waitFor();
  await settled(page);
  const found = await findings(page, ["color-contrast", "link-in-text-block"]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator('[data-mantine-color-scheme="light"]').waitFor();
  return found;
}

/** All that keeps somebody out of what the page shows, light and dark, or does not fit. */
export async function faults(page: Page, screen: Screen, where: string): Promise<string[]> {
  await settled(page);
  const wrong = (await findings(page)).map((finding) => `${where} ${finding}`);
  if ((await overflow(page, screen)) > 0) wrong.push(`${where} scrolls sideways`);
  const { shift, moved } = await shifts(page);
  if (shift >= 0.1) wrong.push(`${where} shifts by ${shift.toFixed(3)}: ${moved.join(", ")}`);
  if (screen === PHONE)
    for (const target of await smallTargets(page)) wrong.push(`${where} small: ${target}`);
  for (const finding of await darkFindings(page)) wrong.push(`${where}, dark: ${finding}`);
  return wrong;
}

/** How far the page has moved under its reader without a wish of theirs (CLS), and what moved. */
async function shifts(page: Page): Promise<{ shift: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const moved: string[] = [];
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node?: Node }[];
          })[]) {
            if (entry.hadRecentInput) continue;
            shift += entry.value;
            for (const { node } of entry.sources)
              moved.push(node instanceof Element ? node.className.toString() || node.tagName : "");
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve({ shift, moved: [...new Set(moved)].slice(0, 8) }), 60);
      }),
  );
}

/** Controls smaller than a finger, by what they are. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], select, input:not([type=radio])")]
      .filter((control) => control.checkVisibility() && !control.classList.contains("skip"))
      .filter((control) => {
        const target = control.closest("label") ?? control;
        return target.getBoundingClientRect().height < 43.5;
      })
      .map((control) => `${control.outerHTML.slice(0, 120)}`),
  );
}

/** What would be pressed under the message; `still` alone leaves out what moves away with the page. */
export function coveredBy(page: Page, still = false): Promise<string[]> {
  return page.evaluate((stillAlone) => {
    const toast = document.querySelector<HTMLElement>(".toast");
    if (toast === null) return ["no message"];
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    const under = new Set<Element>();
    for (let x = left + 1; x < right; x += 6) {
      for (let y = top + 1; y < bottom; y += 6) {
        for (const one of document.elementsFromPoint(x, y)) {
          // Nothing is pressed through it.
          if (one.matches(".mantine-Overlay-root, .mantine-Modal-content, .mantine-Drawer-content"))
            break;
          const control = one.closest("button, a[href], select, input, label");
          if (control && !control.closest(".toast")) under.add(control);
        }
      }
    }
    return [...under]
      .filter((control) => {
        let at: Element | null = stillAlone ? control : null;
        while (at && !/fixed|sticky/.test(getComputedStyle(at).position)) at = at.parentElement;
        return !stillAlone || at !== null;
      })
      .map((control) => control.outerHTML.slice(0, 120));
  }, still);
}
