import { INVITATION_CODE } from '#core/invitation/code.ts';

/** Code of a signing link: 26 characters of base 32 (130 random bits). */
export const SIGNING_LINK_CODE = INVITATION_CODE;

/** Page that a signing link opens; a code of the counter stands behind it as `?at=`. */
export const signingLinkPath = (code: string, counter = ''): string =>
  counter === '' ? `/s/${code}` : `/s/${code}?at=${counter}`;

/** How long a code of the counter is shown, and how long it is good for: ms. */
export const COUNTER_SHOWN_MS = 30_000;
export const COUNTER_GOOD_MS = 3 * 60_000;
