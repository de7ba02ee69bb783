import { AppError } from '#core/errors.ts';
import type { BitReader } from '../bit-reader.ts';
import type { Contexts } from './arithmetic.ts';
import { type Bitmap, combine, newBitmap, type Work } from './bitmap.ts';
import type { Offset } from './generic-region.ts';
import type { HuffmanTable } from './huffman.ts';
import type { Segment } from './read-segments.ts';

/** State that segments leave for later ones. */
export interface State {
  bytes: Uint8Array;
  work: Work;
  symbols: Map<number, Bitmap[]>;
  kept: Map<number, { generic: Contexts; refinement: Contexts }>;
  patterns: Map<number, Bitmap[]>;
  tables: Map<number, HuffmanTable>;
  /** Intermediate regions by segment number. */
  regions: Map<number, Bitmap>;
  page: Bitmap | undefined;
  /** Whether the page's height is unknown until its end. */
  growing: boolean;
  pageDefault: number;
}

export interface RegionInfo {
  width: number;
  height: number;
  x: number;
  y: number;
  operator: number;
}

/** Extends a page of unknown height (7.4.8.2) to at least `height` px; other pages stay as they are. */
export function growPage(state: State, height: number): void {
  const { page } = state;
  if (!page || !state.growing || height <= page.height) return;
  const taller = newBitmap(page.width, height, state.work, state.pageDefault);
  taller.data.set(page.data);
  state.page = taller;
}

/** The 17 bytes that start every region (7.4.1): position and size in px on the page, and the operator of `combine`. */
export function readRegionInfo(reader: BitReader): RegionInfo {
  const width = reader.read(32);
  const height = reader.read(32);
  const x = reader.read(32) | 0;
  const y = reader.read(32) | 0;
  return { width, height, x, y, operator: reader.read(8) & 7 };
}

/**
 * Draws an immediate region onto the page; an intermediate one is stored for a refinement. Throws DOCUMENT_BROKEN if
 * there is no page yet.
 */
export function finishRegion(state: State, segment: Segment, info: RegionInfo, bitmap: Bitmap): void {
  if (segment.type === 4 || segment.type === 20 || segment.type === 36 || segment.type === 40) {
    state.regions.set(segment.number, bitmap);
    return;
  }
  growPage(state, info.y + bitmap.height);
  if (!state.page) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 region without a page' });
  combine(state.page, bitmap, info.x, info.y, info.operator, state.work);
}

/** Adaptive template pixels (7.4.6.3): signed x and y, one byte each, relative to the current pixel. */
export function readAdaptive(reader: BitReader, count: number): Offset[] {
  const signed = () => (reader.read(8) << 24) >> 24;
  return Array.from({ length: count }, (): Offset => [signed(), signed()]);
}
