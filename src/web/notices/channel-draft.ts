/** A channel as its form holds it, and what of that is sent. */
import { canPush } from "./push.ts";
import type { Channel, ChannelKind, Ways } from "./queries.ts";

/** The kinds that can be used here, as they are offered: what works best in mainland China first. */
export function kindsOffered(ways: Ways | undefined): ChannelKind[] {
  const offered: ChannelKind[] = ["bark", "serverchan", "pushplus"];
  if (ways?.pushKey !== undefined && canPush()) offered.push("webpush");
  if (ways?.mail) offered.push("email");
  return [...offered, "ntfy", "webhook"];
}

export const FIELDS = ["key", "topic", "url", "server", "to"] as const;
export type Field = (typeof FIELDS)[number];

/** What a kind is asked for; the first ones are needed. */
const ASKED: { [Kind in ChannelKind]: readonly Field[] } = {
  bark: ["key", "server"],
  serverchan: ["key"],
  pushplus: ["key"],
  ntfy: ["topic", "server", "key"],
  webhook: ["url"],
  email: ["to"],
  // The browser says it.
  webpush: [],
};

const OPTIONAL: { [Kind in ChannelKind]?: readonly Field[] } = {
  bark: ["server"],
  ntfy: ["server", "key"],
};

/** Whoever knows one of these can send in the user's name: the address of a webhook, a topic of ntfy. */
export const SECRETS = ["key", "topic", "url"] as const satisfies readonly Field[];

export interface ChannelDraft extends Record<Field, string> {
  kind: ChannelKind;
  name: string;
}

const NOTHING = { key: "", topic: "", url: "", server: "", to: "" };

export function draftOf(channel: Channel | undefined): ChannelDraft {
  const { kind = "bark", name = "" } = channel ?? {};
  return { kind, name, ...NOTHING };
}

/** What changes for another kind: what was typed for the one before is not this one's. */
export function withKind(kind: ChannelKind): Partial<ChannelDraft> {
  return { kind, ...NOTHING };
}

export const fieldsOf = (kind: ChannelKind): readonly Field[] => ASKED[kind];
export const isNeeded = (kind: ChannelKind, field: Field): boolean =>
  !OPTIONAL[kind]?.includes(field);

/** What is sent: of the fields those that were filled in. */
export function givenOf(draft: ChannelDraft): Partial<Record<Field, string>> {
  const given = FIELDS.map((field) => [field, draft[field].trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ""));
}

const HOOK_KEY_BYTES = 32;

/** A key as Standard Webhooks write it. */
export function makeHookKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(HOOK_KEY_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
