import { zlibSync } from 'fflate';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import type { Picture } from './picture.ts';

/**
 * Encodes the picture as PNG (8-bit RGBA, one filter per row by least absolute sum) with its resolution in pHYs.
 *
 * ```ts
 * const png = writePng(rasterize(drawing, 300), 300);
 * ```
 */
export function writePng(picture: Picture, dpi: number): Bytes {
  const { width, height } = picture;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6, 0, 0, 0], 8);
  const physical = new Uint8Array(9);
  const perMetre = Math.round(dpi / 0.0254);
  new DataView(physical.buffer).setUint32(0, perMetre);
  new DataView(physical.buffer).setUint32(4, perMetre);
  physical[8] = 1;
  return concatBytes(
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('pHYs', physical),
    chunk('IDAT', zlibSync(filterRows(picture), { level: 6 })),
    chunk('IEND', new Uint8Array(0)),
  );
}

/** Each row preceded by its filter type: none, sub or up, whichever gives the smallest differences. */
function filterRows({ width, height, pixels }: Picture): Uint8Array {
  const stride = width * 4;
  const out = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    let [none, sub, up] = [0, 0, 0];
    for (let i = 0; i < stride; i++) {
      const value = pixels[row + i] ?? 0;
      const left = i >= 4 ? (pixels[row + i - 4] ?? 0) : 0;
      const above = y > 0 ? (pixels[row - stride + i] ?? 0) : 0;
      none += magnitude(value);
      sub += magnitude(value - left);
      up += magnitude(value - above);
    }
    const filter = up <= sub && up <= none ? 2 : sub <= none ? 1 : 0;
    const at = y * (stride + 1);
    out[at] = filter;
    for (let i = 0; i < stride; i++) {
      const left = filter === 1 && i >= 4 ? (pixels[row + i - 4] ?? 0) : 0;
      const above = filter === 2 && y > 0 ? (pixels[row - stride + i] ?? 0) : 0;
      out[at + 1 + i] = (pixels[row + i] ?? 0) - left - above;
    }
  }
  return out;
}

const magnitude = (difference: number): number => {
  const byte = difference & 0xff;
  return byte < 128 ? byte : 256 - byte;
};

function chunk(type: string, data: Uint8Array): Bytes {
  const out = new Uint8Array(data.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = type.charCodeAt(i);
  out.set(data, 8);
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)));
  return out;
}

let table: Uint32Array | undefined;

/** CRC-32 of ISO 3309, as required by PNG clause 5.5. */
export function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
