/** Draws from a seed. */
export interface Draw {
  of<T>(list: readonly T[]): T;
  /** Whether something that happens once in `n` times happens. */
  once(n: number): boolean;
}

export interface WildObjects {
  /** Texts by object number; 1 is the catalog. */
  readonly objects: ReadonlyMap<number, string>;
  readonly info: number;
}

/** Notations of numbers that readers take; few writers round to what another would write. */
const numbersLike = (n: number): string[] => [
  `${n}.303937007874`,
  `${n}.889763779528`,
  `${n}.2756`,
  `${n}.`,
  `${n}`,
  `+${n}`,
  `000${n}`,
  `${n}.50000000000000000000001`,
  `${n}.0000`,
];
export const ODD_NUMBERS = ['+1', '.5', '-.5', '-0', '4.', '00012', '-1.', '0.12345678901234567890'];
/** Not of PDF, or beyond what readers hold; qpdf, which linearizes, writes them otherwise. */
export const WRONG_NUMBERS = ['1e-5', '123456789012345678901234567890'];
const STRINGS = [
  '(plain)',
  '(nested (parentheses) \\(and\\) escaped)',
  '(a\\\nline that goes on\r\nand a break)',
  '(\\101\\7\\053 octal \\x)',
  '<48 65\n6c6C 6f>',
  '<FEFF005700720069007400650072>',
  '(\xfe\xff\x4e\x2d\x65\x87)',
  '<4>',
  '()',
];
const NAMES = [
  '/Odd#20Name',
  '/A#42C',
  '/Lime#23Green',
  '/\xc4ther',
  '/A;Name_With-Various***Chars?',
  '/1.2',
];

/** A small contract: catalog, page tree, pages, contents, form, information. */
export function wildObjects(draw: Draw, eol: string, oddNumbers: readonly string[]): WildObjects {
  const objects = new Map<number, string>();
  const text = writer(draw, eol, oddNumbers);
  let last = 1;
  const put = (body: string): string => {
    objects.set(++last, body);
    return `${last} 0 R`;
  };
  const count = draw.of([1, 2, 3, 3, 4]);
  const font = put(
    text.dict([
      ['/Type', '/Font'],
      ['/Subtype', '/Type1'],
      ['/BaseFont', '/Helvetica'],
    ]),
  );
  const resources = text.dict([['/Font', text.dict([['/F1', font]])], ...text.odd()]);
  const tree = ++last;
  const form = ++last;
  const fields: string[] = [];
  const inherited = { box: draw.once(2), resources: draw.once(2), rotate: draw.once(4) };
  const kids = Array.from({ length: count }, (_, i) => {
    const content = `BT /F1 14 Tf 300 300 Td (Page ${i + 1}) Tj ET`;
    const contents = put(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    const page = `${last + 1} 0 R`;
    const annotations = annotationsOf(
      draw,
      text,
      page,
      last + 1,
      (number, body) => objects.set(number, body),
      fields,
    );
    const own = last + 1;
    last = annotations.last;
    const entries: Entry[] = [['/Type', '/Page'], ['/Parent', `${tree} 0 R`], ...text.odd()];
    if (!inherited.box) entries.push(['/MediaBox', text.box()]);
    if (draw.once(3)) entries.push(['/CropBox', text.box()]);
    if (!inherited.resources) entries.push(['/Resources', draw.once(2) ? resources : put(resources)]);
    if (draw.once(3)) entries.push(['/Rotate', draw.of(['0', '90', '180', '270', '-90', '+90', '360'])]);
    if (draw.once(6)) entries.push(['/UserUnit', draw.of(['1.0000000001', '2.', '1.25'])]);
    entries.push(['/Contents', draw.of([contents, `[${contents}]`, `[ ${contents} ]`])]);
    if (annotations.list !== undefined) entries.push(['/Annots', annotations.list]);
    objects.set(own, text.dict(text.mixed(entries)));
    return page;
  });
  const nodes: Entry[] = [
    ['/Type', '/Pages'],
    ['/Count', String(count)],
    ['/Kids', text.array(kids)],
  ];
  if (inherited.box) nodes.push(['/MediaBox', text.box()]);
  if (inherited.resources) nodes.push(['/Resources', resources]);
  if (inherited.rotate) nodes.push(['/Rotate', draw.of(['90', '180'])]);
  objects.set(tree, text.dict(nodes));
  const info = text.dict([['/Producer', draw.of(STRINGS)], ['/Title', draw.of(STRINGS)], ...text.odd()]);
  const infoAt = Number.parseInt(put(info), 10);
  const catalog: Entry[] = [['/Type', '/Catalog'], ['/Pages', `${tree} 0 R`], ...text.odd()];
  if (fields.length > 0 || draw.once(4)) {
    const look: Entry[] = [
      ['/DA', '(/Helv 0 Tf 0 g \\(\\))'],
      ['/DR', text.dict([['/Font', text.dict([['/Helv', font]])]])],
    ];
    const list = draw.once(2) ? put(text.array(fields)) : text.array(fields);
    const body = text.dict([['/Fields', list], ...(draw.once(2) ? look : []), ...text.odd()]);
    const direct = draw.once(2);
    catalog.push(['/AcroForm', direct ? body : `${form} 0 R`]);
    if (!direct) objects.set(form, body);
  }
  objects.set(1, text.dict(text.mixed(catalog)));
  return { objects: new Map([...objects].sort(([a], [b]) => a - b)), info: infoAt };
}

type Entry = readonly [key: string, value: string];

/** Links and text fields of a page, whose list is missing, direct or an object; `own` is the page's number. */
function annotationsOf(
  draw: Draw,
  text: ReturnType<typeof writer>,
  page: string,
  own: number,
  set: (num: number, body: string) => void,
  fields: string[],
): { list: string | undefined; last: number } {
  const kind = draw.of(['none', 'empty', 'direct', 'object']);
  if (kind === 'none') return { list: undefined, last: own };
  if (kind === 'empty') return { list: draw.of(['[]', '[ ]', `[% none\n]`]), last: own };
  let last = own;
  const items: string[] = [];
  const rect = `[${[400, 20, 450, 40].map((n) => draw.of(numbersLike(n))).join(' ')}]`;
  set(
    ++last,
    text.dict([
      ['/Type', '/Annot'],
      ['/Subtype', '/Link'],
      ['/Rect', rect],
      ['/Border', '[0 0 .0]'],
      ['/Dest', `[${page} /Fit]`],
    ]),
  );
  items.push(`${last} 0 R`);
  if (draw.once(2)) {
    const entries: Entry[] = [
      ['/Type', '/Annot'],
      ['/Subtype', '/Widget'],
      ['/FT', '/Tx'],
      ['/T', `(Text${last})`],
    ];
    set(
      ++last,
      text.dict([
        ...entries,
        ['/V', '(\\101 value)'],
        ['/Rect', rect],
        ['/P', page],
        ['/F', '4'],
        ['/DA', '(/Helv 9 Tf)'],
      ]),
    );
    items.push(`${last} 0 R`);
    fields.push(`${last} 0 R`);
  }
  if (kind === 'direct') return { list: text.array(items), last };
  set(++last, text.array(items));
  return { list: `${last} 0 R`, last };
}

/** Writes dictionaries and arrays with the white space and comments of many writers. */
function writer(draw: Draw, eol: string, oddNumbers: readonly string[]) {
  const gap = (): string =>
    draw.of(['', '', ' ', eol, `${eol}% a comment (with [brackets] <<>>)${eol}`, '\t ']);
  const between = (next: string): string => gap() || (/^[/([<]/.test(next) ? '' : ' ');
  const dict = (entries: readonly Entry[]): string =>
    `<<${entries.map(([key, value]) => `${gap()}${key}${between(value)}${value}`).join('')}${gap()}>>`;
  const array = (items: readonly string[]): string =>
    `[${gap()}${items.map((item, i) => (i === 0 ? item : `${gap() || ' '}${item}`)).join('')}${gap()}]`;
  const box = (): string =>
    array([
      draw.of(['0', '-0', '0.', '+0', '.0', '0.00000001']),
      '0',
      draw.of(numbersLike(595)),
      draw.of(numbersLike(842)),
    ]);
  /** Entries that no reader knows, in every notation. */
  const odd = (): Entry[] => {
    if (draw.once(2)) return [];
    const inside = dict([
      ['/N', array([draw.of(oddNumbers), draw.of(oddNumbers), 'true', 'null'])],
      ['/S', draw.of(STRINGS)],
    ]);
    const value = draw.of([draw.of(oddNumbers), draw.of(STRINGS), draw.of(NAMES), inside, inside, 'false']);
    return [[draw.of(NAMES), value]];
  };
  const mixed = (entries: readonly Entry[]): Entry[] =>
    draw.once(2) ? [...entries] : [...entries].reverse();
  return { dict, array, box, odd, mixed };
}
