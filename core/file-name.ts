/** Reserved by some system (slashes, and what Windows keeps for itself), and control characters. */
const RESERVED = /[\\/:*?"<>|\p{Cc}]/gu;
/** Shown as nothing: those that turn the direction of what follows, behind which another ending can hide, and half characters. */
const UNSEEN = /[\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A name, which somebody else may have given, as a file can have it on a disk or in a zip: no folder, nothing hidden, never empty. */
export const plainFileName = (name: string): string =>
  name.replace(UNSEEN, '').replace(RESERVED, '_').replace(/^\.+/, '_') || '_';
