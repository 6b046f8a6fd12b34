/**
 * Random tokens that are kept as hashes: refresh tokens, personal access tokens, invitations. They
 * name their user in the open, `fmr_<user>_<rest>`, so that the look-up is one user's own row (one
 * shard's, where there are shards). 256 random bits need no slow hash.
 */
import { createHash, randomBytes } from "node:crypto";

export function randomText(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** `fmp_12_<43 characters>`. */
export function makeUserToken(prefix: string, userId: number, rest: string): string {
  return `${prefix}_${userId}_${rest}`;
}

/** The user that a token names and what follows; undefined when it is no such token. */
export function readUserToken(
  prefix: string,
  token: string,
): { userId: number; rest: string } | undefined {
  const match = /^([a-z]{3})_(\d{1,15})_([A-Za-z0-9_.-]{20,150})$/.exec(token);
  if (match?.[1] !== prefix) return undefined;
  return { userId: Number(match[2]), rest: match[3] as string };
}
