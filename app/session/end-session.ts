import { forgetMenu } from './menu-cookie.ts';
import { clearSession, getSession } from './session-store.ts';

type GoTo = (path: string) => void;
let goTo: GoTo = (path) => window.location.assign(path);
let onEnd: () => void = () => undefined;

/** Gives the router's own way to go somewhere, so that the page is not loaded anew. */
export function setNavigator(navigate: GoTo): void {
  goTo = navigate;
}

/** What else must be forgotten with the session, such as answers kept for reading. */
export function setSessionEndListener(listener: () => void): void {
  onEnd = listener;
}

let placeKept = true;

/** The login page, with the way back to `here` unless the person left by their own will. */
export const loginPath = (here: string): string =>
  placeKept && here !== '/' ? `/login?redirect=${encodeURIComponent(here)}` : '/login';

/** Somebody is at work again: where they are is worth coming back to. */
export function keepPlaceAgain(): void {
  placeKept = true;
}

/**
 * Forgets the session and sends the person to /login, or back to where a single-sign-on session came from
 * ([4.20], [8.1c]). On /login itself nothing moves.
 */
export function endSession({ keepPlace = true } = {}): void {
  const callback = getSession().ssoCallback;
  placeKept = keepPlace;
  clearSession();
  forgetMenu();
  onEnd();
  if (callback && isSafeCallback(callback)) {
    window.location.assign(callback);
    return;
  }
  const { pathname, search } = window.location;
  if (pathname !== '/login') goTo(loginPath(pathname + search));
}

/** Only addresses of the web: a stored `javascript:` address must never run. */
const isSafeCallback = (url: string) => /^https?:\/\//i.test(url);
