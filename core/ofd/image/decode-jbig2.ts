import { AppError } from '#core/errors.ts';
import { type BitReader, bitReader } from './bit-reader.ts';
import { arithmeticDecoder } from './jbig2/arithmetic.ts';
import { newBitmap } from './jbig2/bitmap.ts';
import { decodeGeneric, decodeMmr, GENERIC_CONTEXTS } from './jbig2/generic-region.ts';
import { decodeHalftone, decodePatterns } from './jbig2/halftone-region.ts';
import { readTableSegment } from './jbig2/huffman.ts';
import { finishRegion, growPage, readAdaptive, readRegionInfo, type State } from './jbig2/page-state.ts';
import { readSegments, type Segment } from './jbig2/read-segments.ts';
import { decodeRefinement, REFINEMENT_CONTEXTS } from './jbig2/refinement-region.ts';
import { symbolDictionary, textRegion } from './jbig2/symbol-segments.ts';
import type { Raster } from './write-png.ts';

/**
 * Decodes page `pageNumber` (the first one by default) of a JBIG2 picture (ITU-T T.88): generic, refinement, symbol,
 * text and halftone segments, arithmetic, Huffman and MMR coded. Throws DOCUMENT_BROKEN if it is broken and
 * DOCUMENT_TOO_COMPLEX if it exceeds `mostPixels`.
 */
export function decodeJbig2(bytes: Uint8Array, mostPixels: number, pageNumber?: number): Raster {
  const segments = readSegments(bytes);
  const wanted = pageNumber ?? segments.find((segment) => segment.type === 48)?.page ?? 1;
  const state: State = {
    bytes,
    // The regions on a page may fill it a little more than once.
    work: { pixels: mostPixels * 1.5 },
    symbols: new Map(),
    kept: new Map(),
    patterns: new Map(),
    tables: new Map(),
    regions: new Map(),
    page: undefined,
    growing: false,
    pageDefault: 0,
  };
  for (const segment of segments) {
    if (segment.page !== 0 && segment.page !== wanted) continue;
    // end of page
    if (segment.type === 49) break;
    readSegment(state, segment);
  }
  const { page } = state;
  if (!page || page.width === 0 || page.height === 0)
    throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 without a page' });
  const stride = (page.width + 7) >> 3;
  const data = new Uint8Array(stride * page.height).fill(0xff);
  for (let y = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++) {
      if (page.data[y * page.width + x]) data[y * stride + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
  }
  return { width: page.width, height: page.height, kind: 'bilevel', data };
}

function readSegment(state: State, segment: Segment): void {
  const reader = bitReader(state.bytes, segment.start, segment.end);
  const { type } = segment;
  if (type === 0) symbolDictionary(state, segment, reader);
  else if (type === 4 || type === 6 || type === 7) textRegion(state, segment, reader);
  else if (type === 16) patternDictionary(state, segment, reader);
  else if (type === 20 || type === 22 || type === 23) halftoneRegion(state, segment, reader);
  else if (type === 36 || type === 38 || type === 39) genericRegion(state, segment, reader);
  else if (type === 40 || type === 42 || type === 43) refinementRegion(state, segment, reader);
  else if (type === 48) pageInformation(state, reader);
  else if (type === 50) growPage(state, reader.read(32) + 1);
  else if (type === 53) state.tables.set(segment.number, readTableSegment(reader));
}

function pageInformation(state: State, reader: BitReader): void {
  const width = reader.read(32);
  const height = reader.read(32);
  reader.read(32);
  reader.read(32);
  const flags = reader.read(8);
  state.pageDefault = (flags >> 2) & 1;
  state.growing = height === 0xffffffff;
  const most = state.growing ? reader.read(16) & 0x7fff : height;
  state.page = newBitmap(width, most, state.work, state.pageDefault);
  // An empty page costs less than regions decoded onto it.
  state.work.pixels += 0.75 * width * most;
}

function genericRegion(state: State, segment: Segment, reader: BitReader): void {
  const info = readRegionInfo(reader);
  const flags = reader.read(8);
  const template = (flags >> 1) & 3;
  if (flags & 1) {
    const body = state.bytes.subarray(reader.byteAt(), segment.end);
    finishRegion(state, segment, info, decodeMmr(body, info.width, info.height, state.work).bitmap);
    return;
  }
  const adaptive = readAdaptive(reader, template === 0 ? 4 : 1);
  const region = { ...info, template, typical: (flags & 8) !== 0, adaptive };
  const decoder = arithmeticDecoder(state.bytes, reader.byteAt(), segment.end);
  finishRegion(
    state,
    segment,
    info,
    decodeGeneric(decoder, new Uint8Array(GENERIC_CONTEXTS), region, state.work),
  );
}

function refinementRegion(state: State, segment: Segment, reader: BitReader): void {
  const info = readRegionInfo(reader);
  const flags = reader.read(8);
  const template = flags & 1;
  const adaptive = template === 0 ? readAdaptive(reader, 2) : [];
  const waiting = segment.referred
    .map((number) => state.regions.get(number))
    .find((found) => found !== undefined);
  const reference = waiting ?? state.page;
  if (!reference) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 refinement of nothing' });
  // A region that refers to no other one refines the page itself.
  const [dx, dy] = waiting ? [0, 0] : [-info.x, -info.y];
  const region = { ...info, template, typical: (flags & 2) !== 0, reference, dx, dy, adaptive };
  const decoder = arithmeticDecoder(state.bytes, reader.byteAt(), segment.end);
  finishRegion(
    state,
    segment,
    info,
    decodeRefinement(decoder, new Uint8Array(REFINEMENT_CONTEXTS), region, state.work),
  );
}

function patternDictionary(state: State, segment: Segment, reader: BitReader): void {
  const flags = reader.read(8);
  const width = reader.read(8);
  const height = reader.read(8);
  const count = reader.read(32) + 1;
  if (count > 65_536) throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'JBIG2 patterns' });
  const dict = { mmr: (flags & 1) !== 0, template: (flags >> 1) & 3, width, height, count };
  state.patterns.set(
    segment.number,
    decodePatterns(state.bytes, reader.byteAt(), segment.end, dict, state.work),
  );
}

function halftoneRegion(state: State, segment: Segment, reader: BitReader): void {
  const info = readRegionInfo(reader);
  const flags = reader.read(8);
  const region = {
    ...info,
    mmr: (flags & 1) !== 0,
    template: (flags >> 1) & 3,
    skipOutside: (flags & 8) !== 0,
    operator: (flags >> 4) & 7,
    defaultPixel: (flags >> 7) & 1,
    gridWidth: reader.read(32),
    gridHeight: reader.read(32),
    gridX: reader.read(32) | 0,
    gridY: reader.read(32) | 0,
    stepX: reader.read(16),
    stepY: reader.read(16),
    patterns: segment.referred.flatMap((number) => state.patterns.get(number) ?? []),
  };
  finishRegion(
    state,
    segment,
    info,
    decodeHalftone(state.bytes, reader.byteAt(), segment.end, region, state.work),
  );
}
