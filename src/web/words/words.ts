/** The words of the app in the chosen language. Chinese is part of the app, others are loaded late. */
import { useSyncExternalStore } from "react";
import { getSettings } from "../settings.ts";
import { zh } from "./zh.ts";

export type Words = typeof zh;

let words: Words = zh;
const listeners = new Set<() => void>();

/** The words now, for code outside of components. */
export function getWords(): Words {
  return words;
}

export function useWords(): Words {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getWords);
}

/** Brings the words of the language in the settings. */
export async function loadWords(): Promise<void> {
  const { language } = getSettings();
  words = language === "en" ? (await import("./en.ts")).en : zh;
  document.documentElement.lang = language === "en" ? "en" : "zh-CN";
  document.title = words.appName;
  for (const listener of listeners) listener();
}
