/** What an endpoint may refuse, as the OpenAPI document shows it. */
import {
  type Endpoint,
  NOUNS,
  narrowsByQuery,
  propertiesOf,
  requiredOf,
  takesKey,
} from "./endpoint.ts";
import { type MessageKey, say, type Words } from "./messages.ts";
import { ownField } from "./openapi-examples.ts";
import { both } from "./openapi-schemas.ts";

/** How the service is entered: without a credential, by our own sign-in, or by a provider's. */
export type AuthMode = "open" | "jwt" | "provider";

/** Everything that an endpoint may refuse, by status. */
export function refusals(
  endpoint: Endpoint,
  mode: AuthMode = "open",
): Record<number, MessageKey[]> {
  const found: Record<number, MessageKey[]> = { 500: ["serverError"] };
  const add = (status: number, ...keys: MessageKey[]) => {
    found[status] = [...(found[status] ?? []), ...keys];
  };
  add(431, "headersTooLarge");
  if (endpoint.serve !== "static") add(503, "databaseAway", "databaseLost", "databaseFull");
  if (endpoint.params || endpoint.query || endpoint.body) add(400, "invalidField");
  if (requiredOf(endpoint.query).length + requiredOf(endpoint.body).length > 0) {
    add(400, "missingFields");
  }
  if (narrowsByQuery(endpoint)) add(400, "unknownParameter", "unknownParameterOf");
  if (endpoint.query) add(400, "tooManyParameters");
  if (endpoint.method !== "GET") {
    if (endpoint.upload) {
      add(400, "uploadBroken", "bodyEncoded");
      add(503, "busy");
    } else
      add(400, "malformedJson", "bodyNotUtf8", "bodyNotObject", "wrongContentType", "bodyEncoded");
    add(413, "bodyTooLarge");
  }
  if (!endpoint.probe) add(429, "tooManyRequests");
  if (mode === "open" && !endpoint.probe) add(403, "hostNotAllowed");
  if (endpoint.method !== "GET") add(403, "originNotAllowed");
  if (mode !== "open" && !endpoint.public) {
    add(400, "userIdNotAllowed");
    add(401, "signInRequired", "tokenInvalid", "tokenExpired");
    add(403, endpoint.sessionOnly ? "sessionRequired" : "scopeMissing");
    if (mode === "jwt" && !endpoint.enrols) add(403, "secondFactorNeeded");
    add(429, "tooManyAttempts");
    add(503, "providerAway");
  }
  if (endpoint.serve === "long") return withOwnRefusals(endpoint, found, add);
  if (takesKey(endpoint)) {
    add(400, "keyInvalid");
    add(409, "keyRunning");
    add(422, "keyReused");
  }
  if (endpoint.resource && endpoint.method !== "GET") add(412, "changedSince");
  if ("updatedAt" in propertiesOf(endpoint.body)) add(409, "changedSinceRead");
  return withOwnRefusals(endpoint, found, add);
}

function withOwnRefusals(
  endpoint: Endpoint,
  found: Record<number, MessageKey[]>,
  add: (status: number, ...keys: MessageKey[]) => void,
): Record<number, MessageKey[]> {
  if (endpoint.owner in NOUNS) add(404, NOUNS[endpoint.owner as keyof typeof NOUNS].notFound);
  if (endpoint.development) add(404, "endpointNotFound");
  for (const key of endpoint.refuses ?? []) {
    // As what is wrong with the one of them: it may be its account that is missing.
    if (key === "recordRefused") add(404, key);
    add(statusOf(key), key);
  }
  return found;
}

/** The status of what is refused with neither 400 nor 404. */
const STATUS_OF: Partial<Record<MessageKey, number>> = {
  signInRequired: 401,
  tokenInvalid: 401,
  tokenExpired: 401,
  signInFailed: 401,
  ticketInvalid: 401,
  signInCodeWrong: 401,
  passkeyRefused: 401,
  signupClosed: 403,
  invitationInvalid: 403,
  scopeMissing: 403,
  sessionRequired: 403,
  changedSinceRead: 409,
  checkpointTaken: 409,
  occurrenceAlreadyBooked: 409,
  occurrenceAlreadyMoved: 409,
  occurrenceDone: 409,
  bookTooLarge: 413,
  importNotReady: 409,
  importOutdated: 409,
  importJoinLost: 409,
  importRunning: 409,
  importNotRunning: 409,
  importCancelled: 409,
  tooManyAttempts: 429,
  tooManyRequests: 429,
  tooManyTests: 429,
  restoreChanged: 409,
  restoreAccountGone: 409,
  restoreExpenseGone: 409,
  restoreRefundTooLarge: 409,
  restoreHasRefunds: 409,
  restoreBookedRecord: 409,
  restoreBookedTransfer: 409,
  restoreOwnId: 409,
  restoreTooLarge: 409,
  restoreMerge: 409,
  restorePlanned: 409,
  restorePlanFollowed: 409,
  databaseAway: 503,
  providerAway: 503,
  busy: 503,
};

function statusOf(key: MessageKey): number {
  if (key.endsWith("NotFound")) return 404;
  return STATUS_OF[key] ?? 400;
}

/** What stands for the values of a message that is shown as an example. */
const sampleValues: Record<string, string | number | Words> = {
  host: "nas.example.com",
  origin: "https://example.com",
  fields: "amount",
  field: "amount",
  label: { zh: "金额", en: "Amount" },
  rule: { zh: "必须是数字", en: "must be a number" },
  zone: "Asia/Shanghai",
  limit: "1 MiB",
  count: 3,
  most: 1000,
  days: 400,
  seconds: 60,
  scope: { zh: "读取", en: "read" },
  mode: "jwt",
  reason: { zh: "缺少金额", en: "the amount is missing" },
  problems: { zh: "缺少金额", en: "the amount is missing" },
  names: "微信、招商银行",
  status: "committed",
  row: 3,
  why: { zh: "金额是零", en: "its amount is zero" },
  transferId: 1,
  transfers: 1,
  adjustments: 1,
  refunded: "30.00",
  amount: "100.00",
  name: "旧卡",
  encoding: "gzip",
  from: "居住",
  to: "住房",
  months: "2026-03",
  number: 3,
  index: 2,
  code: "similar",
  kind: "webhook",
  layout: "3f9c2ab41d07",
  id: 7,
  updatedAt: "2026-03-15T04:00:00.000Z",
};

/** A refusal's sentence as an example, in one language, about a field of the endpoint's own. */
export function sampleOf(
  endpoint: Endpoint,
  key: MessageKey,
  language: keyof Words = "zh",
): string {
  const isOfQuery = key === "unknownParameter" || key === "unknownParameterOf";
  const own = isOfQuery ? misspelt(endpoint, language) : ownField(endpoint);
  return say(key, language, { ...sampleValues, ...own, ...(OF_CHANNEL.test(key) && channelField) });
}

/** Refusals that speak of what a channel needs to be reached. */
const OF_CHANNEL = /^channel(Needs|Takes|Address|NotAllowed)/;
const channelField = { field: "url", label: { zh: "地址", en: "Address" } };

/** A query name that is nearly one of the endpoint's. */
function misspelt({ query }: Endpoint, language: keyof Words): Record<string, string> {
  const known = Object.keys(propertiesOf(query));
  const nearest = known.at(-1) as string;
  return { name: `${nearest}s`, nearest, names: known.join(language === "zh" ? "、" : ", ") };
}

/** Sentences as examples, in both languages. */
export function describeRefusals(endpoint: Endpoint, keys: MessageKey[]): string {
  return [...new Set(keys)]
    .map((key) => both({ zh: sampleOf(endpoint, key), en: sampleOf(endpoint, key, "en") }))
    .join("；");
}
