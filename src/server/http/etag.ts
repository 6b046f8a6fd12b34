/**
 * Validators. A read's tag says which state of the user's book it shows; a resource's own part says
 * which state of that one resource, and is what `If-Match` compares (decisions R13).
 *
 *   list, statistics, dashboard   W/"<state>"
 *   detail                        "<own>.<state>"
 *   create, update                "<own>"
 */
import { createHash, hash } from "node:crypto";
import type { Endpoint } from "../../contract/endpoint.ts";
import { isLong, jsonPieces } from "../handler/answer-text.ts";

/**
 * The state of a book that a read showed: equal as long as nothing that can change it has. The user is
 * part of it, because one address may show different users their own books; so is the address.
 */
export function stateTag(
  epoch: string,
  userId: number,
  revision: number,
  day: string,
  url: string,
): string {
  return `${epoch}-${userId}-${revision.toString(36)}-${day}-${markOf(url).toString(36)}`;
}

/**
 * A mark of an address (FNV-1a), so that one address's tag never matches at another. Of 32 bits with a sign:
 * beyond them a number is written digit by digit in floating point.
 */
export function markOf(url: string): number {
  let mark = 0x811c9dc5 | 0;
  for (let index = 0; index < url.length; index += 1) {
    mark = Math.imul(mark ^ url.charCodeAt(index), 0x01000193);
  }
  return mark;
}

/**
 * The own part of a resource's tag: its content, without what a record shows of others: its account,
 * and what its refunds add up to. Others have their turn while that of a very long one is worked out.
 */
export function ownTag(resource: object): string | Promise<string> {
  const { account: _, refunded: __, ...own } = resource as Record<string, unknown>;
  if (isLong(own)) return longTag(own);
  return hash("sha1", JSON.stringify(own), "base64url").slice(0, TAG_LENGTH);
}

async function longTag(own: object): Promise<string> {
  const sum = createHash("sha1");
  for await (const piece of jsonPieces(own)) sum.update(piece);
  return sum.digest("base64url").slice(0, TAG_LENGTH);
}

const TAG_LENGTH = 16;

/** Whether `If-None-Match` names this tag; here a weak one is as good as a strong one. */
export function noneMatchHolds(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  return tagsOf(header).some((named) => tag.endsWith(`"${named.tag}"`));
}

/** Whether `If-Match` names the resource as it is now. Weak tags never match. */
export function matchHolds(header: string, own: string): boolean {
  if (header.trim() === "*") return true;
  return tagsOf(header).some(({ weak, tag }) => !weak && tag.split(".")[0] === own);
}

function tagsOf(header: string): { weak: boolean; tag: string }[] {
  return [...header.matchAll(/(W\/)?"([^"]*)"/g)].map((match) => ({
    weak: match[1] !== undefined,
    tag: match[2] as string,
  }));
}

/** A resource's tag is strong and begins with its own part; any other read's tag is weak. */
export function tagFor(endpoint: Endpoint, data: unknown, state: string): string | Promise<string> {
  return endpoint.resource ? resourceTag(data as object, state) : `W/"${state}"`;
}

async function resourceTag(resource: object, state: string): Promise<string> {
  return `"${await ownTag(resource)}.${state}"`;
}
