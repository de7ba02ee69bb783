import { AppError } from '#core/errors.ts';
import type { BitReader } from '../bit-reader.ts';
import { arithmeticDecoder } from './arithmetic.ts';
import type { Bitmap } from './bitmap.ts';
import { GENERIC_CONTEXTS } from './generic-region.ts';
import { type HuffmanTable, huffmanTable } from './huffman.ts';
import { finishRegion, readAdaptive, readRegionInfo, type State } from './page-state.ts';
import type { Segment } from './read-segments.ts';
import { REFINEMENT_CONTEXTS } from './refinement-region.ts';
import { decodeSymbols } from './symbol-dictionary.ts';
import { chooseTable, decodeText, readSymbolCodes, textContexts } from './text-region.ts';

/** Custom tables in the order in which the segment refers to them. */
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

/** A symbol dictionary segment (7.4.2). */
export function symbolDictionary(state: State, segment: Segment, reader: BitReader): void {
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

/** Without Huffman coding the table choices have no meaning. */
const noTable = () => huffmanTable([]);

/** A text region segment (7.4.3). */
export function textRegion(state: State, segment: Segment, reader: BitReader): void {
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
