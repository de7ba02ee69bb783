/** How long a page is left alone first: fetching and writing its files again takes from what is still to be seen. */
export const KEEP_AFTER_MS = 2_000;

/**
 * Starts the service worker that lets pages open without a network (public/service-worker.js), and hands it what this
 * page loaded before it was there. Without one (older browsers, plain http elsewhere) all else works.
 */
export async function keepPagesForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !navigator.onLine) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const files = loaded.filter((name) => /\/(assets|glyphs|fonts|pdfjs)\/|\/favicon\.svg$/.test(name));
    active?.postMessage({ keep: [...new Set(files), window.location.origin + window.location.pathname] });
  } catch {
    // Nothing that anyone could do about it; the page works with its network.
  }
}
