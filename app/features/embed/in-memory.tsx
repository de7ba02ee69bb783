import { useNonce } from '../../security/nonce.ts';

/**
 * Replaces the browser’s storage of this page by memory before any other script runs: a frame in another site’s page has
 * none if the browser blocks storage of third parties, and what is embedded must leave nothing behind there. Without a
 * service worker, no copy of the page is kept either.
 */
const SCRIPT = `for (const name of ['sessionStorage', 'localStorage']) {
  const kept = new Map();
  Object.defineProperty(window, name, { configurable: true, value: {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() { return kept.size; },
  } });
}
Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: undefined });`;

export function InMemory() {
  const nonce = useNonce();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
