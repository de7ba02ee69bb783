import { forgetMenu } from './menu-cookie.ts';
import { clearSession, getSession } from './session-store.ts';
import { tellTabsOfEnd } from './share-token.ts';

type GoTo = (path: string) => void;
let goTo: GoTo = (path) => window.location.assign(path);
let onEnd: () => void = () => undefined;

/** Sets the router's navigate function, so that the page is not reloaded. */
export function setNavigator(navigate: GoTo): void {
  goTo = navigate;
}

/** Sets a listener that clears further data at the end of the session, such as cached answers. */
export function setSessionEndListener(listener: () => void): void {
  onEnd = listener;
}

let placeKept = true;
let mayJoin = true;

/** Whether this tab may join a session of another one: not after its own has ended. */
export const mayJoinSession = (): boolean => mayJoin;

/** The login page, with a redirect back to `here` unless the user logged out deliberately. */
export const loginPath = (here: string): string =>
  placeKept && here !== '/' ? `/login?redirect=${encodeURIComponent(here)}` : '/login';

/** Restores the redirect after login, once a user is working again. */
export function keepPlaceAgain(): void {
  placeKept = true;
}

/** Clears the session and what was read in it, with `everywhere` in all tabs that hold it. */
export function forgetSession({ everywhere = false } = {}): void {
  const { token } = getSession();
  mayJoin = false;
  if (token && everywhere) tellTabsOfEnd(token);
  clearSession();
  forgetMenu();
  onEnd();
}

/**
 * Clears the session and redirects to /login, or back to the origin of a single-sign-on session ([4.20], [8.1c]). On
 * /login itself no redirect happens.
 */
export function endSession({ keepPlace = true } = {}): void {
  const callback = getSession().ssoCallback;
  placeKept = keepPlace;
  forgetSession({ everywhere: !keepPlace });
  if (callback && isSafeCallback(callback)) {
    window.location.assign(callback);
    return;
  }
  const { pathname, search } = window.location;
  if (pathname !== '/login') goTo(loginPath(pathname + search));
}

/** Accepts only http(s) URLs: a stored `javascript:` URL must never run. */
const isSafeCallback = (url: string) => /^https?:\/\//i.test(url);
