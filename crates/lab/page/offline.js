// Keeps the page's files, so that it opens without a network. The list and the build's name stand in files.js, which is written with the folder;
// another build has another name, and takes over once no page of the old one is open.

importScripts('files.js');

const { BUILD, FILES } = self;
/** Of the solver's files the page has asked for the one of this ending. */
const packed = new URLSearchParams(self.location.search).get('packed');
const wanted = FILES.filter((file) => !file.includes('.streams.') || file.endsWith(`.${packed}`));
const kept = `${self.registration.scope} ${BUILD}`;

self.addEventListener('install', (event) => {
  const all = wanted.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(all)));
});

self.addEventListener('activate', (event) => {
  const older = (name) => name.startsWith(`${self.registration.scope} `) && name !== kept;
  const forget = async () => {
    for (const name of await caches.keys()) if (older(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const found = async () => {
    const cache = await caches.open(kept);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  };
  event.respondWith(found());
});
