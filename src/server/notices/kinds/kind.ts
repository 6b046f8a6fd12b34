/** What a kind of channel is: what it needs, and how it says something. One file a kind. */
import type { MessageKey } from "../../../contract/messages.ts";
import type { SendMail } from "../../outbound/mail.ts";
import type { Reply } from "../../outbound/outbound.ts";
import { SendFault } from "../../outbound/send-fault.ts";
import type { PushKey } from "../push-keys.ts";

/** What a channel needs to be reached, whole: it is sealed as one. */
export interface Reach {
  key?: string;
  server?: string;
  topic?: string;
  url?: string;
  to?: string;
}

export type ReachField = keyof Reach;

/** What is said. */
export interface Message {
  /** The same however often it is tried: who receives it twice can tell. */
  id: string;
  kind: string;
  title: string;
  lines: string[];
  /** Milliseconds since 1970. */
  now: number;
}

/** By what a kind reaches others. */
export interface Means {
  /** Undefined where the operator has set no server for mail. */
  mail: SendMail | undefined;
  /** By what push services know this one; undefined where it cannot be read. */
  pushKey(): Promise<PushKey | undefined>;
  /** Whom a push service may turn to: an address of the web or of mail. */
  subject: string;
  post(url: URL, headers: Record<string, string>, body: string | Buffer): Promise<Reply>;
}

export interface Kind {
  needs: readonly ReachField[];
  takes: readonly ReachField[];
  /** Where it goes; also judged and named when the channel is made. Not of mail. */
  urlOf?(reach: Reach): URL;
  /** What is wrong with what it was given, where a pattern cannot say it. */
  refuse?(reach: Reach): MessageKey | undefined;
  /** Throws SendFault where it did not arrive. */
  send(reach: Reach, message: Message, means: Means): Promise<void>;
}

export const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

/** Refuses an answer that is none of success. */
export function requireOk({ status }: Reply): void {
  if (status >= 200 && status < 300) return;
  throw new SendFault("sendAnswered", { status }, { isFinal: status === 410 });
}

/**
 * For services that answer 200 and say in the body whether it worked: as much of what they say as fits a line.
 * Who answers something else than their JSON has not taken it.
 */
export function requireCode(reply: Reply, code: number, textField: string): void {
  requireOk(reply);
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(reply.text) ?? {};
  } catch {
    throw new SendFault("sendSaid", { text: oneLine(reply.text) });
  }
  if (said.code !== code) throw new SendFault("sendSaid", { text: oneLine(said[textField]) });
}

const MOST_SAID = 100;

function oneLine(text: unknown): string {
  return String(text ?? "")
    .replace(/[\p{C}\s]+/gu, " ")
    .slice(0, MOST_SAID);
}

/** A path below a server's address. */
export function below(server: string, path: string): URL {
  return new URL(`${server.replace(/\/+$/, "")}/${path}`);
}
