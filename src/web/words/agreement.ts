/** The words of what agrees with the bank beside those of the app: they come with its pages alone. */
import { agreementEn } from "./agreement-en.ts";
import { agreementZh } from "./agreement-zh.ts";
import { joinWords } from "./joined.ts";
import type { Words } from "./words.ts";

export type AgreementWords = Words & typeof agreementZh;

/** The words in the chosen language. */
export const useAgreementWords: () => AgreementWords = joinWords(agreementZh, agreementEn);
