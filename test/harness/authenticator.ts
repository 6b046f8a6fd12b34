/**
 * A security key in software, as WebAuthn describes one (https://www.w3.org/TR/webauthn-3/): it makes P-256 keys, keeps whose
 * they are, counts, and signs what a browser of some origin hands it.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

/** What may be otherwise than a good browser and authenticator make it. */
export interface Bend {
  origin?: string;
  rpId?: string;
  /** Whether its user has been verified. */
  verified?: boolean;
  counter?: number;
  type?: string;
}

interface Held {
  id: string;
  key: KeyObject;
  userHandle: string;
}

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

export class SoftAuthenticator {
  readonly origin: string;
  /** 0: it does not count, as passkeys that are kept in a cloud. */
  counter: number;
  held: Held | undefined;

  constructor(origin: string, counter = 0) {
    this.origin = origin;
    this.counter = counter;
  }

  /** What `navigator.credentials.create()` gives, as JSON. */
  create(options: Options, bend: Bend = {}) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const id = randomBytes(32);
    this.held = {
      id: id.toString("base64url"),
      key: privateKey,
      userHandle: options.user?.id as string,
    };
    const { x, y } = publicKey.export({ format: "jwk" });
    const cose = cbor(
      new Map<number, Value>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x as string, "base64url")],
        [-3, Buffer.from(y as string, "base64url")],
      ]),
    );
    const size = Buffer.from([id.length >> 8, id.length & 255]);
    const credential = Buffer.concat([Buffer.alloc(16), size, id, cose]);
    const rpId = bend.rpId ?? options.rp?.id ?? "";
    const authData = Buffer.concat([this.#head(rpId, bend, HAS_CREDENTIAL), credential]);
    const attestation = new Map<string, Value>([
      ["fmt", "none"],
      ["attStmt", new Map<string, Value>()],
      ["authData", authData],
    ]);
    return {
      id: this.held.id,
      rawId: this.held.id,
      type: "public-key",
      response: {
        clientDataJSON: this.#clientData(bend.type ?? "webauthn.create", options, bend),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      },
      clientExtensionResults: {},
    };
  }

  /** What `navigator.credentials.get()` gives, as JSON. */
  get(options: Options, bend: Bend = {}) {
    const { id, key, userHandle } = this.held as Held;
    if (this.counter > 0) this.counter += 1;
    const authenticatorData = this.#head(bend.rpId ?? options.rpId ?? "", bend);
    const clientDataJSON = this.#clientData(bend.type ?? "webauthn.get", options, bend);
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const signature = sign("sha256", Buffer.concat([authenticatorData, hash]), key);
    return {
      id,
      rawId: id,
      type: "public-key",
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle,
      },
      clientExtensionResults: {},
    };
  }

  #head(rpId: string, { verified = true, counter = this.counter }: Bend, flags = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flag = Buffer.from([flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)]);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), flag, count]);
  }

  #clientData(type: string, { challenge }: Options, { origin = this.origin }: Bend): string {
    const data = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }
}

type Value = number | string | Buffer | Map<number, Value> | Map<string, Value>;

/** The little of CBOR that credentials are made of (RFC 8949). */
function cbor(value: Value): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries: [number | string, Value][] = [...value];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map((one) => cbor(one))]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
