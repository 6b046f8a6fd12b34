/** What this browser remembers: kept in local storage, shared by all components and tabs. */
import { makeKeptStore } from "./store.ts";

export const FONT_SIZES = [100, 115, 130, 150] as const;

export interface Settings {
  /** The chosen user in open mode; 0 when none is chosen yet. */
  userId: number;
  language: "zh" | "en";
  scheme: "auto" | "light" | "dark";
  /** How large letters are, in percent of what the browser has. */
  fontSize: (typeof FONT_SIZES)[number];
  /** Which of the two colours income has; expense has the other. */
  incomeColor: "green" | "red";
  /** The day that a month begins on, for display; 1 to 28. */
  monthStart: number;
  /** Low rows in the list at the desk. */
  dense: boolean;
  /** The accounts that were booked on here, the last one first. */
  usedAccountIds: number[];
  /** The day on which each user's book was last taken as a backup here. */
  backups: Record<number, string>;
}

/** At the first visit it speaks as the browser does; from the first setting on that is kept. */
function browserLanguage(): Settings["language"] {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

const DEFAULTS: Settings = {
  userId: 0,
  language: browserLanguage(),
  scheme: "auto",
  fontSize: 100,
  incomeColor: "green",
  monthStart: 1,
  dense: false,
  usedAccountIds: [],
  backups: {},
};

const settings = makeKeptStore<Settings>("fenming.settings", (stored) => ({
  ...DEFAULTS,
  ...(stored as Partial<Settings> | null),
}));

export const getSettings = settings.get;
export const useSettings = settings.use;

export function changeSettings(change: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...change });
  try {
    // Read by the page itself before the app starts, so that it never flashes in the other colours.
    localStorage.setItem("fenming.scheme", settings.get().scheme);
  } catch {
    // Storage may be forbidden or full; then the page begins in the device's colours.
  }
}

/** Puts accounts that were just booked on before the others. */
export function rememberAccounts(...ids: number[]): void {
  const used = [...new Set([...ids, ...settings.get().usedAccountIds])];
  changeSettings({ usedAccountIds: used.slice(0, 20) });
}
