/**
 * The key by which push services know this service (VAPID, RFC 8292): made once, sealed in `settings`, the same on every
 * node. A browser's subscription holds for this key alone.
 */
import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import type { Query } from "../../store/db.ts";
import { getSetting, putSetting } from "../../store/settings.ts";
import type { Seals } from "../handler/context.ts";

const ROW = "push_key";
const PURPOSE = "push key";

/** A private key of the curve P-256 as JWK. */
export type PushKey = JsonWebKey & { x: string; y: string; d: string };

/** The key, or undefined where none has been made, or it was sealed under secrets that are gone. */
export async function findPushKey(db: Query, seals: Seals): Promise<PushKey | undefined> {
  const sealed = await getSetting(db, ROW);
  const text = sealed && (await seals.openWithin(db, sealed, PURPOSE));
  return text ? (JSON.parse(text) as PushKey) : undefined;
}

/** The key, made where there is none. In a write. */
export async function keepPushKey(db: Query, seals: Seals): Promise<PushKey> {
  const found = await findPushKey(db, seals);
  if (found !== undefined) return found;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const made = privateKey.export({ format: "jwk" }) as PushKey;
  await putSetting(db, ROW, await seals.sealWithin(db, JSON.stringify(made), PURPOSE));
  return made;
}

/** The public half as browsers take it: an uncompressed point. */
export function publicOf({ x, y }: PushKey): string {
  const point = [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return Buffer.concat(point).toString("base64url");
}
