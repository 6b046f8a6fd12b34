/** What this browser remembers: kept in local storage, shared by all components and tabs. */
import { useSyncExternalStore } from "react";

export interface Settings {
  /** The chosen user in open mode; 0 when none is chosen yet. */
  userId: number;
  language: "zh" | "en";
  scheme: "auto" | "light" | "dark";
  /** Which of the two colours income has; expense has the other. */
  incomeColor: "green" | "red";
  /** The day that a month begins on, for display; 1 to 28. */
  monthStart: number;
  /** Remembered by the entry sheet. */
  lastAccountId: number;
  /** The day on which each user's book was last taken as a backup here. */
  backups: Record<number, string>;
}

const DEFAULTS: Settings = {
  userId: 0,
  language: "zh",
  scheme: "auto",
  incomeColor: "green",
  monthStart: 1,
  lastAccountId: 0,
  backups: {},
};

const NAME = "fenming.settings";
const listeners = new Set<() => void>();
let current = read();

function read(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME) ?? "{}") };
  } catch {
    // Storage may be forbidden or broken; the app goes on with what it knows.
    return { ...DEFAULTS };
  }
}

export function getSettings(): Settings {
  return current;
}

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(NAME, JSON.stringify(current));
    // Read by the page itself before the app starts, so that it never flashes in the other colours.
    localStorage.setItem("fenming.scheme", current.scheme);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

addEventListener("storage", (event) => {
  if (event.key !== NAME) return;
  current = read();
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, getSettings);
}
