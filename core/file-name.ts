/** Reserved by some system (slashes, and what Windows keeps for itself), and control characters. */
const RESERVED = /[\\/:*?"<>|\p{Cc}]/gu;
/** Shown as nothing: those that turn the direction of what follows, behind which another ending can hide, and half characters. */
const UNSEEN = /[\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A name, which somebody else may have given, as a file can have it on a disk or in a zip: no folder, nothing hidden, never empty. */
export const plainFileName = (name: string): string =>
  name.replace(UNSEEN, '').replace(RESERVED, '_').replace(/^\.+/, '_') || '_';

/** A name without the ending of a type that a task takes: of its files, or of pictures that are attached. */
export const stemOf = (name: string): string => name.replace(/\.(pdf|ofd|png|jpe?g)$/i, '');

/** Programs tell the type of a file by its name's ending, and so do the screens: the name with the ending of its type. */
export function withEnding(name: string, fileType: 'PDF' | 'OFD'): string {
  const ending = `.${fileType.toLowerCase()}`;
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
}
