import type { Node, NodeType } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { templateSchema as schema } from '#app/features/template/editor/schema.ts';
import { webBody } from '#core/template/body.ts';

const KEY = 'k000000000000000';
const SHA = 'a'.repeat(64);
type Random = (below: number) => number;

const oneOf = <T>(random: Random, values: readonly T[]): T => values[random(values.length)]!;

/** A value of each attribute, within what the commands of the editor can set. */
const attributes: Record<string, (random: Random) => unknown> = {
  align: (r) => oneOf(r, [null, 'left', 'centre', 'right']),
  size: (r) => oneOf(r, [null, 5, 10.5, 72]),
  leading: (r) => oneOf(r, [null, 1, 1.75, 4]),
  indent: (r) => oneOf(r, [null, 0, 2, 30]),
  firstIndent: (r) => oneOf(r, [null, 0, 2, 10]),
  ordered: (r) => r(2) === 1,
  id: (r) => `${KEY}${r(9)}`,
  file: () => SHA,
  width: (r) => 1 + r(400),
  height: (r) => 1 + r(400),
  alt: (r) => oneOf(r, ['', '公司印章']),
  widths: (r) => oneOf(r, [[], [1, 2.5]]),
  headerRows: (r) => r(6),
  border: (r) => r(2) === 1,
  repeat: (r) => oneOf(r, [null, KEY]),
  colspan: (r) => 1 + r(3),
  rowspan: (r) => 1 + r(3),
  middle: (r) => r(2) === 1,
  option: () => KEY,
  field: () => KEY,
  anchor: () => KEY,
  clause: () => KEY,
  thread: (r) => `${KEY}${r(3)}`,
  colour: (r) => oneOf(r, [null, '#c0392b']),
};
const attrsOf = (type: { name: string; spec: { attrs?: object | null } }, random: Random) =>
  Object.fromEntries(
    Object.keys(type.spec.attrs ?? {}).map((name) => {
      if (name === 'level') return [name, type.name === 'heading' ? 1 + random(4) : random(4)];
      return [name, attributes[name]!(random)];
    }),
  );

/** Any node that the schema allows: its content is a walk through the content expression. */
function anyNode(type: NodeType, random: Random): Node {
  if (type.isText) return schema.text(oneOf(random, ['甲方', 'a', '𠮷 ']), marksOf(random));
  const content: Node[] = [];
  let match = type.contentMatch;
  while (match.edgeCount > 0 && (!match.validEnd || random(3) > 0) && content.length < 6) {
    const edge = match.edge(random(match.edgeCount));
    content.push(anyNode(edge.type, random));
    match = edge.next;
  }
  const node = type.create(attrsOf(type, random), content);
  return type.name === 'field' ? node.mark(marksOf(random)) : node;
}
const marksOf = (random: Random) =>
  Object.values(schema.marks)
    .filter(() => random(4) === 0)
    .reduce((set, type) => type.create(attrsOf(type, random)).addToSet(set), [] as Node['marks']);

it('everything that the editor’s schema allows can be published, and is unchanged afterwards', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat({ max: 0x7fffffff })), (stream) => {
      const random: Random = (below) => (stream.next().value as number) % below;
      const doc = anyNode(schema.topNodeType, random);
      doc.check();
      const published = webBody.parse(doc.toJSON());
      expect(schema.nodeFromJSON(published).toJSON()).toEqual(doc.toJSON());
    }),
    { seed: 14, numRuns: 300 },
  );
});

it('each node and mark of a published text is one of the editor’s', () => {
  const described = JSON.stringify(webBody.toJSONSchema({ io: 'input' }));
  const named = new Set([...described.matchAll(/"const":"(\w+)"/g)].map(([, name]) => name));
  for (const name of ['tableCell', 'tableHeader']) named.add(name);
  const known = new Set([...Object.keys(schema.nodes), ...Object.keys(schema.marks)]);
  expect(known).toEqual(named);
});
