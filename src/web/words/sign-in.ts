/** The words of codes and passkeys beside those of the app: they come with the pages of the door alone. */
import { joinWords } from "./joined.ts";
import { signInEn } from "./sign-in-en.ts";
import { signInZh } from "./sign-in-zh.ts";
import type { Words } from "./words.ts";

export type SignInWords = Words & typeof signInZh;

/** The words in the chosen language. */
export const useSignInWords: () => SignInWords = joinWords(signInZh, signInEn);
