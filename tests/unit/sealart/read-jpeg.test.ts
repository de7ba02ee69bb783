import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Picture } from '#core/sealart/picture.ts';
import { readJpeg } from '#core/sealart/read-jpeg.ts';
import { readPng } from '#core/sealart/read-png.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/photos/${name}`, import.meta.url)));
const seal = readPng(fixture('seal.png'));

/** Mean difference of the channels, of 255. */
function difference(
  a: Picture,
  b: Picture,
  channel: (pixels: Uint8ClampedArray, at: number, c: number) => number,
) {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let sum = 0;
  for (let at = 0; at < a.pixels.length; at += 4)
    for (let c = 0; c < 3; c++) sum += Math.abs(a.pixels[at + c]! - channel(b.pixels, at, c));
  return sum / (a.width * a.height * 3);
}
const colour = (pixels: Uint8ClampedArray, at: number, c: number) => pixels[at + c]!;
const grey = (pixels: Uint8ClampedArray, at: number) =>
  0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;

/** Grey blocks of 8 px side by side, each after a restart: the same difference from the beginning in each. */
function withRestarts(blocks: number): Uint8Array {
  const part = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  const one = (at: number) => Array.from({ length: 16 }, (_, i) => (i + 1 === at ? 1 : 0));
  const twoDc = Array.from({ length: 16 }, (_, i) => (i < 2 ? 1 : 0));
  // Differences: "0" none, "10" one of six bits; bands: "0" no more. 10 100000 0 and ones to fill: +32.
  const data = Array.from({ length: blocks }, (_, i) => [
    ...(i === 0 ? [] : [0xff, 0xd0 + ((i - 1) % 8)]),
    0b10100000,
    0b01111111,
  ]);
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...part(0xdb, 0, ...Array.from({ length: 64 }, () => 8)),
    ...part(0xc0, 8, 0, 8, 0, 8 * blocks, 1, 1, 0x11, 0),
    ...part(0xc4, 0x00, ...twoDc, 0, 6),
    ...part(0xc4, 0x10, ...one(1), 0),
    ...part(0xdd, 0, 1),
    ...part(0xda, 1, 1, 0x00, 0, 63, 0),
    ...data.flat(),
    ...[0xff, 0xd9],
  ]);
}

/** The file with an EXIF segment that says how the camera was held. */
function held(jpeg: Uint8Array, orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [...new TextEncoder().encode('Exif\0\0'), ...tiff];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, body.length + 2, ...body, ...jpeg.subarray(2)]);
}

describe('[5.6a] a JPEG', () => {
  it.each([
    ['progressive.jpg', 3],
    ['baseline.jpg', 9],
    ['progressive-420.jpg', 9],
  ])('%s has the pixels that it was made from', (name, most) => {
    expect(difference(readJpeg(fixture(name)), seal, colour)).toBeLessThan(most);
  });

  it('in grey has its light', () => {
    expect(difference(readJpeg(fixture('grey.jpg')), seal, grey)).toBeLessThan(6);
  });

  it('resets the decoder at each restart marker', () => {
    const { width, height, pixels } = readJpeg(withRestarts(11));
    expect([width, height]).toEqual([88, 8]);
    expect(new Set(pixels.filter((_, i) => i % 4 === 0))).toEqual(new Set([128 + 32]));
  });

  it('is upright, however the camera was held', () => {
    const jpeg = fixture('progressive.jpg');
    const upright = readJpeg(jpeg);
    const corner = ({ width, height, pixels }: Picture) =>
      [
        [1, 1],
        [width - 2, 1],
        [width - 2, height - 2],
        [1, height - 2],
      ].map(([x, y]) => [...pixels.subarray((y! * width + x!) * 4, (y! * width + x!) * 4 + 3)].join());
    const [a, b, c, d] = corner(upright);
    // Where the corners of the file come to lie, from the top left on, as the eight values of EXIF say.
    const places = [
      [a, b, c, d],
      [b, a, d, c],
      [c, d, a, b],
      [d, c, b, a],
      [a, d, c, b],
      [d, a, b, c],
      [c, b, a, d],
      [b, c, d, a],
    ];
    for (const [i, place] of places.entries()) {
      const turned = readJpeg(held(jpeg, i + 1));
      expect([turned.width, turned.height]).toEqual(i < 4 ? [77, 69] : [69, 77]);
      expect(corner(turned), `orientation ${i + 1}`).toEqual(place);
    }
  });

  it('truncated shows what there is; other files and pictures for printers are rejected', () => {
    const jpeg = fixture('baseline.jpg');
    expect(readJpeg(jpeg.subarray(0, jpeg.length - 200)).width).toBe(77);
    for (const bytes of [fixture('cmyk.jpg'), fixture('seal.png'), new Uint8Array(0), jpeg.subarray(0, 300)])
      expect(() => readJpeg(bytes)).toThrow('PICTURE_TYPE_WRONG');
    const large = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x40, 0, 0x40, 0, 1, 1, 0x11, 0]);
    expect(() => readJpeg(large)).toThrow('PICTURE_TOO_LARGE');
  });

  it('that is damaged anywhere is read or rejected quickly', () => {
    for (const name of ['baseline.jpg', 'progressive-420.jpg'])
      for (let at = 2; at < fixture(name).length; at += 37) {
        const spoilt = fixture(name);
        spoilt[at]! ^= 0x55;
        try {
          readJpeg(spoilt);
        } catch (error) {
          expect(String(error)).toMatch(/PICTURE_/);
        }
      }
  });
});
