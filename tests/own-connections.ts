/**
 * Gives each request of a test a connection of its own. workerd ends one that was idle for five seconds, and Node's fetch
 * takes an idle one again for up to four: on a busy machine a test that was kept waiting in between would write into a
 * connection that is just being ended. A browser asks again by itself then; fetch does not. A test of what
 * becomes of a connection asks for `keep-alive`.
 */
const place = globalThis as typeof globalThis & { fetchOnKeptConnections?: typeof fetch };
place.fetchOnKeptConnections ??= globalThis.fetch;
const fetchKept = place.fetchOnKeptConnections;

globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  if (!request.headers.has('connection')) request.headers.set('connection', 'close');
  return fetchKept(request);
};

export {};
