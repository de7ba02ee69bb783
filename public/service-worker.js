// Lets pages that were open before open again without a network. Files of a build never change under their name, so
// they come from the device; a page comes from the network while there is one, and from its last copy else. Nothing of
// /ecapi or /sync is kept: a page holds no data, what is private lies in the drafts of the device alone.
const CACHE = 'signet-1';
const STATIC = /^\/(assets|glyphs|fonts|pdfjs)\//;
/** Files under a name of their own that a page without a network needs too: the logo. */
const KEPT = ['/__manifest', '/favicon.svg'];
const MOST_FILES = 600;
/** A script that has not come by then will not come: the import fails, and the page says so or is loaded anew. */
const CHUNK_MS = 120_000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// What a page had loaded before this worker was there.
self.addEventListener('message', (event) => {
  const urls = Array.isArray(event.data?.keep) ? event.data.keep : [];
  event.waitUntil(keepAll(urls.filter((url) => isOurs(new URL(url)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !isOurs(url)) return;
  if (STATIC.test(url.pathname)) event.respondWith(fromDevice(request));
  else if (request.mode === 'navigate') event.respondWith(fromNetwork(request, url.pathname));
  else if (KEPT.includes(url.pathname)) event.respondWith(fromNetwork(request, url.pathname + url.search));
});

function isOurs(url) {
  return url.origin === self.location.origin && !/^\/(ecapi|sync)(\/|$)/.test(url.pathname);
}

async function fromDevice(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request, { signal: AbortSignal.timeout(CHUNK_MS) });
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** `key` is what the copy is kept under: a page without its query, which changes only what the page asks early. */
async function fromNetwork(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

async function keepAll(urls) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    urls.map(async (url) => {
      const key = STATIC.test(new URL(url).pathname) ? url : new URL(url).pathname;
      if (await cache.match(key)) return;
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) await cache.put(key, answer);
    }),
  );
  await trim(cache);
}

/** Drops the oldest files when builds have come and gone. */
async function trim(cache) {
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_FILES))) await cache.delete(old);
}
