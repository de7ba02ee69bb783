import type { Box, Matrix } from '#core/drawing.ts';
import type { PageBox, PdfPage } from '../read/pages.ts';

/**
 * A page as displayed: rotated by /Rotate, cropped to its crop box, scaled by UserUnit. The only place that converts
 * between mm from the top left corner of that view and page units.
 */
export interface PageFrame {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Page units per mm. */
  readonly unitsPerMm: number;
  readonly rotate: PdfPage['rotate'];
  /** Converts a point of the view (mm, y down) to page units (y up). */
  toPage(xMm: number, yMm: number): { x: number; y: number };
  /** Converts a point of the page to the view. */
  toView(x: number, y: number): { xMm: number; yMm: number };
  /** Converts a box of the view to a rectangle of the page. */
  rectOf(box: Box): PageBox;
  /** The matrix from the view (mm, y down) to page units. */
  readonly matrix: Matrix;
}

const MM_PER_POINT = 25.4 / 72;

/**
 * Expects boxes and rotation (7.7.3.3) as in `PdfPage`: inherited values, within the media box, a multiple of 90
 * degrees.
 */
export function pageFrame(page: Pick<PdfPage, 'cropBox' | 'rotate' | 'userUnit'>): PageFrame {
  const [left, bottom, right, top] = page.cropBox;
  const s = 1 / (MM_PER_POINT * page.userUnit);
  const width = (right - left) / s;
  const height = (top - bottom) / s;
  const matrices: Record<PdfPage['rotate'], Matrix> = {
    0: [s, 0, 0, -s, left, top],
    90: [0, s, s, 0, left, bottom],
    180: [-s, 0, 0, s, right, bottom],
    270: [0, -s, -s, 0, right, top],
  };
  const matrix = matrices[page.rotate];
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  const toPage = (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f });
  const turned = page.rotate === 90 || page.rotate === 270;
  return {
    widthMm: turned ? height : width,
    heightMm: turned ? width : height,
    unitsPerMm: s,
    rotate: page.rotate,
    matrix,
    toPage,
    toView: (x, y) => ({
      xMm: (d * (x - e) - c * (y - f)) / determinant,
      yMm: (a * (y - f) - b * (x - e)) / determinant,
    }),
    rectOf(box) {
      const p = toPage(box.x, box.y);
      const q = toPage(box.x + box.width, box.y + box.height);
      return [Math.min(p.x, q.x), Math.min(p.y, q.y), Math.max(p.x, q.x), Math.max(p.y, q.y)];
    },
  };
}
