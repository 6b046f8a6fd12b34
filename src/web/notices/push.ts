/** This browser as a way to be reached: whether it can be, and its subscription. */

export const canPush = (): boolean =>
  isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in globalThis &&
  "Notification" in globalThis;

/** What the service needs to reach this browser; undefined where the person, or the browser, does not want it. */
export async function subscribe(
  pushKey: string,
): Promise<{ url: string; key: string } | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return undefined;
  const { pushManager } = registration;
  // One that was made for another service's key can be used for nothing.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    .catch(() => undefined);
  const { endpoint, keys } = made?.toJSON() ?? {};
  if (endpoint === undefined || keys === undefined) return undefined;
  return { url: endpoint, key: `${keys.p256dh}.${keys.auth}` };
}
