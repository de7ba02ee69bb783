import { unzlibSync } from 'fflate';
import type { Picture } from '#core/sealart/picture.ts';

/** Reads an 8 bit RGBA PNG by the letter of the standard (clauses 5, 9, 11), checking every chunk's CRC with zlib's. */
export function readPng(
  bytes: Uint8Array,
  crc: (bytes: Uint8Array) => number,
): Picture & { perMetre: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [width, height, perMetre] = [0, 0, 0];
  const data: Uint8Array[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (crc(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
      throw new Error(`CRC of ${type}`);
    if (type === 'IHDR') [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (type === 'pHYs') perMetre = view.getUint32(at + 8);
    if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  const packed = new Uint8Array(data.reduce((n, d) => n + d.length, 0));
  let to = 0;
  for (const part of data) {
    packed.set(part, to);
    to += part.length;
  }
  const raw = unzlibSync(packed);
  const stride = width * 4;
  const pixels = new Uint8ClampedArray(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i++) {
      const left = i >= 4 ? (pixels[y * stride + i - 4] ?? 0) : 0;
      const up = y > 0 ? (pixels[(y - 1) * stride + i] ?? 0) : 0;
      const predicted = filter === 1 ? left : filter === 2 ? up : 0;
      if (filter > 2) throw new Error(`filter ${filter}`);
      pixels[y * stride + i] = ((raw[y * (stride + 1) + 1 + i] ?? 0) + predicted) & 0xff;
    }
  }
  return { width, height, pixels, perMetre };
}
