const MARK = 'sass_reloaded_at';
const AGAIN_AFTER_MS = 30_000;

/**
 * After a release the chunks of an open page no longer exist on the server. The page is then reloaded, once; a second
 * failure within half a minute is left to the error page ([8.20f]).
 */
export function reloadOnceForMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReload(Date.now())) return;
    event.preventDefault();
    window.location.reload();
  });
}

function mayReload(now: number): boolean {
  const last = Number(window.sessionStorage.getItem(MARK) ?? 0);
  if (now - last < AGAIN_AFTER_MS) return false;
  window.sessionStorage.setItem(MARK, String(now));
  return true;
}
