import type { Node } from '@tiptap/pm/model';
import type { WebContent } from '#core/template/content.ts';
import type { PageStart } from '#core/typeset/display.ts';

/**
 * The position of the document at which a page begins. `path` leads to the block by indexes in `content`; a block within a
 * group is named by its id.
 */
export function positionOf(
  doc: Node,
  { fields, anchors }: Pick<WebContent, 'fields' | 'anchors'>,
  path: readonly number[],
  { id, inline, offset }: Pick<PageStart, 'id' | 'inline' | 'offset'>,
): number | undefined {
  const steps = id && /^\d+(\.\d+)*$/.test(id) ? id.split('.').map(Number) : path;
  let node = doc;
  let pos = 0;
  for (const [depth, index] of steps.entries()) {
    if (index >= node.childCount) return undefined;
    // enter the parent, and skip the preceding siblings
    if (depth > 0) pos += 1;
    for (let at = 0; at < index; at += 1) pos += node.child(at).nodeSize;
    node = node.child(index);
  }
  if (node.type.name === 'table') {
    for (let row = 0; row < Math.min(offset, node.childCount - 1); row += 1) pos += node.child(row).nodeSize;
    return offset > 0 ? pos + 1 : pos;
  }
  if (!node.isTextblock || inline === undefined || (inline === 0 && offset === 0)) return pos;
  const known = new Set([...fields, ...anchors].map(({ key }) => key));
  let at = -1;
  for (let child = 0, inner = 0; child < node.childCount; child += 1) {
    const one = node.child(child);
    // chips with a deleted target are not typeset
    const key: unknown = one.attrs.field ?? one.attrs.anchor;
    if (key === undefined || known.has(String(key))) at += 1;
    if (at === inline) {
      const before = one.isText ? [...one.text!].slice(0, offset).join('').length : 0;
      return pos + 1 + inner + before;
    }
    inner += one.nodeSize;
  }
  return pos;
}
