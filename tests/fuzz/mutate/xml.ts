import type { Random } from '../random.ts';
import { LARGEST, MANY } from './many.ts';
import { mutateText, NUMBERS, replaceOne } from './text.ts';

const TAG = /<\/?[\w:]+[^>]*>/;
const EMPTY = /<([\w:]+)[^>]*\/>/;
const ATTRIBUTE = / ([\w:]+)="([^"]*)"/;
const VALUES = [
  ...NUMBERS,
  '&#x0;',
  '&#x110000;',
  '<',
  '&amp;',
  '&x;',
  'g 9999999 1',
  '../../OFD.xml',
  '/',
  '\u202e',
];

const MUTATIONS: readonly ((xml: string, random: Random) => string)[] = [
  mutateText,
  (xml, random) => replaceOne(xml, ATTRIBUTE, random, ([, name]) => ` ${name}="${random.pick(VALUES)}"`),
  (xml, random) => replaceOne(xml, ATTRIBUTE, random, ([whole]) => whole.repeat(random.below(3))),
  (xml, random) => {
    const names = [...xml.matchAll(/ ([\w:]+)="/g)].slice(0, 200).map(([, name]) => name!);
    return names.length === 0 ? xml : xml.replace(` ${random.pick(names)}="`, ` ${random.pick(names)}="`);
  },
  (xml, random) => replaceOne(xml, TAG, random, ([tag]) => tag.repeat(random.below(4))),
  (xml, random) =>
    replaceOne(xml, EMPTY, random, ([tag]) =>
      tag.repeat(random.chance(0.02) && tag.length < 40 ? MANY : random.pick([2, 10, 3000])),
    ),
  (xml, random) =>
    replaceOne(xml, />[^<]+</, random, ([text]) =>
      random.chance(0.03) ? `>${text.slice(1, 3).repeat(MANY)}<` : text,
    ),
  // an element inside itself
  (xml, random) => {
    const depth = random.chance(0.05) ? 60_000 : random.pick([3, 40, 120, 140, 1000]);
    return replaceOne(
      xml,
      EMPTY,
      random,
      ([tag, name]) => `${tag.slice(0, -2)}>`.repeat(depth).slice(0, 2_000_000) + `</${name}>`.repeat(depth),
    );
  },
  // one element in another's place
  (xml, random) => {
    const elements = [...xml.matchAll(/<([\w:]+)[^>]*>[^<]*<\/\1>|<[\w:]+[^>]*\/>/g)].slice(0, 300);
    if (elements.length < 2) return xml;
    const [a, b] = [random.pick(elements), random.pick(elements)];
    return xml.slice(0, a.index) + b[0] + xml.slice(a.index + a[0].length);
  },
  (xml, random) => replaceOne(xml, />[^<]+</, random, () => `>${random.pick(VALUES)}<`),
  (xml, random) =>
    replaceOne(xml, TAG, random, ([tag]) => {
      const more = [
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?x ?>',
        '<!DOCTYPE a [<!ENTITY b "c">]>',
        '\0',
        '\ufeff',
      ];
      return random.pick(more) + tag;
    }),
];

/** What is longer has been made long already: looking through it again would take the time of a thousand documents. */
const LONG = 60_000;

/** An XML text spoilt once: by its elements and attributes, or as any text. What would become too long stays as it is. */
export function mutateXml(xml: string, random: Random): string {
  if (xml.length > LONG) return xml;
  const spoilt = random.pick(MUTATIONS)(xml, random);
  return spoilt.length > LARGEST ? xml : spoilt;
}
