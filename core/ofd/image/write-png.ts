import { zlibSync } from 'fflate';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { crc32 } from '#core/ofd/package/crc32.ts';

/** Pixels in rows padded to whole bytes only: 1 or 8 bits per channel. */
export interface Raster {
  width: number;
  height: number;
  /** `bilevel`: one bit per pixel, 1 is white. The others: 8 bits per channel. */
  kind: 'bilevel' | 'gray' | 'rgb' | 'rgba';
  data: Uint8Array;
}

const COLOR_TYPE = { bilevel: 0, gray: 0, rgb: 2, rgba: 6 };
const CHANNELS = { bilevel: 1, gray: 1, rgb: 3, rgba: 4 };

/** Cost of a pixel to decode and store, relative to a black and white one. */
export function pixelWeight(kind: Raster['kind']): number {
  return kind === 'bilevel' ? 1 : (CHANNELS[kind] * 4) / 3;
}

/** A PNG file (ISO/IEC 15948) of the raster. */
export function writePng(raster: Raster): Bytes {
  const { width, height, kind, data } = raster;
  const stride = kind === 'bilevel' ? (width + 7) >> 3 : width * CHANNELS[kind];
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = kind === 'bilevel' ? 1 : 8;
  header[9] = COLOR_TYPE[kind];
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const body = zlibSync(rows, { level: kind === 'bilevel' ? 3 : 1 });
  return concatBytes(signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', new Uint8Array(0)));
}

function chunk(type: string, body: Uint8Array): Bytes {
  const name = Uint8Array.from(type, (c) => c.charCodeAt(0));
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, body.length);
  frame.setUint32(4, crc32(name, body));
  const bytes = new Uint8Array(frame.buffer);
  return concatBytes(bytes.subarray(0, 4), name, body, bytes.subarray(4));
}
