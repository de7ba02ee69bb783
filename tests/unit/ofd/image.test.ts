import { readFileSync } from 'node:fs';
import { unzlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fromBase64, fromHex, fromUtf8 } from '#core/bytes.ts';
import { decodeJbig2 } from '#core/ofd/image/decode-jbig2.ts';
import { decodeTiff } from '#core/ofd/image/decode-tiff.ts';
import { identifyImage } from '#core/ofd/image/identify-image.ts';
import { imageToDataUri } from '#core/ofd/image/image-to-data-uri.ts';
import { standardLines } from '#core/ofd/image/jbig2/huffman.ts';
import { type Raster, writePng } from '#core/ofd/image/write-png.ts';
import { newWork } from '#core/ofd/package/work.ts';
import { ANNEX_H } from './annex-h.ts';
import { refusal } from './make-package.ts';

const annexH = fromHex(ANNEX_H);

/** `#` for black, `.` for white, a line a row. */
function rows(raster: Raster): string[] {
  const stride = (raster.width + 7) >> 3;
  return Array.from({ length: raster.height }, (_, y) =>
    Array.from({ length: raster.width }, (_, x) =>
      (raster.data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? '.' : '#',
    ).join(''),
  );
}

describe('JBIG2 pictures', () => {
  it("decode the example of the standard's annex H: Huffman, MMR, arithmetic, text, halftone", () => {
    const huffman = rows(decodeJbig2(annexH, 1e6, 1));
    const arithmetic = rows(decodeJbig2(annexH, 1e6, 2));
    // the standard codes the same page in two ways
    expect(arithmetic).toEqual(huffman);
    expect(huffman).toHaveLength(56);
    expect(huffman.slice(1, 9).map((row) => row.slice(4, 42))).toEqual([
      '.####....####...####....####....####..',
      '#....#.......#..#...#.......#..#....#.',
      '#........#####..#...#...#####..#......',
      '#.......#....#..#...#..#....#..#......',
      '#....#..#....#..####...#....#..#....#.',
      '.####....#####..#.......#####...####..',
      '................#.....................',
      '................#.....................',
    ]);
    // the frame of the generic region, 54 by 44 at (4, 11), two pixels thick
    for (const y of [11, 12, 53, 54]) expect(huffman[y]!.slice(4, 58)).toBe('#'.repeat(54));
    expect(huffman[52]!.slice(4, 58)).toBe(`##${'.'.repeat(50)}##`);
  });

  it('decode the refinement and aggregate symbols of its third page', () => {
    expect(rows(decodeJbig2(annexH, 1e6, 3))).toEqual([
      '.####....####...####....####....####.',
      '#....#.......#..#...#.......#..#....#',
      '#........#####..#...#...#####..#.....',
      '#.......#....#..#...#..#....#..#.....',
      '#....#..#....#..####...#....#..#....#',
      '.####....#####..#.......#####...####.',
      '................#....................',
      '................#....................',
    ]);
  });

  it('are read as bare segments too, as a file states them by its format alone', () => {
    const bare = annexH.slice(13);
    expect(identifyImage(bare, 'GBIG2')).toBe('jbig2');
    expect(rows(decodeJbig2(bare, 1e6))).toEqual(rows(decodeJbig2(annexH, 1e6, 1)));
  });

  it('have standard code tables that are complete: their prefixes fill the code space', () => {
    for (let table = 1; table <= 15; table++) {
      expect(
        standardLines(table).reduce((sum, line) => sum + 2 ** -line.prefix, 0),
        `B.${table}`,
      ).toBe(1);
    }
  });

  it('are refused when they are too large for what they may cost', () => {
    expect(refusal(() => decodeJbig2(annexH, 3000, 1))).toBe('DOCUMENT_TOO_COMPLEX');
    expect(refusal(() => decodeJbig2(annexH.slice(0, 30), 1e6))).toBe('DOCUMENT_BROKEN');
  });
});

describe('TIFF pictures written by libtiff', () => {
  const read = (name: string) => {
    const url = new URL(`../../fixtures/ofd/${name}.tif`, import.meta.url);
    return decodeTiff(new Uint8Array(readFileSync(url)), 1e6);
  };
  const [width, height] = [93, 57];
  const expected = (channels: (x: number, y: number) => number[]) =>
    Array.from({ length: width * height }, (_, i) => channels(i % width, Math.floor(i / width))).flat();

  it('decode bilevel in G4, G3 of two dimensions, PackBits, and with reversed bits in strips', () => {
    const picture = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) =>
        (x * x + 3 * y) % 17 < 5 || (x > 20 && x < 60 && y > 10 && y < 25) ? '#' : '.',
      ).join(''),
    );
    for (const name of ['bilevel-g4', 'bilevel-g3-2d', 'bilevel-packbits', 'bilevel-g4-lsb-strips']) {
      expect(rows(read(name)), name).toEqual(picture);
    }
  });

  it('decode RGB with LZW and predictor and with Deflate in tiles', () => {
    const rgb = expected((x, y) => [(x * 5) % 256, (y * 9) % 256, (x * y) % 256]);
    for (const name of ['rgb-lzw-predictor', 'rgb-deflate-tiles'])
      expect([...read(name).data], name).toEqual(rgb);
  });

  it('decode gray in big-endian and palettes', () => {
    expect([...read('gray-none-bigendian').data]).toEqual(expected((x, y) => [(x * y + 7 * x) % 256]));
    const palette = (i: number) => [(i * 3) % 256, (i * 7) % 256, 255 - i];
    expect([...read('palette-packbits').data]).toEqual(expected((x, y) => palette((x + y) % 256)));
  });

  it('are refused when they are too large or have no pixels', () => {
    const url = new URL('../../fixtures/ofd/bilevel-g4.tif', import.meta.url);
    const bytes = new Uint8Array(readFileSync(url));
    expect(refusal(() => decodeTiff(bytes, 100))).toBe('DOCUMENT_TOO_COMPLEX');
    expect(refusal(() => decodeTiff(bytes.slice(0, 8), 1e6))).toBe('DOCUMENT_BROKEN');
  });
});

describe('pictures for the browser', () => {
  it('are passed through as PNG, JPEG, GIF, BMP and WebP, regardless of their name', () => {
    const gif = fromBase64('R0lGODlhAQABAAAAACw=');
    expect(imageToDataUri(gif, 'png', newWork(0))).toBe('data:image/gif;base64,R0lGODlhAQABAAAAACw=');
    expect(identifyImage(Uint8Array.of(0xff, 0xd8, 0xff), 'bmp')).toBe('jpeg');
    expect(identifyImage(Uint8Array.of(0x42, 0x4d, 0))).toBe('bmp');
  });

  it('are written as PNG when they are decoded here', () => {
    const uri = imageToDataUri(annexH, 'jb2', newWork(0));
    const png = fromBase64(uri.slice('data:image/png;base64,'.length));
    expect(fromUtf8(png.subarray(1, 4))).toBe('PNG');
    const view = new DataView(png.buffer);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([64, 56]);
    const body = png.subarray(41, 41 + view.getUint32(33));
    expect(unzlibSync(body)).toHaveLength(56 * 9);
    expect(
      writePng({ width: 1, height: 1, kind: 'rgb', data: Uint8Array.of(1, 2, 3) }).length,
    ).toBeGreaterThan(60);
  });

  it('are refused in formats that no browser draws', () => {
    expect(refusal(() => imageToDataUri(fromHex('00010203'), 'xyz', newWork(0)))).toBe(
      'DOCUMENT_UNSUPPORTED',
    );
  });
});
