import { spendOn } from './budget.ts';
import type { PageSetup } from './document.ts';
import type { PageBuilder, Slice } from './page-builder.ts';

/** Tolerance for comparing sums of lengths, mm. */
const TOLERANCE = 0.001;

/**
 * Places the slices on pages, first-fit. Slices with `keepWithNext` move to the next page together, unless they do not
 * fit on one page. A slice higher than a page is split; if it cannot be split, it overflows the foot of its page. Empties
 * `slices`. Throws DOCX_TOO_MANY_PAGES.
 */
export function fillPages(builder: PageBuilder, slices: Slice[], setup: PageSetup): void {
  const { margin } = setup;
  const room = setup.height - margin.top - margin.bottom;
  let used = 0;
  // The page contains only repeated rows so far.
  let fresh = true;

  const put = (slice: Slice) => {
    if (used > 0) used += slice.above;
    slice.draw(builder, { page: builder.pages.length - 1, x: margin.left, y: margin.top + used });
    used += slice.height;
    fresh = false;
  };
  const open = (first: Slice) => {
    spendOn(builder.budget, 'pages', 1);
    builder.pages.push({ items: [] });
    used = 0;
    if (builder.pages.length > 1) {
      const { block, id, inline, offset } = first;
      builder.breaks.push({ page: builder.pages.length - 1, block, id, inline, offset });
      const rows = first.repeated ?? [];
      const height = rows.reduce((sum, row) => sum + row.height, 0);
      if (height + first.height <= room) rows.forEach(put);
    }
    fresh = true;
  };

  // Reversed queue: the next slice is the last element. What is drawn is forgotten.
  const queue = slices.reverse();
  // Remaining slices of a chain that does not fit on one page: they are placed one by one.
  let loose = 0;
  if (queue.length === 0) builder.pages.push({ items: [] });
  else open(queue[queue.length - 1]!);
  while (queue.length > 0) {
    const slice = queue.pop()!;
    if (slice.breakBefore && !fresh) open(slice);
    const left = room - used - (used > 0 ? slice.above : 0);
    const chain = loose > 0 ? 1 : chainLength(slice, queue);
    const needed = chainHeight(slice, queue, chain);
    if (needed <= left + TOLERANCE) {
      put(slice);
      if (loose > 0) loose--;
    } else if (chain > 1 && (needed > room || fresh)) {
      loose = chain;
      queue.push(slice);
    } else if (!fresh && slice.height <= room) {
      open(slice);
      queue.push(slice);
    } else {
      const parts = slice.split?.(left);
      if (parts) {
        put(parts[0]);
        open(parts[1]);
        queue.push(parts[1]);
      } else if (fresh) {
        put(slice);
        if (loose > 0) loose--;
      } else {
        open(slice);
        queue.push(slice);
      }
    }
  }
}

/** Number of slices, starting with `slice`, that stay together. */
function chainLength(slice: Slice, queue: readonly Slice[]): number {
  let count = 1;
  let current = slice;
  while (current.keepWithNext && count <= queue.length) {
    current = queue[queue.length - count]!;
    if (current.breakBefore) break;
    count++;
  }
  return count;
}

function chainHeight(slice: Slice, queue: readonly Slice[], count: number): number {
  let height = slice.height;
  for (let i = 1; i < count; i++) {
    const next = queue[queue.length - i]!;
    height += next.above + next.height;
  }
  return height;
}
