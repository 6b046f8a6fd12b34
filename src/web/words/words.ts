/** The words of the app in the chosen language. Chinese is part of the app, others are loaded late. */

import { getSettings } from "../settings.ts";
import { makeStore } from "../store.ts";
import { zh } from "./zh.ts";

export type Words = typeof zh;

const words = makeStore<Words>(zh);

/** The words now, for code outside of components. */
export const getWords = words.get;
export const useWords = words.use;

/** Brings the words of the language in the settings. */
export async function loadWords(): Promise<void> {
  const { language } = getSettings();
  const chosen = language === "en" ? (await import("./en.ts")).en : zh;
  document.documentElement.lang = language === "en" ? "en" : "zh-CN";
  words.set(chosen);
}
