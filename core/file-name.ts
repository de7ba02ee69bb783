/** Characters reserved by some operating system (slashes, and Windows' reserved ones), and control characters. */
const RESERVED = /[\\/:*?"<>|\p{Cc}]/gu;
/**
 * Invisible characters: those that change the text direction, which can disguise a file extension, and lone surrogates.
 */
const UNSEEN = /\u034f|[\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]/gu;

/** Names of devices on Windows, which no file can have, whatever its extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))/i;
/**
 * Longest name in bytes of UTF-8. File systems take 255 (80 Chinese characters are 240); the rest is for what callers
 * add, such as a date and an extension, or a number.
 */
const MOST_BYTES = 220;

/**
 * Sanitises an untrusted name for use on a disk or in a zip, so that Windows, macOS and unzip take it: no folder, no
 * invisible characters, no dot or space at its end, no name of a device, not too long, never empty.
 */
export function plainFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(RESERVED, '_')
    .trim()
    .replace(/^\.+/, '_')
    .replace(DEVICE, '_$&');
  return withoutEnd(cutName(plain)) || '_';
}

const withoutEnd = (name: string): string => name.replace(/[.\s]+$/u, '');

/** Cuts the name before its extension to whole characters within `MOST_BYTES`. */
function cutName(name: string): string {
  if (bytesOf(name) <= MOST_BYTES) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  let [kept, left] = ['', MOST_BYTES - ending.length];
  // Characters as people see them: not half of an emoji, no accent without its letter.
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - ending.length))) {
    left -= bytesOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return withoutEnd(kept) + ending;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The name without a file extension of a task's files or of attached pictures. */
export const stemOf = (name: string): string => name.replace(/\.(pdf|ofd|png|jpe?g)$/i, '');

/** The name with its type's file extension, since programs and the screens recognise the type by it. */
export function withEnding(name: string, fileType: 'PDF' | 'OFD'): string {
  const ending = `.${fileType.toLowerCase()}`;
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
}
