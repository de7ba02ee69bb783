/** The secret of the link that was opened in this tab, until it is used: the way leads over logging in. */
const KEY = 'signet-entry-link';

/** Takes the secret out of the address, where it could be shared or kept, and remembers it for this tab. */
export function takeToken(): string {
  const { hash, pathname } = window.location;
  if (/^#[0-9a-f]{64}$/.test(hash)) {
    window.sessionStorage.setItem(KEY, hash.slice(1));
    window.history.replaceState(window.history.state, '', pathname);
  }
  return keptToken();
}

export const keptToken = (): string => window.sessionStorage.getItem(KEY) ?? '';
export const dropToken = (): void => window.sessionStorage.removeItem(KEY);
