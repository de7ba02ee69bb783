/** Glyph names of the printable ASCII characters in order (Adobe's list of glyph names). */
const ASCII = (
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma ' +
  'hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater ' +
  'question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum ' +
  'underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde'
).split(' ');

/** Where StandardEncoding (Type 1 Font Format, appendix) differs from ASCII; only accents and quotes are covered. */
const STANDARD: Record<number, string> = {
  39: 'quoteright',
  96: 'quoteleft',
  193: 'grave',
  194: 'acute',
  195: 'circumflex',
  196: 'tilde',
  197: 'macron',
  198: 'breve',
  199: 'dotaccent',
  200: 'dieresis',
  202: 'ring',
  203: 'cedilla',
  205: 'hungarumlaut',
  206: 'ogonek',
  207: 'caron',
  245: 'dotlessi',
};

/** Other characters common in Latin text of contracts. */
const MORE: Record<number, string> = {
  163: 'sterling',
  165: 'yen',
  167: 'section',
  176: 'degree',
  177: 'plusminus',
  183: 'periodcentered',
  215: 'multiply',
  8211: 'endash',
  8212: 'emdash',
  8216: 'quoteleft',
  8217: 'quoteright',
  8220: 'quotedblleft',
  8221: 'quotedblright',
  8226: 'bullet',
  8230: 'ellipsis',
  8364: 'Euro',
};

/** Glyph names of accents by their combining characters. */
const ACCENTS: Record<string, string> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'circumflex',
  '\u0303': 'tilde',
  '\u0304': 'macron',
  '\u0306': 'breve',
  '\u0307': 'dotaccent',
  '\u0308': 'dieresis',
  '\u030a': 'ring',
  '\u030b': 'hungarumlaut',
  '\u030c': 'caron',
  '\u0327': 'cedilla',
  '\u0328': 'ogonek',
};

/** Glyph name of a code in StandardEncoding; undefined if no accented letter uses it. */
export const standardName = (code: number): string | undefined => STANDARD[code] ?? ASCII[code - 32];

/** Possible glyph names of a code point, the most likely first. */
export function glyphNames(codePoint: number): string[] {
  const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
  const named = ASCII[codePoint - 32] ?? MORE[codePoint];
  const [letter, ...marks] = String.fromCodePoint(codePoint).normalize('NFD');
  const names = marks.map((mark) => ACCENTS[mark]);
  const accented =
    marks.length > 0 && names.every((name) => name !== undefined) ? [`${letter}${names.join('')}`] : [];
  return [...(named ? [named] : []), ...accented, `uni${hex}`, `u${hex}`];
}
