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

/**
 * A file whose tree of pages and whose offsets are as programs of all kinds write them, or wrong in one way: counts,
 * kids, parents, bytes before the header, and places of objects and of the cross-reference.
 */
export function makePageTree(random: Random): Bytes {
  const bodies: string[] = ['', ''];
  const add = (body: string): number => bodies.push(body);
  const font = add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const odd = random.chance(0.6) ? random.below(9) : -1;
  const wrong = (kind: number) => odd === kind && random.chance(0.6);
  const write = (node: Node, at: number, parent: number): void => {
    const up = parent === 0 || wrong(0) ? '' : `/Parent ${wrong(1) ? 1 + random.below(at) : parent} 0 R`;
    if ('word' in node) {
      const content = `BT /F 20 Tf 60 700 Td (${node.word}) Tj ET`;
      const stream = add(`<</Length ${content.length}>>stream\n${content}\nendstream`);
      const box = wrong(2) ? '' : '/MediaBox[0 0 595 842]';
      bodies[at - 1] =
        `<</Type/Page${up}${box}/Resources<</Font<</F ${font} 0 R>>>>/Contents ${stream} 0 R>>`;
      return;
    }
    const numbers = node.kids.map((kid) => {
      const number = add('');
      write(kid, number, at);
      return number;
    });
    if (wrong(3)) numbers.push(numbers[0]!);
    if (wrong(4)) numbers.push(bodies.length + 5);
    const count = leaves(node) + (wrong(5) ? random.below(5) - 2 : 0);
    const inherited = parent === 0 ? '/MediaBox[0 0 595 842]' : '';
    bodies[at - 1] =
      `<</Type/Pages${up}${inherited}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]/Count ${count}>>`;
  };
  write(treeOf(random, [...WORDS], 2), 2, 0);
  bodies[0] = '<</Type/Catalog/Pages 2 0 R>>';

  const before = wrong(6) ? '\n'.repeat(1 + random.below(20)) : '';
  let text = `${before}%PDF-1.7\n`;
  // Where bytes stand before the header, some writers count from the header, others from the beginning of the file.
  const base = random.chance(0.5) ? before.length : 0;
  const entries = bodies.map((body, i) => {
    const offset = text.length - base + (wrong(7) ? random.below(5) - 2 : 0);
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length - base + (wrong(8) ? random.below(9) - 4 : 0);
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  text += `trailer\n<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
