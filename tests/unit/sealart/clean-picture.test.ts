import { crc32 as zlibCrc } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanPicture } from '#core/sealart/clean-picture.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import { randomFrom } from '#core/sealart/patterns.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { readPng as readPngOfCore } from '#core/sealart/read-png.ts';
import { resamplePicture } from '#core/sealart/resample.ts';
import { tracePicture } from '#core/sealart/trace-picture.ts';
import { crc32, writePng } from '#core/sealart/write-png.ts';
import { glyphsFor } from './fonts.ts';
import { readPng } from './read-png.ts';

const NAME = '深圳市青山纸业有限公司';
let seal: Picture;
beforeAll(async () => {
  seal = rasterize(
    drawSeal(presetDesign('ENTERPRISE_40', { name: NAME }), await glyphsFor({ SONG: NAME })),
    200,
  );
});

/** The seal on paper as a camera sees it: uneven light, noise, a margin about it. */
function photograph(paper: [number, number, number], shade: number, noise: number): Picture {
  const random = randomFrom('paper');
  const margin = 70;
  const [width, height] = [seal.width + 2 * margin, seal.height + 2 * margin];
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 1 - (shade * (x + y)) / (width + height);
      const [sx, sy] = [x - margin, y - margin];
      const inside = sx >= 0 && sy >= 0 && sx < seal.width && sy < seal.height;
      const from = (sy * seal.width + sx) * 4;
      const cover = inside ? (seal.pixels[from + 3] ?? 0) / 255 : 0;
      const grain = (random() - 0.5) * noise;
      for (let k = 0; k < 3; k++) {
        const ink = inside ? (seal.pixels[from + k] ?? 0) : 0;
        pixels[(y * width + x) * 4 + k] = (ink * cover + (paper[k] ?? 255) * (1 - cover)) * light + grain;
      }
      pixels[(y * width + x) * 4 + 3] = 255;
    }
  }
  return { width, height, pixels };
}

/** Share of pixels whose alpha is within a quarter of that of the true seal at the same size. */
function agreement(cleaned: Picture): number {
  const truth = resamplePicture(
    seal,
    { x: 0, y: 0, width: seal.width, height: seal.height },
    cleaned.width,
    cleaned.height,
  );
  let good = 0;
  for (let i = 3; i < truth.pixels.length; i += 4) {
    if (Math.abs((truth.pixels[i] ?? 0) - (cleaned.pixels[i] ?? 0)) < 64) good++;
  }
  return good / (truth.pixels.length / 4);
}

describe('cutting a seal out of a picture', () => {
  it('[5.5a] makes it 600 DPI at its size, names that in the PNG, and takes the paper away', () => {
    const cleaned = cleanPicture(photograph([250, 248, 240], 0, 6), { widthMm: 40, heightMm: 40 });
    expect(cleaned.width).toBe(945);
    expect(cleaned.height).toBe(945);
    expect(agreement(cleaned)).toBeGreaterThan(0.975);
    expect(cleaned.pixels[3]).toBe(0);
    const png = readPng(writePng(cleaned, 600), zlibCrc);
    expect(png.perMetre).toBe(23622);
    expect(Array.from(png.pixels.subarray(0, 40_000))).toEqual(
      Array.from(cleaned.pixels.subarray(0, 40_000)),
    );
  });

  it('[5.5a] does so on yellow paper, in uneven light and with noise', () => {
    expect(
      agreement(cleanPicture(photograph([244, 232, 205], 0.25, 18), { widthMm: 40, heightMm: 40 })),
    ).toBeGreaterThan(0.97);
    expect(
      agreement(cleanPicture(photograph([205, 205, 210], 0.15, 12), { widthMm: 40, heightMm: 40 })),
    ).toBeGreaterThan(0.97);
  });

  it('keeps the ink red and not mixed with the paper', () => {
    const cleaned = cleanPicture(photograph([250, 248, 240], 0, 0), { widthMm: 40, heightMm: 40 });
    const middle = (Math.floor(cleaned.height / 2) * cleaned.width + Math.floor(cleaned.width / 2)) * 4;
    const [r = 0, g = 255, b = 255, a = 0] = cleaned.pixels.subarray(middle, middle + 4);
    expect(r).toBeGreaterThan(190);
    expect(Math.max(g, b)).toBeLessThan(50);
    expect(a).toBe(255);
  });

  it('keeps a picture that is transparent already', () => {
    expect(agreement(cleanPicture(seal, { widthMm: 40, heightMm: 40 }))).toBeGreaterThan(0.985);
  });

  it('[5.5b] suggests another picture if it contains no seal on paper', () => {
    const flat = (value: number): Picture => ({
      width: 300,
      height: 300,
      pixels: new Uint8ClampedArray(360_000).fill(value).map((v, i) => (i % 4 === 3 ? 255 : v)),
    });
    const random = randomFrom('noise');
    const noise: Picture = {
      width: 300,
      height: 300,
      pixels: Uint8ClampedArray.from({ length: 360_000 }, (_, i) => (i % 4 === 3 ? 255 : random() * 255)),
    };
    for (const bad of [flat(255), flat(30), noise, { ...flat(255), width: 20, height: 20 }]) {
      expect(() => cleanPicture(bad, { widthMm: 40, heightMm: 40 })).toThrow(
        expect.objectContaining({ name: 'PICTURE_NOT_A_SEAL' }),
      );
    }
  });

  it('traces the cut-out into a drawing that paints the same seal, fine lines and holes included', () => {
    const cleaned = cleanPicture(photograph([250, 248, 240], 0.1, 8), { widthMm: 40, heightMm: 40 });
    const drawing = tracePicture(cleaned, 40, 40);
    expect(drawing.items).toHaveLength(1);
    expect(drawing.items[0]?.path.length).toBeLessThan(18_000);
    const traced = rasterize(drawing, 600);
    let same = 0;
    for (let i = 3; i < traced.pixels.length; i += 4) {
      if ((traced.pixels[i] ?? 0) > 127 === (cleaned.pixels[i] ?? 0) > 127) same++;
    }
    expect(same / (traced.pixels.length / 4)).toBeGreaterThan(0.99);
    expect(Number.parseInt(drawing.items[0]?.fill?.slice(1, 3) ?? '0', 16)).toBeGreaterThan(190);
    expect(() =>
      tracePicture({ ...cleaned, pixels: new Uint8ClampedArray(cleaned.pixels.length) }, 40, 40),
    ).toThrow(expect.objectContaining({ name: 'PICTURE_NOT_A_SEAL' }));
  });

  it('reads its own PNG, and rejects other PNGs and those that unpack to more than declared', () => {
    const cleaned = cleanPicture(seal, { widthMm: 20, heightMm: 20 });
    const bytes = writePng(cleaned, 600);
    const back = readPngOfCore(bytes);
    expect([back.width, back.height, back.dpi]).toEqual([472, 472, 600]);
    // compared as bytes: one by one, a million of them take seconds
    expect(Buffer.from(back.pixels).equals(Buffer.from(cleaned.pixels))).toBe(true);
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
    const cut = bytes.slice(0, bytes.length / 2);
    const wide = bytes.slice();
    new DataView(wide.buffer).setUint32(16, 100);
    const huge = bytes.slice();
    new DataView(huge.buffer).setUint32(16, 60_000);
    for (const bad of [jpeg, cut, wide, new Uint8Array(0)]) {
      expect(() => readPngOfCore(bad)).toThrow(expect.objectContaining({ name: 'PICTURE_TYPE_WRONG' }));
    }
    expect(() => readPngOfCore(huge)).toThrow(expect.objectContaining({ name: 'PICTURE_TOO_LARGE' }));
  });

  it('writes PNG chunks with the CRC that zlib computes', () => {
    const random = randomFrom('crc');
    const bytes = Uint8Array.from({ length: 1000 }, () => random() * 256);
    expect(crc32(bytes)).toBe(zlibCrc(bytes));
  });
});
