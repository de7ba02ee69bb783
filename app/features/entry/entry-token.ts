/** Storage key for the secret of a link opened in this tab; kept across logging in until it is used. */
const KEY = 'signet-entry-link';

/** Moves the secret from the URL, where it could be shared or bookmarked, to the session storage. Returns it. */
export function takeToken(): string {
  const { hash, pathname } = window.location;
  if (/^#[0-9a-f]{64}$/.test(hash)) {
    window.sessionStorage.setItem(KEY, hash.slice(1));
    window.history.replaceState(window.history.state, '', pathname);
  }
  return storedToken();
}

export const storedToken = (): string => window.sessionStorage.getItem(KEY) ?? '';
export const dropToken = (): void => window.sessionStorage.removeItem(KEY);
