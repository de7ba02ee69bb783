import { zlibSync } from 'fflate';
import { type Bytes, toHex } from '#core/bytes.ts';
import type { Random } from '../random.ts';
import { mutateBytes } from './bytes.ts';
import { MANY } from './many.ts';
import { mutateText, NUMBERS, replaceOne } from './text.ts';

// A PDF is handled as text of one character a byte.
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'latin1'));

/** An object as it stands in the file: from its number to `endobj`. */
interface Place {
  num: string;
  from: number;
  to: number;
  body: string;
}

function objectsOf(text: string): Place[] {
  return [...text.matchAll(/(?<![0-9])(\d{1,7}) \d{1,5} obj\b([\s\S]*?)endobj/g)].map((found) => ({
    num: found[1]!,
    from: found.index,
    to: found.index + found[0].length,
    body: found[2]!,
  }));
}

const replaced = (text: string, { from, to }: Place, by: string): string =>
  text.slice(0, from) + by + text.slice(to);
const written = (num: string, body: string): string => `${num} 0 obj${body}endobj`;

const NAMES = [
  'Type',
  'Catalog',
  'Pages',
  'Page',
  'Kids',
  'Parent',
  'Count',
  'Contents',
  'Resources',
  'Annots',
  'AcroForm',
  'Fields',
  'FT',
  'Sig',
  'Tx',
  'Btn',
  'V',
  'AP',
  'N',
  'ByteRange',
  'Filter',
  'FlateDecode',
  'LZWDecode',
  'Length',
  'ObjStm',
  'XRef',
  'W',
  'Index',
  'First',
  'Prev',
  'Root',
  'Size',
  'Encrypt',
  'Font',
  'Type0',
  'Type3',
  'ToUnicode',
  'XObject',
  'Form',
  'Image',
  'SMask',
  'Matrix',
  'BBox',
  'ExtGState',
  'DSS',
  'VRI',
  'DocMDP',
  'Perms',
  'Metadata',
  'StructTreeRoot',
  'K',
  'P',
  'Identity-H',
  'Crypt',
  'ASCII85Decode',
  'A#42',
  '',
];
const FILTERS = [
  'FlateDecode',
  'LZWDecode',
  'ASCIIHexDecode',
  'ASCII85Decode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'DCTDecode',
  'JBIG2Decode',
  'JPXDecode',
  'Crypt',
  'Fl',
  'A85',
  'Nothing',
];
const HUGE = ['0', '-1', '1', '7', '65536', '1000000', '2147483647', '4294967295', '99999999999'];
const MORE = [
  '<</A [/B <</C (d)>>]>>',
  '[[[[[]]]]]',
  '(\\377\\400\\8\\)',
  '<4142',
  '<<',
  '>>',
  'null',
  'true',
  '0 0 R',
  '%',
  'stream\n',
  'endstream',
  'endobj',
  'trailer',
  'startxref 0',
  'R',
  '/#',
  '/#0',
  '(((',
  ')))',
  '1 0 obj',
];
const PARMS = ['Predictor', 'Columns', 'Colors', 'BitsPerComponent', 'EarlyChange', 'K', 'Rows'];
const REFERENCE = /\b\d{1,7} \d{1,5} R\b/;

/** A stream whose data truly went through several encoders, with the filters that undo them, or nearly those. */
function chained(body: string, random: Random): string {
  const found = /<<([\s\S]*?)>>\s*stream\r?\n([\s\S]*)\r?\nendstream/.exec(body);
  if (!found) return body;
  let data = bytesOf(found[2]!);
  const filters: string[] = [];
  for (let n = random.pick([1, 2, 3, 8, 40]); n > 0 && data.length < 200_000; n--) {
    if (random.chance(0.6)) {
      data = zlibSync(data, { level: 6 }) as Bytes;
      filters.unshift('/FlateDecode');
    } else {
      data = bytesOf(`${toHex(data)}>`);
      filters.unshift('/ASCIIHexDecode');
    }
  }
  if (random.chance(0.3)) filters.splice(random.below(filters.length), 1, `/${random.pick(FILTERS)}`);
  const rest = found[1]!.replace(
    /\/(Filter|DecodeParms)\s*(\[[^\]]*\]|<<[^>]*>>|\/\w+)|\/Length \d+( \d+ R)?/g,
    '',
  );
  const length = random.chance(0.2) ? random.pick(HUGE) : data.length;
  return `\n<<${rest}/Filter[${filters.join('')}]/Length ${length}>>\nstream\n${textOf(data)}\nendstream\n`;
}

const parms = (random: Random): string =>
  `/DecodeParms<<${PARMS.map((key) => (random.chance(0.5) ? `/${key} ${random.pick([...HUGE, '2', '12', '15'])}` : '')).join('')}>>`;

type Mutation = (text: string, random: Random) => string;

/** Does something to one object of the file. */
const withObject =
  (change: (object: Place, random: Random, all: readonly Place[]) => string): Mutation =>
  (text, random) => {
    const all = objectsOf(text);
    if (all.length === 0) return mutateText(text, random);
    const one = random.pick(all);
    return replaced(text, one, change(one, random, all));
  };

const MUTATIONS: readonly Mutation[] = [
  mutateText,
  // objects in each other's place, gone, twice, or under another's number
  withObject(({ num }, random, all) => written(num, random.pick(all).body)),
  withObject(() => ''),
  withObject(({ num, body }, random, all) => `${written(num, body)}\n${written(num, random.pick(all).body)}`),
  withObject(({ body }, random, all) => written(random.pick(all).num, body)),
  withObject(({ num }, random, all) => written(num, ` ${random.pick(all).num} 0 R `)),
  // references to anything, to themselves, to nothing
  withObject(({ num, body }, random, all) =>
    written(
      num,
      replaceOne(body, REFERENCE, random, () => `${random.chance(0.2) ? num : random.pick(all).num} 0 R`),
    ),
  ),
  withObject(({ num, body }, random, all) =>
    written(
      num,
      replaceOne(body, /\/[A-Za-z]+ /, random, ([key]) => `${key}${random.pick(all).num} 0 R `),
    ),
  ),
  (text, random) => replaceOne(text, REFERENCE, random, () => `${random.pick(HUGE)} 0 R`),
  (text, random) => replaceOne(text, /-?\d+(\.\d+)?/, random, () => random.pick(NUMBERS)),
  // names and keys
  (text, random) => replaceOne(text, /\/[A-Za-z0-9]+/, random, () => `/${random.pick(NAMES)}`),
  withObject(({ num, body }, random) =>
    written(
      num,
      replaceOne(body, /\/[A-Za-z]+ [^/<>]+/, random, ([entry]) => entry + entry),
    ),
  ),
  withObject(({ num, body }, random) =>
    written(
      num,
      replaceOne(body, /<</, random, () => `<</${random.pick(NAMES)} ${random.pick(MORE)} `),
    ),
  ),
  (text, random) => replaceOne(text, /[ \n]/, random, ([space]) => space + random.pick(MORE) + space),
  // depth and length
  (text, random) => {
    const [open, close] = random.pick([
      ['[', ']'],
      ['<</A ', '>>'],
      ['(', ')'],
    ] as const);
    const depth = random.chance(0.1) ? 100_000 : random.pick([10, 90, 190, 210, 500]);
    return replaceOne(
      text,
      /\d+/,
      random,
      ([n]) => open.repeat(depth) + n + close.repeat(random.chance(0.7) ? depth : 0),
    );
  },
  (text, random) =>
    replaceOne(
      text,
      /\[[^[\]]{1,400}\]/,
      random,
      ([list]) => `[${list.slice(1, -1).repeat(random.pick([2, 50, 5000]))}]`,
    ),
  // more parts than a call takes as arguments: items, keys, objects, letters
  (text, random) =>
    random.chance(0.93)
      ? mutateText(text, random)
      : replaceOne(text, /\[[^[\]]{1,400}\]/, random, ([list]) => {
          const [item] = list.slice(1, -1).split(/(?<=R) /);
          return `[${`${(item ?? '0').slice(0, 12)} `.repeat(MANY)}]`;
        }),
  (text, random) =>
    random.chance(0.93)
      ? mutateText(text, random)
      : replaceOne(text, /<<|\(/, random, ([open]) => open + (open === '(' ? 'a' : '/K 0').repeat(MANY)),
  (text, random) =>
    random.chance(0.98)
      ? mutateText(text, random)
      : `${text}\n${Array.from({ length: MANY }, (_, i) => `${i + 1000} 0 obj null endobj `).join('')}`,
  // streams: lengths that lie, filters that are chained, parameters without end, content that is spoilt
  (text, random) => replaceOne(text, /\/Length \d+/, random, () => `/Length ${random.pick(HUGE)}`),
  withObject(({ num, body }, random) => written(num, chained(body, random))),
  withObject(({ num, body }, random) =>
    written(num, chained(body, random).replace('<<', `<<${parms(random)}`)),
  ),
  withObject(({ num, body }, random) =>
    written(
      num,
      body.replace(/stream\r?\n[\s\S]*endstream/, (data) => `stream\n${mutateText(data.slice(7), random)}`),
    ),
  ),
  withObject(({ num, body }, random) =>
    written(
      num,
      replaceOne(
        body,
        /\b(Tj|TJ|Tf|Do|cm|re|f|q|Q|BT|ET|gs|Td|Tm|W|n|scn|sh|ID|EI)\b/,
        random,
        ([operator]) =>
          random.chance(0.5)
            ? `${operator} `.repeat(random.pick([2, 300, 40_000]))
            : random.pick(['Do', 'Q', 'BT', 'BI', 'sh', 'd1']),
      ),
    ),
  ),
  // the cross-reference: offsets, chains that bite their tail, counts
  (text, random) =>
    replaceOne(text, /startxref\s+\d+/, random, () => `startxref\n${random.below(text.length)}`),
  (text, random) => {
    const offsets = [...text.matchAll(/startxref\s+(\d+)/g)].map(([, at]) => at!);
    if (offsets.length === 0) return text;
    const prev = `/${random.pick(['Prev', 'Prev', 'XRefStm'])} ${random.pick(offsets)}`;
    return replaceOne(text, /trailer\s*<<|\/Type ?\/XRef/, random, ([found]) => `${found} ${prev} `);
  },
  (text, random) =>
    replaceOne(text, /\d{10} \d{5} [nf]/, random, () => {
      const at = String(random.pick([0, random.below(text.length), 9999999999])).padStart(10, '0');
      return `${at} ${random.pick(['00000', '65535', '00001'])} ${random.pick(['n', 'f'])}`;
    }),
  (text, random) =>
    replaceOne(
      text,
      /\/(Size|Count|W|Index|First|N|Prev|Extends|Columns|Predictor|ByteRange) ?(\[[^\]]*\]|-?\d+)/,
      random,
      ([, key]) =>
        random.chance(0.5)
          ? `/${key} ${random.pick(HUGE)}`
          : `/${key}[${random.pick(HUGE)} ${random.pick(HUGE)} ${random.pick(HUGE)}]`,
    ),
  // one more revision over what there is
  appended,
  appended,
];

/** Some objects once more behind the end, as an update of the file. */
function appended(text: string, random: Random): string {
  const all = objectsOf(text);
  const end = [...text.matchAll(/startxref\s+(\d+)/g)].at(-1);
  if (all.length === 0 || !end) return mutateText(text, random);
  const root = /\/Root (\d+ \d+ R)/.exec(text)?.[1] ?? '1 0 R';
  let more = '\n';
  let table = 'xref\n';
  for (let n = 1 + random.below(3); n > 0; n--) {
    const { num } = random.pick(all);
    table += `${num} 1\n${String(text.length + more.length).padStart(10, '0')} 00000 n \n`;
    more += `${written(num, mutateText(random.pick(all).body, random))}\n`;
  }
  return `${text}${more}${table}trailer\n<</Size 999/Root ${root}/Prev ${end[1]}>>\nstartxref\n${text.length + more.length}\n%%EOF\n`;
}

/** The file with one table that leads to its objects where they came to stand, so that what was changed is found there. */
function relaid(text: string): string {
  const all = objectsOf(text);
  const trailer = [...text.matchAll(/trailer\s*<<([\s\S]*?)>>\s*startxref/g)].at(-1)?.[1];
  const root = /\/Root \d+ \d+ R/.exec(text)?.[0];
  if (!root || all.length === 0) return text;
  const last = new Map(all.map(({ num, from }) => [num, from]));
  const rows = [...last].map(([num, from]) => `${num} 1\n${String(from).padStart(10, '0')} 00000 n \n`);
  const size = [...last.keys()].reduce((most, num) => Math.max(most, Number(num)), 0) + 1;
  const entries = (trailer ?? root).replace(/\/(Prev|XRefStm|Size) ?-?\d+/g, '');
  return `${text}\nxref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<<${entries}/Size ${size}>>\nstartxref\n${text.length + 1}\n%%EOF\n`;
}

/** Longest document that is made: what is larger costs by its size and shows nothing new. */
const LONGEST = 6_000_000;
const LONG = 200_000;

/** A PDF spoilt in its objects, streams, cross-reference or bytes, often with a cross-reference that fits again. */
export function mutatePdf(good: Bytes, random: Random): Bytes {
  let text = textOf(good);
  for (let n = 1 + random.below(3); n > 0; n--) {
    // What was made long already is not looked through again: that would take the time of a hundred documents.
    const next = text.length > LONG ? text : random.pick(MUTATIONS)(text, random);
    if (next.length < LONGEST) text = next;
  }
  if (random.chance(text.length > LONG ? 0.1 : 0.4)) text = relaid(text);
  const bytes = bytesOf(text);
  return random.chance(0.1) ? mutateBytes(bytes, random) : bytes;
}
