/** Who is signed in, as far as requests need to know. In open mode nobody is. */

/** Headers that a request carries for its sender. */
export function authorization(): Record<string, string> {
  return {};
}

/** Called when the service no longer knows the sender. */
export function onUnauthorized(): void {}
