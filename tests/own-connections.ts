import { noteAddress } from './fixtures/note-address.ts';

/**
 * Gives each request of a test a connection of its own. workerd ends one that was idle for five seconds, and Node's fetch
 * takes an idle one again for up to four: on a busy machine a test that was kept waiting in between would write into a
 * connection that is just being ended. A browser asks again by itself then; fetch does not. A test of what becomes of a
 * connection asks for `keep-alive`.
 */
const place = globalThis as typeof globalThis & { fetchOnKeptConnections?: typeof fetch };
place.fetchOnKeptConnections ??= globalThis.fetch;
const fetchKept = place.fetchOnKeptConnections;

globalThis.fetch = (input, init) => {
  noteAddress(input instanceof Request ? input.url : String(input));
  // No request of our own in between: its signal would follow the given one only until it is collected.
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  if (!headers.has('connection')) headers.set('connection', 'close');
  return fetchKept(input, { ...init, headers });
};
