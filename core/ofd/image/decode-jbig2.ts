import { AppError } from '#core/errors.ts';
import { type BitReader, bitReader } from './bit-reader.ts';
import { arithmeticDecoder, type Contexts } from './jbig2/arithmetic.ts';
import { type Bitmap, combine, newBitmap, type Work } from './jbig2/bitmap.ts';
import { decodeGeneric, decodeMmr, GENERIC_CONTEXTS, type Offset } from './jbig2/generic-region.ts';
import { decodeHalftone, decodePatterns } from './jbig2/halftone-region.ts';
import { type HuffmanTable, huffmanTable, readTableSegment } from './jbig2/huffman.ts';
import { readSegments, type Segment } from './jbig2/read-segments.ts';
import { decodeRefinement, REFINEMENT_CONTEXTS } from './jbig2/refinement-region.ts';
import { decodeSymbols } from './jbig2/symbol-dictionary.ts';
import { chooseTable, decodeText, readSymbolCodes, textContexts } from './jbig2/text-region.ts';
import type { Raster } from './write-png.ts';

interface State {
  bytes: Uint8Array;
  work: Work;
  symbols: Map<number, Bitmap[]>;
  kept: Map<number, { generic: Contexts; refinement: Contexts }>;
  patterns: Map<number, Bitmap[]>;
  tables: Map<number, HuffmanTable>;
  /** Intermediate regions by segment. */
  regions: Map<number, Bitmap>;
  page: Bitmap | undefined;
  /** Where the page's height is not known before its end. */
  growing: boolean;
  pageDefault: number;
}

interface RegionInfo {
  width: number;
  height: number;
  x: number;
  y: number;
  operator: number;
}

/**
 * The page `pageNumber` (the first one where nothing is said) of a JBIG2 picture (ITU-T T.88): generic, refinement,
 * symbol, text and halftone segments, arithmetic, Huffman and MMR coded. Throws DOCUMENT_BROKEN for a broken one and
 * DOCUMENT_TOO_COMPLEX past `mostPixels`.
 */
export function decodeJbig2(bytes: Uint8Array, mostPixels: number, pageNumber?: number): Raster {
  const segments = readSegments(bytes);
  const wanted = pageNumber ?? segments.find((segment) => segment.type === 48)?.page ?? 1;
  const state: State = {
    bytes,
    work: { pixels: mostPixels },
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
}

function growPage(state: State, height: number): void {
  const { page } = state;
  if (!page || !state.growing || height <= page.height) return;
  const taller = newBitmap(page.width, height, state.work, state.pageDefault);
  taller.data.set(page.data);
  state.page = taller;
}

function readRegionInfo(reader: BitReader): RegionInfo {
  const width = reader.read(32);
  const height = reader.read(32);
  const x = reader.read(32) | 0;
  const y = reader.read(32) | 0;
  return { width, height, x, y, operator: reader.read(8) & 7 };
}

/** An immediate region goes onto the page, an intermediate one waits for a refinement. */
function finishRegion(state: State, segment: Segment, info: RegionInfo, bitmap: Bitmap): void {
  if (segment.type === 4 || segment.type === 20 || segment.type === 36 || segment.type === 40) {
    state.regions.set(segment.number, bitmap);
    return;
  }
  growPage(state, info.y + bitmap.height);
  if (!state.page) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 region without a page' });
  combine(state.page, bitmap, info.x, info.y, info.operator, state.work);
}

function readAdaptive(reader: BitReader, count: number): Offset[] {
  const signed = () => (reader.read(8) << 24) >> 24;
  return Array.from({ length: count }, (): Offset => [signed(), signed()]);
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
  // without a region of its own it refines what is on the page
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

/** Custom tables in the order in which a segment refers to them. */
function customTables(state: State, segment: Segment): () => HuffmanTable {
  const tables = segment.referred
    .map((number) => state.tables.get(number))
    .filter((table) => table !== undefined);
  return () => {
    const table = tables.shift();
    if (!table) throw new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 code table' });
    return table;
  };
}

function referredSymbols(state: State, segment: Segment): Bitmap[] {
  return segment.referred.flatMap((number) => state.symbols.get(number) ?? []);
}

function symbolDictionary(state: State, segment: Segment, reader: BitReader): void {
  const flags = reader.read(16);
  const huffman = (flags & 1) !== 0;
  const aggregate = (flags & 2) !== 0;
  const template = (flags >> 10) & 3;
  const refinementTemplate = (flags >> 12) & 1;
  const adaptive = huffman ? [] : readAdaptive(reader, template === 0 ? 4 : 1);
  const refinementAdaptive = aggregate && refinementTemplate === 0 ? readAdaptive(reader, 2) : [];
  const exportCount = reader.read(32);
  const newCount = reader.read(32);
  const custom = customTables(state, segment);
  const tables = {
    dh: chooseTable((flags >> 2) & 3, [4, 5], huffman ? custom : noTable),
    dw: chooseTable((flags >> 4) & 3, [2, 3], huffman ? custom : noTable),
    size: chooseTable((flags >> 6) & 1, [1], huffman ? custom : noTable),
    instances: chooseTable((flags >> 7) & 1, [1], huffman ? custom : noTable),
  };
  const last = segment.referred
    .map((number) => state.kept.get(number))
    .findLast((found) => found !== undefined);
  const reuse = (flags & 0x100) !== 0 ? last : undefined;
  const contexts = {
    generic: reuse ? reuse.generic.slice() : new Uint8Array(GENERIC_CONTEXTS),
    refinement: reuse ? reuse.refinement.slice() : new Uint8Array(REFINEMENT_CONTEXTS),
  };
  const input = referredSymbols(state, segment);
  const dict = {
    huffman,
    aggregate,
    template,
    adaptive,
    refinementTemplate,
    refinementAdaptive,
    input,
    newCount,
    exportCount,
    tables,
    ...contexts,
  };
  state.symbols.set(
    segment.number,
    decodeSymbols(state.bytes, reader.byteAt(), segment.end, dict, state.work),
  );
  if (flags & 0x200) state.kept.set(segment.number, contexts);
}

/** Of a dictionary that is not Huffman coded the choices mean nothing. */
const noTable = () => huffmanTable([]);

function textRegion(state: State, segment: Segment, reader: BitReader): void {
  const info = readRegionInfo(reader);
  const flags = reader.read(16);
  const huffman = (flags & 1) !== 0;
  const refined = (flags & 2) !== 0;
  const choices = huffman ? reader.read(16) : 0;
  const refinementTemplate = (flags >> 15) & 1;
  const refinementAdaptive = refined && refinementTemplate === 0 ? readAdaptive(reader, 2) : [];
  const instances = reader.read(32);
  const symbols = referredSymbols(state, segment);
  const codeLength = Math.ceil(Math.log2(Math.max(1, symbols.length)));
  const region = {
    ...info,
    instances,
    logStrips: (flags >> 2) & 3,
    corner: (flags >> 4) & 3,
    transposed: (flags & 0x40) !== 0,
    operator: (flags >> 7) & 3,
    defaultPixel: (flags >> 9) & 1,
    spacing: (flags << 17) >> 27,
    refined,
    refinementTemplate,
    refinementAdaptive,
    symbols,
    codeLength,
  };
  const refinement = new Uint8Array(REFINEMENT_CONTEXTS);
  if (!huffman) {
    const decoder = arithmeticDecoder(state.bytes, reader.byteAt(), segment.end);
    const source = { decoder, contexts: textContexts(codeLength), refinement };
    finishRegion(state, segment, info, decodeText(source, region, state.work));
    return;
  }
  const custom = customTables(state, segment);
  const deltas = (shift: number) => chooseTable((choices >> shift) & 3, [14, 15], custom);
  const tables = {
    fs: chooseTable(choices & 3, [6, 7], custom),
    ds: chooseTable((choices >> 2) & 3, [8, 9, 10], custom),
    dt: chooseTable((choices >> 4) & 3, [11, 12, 13], custom),
    rdw: deltas(6),
    rdh: deltas(8),
    rdx: deltas(10),
    rdy: deltas(12),
    rsize: chooseTable((choices >> 14) & 1, [1], custom),
    id: huffmanTable(
      readSymbolCodes(reader, symbols.length).map(({ prefix }, low) => ({
        prefix,
        bits: 0,
        low,
        kind: 'range' as const,
      })),
    ),
  };
  const source = { reader, bytes: state.bytes, end: segment.end, tables, refinement };
  finishRegion(state, segment, info, decodeText(source, region, state.work));
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
