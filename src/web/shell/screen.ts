/** Which of the two layouts: a phone in a hand, or a desk. */
import { useMediaQuery } from "@mantine/hooks";

export const DESK = "(min-width: 900px)";

export function useDesk(): boolean {
  return useMediaQuery(DESK, matchMedia(DESK).matches, { getInitialValueInEffect: false });
}

/** Whether the dark colours are on, for what is drawn and not styled. */
export function isDark(): boolean {
  return document.documentElement.getAttribute("data-mantine-color-scheme") === "dark";
}
