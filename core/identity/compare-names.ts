const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const each = (characters: string, to: string): [string, string][] =>
  Array.from(characters, (from) => [from, to]);

/**
 * What makes two spellings of one name differ, and what it becomes: full-width letters, digits and signs, the kinds of
 * brackets and of middle dots, the sign for zero, capitals, spaces and invisible characters. The database computes the same form of an enterprise's name
 * by these pairs (a trigger of `db/migrations`), in this order.
 */
export const NAME_FOLDS: readonly (readonly [string, string])[] = [
  ...range(0x21, 0x7e).map((code): [string, string] => [
    String.fromCharCode(code + 0xfee0),
    String.fromCharCode(code),
  ]),
  ...each('[{〔【〖﹙', '('),
  ...each(']}〕】〗﹚', ')'),
  ...each('•・‧∙.⋅･', '·'),
  ...each('‐‑‒–—―−', '-'),
  ...each('‘’`´', "'"),
  // Spaces of every width, line ends, and characters that nobody sees.
  ...[
    ...range(0x09, 0x0d),
    0x20,
    0x85,
    0xa0,
    0x1680,
    ...range(0x2000, 0x200f),
    ...range(0x2028, 0x202f),
    ...range(0x205f, 0x2064),
    ...range(0x2066, 0x2069),
    0x3000,
    0xfeff,
  ].map((code): [string, string] => [String.fromCharCode(code), '']),
  ...each('⦅｟❨⁽₍︵⟮﹝⟨〈《「『', '('),
  ...each('⦆｠❩⁾₎︶⟯﹞⟩〉》」』', ')'),
  ...each('﹒․●˙⸱᛫ꞏ\u0387⦁◦▪', '·'),
  ...each('﹣⁃﹘', '-'),
  ...each('ʼ‛′', "'"),
  ...each('○◯⭘⚪', '〇'),
  ...[0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x3164, 0xffa0, ...range(0xfe00, 0xfe0f)].map(
    (code): [string, string] => [String.fromCharCode(code), ''],
  ),
  // Capitals with accents, of Greek and of Cyrillic: the database's own function knows those of ASCII alone.
  ...[
    ...range(0xc0, 0xd6),
    ...range(0xd8, 0xde),
    ...range(0x100, 0x17f),
    ...range(0x386, 0x3ab),
    ...range(0x400, 0x42f),
  ]
    .map((code): [string, string] => [String.fromCharCode(code), String.fromCharCode(code).toLowerCase()])
    .filter(([from, to]) => from !== to && to.length === 1),
];

const FOLDED = new Map(NAME_FOLDS);

/**
 * The form in which names of people and enterprises are compared, and only compared: never stored in place of a name.
 *
 *     nameKey('上海Ａcme（中国）有限公司') === nameKey('上海acme (中国) 有限公司')
 */
export const nameKey = (name: string): string =>
  Array.from(name.normalize('NFC'), (character) => {
    const to = FOLDED.get(character) ?? character;
    // A full-width bracket or dot becomes a plain one first, which is then one of the kinds above.
    return FOLDED.get(to) ?? to;
  })
    .join('')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether two spellings are one name. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
