import type { BodyBlock } from '#core/template/body.ts';
import { itemLabels } from '#core/template/fill/item-labels.ts';
import type { LeftOutList } from './left-out.ts';

/**
 * Reports item numbers that look different in the editor, which restarts a list after every other block and has one
 * format per level. `labels` are Word's labels of the items.
 */
export function tellItems(
  blocks: readonly BodyBlock[],
  labels: ReadonlyMap<object, string>,
  left: LeftOutList,
): void {
  const counter = itemLabels();
  for (const block of blocks) {
    if (block.type === 'item') {
      const own = counter.next(block.attrs.level, block.attrs.ordered);
      const theirs = labels.get(block)?.replace(/\s/g, '');
      if (block.attrs.ordered && theirs !== undefined && theirs !== own)
        left.add('itemNumber', `${theirs} → ${own}`);
      continue;
    }
    counter.end();
    if (block.type === 'group' || block.type === 'optional') tellItems(block.content, labels, left);
    if (block.type === 'table')
      for (const row of block.content)
        for (const cell of row.content ?? []) tellItems(cell.content, labels, left);
  }
}
