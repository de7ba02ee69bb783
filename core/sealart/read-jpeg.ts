import { AppError } from '#core/errors.ts';
import { type Huffman, huffman, jpegBits } from './jpeg-bits.ts';
import { type Block, transformBlock, ZIGZAG } from './jpeg-block.ts';
import { turnPicture } from './jpeg-turn.ts';
import type { Picture } from './picture.ts';

const MAX_PIXELS = 8_000_000;
/** A normal progressive picture has about ten scans; thousands are a denial-of-service attempt. */
const MAX_SCANS = 40;

interface Component {
  id: number;
  h: number;
  v: number;
  table: number;
  /** Blocks per row and column, padded to whole MCUs. */
  across: number;
  down: number;
  /** Coefficients in natural order, 64 per block. */
  coefficients: Int16Array;
  previous: number;
  dc?: Huffman | undefined;
  ac?: Huffman | undefined;
}

interface Frame {
  width: number;
  height: number;
  progressive: boolean;
  components: Component[];
  hMax: number;
  vMax: number;
}

const refuse = (): never => {
  throw new AppError('PICTURE_TYPE_WRONG');
};

/**
 * Reads a JPEG (ITU-T T.81: baseline, extended and progressive with 8 bits, grey or YCbCr or RGB), rotated upright by
 * its EXIF orientation. Of a truncated file it returns the part that exists. Throws PICTURE_TYPE_WRONG for anything
 * else, including CMYK, and PICTURE_TOO_LARGE beyond 8 million pixels.
 *
 * ```ts
 * const { width, height, pixels } = readJpeg(bytes);
 * ```
 */
export function readJpeg(bytes: Uint8Array): Picture {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) refuse();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: Block[] = [];
  const [dcTables, acTables]: [Huffman[], Huffman[]] = [[], []];
  let frame: Frame | undefined;
  let [restartEvery, orientation, scans, adobe] = [0, 1, 0, -1];
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) break;
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || body.length !== length - 2) break;
    at += 2 + length;
    if (marker === 0xdb) readQuantization(body, tables);
    else if (marker === 0xc4) readHuffman(body, dcTables, acTables);
    else if (marker === 0xdd) restartEvery = (body[0]! << 8) | body[1]!;
    else if (marker === 0xe1) orientation = orientationOf(body) ?? orientation;
    else if (marker === 0xee && body.length >= 12 && body[0] === 0x41) adobe = body[11]!;
    else if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) {
      if (frame) refuse();
      frame = readFrame(body, marker === 0xc2);
    } else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) refuse();
    else if (marker === 0xda) {
      if (!frame || ++scans > MAX_SCANS) refuse();
      at += readScan(bytes.subarray(at), body, frame!, dcTables, acTables, restartEvery);
    }
  }
  if (!frame || scans === 0) return refuse();
  return turnPicture(paint(frame, tables, adobe), orientation);
}

function readQuantization(body: Uint8Array, tables: Block[]): void {
  for (let at = 0; at < body.length; ) {
    const [wide, id] = [body[at]! >> 4, body[at]! & 15];
    at++;
    const table = new Int32Array(64);
    for (let i = 0; i < 64; i++) {
      table[ZIGZAG[i]!] = wide ? (body[at]! << 8) | body[at + 1]! : body[at]!;
      at += wide ? 2 : 1;
    }
    tables[id] = table;
  }
}

function readHuffman(body: Uint8Array, dc: Huffman[], ac: Huffman[]): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const [kind, id] = [body[at]! >> 4, body[at]! & 15];
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((n, one) => n + one, 0);
    (kind === 0 ? dc : ac)[id] = huffman(counts, body.subarray(at + 17, at + 17 + total));
    at += 17 + total;
  }
}

function readFrame(body: Uint8Array, progressive: boolean): Frame {
  const [height, width] = [(body[1]! << 8) | body[2]!, (body[3]! << 8) | body[4]!];
  const count = body[5]!;
  if (body[0] !== 8 || width === 0 || height === 0 || (count !== 1 && count !== 3)) refuse();
  if (body.length < 6 + 3 * count) refuse();
  if (width * height > MAX_PIXELS) throw new AppError('PICTURE_TOO_LARGE', { max: 5 });
  const parts = Array.from({ length: count }, (_, i) => {
    const [id, factors, table] = [body[6 + 3 * i]!, body[7 + 3 * i]!, body[8 + 3 * i]!];
    const [h, v] = [factors >> 4, factors & 15];
    if (h < 1 || h > 4 || v < 1 || v > 4) refuse();
    return { id, h, v, table };
  });
  const hMax = Math.max(...parts.map(({ h }) => h));
  const vMax = Math.max(...parts.map(({ v }) => v));
  const [mcusAcross, mcusDown] = [Math.ceil(width / (8 * hMax)), Math.ceil(height / (8 * vMax))];
  const components = parts.map((part) => {
    const [across, down] = [mcusAcross * part.h, mcusDown * part.v];
    return { ...part, across, down, coefficients: new Int16Array(across * down * 64), previous: 0 };
  });
  return { width, height, progressive, components, hMax, vMax };
}

/** Reads the coefficients of a scan (T.81, annexes F and G); returns the number of bytes read. */
function readScan(
  data: Uint8Array,
  head: Uint8Array,
  frame: Frame,
  dc: readonly Huffman[],
  ac: readonly Huffman[],
  restartEvery: number,
): number {
  const count = head[0]!;
  const used = Array.from({ length: count }, (_, i) => {
    const component = frame.components.find(({ id }) => id === head[1 + 2 * i]);
    if (!component) return refuse();
    const choice = head[2 + 2 * i]!;
    return Object.assign(component, { dc: dc[choice >> 4], ac: ac[choice & 15] });
  });
  const [from, to] = [head[1 + 2 * count]!, Math.min(63, head[2 + 2 * count]!)];
  const [high, low] = [head[3 + 2 * count]! >> 4, head[3 + 2 * count]! & 15];
  if (used.length === 0 || from > to || low > 13) refuse();
  const bits = jpegBits(data);
  let endOfBands = 0;

  const sampleAt = (part: Component, at: number) => {
    const { coefficients } = part;
    const size = bits.code(part.dc!);
    part.previous += bits.signed(size);
    coefficients[at] = part.previous;
    for (let k = 1; k < 64; k++) {
      const code = bits.code(part.ac!);
      if ((code & 15) === 0) {
        if (code >> 4 < 15) return;
        k += 15;
        continue;
      }
      k += code >> 4;
      if (k > 63) return;
      coefficients[at + ZIGZAG[k]!] = bits.signed(code & 15);
    }
  };
  const firstDc = (part: Component, at: number) => {
    part.previous += bits.signed(bits.code(part.dc!));
    part.coefficients[at] = part.previous << low;
  };
  const nextDc = (part: Component, at: number) => {
    if (bits.bit()) part.coefficients[at]! |= 1 << low;
  };
  const firstAc = (part: Component, at: number) => {
    if (endOfBands > 0) {
      endOfBands--;
      return;
    }
    for (let k = from; k <= to; k++) {
      const code = bits.code(part.ac!);
      const [run, size] = [code >> 4, code & 15];
      if (size === 0) {
        if (run < 15) {
          endOfBands = (1 << run) - 1 + bits.number(run);
          return;
        }
        k += 15;
        continue;
      }
      k += run;
      if (k > 63) return;
      part.coefficients[at + ZIGZAG[k]!] = bits.signed(size) * (1 << low);
    }
  };
  const nextAc = (part: Component, at: number) => {
    const { coefficients } = part;
    const step = 1 << low;
    const refine = (z: number) => {
      const held = coefficients[z]!;
      if (bits.bit() && (held & step) === 0) coefficients[z] = held + (held >= 0 ? step : -step);
    };
    let k = from;
    for (; endOfBands === 0 && k <= to; k++) {
      const code = bits.code(part.ac!);
      let run = code >> 4;
      let value = 0;
      if ((code & 15) !== 0) value = bits.bit() ? step : -step;
      else if (run < 15) {
        endOfBands = (1 << run) + bits.number(run);
        break;
      }
      for (; k <= to; k++) {
        const z = at + ZIGZAG[k]!;
        if (coefficients[z] !== 0) refine(z);
        else if (run-- === 0) {
          if (value !== 0) coefficients[z] = value;
          break;
        }
      }
    }
    if (endOfBands === 0) return;
    for (; k <= to; k++) if (coefficients[at + ZIGZAG[k]!] !== 0) refine(at + ZIGZAG[k]!);
    endOfBands--;
  };
  const needsDc = !frame.progressive || (from === 0 && high === 0);
  const needsAc = !frame.progressive || from > 0;
  if (used.some((part) => (needsDc && !part.dc) || (needsAc && !part.ac))) refuse();
  if (frame.progressive && from > 0 && used.length > 1) refuse();
  const read = !frame.progressive
    ? sampleAt
    : from === 0
      ? high === 0
        ? firstDc
        : nextDc
      : high === 0
        ? firstAc
        : nextAc;

  const { width, height, hMax, vMax } = frame;
  const single = used.length === 1 ? used[0]! : undefined;
  const across = single ? Math.ceil((width * single.h) / (8 * hMax)) : Math.ceil(width / (8 * hMax));
  const down = single ? Math.ceil((height * single.v) / (8 * vMax)) : Math.ceil(height / (8 * vMax));
  for (const part of used) part.previous = 0;
  for (let mcu = 0; mcu < across * down && !bits.over(); mcu++) {
    if (restartEvery > 0 && mcu > 0 && mcu % restartEvery === 0) {
      if (!bits.restart()) break;
      for (const part of used) part.previous = 0;
      endOfBands = 0;
    }
    const [x, y] = [mcu % across, Math.floor(mcu / across)];
    if (single) read(single, (y * single.across + x) * 64);
    else
      for (const part of used)
        for (let v = 0; v < part.v; v++)
          for (let h = 0; h < part.h; h++) read(part, ((y * part.v + v) * part.across + x * part.h + h) * 64);
  }
  return bits.position();
}

function paint(frame: Frame, tables: readonly Block[], adobe: number): Picture {
  const { width, height, hMax, vMax, components } = frame;
  const planes = components.map(({ coefficients, across, down, table }) => {
    const quantization = tables[table] ?? refuse();
    const samples = new Uint8ClampedArray(across * down * 64);
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++)
        transformBlock(
          coefficients,
          (y * across + x) * 64,
          quantization,
          samples,
          y * 64 * across + x * 8,
          across * 8,
        );
    return samples;
  });
  const pixels = new Uint8ClampedArray(width * height * 4);
  const isRgb = adobe === 0 || (adobe === -1 && components.map(({ id }) => id).join() === '82,71,66');
  const at = components.map(({ h, v, across }) => ({ h: h / hMax, v: v / vMax, line: across * 8 }));
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const sample = (i: number) =>
        planes[i]![Math.floor(y * at[i]!.v) * at[i]!.line + Math.floor(x * at[i]!.h)]!;
      const first = sample(0);
      pixels[to + 3] = 255;
      if (components.length === 1) {
        pixels[to] = first;
        pixels[to + 1] = first;
        pixels[to + 2] = first;
        continue;
      }
      const [second, third] = [sample(1), sample(2)];
      const [cb, cr] = [second - 128, third - 128];
      pixels[to] = isRgb ? first : first + 1.402 * cr;
      pixels[to + 1] = isRgb ? second : first - 0.344136 * cb - 0.714136 * cr;
      pixels[to + 2] = isRgb ? third : first + 1.772 * cb;
    }
  return { width, height, pixels };
}

/** Camera orientation: tag 0x0112 of the first directory (EXIF 2.32, 4.6.4), 1 to 8. */
function orientationOf(body: Uint8Array): number | undefined {
  if (String.fromCharCode(...body.subarray(0, 6)) !== 'Exif\0\0') return undefined;
  const view = new DataView(body.buffer, body.byteOffset + 6, body.length - 6);
  try {
    const little = view.getUint16(0) === 0x4949;
    const start = view.getUint32(4, little);
    for (let i = 0; i < view.getUint16(start, little); i++) {
      const entry = start + 2 + 12 * i;
      if (view.getUint16(entry, little) !== 0x0112) continue;
      const value = view.getUint16(entry + 8, little);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch {
    // A directory that points beyond the segment is ignored.
  }
  return undefined;
}
