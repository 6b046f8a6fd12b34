/*
 * A bill that another app shares with this one (share_target of the manifest): the worker keeps the file,
 * and leads to the page of imports, which reads it (src/web/imports/shared-file.ts).
 */
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "POST" || new URL(url).pathname !== "/share") return;
  event.respondWith(
    (async () => {
      const form = await event.request.formData();
      const file = form.get("file");
      if (file instanceof File) {
        const headers = { "x-name": encodeURIComponent(file.name), "content-type": file.type };
        const cache = await caches.open("shared");
        await cache.put("/share", new Response(file, { headers }));
      }
      return Response.redirect("/import?shared=1", 303);
    })(),
  );
});
