import type { Node } from '@tiptap/pm/model';
import type { MarkKind, Marks } from '../parts/host.ts';

const ATTRIBUTE: Record<string, readonly [MarkKind, string] | undefined> = {
  field: ['field', 'field'],
  seal: ['seal', 'anchor'],
  optional: ['option', 'option'],
  tableRow: ['rows', 'repeat'],
};

/** The key that a node refers to, and the kind of that key. */
export function markOf(node: Node): { kind: MarkKind; key: string } | undefined {
  const [kind, name] = ATTRIBUTE[node.type.name] ?? [];
  const key: unknown = name && node.attrs[name];
  return kind && typeof key === 'string' && key !== '' ? { kind, key } : undefined;
}

type MarkList = readonly { kind: MarkKind; key: string }[];
const known = new WeakMap<Node, MarkList>();

/** Marks within a block, cached for unchanged blocks. */
function marksWithin(block: Node): MarkList {
  const before = known.get(block);
  if (before) return before;
  const marks: { kind: MarkKind; key: string }[] = [];
  const own = markOf(block);
  if (own) marks.push(own);
  block.forEach((child) => {
    if (child.isText) return;
    if (child.isInline) {
      const mark = markOf(child);
      if (mark) marks.push(mark);
    } else marks.push(...marksWithin(child));
  });
  known.set(block, marks);
  return marks;
}

/** The number of occurrences of each key in the text. */
export function marksIn(doc: Node): Marks {
  const counts: Record<MarkKind, Map<string, number>> = {
    field: new Map(),
    seal: new Map(),
    option: new Map(),
    rows: new Map(),
  };
  for (const { kind, key } of marksWithin(doc)) counts[kind].set(key, (counts[kind].get(key) ?? 0) + 1);
  return counts;
}

/** The positions of the marks of a key, in text order. */
export function placesOf(doc: Node, kind: MarkKind, key: string): number[] {
  const places: number[] = [];
  doc.descendants((node, pos) => {
    const mark = markOf(node);
    if (mark?.kind === kind && mark.key === key) places.push(pos);
  });
  return places;
}
