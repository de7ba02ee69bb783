import { deflateSync } from 'node:zlib';
import type { Bytes } from '#core/bytes.ts';
import type { Random } from '../random.ts';

/** A node of a tree of pages, of which each says a word that no other says. */
type Node = { kids: Node[] } | { word: string };

const WORDS = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA', 'ECHO', 'FOXTROT', 'GOLF', 'HOTEL'];

function treeOf(random: Random, words: string[], depth: number): Node {
  const kids: Node[] = [];
  const count = 1 + random.below(3);
  for (let i = 0; i < count && words.length > 0; i++)
    kids.push(depth > 0 && random.chance(0.35) ? treeOf(random, words, depth - 1) : { word: words.shift()! });
  return { kids };
}

const leaves = (node: Node): number =>
  'word' in node ? 1 : node.kids.reduce((sum, kid) => sum + leaves(kid), 0);

/** What a file may be wrong in; each file is wrong in one way at most, but maybe at several places. */
const WAYS = [
  'no parent',
  'another parent',
  'no size',
  'a kid twice',
  'a missing kid',
  'a null kid',
  'an ancestor as a kid',
  'count',
  'count of another kind',
  'kids of another kind',
  'another type',
  'bytes before',
  'a place',
  'the place of the cross-reference',
  'the generation',
  'places that are free',
] as const;

/** Objects of a file, numbered from 1, of which the first is the catalog. */
function objectsOf(random: Random, wrong: (way: (typeof WAYS)[number]) => boolean): string[] {
  const bodies: string[] = ['', ''];
  const add = (body: string): number => bodies.push(body);
  const font = add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  // What a value is may also stand in an object of its own.
  const maybeApart = (value: string) => (random.chance(0.15) ? `${add(value)} 0 R` : value);
  const typeOf = (type: string) =>
    wrong('another type') ? random.pick(['/Type/Page', '/Type/Pages', '/Type/Other', '']) : `/Type/${type}`;
  const write = (node: Node, at: number, parent: number): void => {
    const parentNumber = wrong('another parent') ? 1 + random.below(at) : parent;
    const up = parent === 0 || wrong('no parent') ? '' : `/Parent ${parentNumber} 0 R`;
    const turned = random.chance(0.2) ? `/Rotate ${random.pick([0, 90, 180, 270, -90, 450])}` : '';
    if ('word' in node) {
      const content = `BT /F 20 Tf 60 300 Td (${node.word}) Tj ET`;
      const stream = add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
      const box = wrong('no size') || random.chance(0.3) ? '' : `/MediaBox ${maybeApart('[0 0 595 842]')}`;
      const fonts = random.chance(0.3) ? '' : `/Resources<</Font<</F ${font} 0 R>>>>`;
      bodies[at - 1] = `<<${typeOf('Page')}${up}${box}${turned}${fonts}/Contents ${stream} 0 R>>`;
      return;
    }
    const kids = node.kids.map((kid) => {
      const number = add('');
      write(kid, number, at);
      return `${number} 0 R`;
    });
    if (wrong('a kid twice')) kids.push(kids[0]!);
    if (wrong('a missing kid')) kids.push(`${bodies.length + 50} 0 R`);
    if (wrong('a null kid')) kids.splice(random.below(kids.length + 1), 0, 'null');
    if (wrong('an ancestor as a kid')) kids.push(`${parent || at} 0 R`);
    const count = leaves(node) + (wrong('count') ? random.below(7) - 4 : 0);
    const counted = wrong('count of another kind')
      ? random.pick([
          `${count}.0`,
          `(${count})`,
          `[${count}]`,
          'null',
          '',
          `+${count}`,
          `0${count}`,
          `${count}.5`,
        ])
      : maybeApart(`${count}`);
    const listed = wrong('kids of another kind')
      ? random.pick([kids[0]!, `<</A[${kids.join(' ')}]>>`, `[[${kids.join(' ')}]]`, 'null', '[]'])
      : maybeApart(`[${kids.join(' ')}]`);
    const inherited = parent === 0 ? `/MediaBox[0 0 595 842]/Resources<</Font<</F ${font} 0 R>>>>` : '';
    bodies[at - 1] = `<<${typeOf('Pages')}${up}${inherited}${turned}/Kids ${listed}/Count ${counted}>>`;
  };
  write(treeOf(random, [...WORDS], 2), 2, 0);
  bodies[0] = '<</Type/Catalog/Pages 2 0 R>>';
  return bodies;
}

interface Entry {
  number: number;
  /** From the beginning of the file, or by what the file counts from. */
  offset: number;
}

/**
 * A file whose tree of pages and whose offsets are as programs of all kinds write them, or wrong in one way: counts,
 * kids, types, parents, bytes before the header, and places of objects and of the cross-reference, which is a table or a
 * stream, of one revision or two.
 */
export function makePageTree(random: Random): Bytes {
  const way = random.chance(0.6) ? random.pick(WAYS) : undefined;
  const wrong = (one: (typeof WAYS)[number]) => one === way && random.chance(0.6);
  const bodies = objectsOf(random, wrong);
  const before = wrong('bytes before')
    ? random.pick([
        '\n',
        '\xef\xbb\xbf',
        'HTTP/1.1 200 OK\r\n\r\n',
        ' '.repeat(1 + random.below(40)),
        '%!PS 9 0 obj\n',
      ])
    : '';
  let text = `${before}%PDF-1.7\n`;
  // Where bytes stand before the header, some writers count from the header, others from the beginning of the file.
  const bases = [0, before.length];
  const base = random.pick(bases);
  const mixed = before !== '' && random.chance(0.4);
  const inStream = random.chance(0.4);
  /** Writes objects and a section of the cross-reference that lists them; returns where the section says that it is. */
  const section = (numbers: readonly number[], more: string): number => {
    const entries: Entry[] = numbers.map((number) => {
      const offset = text.length - (mixed ? random.pick(bases) : base);
      const generation = wrong('the generation') ? 1 : 0;
      text += `${number} ${generation} obj\n${bodies[number - 1]}\nendobj\n`;
      return { number, offset: offset + (wrong('a place') ? random.below(5) - 2 : 0) };
    });
    const start = text.length - (mixed ? random.pick(bases) : base);
    if (inStream) {
      const own = bodies.length + 1 + random.below(3);
      const rows = [...entries, { number: own, offset: start }];
      const data = deflateSync(
        Buffer.concat(
          rows.map(({ offset }) => {
            const row = Buffer.alloc(6);
            row[0] = wrong('places that are free') ? 0 : 1;
            row.writeUInt32BE(Math.max(0, offset), 1);
            return row;
          }),
        ),
      ).toString('latin1');
      const index = rows.map(({ number }) => `${number} 1`).join(' ');
      text += `${own} 0 obj\n<</Type/XRef/W[1 4 1]/Index[${index}]/Size ${own + 1}/Root 1 0 R${more}/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream\nendobj\n`;
    } else {
      const lines = entries.map(
        ({ number, offset }) =>
          `${number} 1\n${String(Math.max(0, offset)).padStart(10, '0')} 00000 ${wrong('places that are free') ? 'f' : 'n'} \n`,
      );
      text += `xref\n0 1\n0000000000 65535 f \n${lines.join('')}`;
      text += `trailer\n<</Size ${bodies.length + 1}/Root 1 0 R${more}>>\n`;
    }
    const told = start + (wrong('the place of the cross-reference') ? random.below(9) - 4 : 0);
    text += `startxref\n${told}\n%%EOF\n`;
    return told;
  };
  const all = bodies.map((_, i) => i + 1);
  const first = section(all, '');
  if (random.chance(0.3))
    section(
      all.filter(() => random.chance(0.4)),
      `/Prev ${first}`,
    );
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
