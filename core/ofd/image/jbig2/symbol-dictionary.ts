import { AppError } from '#core/errors.ts';
import { type BitReader, bitReader } from '../bit-reader.ts';
import {
  type ArithmeticDecoder,
  arithmeticDecoder,
  type Contexts,
  readInteger,
  readSymbolId,
} from './arithmetic.ts';
import { type Bitmap, cutColumns, unpackBits, type Work } from './bitmap.ts';
import { decodeGeneric, decodeMmr, type Offset } from './generic-region.ts';
import { type HuffmanTable, huffmanTable, readHuffman, standardTable } from './huffman.ts';
import { decodeRefinement } from './refinement-region.ts';
import {
  decodeText,
  type TextRegion,
  type TextSource,
  type TextTables,
  textContexts,
} from './text-region.ts';

export interface SymbolDictionary {
  huffman: boolean;
  aggregate: boolean;
  template: number;
  adaptive: Offset[];
  refinementTemplate: number;
  refinementAdaptive: Offset[];
  input: Bitmap[];
  newCount: number;
  exportCount: number;
  tables: { dh: HuffmanTable; dw: HuffmanTable; size: HuffmanTable; instances: HuffmanTable };
  generic: Contexts;
  refinement: Contexts;
}

const broken = () => new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 symbol dictionary' });
const MOST_SYMBOLS = 65_536;

/**
 * Decoding of a symbol dictionary (6.5.5); returns the symbols that it exports. Throws DOCUMENT_BROKEN, and
 * DOCUMENT_TOO_COMPLEX if there are too many symbols or pixels.
 */
export function decodeSymbols(
  bytes: Uint8Array,
  start: number,
  end: number,
  dict: SymbolDictionary,
  work: Work,
): Bitmap[] {
  if (dict.newCount + dict.input.length > MOST_SYMBOLS) {
    throw new AppError('DOCUMENT_TOO_COMPLEX', { reason: 'JBIG2 symbols' });
  }
  const state = newState(bytes, start, end, dict);
  const symbols: (Bitmap | undefined)[] = [...dict.input];
  const total = dict.input.length + dict.newCount;
  let height = 0;
  while (symbols.length < total) {
    height += need(state.dh());
    let width = 0;
    const widths: number[] = [];
    for (;;) {
      const dw = state.dw();
      if (dw === undefined) break;
      width += dw;
      if (width < 0 || height < 0 || symbols.length + widths.length >= total) throw broken();
      if (dict.huffman && !dict.aggregate) widths.push(width);
      else if (dict.aggregate) symbols.push(aggregateSymbol(state, dict, symbols, width, height, work));
      else {
        const region = { width, height, template: dict.template, typical: false, adaptive: dict.adaptive };
        symbols.push(decodeGeneric(state.decoder!, dict.generic, region, work));
      }
    }
    if (widths.length > 0)
      for (const symbol of heightClass(state, dict, widths, height, work)) symbols.push(symbol);
    if (--state.classes < 0) throw broken();
  }
  return exported(state, symbols, dict.exportCount);
}

interface State {
  bytes: Uint8Array;
  end: number;
  reader: BitReader;
  decoder: ArithmeticDecoder | undefined;
  codeLength: number;
  text: ReturnType<typeof textContexts>;
  aggregate: Contexts;
  /** Remaining budget of height classes; empty ones could otherwise repeat for ever. */
  classes: number;
  dh(): number | undefined;
  dw(): number | undefined;
  exportRun(): number | undefined;
}

function newState(bytes: Uint8Array, start: number, end: number, dict: SymbolDictionary): State {
  const reader = bitReader(bytes, start, end);
  const decoder = dict.huffman ? undefined : arithmeticDecoder(bytes, start, end);
  const count = dict.input.length + dict.newCount;
  const codeLength = Math.max(dict.huffman ? 1 : 0, Math.ceil(Math.log2(Math.max(1, count))));
  const [iadh, iadw, iaex] = [new Uint8Array(512), new Uint8Array(512), new Uint8Array(512)];
  const value = (contexts: Contexts, table: HuffmanTable) => () =>
    decoder ? readInteger(decoder, contexts) : readHuffman(reader, table);
  return {
    bytes,
    end,
    reader,
    decoder,
    codeLength,
    text: textContexts(codeLength),
    aggregate: new Uint8Array(512),
    classes: dict.newCount + 1024,
    dh: value(iadh, dict.tables.dh),
    dw: value(iadw, dict.tables.dw),
    exportRun: value(iaex, standardTable(1)),
  };
}

function need(value: number | undefined): number {
  if (value === undefined) throw broken();
  return value;
}

/** A symbol as a refinement of one other, or as a small text of several (6.5.8.2). */
function aggregateSymbol(
  state: State,
  dict: SymbolDictionary,
  symbols: (Bitmap | undefined)[],
  width: number,
  height: number,
  work: Work,
): Bitmap {
  const { decoder, reader } = state;
  const instances = need(
    decoder ? readInteger(decoder, state.aggregate) : readHuffman(reader, dict.tables.instances),
  );
  if (instances !== 1) {
    const region: TextRegion = {
      width,
      height,
      instances,
      logStrips: 0,
      corner: 1,
      transposed: false,
      operator: 0,
      defaultPixel: 0,
      spacing: 0,
      refined: true,
      refinementTemplate: dict.refinementTemplate,
      refinementAdaptive: dict.refinementAdaptive,
      symbols,
      codeLength: state.codeLength,
    };
    return decodeText(aggregateSource(state, dict), region, work);
  }
  const id = decoder ? readSymbolId(decoder, state.text.id, state.codeLength) : reader.read(state.codeLength);
  const value = (contexts: Contexts) =>
    need(decoder ? readInteger(decoder, contexts) : readHuffman(reader, standardTable(15)));
  const dx = value(state.text.rdx);
  const dy = value(state.text.rdy);
  const reference = symbols[id];
  if (!reference) throw broken();
  const region = {
    width,
    height,
    template: dict.refinementTemplate,
    typical: false,
    reference,
    dx,
    dy,
    adaptive: dict.refinementAdaptive,
  };
  if (decoder) return decodeRefinement(decoder, dict.refinement, region, work);
  const size = need(readHuffman(reader, standardTable(1)));
  reader.align();
  const start = reader.byteAt();
  const inner = arithmeticDecoder(state.bytes, start, Math.min(state.end, start + size));
  const refined = decodeRefinement(inner, dict.refinement, region, work);
  reader.seek(start + size);
  return refined;
}

/** The fixed tables of a text inside a dictionary (table 17). */
function aggregateSource(state: State, dict: SymbolDictionary): TextSource {
  if (state.decoder) return { decoder: state.decoder, contexts: state.text, refinement: dict.refinement };
  const symbolLines = Array.from({ length: 2 ** state.codeLength }, (_, low) => ({
    prefix: state.codeLength,
    bits: 0,
    low,
    kind: 'range' as const,
  }));
  const fifteen = standardTable(15);
  const tables: TextTables = {
    fs: standardTable(6),
    ds: standardTable(8),
    dt: standardTable(11),
    rdw: fifteen,
    rdh: fifteen,
    rdx: fifteen,
    rdy: fifteen,
    rsize: standardTable(1),
    id: huffmanTable(symbolLines),
  };
  return { reader: state.reader, bytes: state.bytes, end: state.end, tables, refinement: dict.refinement };
}

/** Symbols of one height, coded side by side in one bitmap (6.5.9). */
function heightClass(
  state: State,
  dict: SymbolDictionary,
  widths: number[],
  height: number,
  work: Work,
): Bitmap[] {
  const { reader } = state;
  const total = widths.reduce((sum, width) => sum + width, 0);
  const size = need(readHuffman(reader, dict.tables.size));
  reader.align();
  const start = reader.byteAt();
  const rowBytes = (total + 7) >> 3;
  const length = size === 0 ? rowBytes * height : size;
  const part = state.bytes.subarray(start, Math.min(state.end, start + length));
  const bitmap =
    size === 0 ? unpackBits(part, total, height, work) : decodeMmr(part, total, height, work).bitmap;
  reader.seek(start + length);
  let x = 0;
  return widths.map((width) => {
    const symbol = cutColumns(bitmap, x, width, work);
    x += width;
    return symbol;
  });
}

/** Alternating runs of symbols that are internal and symbols that are exported (6.5.10). */
function exported(state: State, symbols: (Bitmap | undefined)[], count: number): Bitmap[] {
  const out: Bitmap[] = [];
  let keep = false;
  let empty = 0;
  for (let at = 0; at < symbols.length; keep = !keep) {
    const run = need(state.exportRun());
    if (run < 0 || at + run > symbols.length || (run === 0 && ++empty > 8)) throw broken();
    if (keep) for (const symbol of symbols.slice(at, at + run)) if (symbol) out.push(symbol);
    at += run;
  }
  if (out.length !== count) throw broken();
  return out;
}
