/**
 * Validators. A read's tag says which state of the user's book it shows; a resource's own part says
 * which state of that one resource, and is what `If-Match` compares (decisions R13).
 *
 *   list, statistics, dashboard   W/"<state>"
 *   detail                        "<own>.<state>"
 *   create, update                "<own>"
 */
import { createHash } from "node:crypto";

/**
 * The state of a book that a read showed: equal as long as nothing that can change it has. The user is
 * part of it, because one address may show different users their own books.
 */
export function stateTag(epoch: string, userId: number, revision: number, day: string): string {
  return `${epoch}-${userId}-${revision.toString(36)}-${day}`;
}

/** The own part of a resource's tag: its content, without the account that is nested in a record. */
export function ownTag(resource: object): string {
  const { account: _, ...own } = resource as { account?: unknown };
  return createHash("sha1").update(JSON.stringify(own)).digest("base64url").slice(0, 16);
}

/** Whether `If-None-Match` names this state: of a list, or of a detail whatever its own part. */
export function noneMatchHolds(header: string, state: string): boolean {
  if (header.trim() === "*") return true;
  return tagsOf(header).some(({ tag }) => tag === state || tag.endsWith(`.${state}`));
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
