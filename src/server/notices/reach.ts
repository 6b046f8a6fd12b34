/** What a channel needs to be reached: read from a request, judged, sealed. */
import { type ChannelKind, secrets } from "../../contract/channels.ts";
import type { Words } from "../../contract/messages.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Context, Outside, Seals } from "../handler/context.ts";
import { SendFault } from "../outbound/send-fault.ts";
import { purposeOf } from "./channel-row.ts";
import type { Reach, ReachField } from "./kinds/kind.ts";
import { KINDS } from "./kinds/kinds.ts";

const FIELDS: readonly ReachField[] = ["key", "server", "topic", "url", "to"];

/** The fields of a body that are kept sealed; undefined where none is given. */
export function reachGiven(body: Reach): Reach | undefined {
  const given = FIELDS.filter((field) => body[field] !== undefined);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((field) => [field, body[field]]));
}

/** A field as refusals name it. */
function named(field: ReachField): { field: string; label: Words } {
  const { label } = secrets[field] as unknown as { label: Words };
  return { field, label };
}

/** Judges what a kind is given, and says where it leads. Refuses what it lacks, does not take, or may not reach. */
export function targetOf({ outside }: Context, kind: ChannelKind, reach: Reach): string {
  const { needs, takes, urlOf, refuse } = KINDS[kind];
  const lacking = needs.find((field) => reach[field] === undefined);
  if (lacking !== undefined) throw new Refusal(400, "channelNeeds", { kind, ...named(lacking) });
  const other = FIELDS.find((field) => reach[field] !== undefined && !takes.includes(field));
  if (other !== undefined) throw new Refusal(400, "channelTakesNot", { kind, ...named(other) });
  const wrong = refuse?.(reach);
  if (wrong !== undefined) throw new Refusal(400, wrong);
  if (urlOf === undefined) return mailTarget(outside as Outside, reach);
  const field = reach.url === undefined ? "server" : "url";
  const address = reach[field];
  if (address !== undefined && !isPlain(address)) {
    throw new Refusal(400, "channelAddressWrong", named(field));
  }
  const url = urlOf(reach);
  requireOpen(outside as Outside, url, field);
  return url.host;
}

function mailTarget({ mails }: Outside, { to = "" }: Reach): string {
  if (!mails) throw new Refusal(400, "channelNoMail");
  return to.trim();
}

/** An address that can be read, without user name and password, and a server's without query. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}

function requireOpen(outside: Outside, url: URL, field: ReachField): void {
  try {
    outside.judge(url);
  } catch (fault) {
    if (!(fault instanceof SendFault)) throw fault;
    const key = fault.key === "sendNeedsHttps" ? "channelNeedsHttps" : "channelNotAllowed";
    throw new Refusal(400, key, named(field));
  }
}

/** Seals what reaches a channel; refuses where the service has nothing to seal with. */
export async function sealReach(ctx: Context, reach: Reach): Promise<string> {
  return sealsOf(ctx).sealWithin(ctx.db, JSON.stringify(reach), purposeOf(ctx.userId));
}

/** What was sealed; nothing where the secret has gone. */
export async function openReach(ctx: Context, sealed: string): Promise<Reach> {
  const text = await sealsOf(ctx).openWithin(ctx.db, sealed, purposeOf(ctx.userId));
  return text === undefined ? {} : (JSON.parse(text) as Reach);
}

function sealsOf({ outside }: Context): Seals {
  if (outside?.seals === undefined) throw new Refusal(400, "channelNotSealed");
  return outside.seals;
}
