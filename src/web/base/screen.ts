/** Which of the two layouts: a phone in a hand, or a desk; and how large letters are. */
import { useMediaQuery } from "@mantine/hooks";
import { makeStore } from "../store.ts";

/** Where the desk begins, in widths of the usual letter. */
const DESK_REM = 900 / 16;

export function useDesk(): boolean {
  const desk = `(min-width: ${DESK_REM * scale.use() * 16}px)`;
  return useMediaQuery(desk, matchMedia(desk).matches, { getInitialValueInEffect: false });
}

/** How large the page's letters are; 1 where nobody has chosen: 16 pixels. */
export function useScale(): number {
  return scale.use();
}

/** Fewer letters than this beside each other, and rows stand below each other. */
const TIGHT_REM = 18;

/** Whether that is so: large letters on a narrow phone. `[data-tight]` says it to the styles. */
export function useTight(): boolean {
  return tight.use();
}

const scale = makeStore(readScale());
const tight = makeStore(false);

function readScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Hears of it wherever it is changed: here in the settings, or in the browser. */
function watchScale(): void {
  const probe = document.createElement("div");
  probe.style.cssText = "position:absolute;visibility:hidden;width:1rem";
  document.body.append(probe);
  new ResizeObserver(() => {
    const now = readScale();
    if (now !== scale.get()) scale.set(now);
    tellTight();
  }).observe(probe);
}

function tellTight(): void {
  const { documentElement: page } = document;
  const now = page.clientWidth < TIGHT_REM * 16 * scale.get();
  page.toggleAttribute("data-tight", now);
  if (now !== tight.get()) tight.set(now);
}

watchScale();
tellTight();
addEventListener("resize", tellTight);
