/** The device's own way to know its person (finger, face, its PIN): a passkey, in a secure context. */

export function canUsePasskey(): boolean {
  return isSecureContext && "PublicKeyCredential" in globalThis && "credentials" in navigator;
}

/** Makes a passkey on this device for this browser's lock; answers its id. */
export async function makePasskey(name: string): Promise<string> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(32),
      rp: { name },
      user: { id: bytes(16), name, displayName: name },
      pubKeyCredParams: [
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -257 },
      ],
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        userVerification: "required",
        residentKey: "discouraged",
      },
    },
  });
  const { rawId } = made as PublicKeyCredential;
  return btoa(String.fromCharCode(...new Uint8Array(rawId)));
}

/** Asks the device; throws where the person gave it up, or isn't known to it. */
export async function askPasskey(id: string): Promise<void> {
  const rawId = Uint8Array.from(atob(id), (character) => character.charCodeAt(0));
  await navigator.credentials.get({
    publicKey: {
      challenge: bytes(32),
      allowCredentials: [{ type: "public-key", id: rawId, transports: ["internal"] }],
      userVerification: "required",
    },
  });
}

function bytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}
