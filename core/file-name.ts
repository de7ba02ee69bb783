/** Characters reserved by some operating system (slashes, and Windows' reserved ones), and control characters. */
const RESERVED = /[\\/:*?"<>|\p{Cc}]/gu;
/**
 * Invisible characters: those that change the text direction, which can disguise a file extension, and lone surrogates.
 */
const UNSEEN = /[\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Sanitises an untrusted name for use on a disk or in a zip: no folder, no invisible characters, never empty. */
export const plainFileName = (name: string): string =>
  name.replace(UNSEEN, '').replace(RESERVED, '_').replace(/^\.+/, '_') || '_';

/** The name without a file extension of a task's files or of attached pictures. */
export const stemOf = (name: string): string => name.replace(/\.(pdf|ofd|png|jpe?g)$/i, '');

/** The name with its type's file extension, since programs and the screens recognise the type by it. */
export function withEnding(name: string, fileType: 'PDF' | 'OFD'): string {
  const ending = `.${fileType.toLowerCase()}`;
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
}
