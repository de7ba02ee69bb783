/** Delay in ms before the files of a page are cached, so that caching does not compete with the page's own loading. */
export const KEEP_AFTER_MS = 2_000;

/**
 * Registers the service worker that opens pages offline (public/service-worker.js), and passes it the files that this
 * page loaded before. Without service workers (older browsers, plain http) everything else still works.
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
    // Ignored: the user cannot do anything about it, and the page works online.
  }
}
