import type { Node } from '@tiptap/pm/model';
import type { MarkKind, Marks } from '../parts/host.ts';

const ATTRIBUTE: Record<string, readonly [MarkKind, string] | undefined> = {
  field: ['field', 'field'],
  seal: ['seal', 'anchor'],
  optional: ['option', 'option'],
  tableRow: ['rows', 'repeat'],
};

/** The key that a node marks the place of, and what it is the key of. */
export function markOf(node: Node): { kind: MarkKind; key: string } | undefined {
  const [kind, name] = ATTRIBUTE[node.type.name] ?? [];
  const key: unknown = name && node.attrs[name];
  return kind && typeof key === 'string' && key !== '' ? { kind, key } : undefined;
}

type Counted = readonly { kind: MarkKind; key: string }[];
const known = new WeakMap<Node, Counted>();

/** Marks within a block; a block that did not change is not looked through again. */
function marksWithin(block: Node): Counted {
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

/** How often each key stands in the text. */
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

/** Where the marks of a key stand, in the order of the text. */
export function placesOf(doc: Node, kind: MarkKind, key: string): number[] {
  const places: number[] = [];
  doc.descendants((node, pos) => {
    const mark = markOf(node);
    if (mark?.kind === kind && mark.key === key) places.push(pos);
  });
  return places;
}
