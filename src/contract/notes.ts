/**
 * What the importer says about a file and its rows (reasons, questions, notices), in one catalogue:
 * a code with values, said in Chinese or English when it is shown. No code reads the sentences.
 * The sentences stand in `notes/`, a file for each room that says them.
 */
import type { Language, Words } from "./messages.ts";
import { accountingNotes } from "./notes/accounting.ts";
import { appNotes } from "./notes/apps.ts";
import { bankNotes } from "./notes/banks.ts";
import { categoryNotes } from "./notes/categories.ts";
import { fileNotes } from "./notes/file.ts";
import { formatNotes } from "./notes/format.ts";
import { importNotes } from "./notes/imports.ts";
import { mappedNotes } from "./notes/mapped.ts";
import { matchingNotes } from "./notes/matching.ts";
import { statementNotes } from "./notes/statements.ts";
import { walletNotes } from "./notes/wallets.ts";

/** The catalogue by room; a code is in one of them only. */
export const notesByRoom = {
  accounting: accountingNotes,
  apps: appNotes,
  banks: bankNotes,
  categories: categoryNotes,
  file: fileNotes,
  format: formatNotes,
  imports: importNotes,
  mapped: mappedNotes,
  matching: matchingNotes,
  statements: statementNotes,
  wallets: walletNotes,
} as const;

const notes = {
  ...accountingNotes,
  ...appNotes,
  ...bankNotes,
  ...categoryNotes,
  ...fileNotes,
  ...formatNotes,
  ...importNotes,
  ...mappedNotes,
  ...matchingNotes,
  ...statementNotes,
  ...walletNotes,
} as const satisfies Record<string, Words>;

export type NoteCode = keyof typeof notes;

/** What fills a `{name}` of a sentence; a note within a note is said in the same language. */
export type NoteValue = string | number | Note | Words;

/** One sentence: which, and what fills it. Plain data, so that it can be stored. */
export interface Note {
  code: NoteCode;
  values?: Record<string, NoteValue>;
}

/** A note; or plain text, which older previews and people wrote, and which is shown as it is. */
export type Text = Note | string;

export function note(code: NoteCode, values?: Record<string, NoteValue>): Note {
  return values === undefined ? { code } : { code, values };
}

/** Returns the text in one language, its `{names}` filled in. */
export function inWords(text: Text, language: Language): string {
  if (typeof text === "string") return text;
  const sentence = notes[text.code]?.[language] ?? text.code;
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = text.values?.[name];
    if (value === undefined) return whole;
    if (typeof value !== "object") return String(value);
    return "code" in value ? inWords(value, language) : value[language];
  });
}

/** Returns the text in both languages, for the values of a refusal. */
export function wordsOf(text: Text): Words {
  return { zh: inWords(text, "zh"), en: inWords(text, "en") };
}

/** The code of a note; "" for plain text. */
export function codeOf(text: Text): NoteCode | "" {
  return typeof text === "string" ? "" : text.code;
}

const STORED = '{"code":"';

/** Returns the text of a column that holds a note: JSON for a note, plain text as it is. */
export function storedText(text: Text): string {
  return typeof text === "string" ? text : JSON.stringify(text);
}

/** Reads what `storedText` wrote. */
export function readText(stored: string): Text {
  if (!stored.startsWith(STORED)) return stored;
  try {
    return JSON.parse(stored) as Note;
  } catch {
    // A person's own words that begin like one.
    return stored;
  }
}
