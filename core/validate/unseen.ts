/**
 * Removes invisible characters that are copied along with words and that no text needs: controls of the direction,
 * zero-width spaces, byte order marks, soft hyphens. Joiners stay: scripts and emoji are written with them.
 */
export const withoutUnseen = (text: string): string =>
  text.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g, '');
