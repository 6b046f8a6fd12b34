/** The bill that another app has shared with this one; the worker keeps it (public/share-target.js). */
export async function takeSharedFile(): Promise<File | undefined> {
  if (!("caches" in window)) return undefined;
  const cache = await caches.open("shared");
  const kept = await cache.match("/share");
  if (kept === undefined) return undefined;
  // Once: a reload does not read it again.
  await cache.delete("/share");
  const name = decodeURIComponent(kept.headers.get("x-name") ?? "");
  return new File([await kept.blob()], name, { type: kept.headers.get("content-type") ?? "" });
}
