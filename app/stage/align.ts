import type { Box } from '#core/drawing.ts';

/** Alignment lines on a page, in mm from its top left corner. */
export interface AlignLines {
  page: { widthMm: number; heightMm: number };
  xs: readonly number[];
  ys: readonly number[];
}

/** A guide drawn over the page while a box is aligned with it. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

/** Two edges closer than this, in mm, count as aligned: positions are stored in tenths of a mm. */
const SAME_MM = 0.06;

/** Left, middle and right edge, or top, middle and bottom. */
const edgesOf = (start: number, size: number): number[] => [start, start + size / 2, start + size];

/** The alignment lines of a page: edges and centres of the other boxes, and the centre of the page. */
export function linesFor(page: AlignLines['page'], others: readonly Box[]): AlignLines {
  return {
    page,
    xs: [page.widthMm / 2, ...others.flatMap(({ x, width }) => edgesOf(x, width))],
    ys: [page.heightMm / 2, ...others.flatMap(({ y, height }) => edgesOf(y, height))],
  };
}

/** The offset from the closest edge or centre to its nearest line; undefined if none is within reach. */
function nearest(edges: readonly number[], lines: readonly number[], reach: number): number | undefined {
  let best: number | undefined;
  for (const edge of edges)
    for (const line of lines) {
      const by = line - edge;
      if (Math.abs(by) <= reach && (best === undefined || Math.abs(by) < Math.abs(best))) best = by;
    }
  return best;
}

/** Snaps the box to the lines within reach, independently on both axes. */
export function aligned(box: Box, lines: AlignLines, reach: number): Box {
  return {
    ...box,
    x: box.x + (nearest(edgesOf(box.x, box.width), lines.xs, reach) ?? 0),
    y: box.y + (nearest(edgesOf(box.y, box.height), lines.ys, reach) ?? 0),
  };
}

/** The guides that the box is aligned with. */
export function guidesFor(box: Box, { xs, ys }: AlignLines): Guide[] {
  const along = (axis: Guide['axis'], edges: readonly number[], lines: readonly number[]): Guide[] =>
    [...new Set(lines.filter((line) => edges.some((edge) => Math.abs(edge - line) < SAME_MM)))].map((at) => ({
      axis,
      at,
    }));
  return [...along('x', edgesOf(box.x, box.width), xs), ...along('y', edgesOf(box.y, box.height), ys)];
}

/** The distance to the next line in a direction: -1 is left or up. Undefined if there is none. */
export function toNextLine(
  box: Box,
  { xs, ys }: AlignLines,
  axis: Guide['axis'],
  direction: -1 | 1,
): number | undefined {
  const edges = axis === 'x' ? edgesOf(box.x, box.width) : edgesOf(box.y, box.height);
  const steps = (axis === 'x' ? xs : ys)
    .flatMap((line) => edges.map((edge) => (line - edge) * direction))
    .filter((by) => by > SAME_MM);
  return steps.length > 0 ? Math.min(...steps) * direction : undefined;
}
