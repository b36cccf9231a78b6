// Keeps the whole site, so that it works without the internet after the first visit. The build fills in the two lines.
const VERSION = "{version}";
const FILES = [/* files */];

self.addEventListener("install", event => {
  event.waitUntil((async () => {
    const kept = await caches.open(VERSION);
    await kept.addAll(FILES.map(each => new Request(each, { cache: "no-cache" })));
  })());
});

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("twotone-lab-") && name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const found = await caches.match(event.request, { cacheName: VERSION, ignoreSearch: true });
    return found ?? fetch(event.request);
  })());
});
