/**
 * Glyph names and simple encodings (ISO 32000-2, annex D): enough of the Adobe Glyph List for Latin text, and every
 * uniXXXX and uXXXXX name.
 */
const ASCII =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde';
const LATIN_1 =
  'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot sfthyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis';
const OTHERS: Record<string, number> = {
  quoteright: 0x2019,
  quoteleft: 0x2018,
  quotedblleft: 0x201c,
  quotedblright: 0x201d,
  quotesinglbase: 0x201a,
  quotedblbase: 0x201e,
  endash: 0x2013,
  emdash: 0x2014,
  bullet: 0x2022,
  ellipsis: 0x2026,
  dagger: 0x2020,
  daggerdbl: 0x2021,
  perthousand: 0x2030,
  guilsinglleft: 0x2039,
  guilsinglright: 0x203a,
  fraction: 0x2044,
  Euro: 0x20ac,
  trademark: 0x2122,
  minus: 0x2212,
  fi: 0xfb01,
  fl: 0xfb02,
  ff: 0xfb00,
  ffi: 0xfb03,
  ffl: 0xfb04,
  florin: 0x0192,
  OE: 0x0152,
  oe: 0x0153,
  Scaron: 0x0160,
  scaron: 0x0161,
  Zcaron: 0x017d,
  zcaron: 0x017e,
  Ydieresis: 0x0178,
  Lslash: 0x0141,
  lslash: 0x0142,
  dotlessi: 0x0131,
  circumflex: 0x02c6,
  tilde: 0x02dc,
  breve: 0x02d8,
  dotaccent: 0x02d9,
  ring: 0x02da,
  hungarumlaut: 0x02dd,
  ogonek: 0x02db,
  caron: 0x02c7,
  nbspace: 0xa0,
  nonbreakingspace: 0xa0,
};

const NAMES = new Map<string, string>();
for (const [i, name] of ASCII.split(' ').entries()) NAMES.set(name, String.fromCharCode(0x20 + i));
for (const [i, name] of LATIN_1.split(' ').entries()) NAMES.set(name, String.fromCharCode(0xa1 + i));
for (const [name, code] of Object.entries(OTHERS)) NAMES.set(name, String.fromCharCode(code));

/** The text of a glyph name; undefined for unknown names, or above 18 UTF-16 units, the longest ligature. */
export function textOfGlyphName(name: string): string | undefined {
  const base = name.split('.')[0]!;
  const known = NAMES.get(base);
  if (known !== undefined) return known;
  const hex = /^uni((?:[0-9A-Fa-f]{4}){1,18})$/.exec(base)?.[1];
  if (hex) return hex.replace(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)));
  const point = /^u([0-9A-Fa-f]{4,6})$/.exec(base)?.[1];
  if (!point || Number.parseInt(point, 16) > 0x10ffff) return undefined;
  return String.fromCodePoint(Number.parseInt(point, 16));
}

/** Codes of StandardEncoding that differ from ASCII. */
const STANDARD: Record<number, string> = { 39: '’', 96: '‘' };
'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl - endash dagger daggerdbl periodcentered - paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand - questiondown'
  .split(' ')
  .forEach((name, i) => {
    const text = NAMES.get(name);
    if (text !== undefined) STANDARD[0xa1 + i] = text;
  });
Object.assign(STANDARD, {
  193: '`',
  194: '´',
  195: 'ˆ',
  196: '˜',
  197: '¯',
  198: '˘',
  199: '˙',
  200: '¨',
  202: '˚',
  203: '¸',
  205: '˝',
  206: '˛',
  207: 'ˇ',
  208: '—',
  225: 'Æ',
  227: 'ª',
  232: 'Ł',
  233: 'Ø',
  234: 'Œ',
  235: 'º',
  241: 'æ',
  245: 'ı',
  248: 'ł',
  249: 'ø',
  250: 'œ',
  251: 'ß',
});

export type BaseEncoding = 'StandardEncoding' | 'WinAnsiEncoding' | 'MacRomanEncoding';

/** The text of a code in a base encoding. */
export function textOfCode(code: number, encoding: BaseEncoding): string {
  if (encoding === 'WinAnsiEncoding') return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  if (encoding === 'MacRomanEncoding') return new TextDecoder('macintosh').decode(Uint8Array.of(code));
  return STANDARD[code] ?? (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '');
}
