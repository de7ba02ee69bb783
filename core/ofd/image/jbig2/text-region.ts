import { AppError } from '#core/errors.ts';
import type { BitReader } from '../bit-reader.ts';
import {
  type ArithmeticDecoder,
  arithmeticDecoder,
  type Contexts,
  readInteger,
  readSymbolId,
} from './arithmetic.ts';
import { type Bitmap, combine, newBitmap, type Work } from './bitmap.ts';
import type { Offset } from './generic-region.ts';
import { type HuffmanTable, readHuffman, standardTable } from './huffman.ts';
import { decodeRefinement } from './refinement-region.ts';

/** Contexts of the integers of a text region (6.4), named as in the standard without IA. */
export interface TextContexts {
  dt: Contexts;
  fs: Contexts;
  ds: Contexts;
  it: Contexts;
  ri: Contexts;
  rdw: Contexts;
  rdh: Contexts;
  rdx: Contexts;
  rdy: Contexts;
  id: Contexts;
}

/** Contexts in their initial state. `codeLength` is the number of bits of a symbol's id (SBSYMCODELEN). */
export function textContexts(codeLength: number): TextContexts {
  const integer = () => new Uint8Array(512);
  return {
    dt: integer(),
    fs: integer(),
    ds: integer(),
    it: integer(),
    ri: integer(),
    rdw: integer(),
    rdh: integer(),
    rdx: integer(),
    rdy: integer(),
    id: new Uint8Array(1 << (codeLength + 1)),
  };
}

export interface TextTables {
  fs: HuffmanTable;
  ds: HuffmanTable;
  dt: HuffmanTable;
  rdw: HuffmanTable;
  rdh: HuffmanTable;
  rdx: HuffmanTable;
  rdy: HuffmanTable;
  rsize: HuffmanTable;
  id: HuffmanTable;
}

export interface TextRegion {
  width: number;
  height: number;
  instances: number;
  logStrips: number;
  /** 0 bottom left, 1 top left, 2 bottom right, 3 top right. */
  corner: number;
  transposed: boolean;
  operator: number;
  defaultPixel: number;
  spacing: number;
  refined: boolean;
  refinementTemplate: number;
  refinementAdaptive: Offset[];
  symbols: (Bitmap | undefined)[];
  codeLength: number;
}

/** Source of the values of a text region: the arithmetic coder or a Huffman-coded text. */
export type TextSource =
  | { decoder: ArithmeticDecoder; contexts: TextContexts; refinement: Contexts }
  | { reader: BitReader; bytes: Uint8Array; end: number; tables: TextTables; refinement: Contexts };

const broken = () => new AppError('DOCUMENT_BROKEN', { reason: 'JBIG2 text region' });

/** Decoding of a text region (6.4.5). */
export function decodeText(source: TextSource, region: TextRegion, work: Work): Bitmap {
  const out = newBitmap(region.width, region.height, work, region.defaultPixel);
  const values = textValues(source, region, work);
  const strips = 1 << region.logStrips;
  let stripT = -values.dt() * strips;
  let firstS = 0;
  for (let done = 0; done < region.instances; ) {
    stripT += values.dt() * strips;
    firstS += values.fs();
    let s = firstS;
    for (;;) {
      const t = stripT + values.it();
      const symbol = values.symbol();
      s = place(out, symbol, s, t, region, work);
      done++;
      const ds = values.ds();
      if (ds === undefined) break;
      if (done >= region.instances) return out;
      s += ds + region.spacing;
    }
  }
  return out;
}

/** Draws one symbol and returns the position that the next one is relative to (6.4.5, steps 3c vi to x). */
function place(out: Bitmap, symbol: Bitmap, at: number, t: number, region: TextRegion, work: Work): number {
  const { width, height } = symbol;
  const right = region.corner >= 2;
  const bottom = region.corner === 0 || region.corner === 2;
  let s = at;
  const length = region.transposed ? height - 1 : width - 1;
  const before = region.transposed ? bottom : right;
  if (before) s += length;
  const [x, y] = region.transposed ? [t, s] : [s, t];
  combine(out, symbol, right ? x - width + 1 : x, bottom ? y - height + 1 : y, region.operator, work);
  return before ? s : s + length;
}

interface TextValues {
  dt(): number;
  fs(): number;
  ds(): number | undefined;
  it(): number;
  symbol(): Bitmap;
}

function textValues(source: TextSource, region: TextRegion, work: Work): TextValues {
  const need = (value: number | undefined) => {
    if (value === undefined) throw broken();
    return value;
  };
  const symbolAt = (id: number): Bitmap => {
    const symbol = region.symbols[id];
    if (!symbol) throw broken();
    return symbol;
  };
  const refine = (
    decoder: ArithmeticDecoder,
    contexts: Contexts,
    symbol: Bitmap,
    [dw, dh, dx, dy]: [number, number, number, number],
  ) =>
    decodeRefinement(
      decoder,
      contexts,
      {
        width: symbol.width + dw,
        height: symbol.height + dh,
        template: region.refinementTemplate,
        typical: false,
        reference: symbol,
        dx: (dw >> 1) + dx,
        dy: (dh >> 1) + dy,
        adaptive: region.refinementAdaptive,
      },
      work,
    );

  if ('decoder' in source) {
    const { decoder, contexts } = source;
    const integer = (cx: Contexts) => need(readInteger(decoder, cx));
    return {
      dt: () => integer(contexts.dt),
      fs: () => integer(contexts.fs),
      ds: () => readInteger(decoder, contexts.ds),
      it: () => (region.logStrips === 0 ? 0 : integer(contexts.it)),
      symbol() {
        const symbol = symbolAt(readSymbolId(decoder, contexts.id, region.codeLength));
        if (!region.refined || integer(contexts.ri) === 0) return symbol;
        const dw = integer(contexts.rdw);
        const dh = integer(contexts.rdh);
        const dx = integer(contexts.rdx);
        const dy = integer(contexts.rdy);
        return refine(decoder, source.refinement, symbol, [dw, dh, dx, dy]);
      },
    };
  }
  const { reader, tables } = source;
  const code = (table: HuffmanTable) => need(readHuffman(reader, table));
  return {
    dt: () => code(tables.dt),
    fs: () => code(tables.fs),
    ds: () => readHuffman(reader, tables.ds),
    it: () => reader.read(region.logStrips),
    symbol() {
      const symbol = symbolAt(code(tables.id));
      if (!region.refined || reader.read(1) === 0) return symbol;
      const dw = code(tables.rdw);
      const dh = code(tables.rdh);
      const dx = code(tables.rdx);
      const dy = code(tables.rdy);
      const size = code(tables.rsize);
      reader.align();
      const start = reader.byteAt();
      const decoder = arithmeticDecoder(source.bytes, start, Math.min(source.end, start + size));
      const refined = refine(decoder, source.refinement, symbol, [dw, dh, dx, dy]);
      reader.seek(start + size);
      return refined;
    },
  };
}

/** Codes of the symbol numbers of a Huffman text region (7.4.3.1.7). */
export function readSymbolCodes(reader: BitReader, count: number): { prefix: number }[] {
  const runLengths = Array.from({ length: 35 }, () => reader.read(4));
  const runs = new Map<string, number>();
  assignCodes(runLengths).forEach((code, i) => {
    if (code) runs.set(code, i);
  });
  const lengths: number[] = [];
  while (lengths.length < count) {
    let code = '';
    let run: number | undefined;
    while (run === undefined) {
      code += reader.read(1);
      if (code.length > 16) throw broken();
      run = runs.get(code);
    }
    if (run < 32) lengths.push(run);
    else {
      const [value, repeat] =
        run === 32
          ? [lengths.at(-1) ?? 0, reader.read(2) + 3]
          : run === 33
            ? [0, reader.read(3) + 3]
            : [0, reader.read(7) + 11];
      for (let i = 0; i < repeat && lengths.length < count; i++) lengths.push(value);
    }
  }
  reader.align();
  return lengths.map((prefix) => ({ prefix }));
}

/** Prefix codes as strings of 0 and 1, by length (B.3). */
function assignCodes(lengths: number[]): string[] {
  const out = new Array<string>(lengths.length).fill('');
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    lengths.forEach((own, i) => {
      if (own === length) out[i] = (code++).toString(2).padStart(length, '0');
    });
    code *= 2;
  }
  return out;
}

/** Selects a table by a two-bit choice: standard tables or the next custom one. */
export function chooseTable(choice: number, standard: number[], custom: () => HuffmanTable): HuffmanTable {
  const number = standard[choice];
  return number === undefined ? custom() : standardTable(number);
}
