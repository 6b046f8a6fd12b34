/** The site that passkeys are bound to: the address in PUBLIC_URL, or this machine as localhost. */

export interface RelyingParty {
  /** The name of the host, which authenticators bind a passkey to. */
  id: string;
  /** Whether a page of this origin may use them. */
  accepts(origin: string): boolean;
}

export function relyingPartyOf(publicUrl: string | undefined): RelyingParty {
  if (publicUrl !== undefined) {
    const { hostname, origin } = new URL(publicUrl);
    return { id: hostname, accepts: (given) => given === origin };
  }
  // At which port a browser on this machine finds the service, it need not know itself: a container's port is mapped.
  return { id: "localhost", accepts: (given) => /^https?:\/\/localhost(:\d{1,5})?$/.test(given) };
}
