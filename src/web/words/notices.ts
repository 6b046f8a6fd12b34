/** The words of reminders beside those of the app: they come with the settings alone. */
import { joinWords } from "./joined.ts";
import { noticesEn } from "./notices-en.ts";
import { noticesZh } from "./notices-zh.ts";
import type { Words } from "./words.ts";

export type NoticeWords = Words & typeof noticesZh;

/** The words in the chosen language. */
export const useNoticeWords: () => NoticeWords = joinWords(noticesZh, noticesEn);
