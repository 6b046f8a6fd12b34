/*
 * A reminder that a push service brings (src/server/notices/kinds/webpush.ts): the worker shows it, and leads
 * to the plans when it is touched. The same one a second time takes the place of the first.
 */
self.addEventListener("push", (event) => {
  const { id, title, body } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: id, icon: "/icon-192.png" }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const [open] = await self.clients.matchAll({ type: "window" });
      if (open === undefined) await self.clients.openWindow("/plans");
      else await open.focus();
    })(),
  );
});
