import { AppError } from '#core/errors.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import type { StampPlacement } from './signature-request.ts';

export type CrossPageSeal = {
  /** Size of the complete seal, mm. */
  widthMm: number;
  heightMm: number;
  edge: 'left' | 'right' | 'top' | 'bottom';
  /** Distance of the seal's top (left and right edge) or left side (top and bottom edge) from the page's corner, mm. */
  offsetMm: number;
  /** Pages that share it, 0-based, in order; all by default. At least two. */
  pages?: readonly number[];
  /** Pages that share one complete seal, 20 by default; the remainder is distributed evenly. */
  pagesPerSeal?: number;
};

/**
 * Placements of a cross-page seal (骑缝章): each page shows one slice of the picture at its edge, by Boundary and Clip
 * (GB/T 33190-2016, 18.2.3), so that the fanned-out pages show it completely. `papers` are the papers of all pages. One
 * signature holds all slices of a document.
 * Throws INPUT_INVALID if there are fewer than two pages or a page does not exist.
 *
 * ```ts
 * const placements = crossPagePlacements(papers, { widthMm: 42, heightMm: 42, edge: 'right', offsetMm: 120 });
 * ```
 */
export function crossPagePlacements(papers: readonly Box[], seal: CrossPageSeal): StampPlacement[] {
  const pages = seal.pages ?? papers.map((_, i) => i);
  const missing = pages.find((page) => !papers[page]);
  if (missing !== undefined) throw new AppError('INPUT_INVALID', { page: missing + 1 }, 'pages');
  const most = Math.max(2, Math.floor(seal.pagesPerSeal ?? 20));
  if (pages.length < 2) throw new AppError('INPUT_INVALID', {}, 'pages');
  const groups = Math.min(Math.ceil(pages.length / most), Math.floor(pages.length / 2));
  const placements: StampPlacement[] = [];
  for (let g = 0; g < groups; g++) {
    const from = Math.floor((g * pages.length) / groups);
    const to = Math.floor(((g + 1) * pages.length) / groups);
    const shared = pages.slice(from, to);
    shared.forEach((pageIndex, i) => {
      placements.push(sliceOf(papers[pageIndex]!, seal, pageIndex, i, shared.length));
    });
  }
  return placements;
}

/** Slice `i` of `count`: the boundary puts the slice at the edge, and the clip hides the rest of the picture. */
function sliceOf(
  paper: Box,
  { widthMm: width, heightMm: height, edge, offsetMm }: CrossPageSeal,
  pageIndex: number,
  i: number,
  count: number,
): StampPlacement {
  if (edge === 'left' || edge === 'right') {
    const slice = width / count;
    const x = edge === 'right' ? paper.width - slice - i * slice : -i * slice;
    return {
      pageIndex,
      boundary: { x, y: offsetMm, width, height },
      clip: { x: i * slice, y: 0, width: slice, height },
    };
  }
  const slice = height / count;
  const y = edge === 'bottom' ? paper.height - slice - i * slice : -i * slice;
  return {
    pageIndex,
    boundary: { x: offsetMm, y, width, height },
    clip: { x: 0, y: i * slice, width, height: slice },
  };
}
