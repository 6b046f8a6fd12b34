/** The PIN, hashed: on plain http the browser itself can't hash. Loaded when one is set or asked for. */
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { bytesToHex, hexToBytes, randomBytes } from "@noble/hashes/utils.js";
import type { KeptPin } from "./privacy.ts";

const COST = { N: 2 ** 14, r: 8, p: 1, dkLen: 32 };

export async function keepPin(pin: string): Promise<KeptPin> {
  const salt = bytesToHex(randomBytes(16));
  return { salt, hash: await hashOf(pin, salt) };
}

export async function isPin(pin: string, { salt, hash }: KeptPin): Promise<boolean> {
  return (await hashOf(pin, salt)) === hash;
}

async function hashOf(pin: string, salt: string): Promise<string> {
  return bytesToHex(await scryptAsync(pin, hexToBytes(salt), COST));
}
