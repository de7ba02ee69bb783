import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ADAM7 } from '#core/adam7.ts';
import { type Bytes, concatBytes, utf8 } from '#core/bytes.ts';
import type { SealAppearance } from '#core/pdf/draw/appearance.ts';
import { decodePng } from '#core/pdf/draw/decode-png.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import type { SignatureFieldSpec } from '#core/pdf/prepare/spec.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import {
  boxOfPixels,
  inFolder,
  isBlue,
  isGreen,
  isOfSeal,
  isRed,
  judge,
  makePdf,
  type PageKind,
  pdfsig,
  picture,
  squareSeal,
} from './documents.ts';
import { testSigner } from './signers.ts';

/** Half a pixel at 127 dpi is 0.1 mm; edges are softened over one pixel. */
const NEAR = 0.35;

async function prepared(file: Bytes, ...signatureFields: SignatureFieldSpec[]): Promise<Bytes> {
  const result = await preparePdf(file, { signatureFields });
  return appendIncrement(file, result, result.append);
}

async function signed(file: Bytes, field: string, appearance: SealAppearance): Promise<Bytes> {
  const { signer } = await testSigner('P-256');
  return signPdf(file, { field, appearance, signer });
}

function expectBox(
  found: ReturnType<typeof boxOfPixels>,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  expect(found).toBeDefined();
  for (const [is, should] of [
    [found!.x, x],
    [found!.y, y],
    [found!.width, width],
    [found!.height, height],
  ] as const) {
    expect(Math.abs(is - should)).toBeLessThan(NEAR);
  }
}

const PAGES: Record<string, PageKind> = {
  'an upright page': {},
  'a page turned by 90°': { rotate: 90 },
  'a page turned by 180°': { rotate: 180 },
  'a page turned by 270°': { rotate: 270 },
  'a cropped page': { size: [900, 900], crop: [100, 50, 500, 700] },
  'a cropped page turned by 90°': { size: [900, 900], crop: [100, 50, 500, 700], rotate: 90 },
  'a cropped page turned by 270°': { size: [900, 900], crop: [100, 50, 500, 700], rotate: 270 },
  'a large page': { size: [1684, 2384] },
};

describe('seals on paper', () => {
  for (const [name, kind] of Object.entries(PAGES)) {
    it(`[3.14] a seal of 42 mm measures 42 mm, upright, where it was put, on ${name}`, async () => {
      const places = [{ kind: 'at' as const, page: 0, box: { x: 31, y: 57, width: 42, height: 42 } }];
      const file = await signed(
        await prepared(await makePdf([kind]), { name: 'A', places }),
        'A',
        squareSeal(),
      );
      const image = picture(file, 0);
      expectBox(boxOfPixels(image, isOfSeal), 31, 57, 42, 42);
      expectBox(boxOfPixels(image, isGreen), 31, 57, 7, 7);
      expectBox(boxOfPixels(image, isBlue), 31, 57 + 14, 14, 7);
      const { signer } = await testSigner('P-256');
      const newField = { page: 0, box: { x: 80, y: 120, width: 30, height: 30 } };
      const fresh = await signPdf(await makePdf([kind]), {
        field: 'B',
        newField,
        appearance: squareSeal(30),
        signer,
      });
      expectBox(boxOfPixels(picture(fresh, 0), isOfSeal), 80, 120, 30, 30);
    });
  }

  it('a seal of 42 mm measures 42 mm on a page with units of its own', async () => {
    // poppler does not know UserUnit; mutool does.
    const places = [{ kind: 'at' as const, page: 0, box: { x: 31, y: 57, width: 42, height: 42 } }];
    const page: PageKind = { size: [300, 400], userUnit: 2, rotate: 90 };
    const file = await signed(
      await prepared(await makePdf([page]), { name: 'A', places }),
      'A',
      squareSeal(),
    );
    inFolder((folder) => {
      writeFileSync(join(folder, 'in.pdf'), file);
      execFileSync('mutool', [
        'draw',
        '-q',
        '-r',
        '127',
        '-o',
        join(folder, 'out.ppm'),
        join(folder, 'in.pdf'),
        '1',
      ]);
      const data = new Uint8Array(readFileSync(join(folder, 'out.ppm')));
      const head = /^P6\s+(?:#.*\s)?(\d+)\s+(\d+)\s+255\s/.exec(
        new TextDecoder('latin1').decode(data.subarray(0, 90)),
      )!;
      const image = {
        width: Number(head[1]),
        height: Number(head[2]),
        rgb: data.subarray(head[0].length),
        perMm: 5,
      };
      expectBox(boxOfPixels(image, isOfSeal), 31, 57, 42, 42);
      expectBox(boxOfPixels(image, isGreen), 31, 57, 7, 7);
    });
  });

  it('a cross-page seal shows one slice per page at its edge; they form the complete seal', async () => {
    const pages: PageKind[] = [{}, { rotate: 90 }, { size: [400, 900] }, { rotate: 180 }, { rotate: 270 }];
    const file = await makePdf(pages);
    const crossPage = {
      name: 'Riding',
      places: [{ kind: 'crossPage' as const, y: 40, width: 42, height: 42 }],
    };
    const result = await signed(await prepared(file, crossPage), 'Riding', squareSeal());
    const widths = [210, 297, 141.1, 210, 297];
    let red = 0;
    pages.forEach((_, i) => {
      const image = picture(result, i);
      const slice = 42 / 5;
      expectBox(boxOfPixels(image, isOfSeal), widths[i]! - slice, 40, slice, 42);
      red += boxOfPixels(image, isRed)!.width;
      // The green corner of 7 mm is in the first slice of 8.4 mm only; the blue bar of 14 mm reaches into the second.
      expect(boxOfPixels(image, isGreen) !== undefined).toBe(i === 0);
      expect(boxOfPixels(image, isBlue) !== undefined).toBe(i <= 1);
    });
    expect(Math.abs(red - 42)).toBeLessThan(1.5);
    expect(pdfsig(result)).toEqual(['Signature is Valid.']);
  });

  it('[3.14] a cross-page seal goes over a range, every other page, or groups of pages', async () => {
    const file = await makePdf(Array.from({ length: 9 }, () => ({})));
    const plan = async (more: object) => {
      const place = { kind: 'crossPage' as const, y: 40, width: 42, height: 42, ...more };
      const result = await preparePdf(file, { signatureFields: [{ name: 'R', places: [place] }] });
      return result.fields[0]!.widgets.map(({ page, slice }) => `${page}:${slice!.index}/${slice!.count}`);
    };
    expect(await plan({ pages: { from: 2, to: 4 } })).toEqual(['2:0/3', '3:1/3', '4:2/3']);
    expect(await plan({ every: 2 })).toEqual(['0:0/5', '2:1/5', '4:2/5', '6:3/5', '8:4/5']);
    expect(await plan({ pagesPerSeal: 4 })).toEqual([
      ...['0:0/3', '1:1/3', '2:2/3', '3:0/3', '4:1/3', '5:2/3', '6:0/3', '7:1/3', '8:2/3'],
    ]);
    await expect(plan({ pages: { from: 3, to: 3 } })).rejects.toThrow('INPUT_INVALID');
  });

  it('[3.14] a multi-page seal is whole on each page of its range, with one signature', async () => {
    const file = await makePdf([{}, {}, { rotate: 90 }, {}]);
    const places = [
      { kind: 'pages' as const, pages: { from: 1, to: 2 }, box: { x: 20, y: 30, width: 42, height: 42 } },
    ];
    const result = await signed(await prepared(file, { name: 'Multi', places }), 'Multi', squareSeal());
    for (const page of [1, 2]) expectBox(boxOfPixels(picture(result, page), isOfSeal), 20, 30, 42, 42);
    for (const page of [0, 3]) expect(boxOfPixels(picture(result, page), isOfSeal)).toBeUndefined();
    expect(pdfsig(result)).toEqual(['Signature is Valid.']);
  });

  it('[1.3a] seal, date and handwriting of one signature each show their own picture', async () => {
    const box = (x: number) => ({ x, y: 50, width: 20, height: 20 });
    const ready = await prepared(await makePdf(), {
      name: 'A',
      places: [
        { kind: 'at', page: 0, box: box(20) },
        { kind: 'at', page: 0, box: box(60), part: 'date' },
        { kind: 'at', page: 0, box: box(100), part: 'handwriting' },
      ],
    });
    const plain = (fill: string): SealAppearance => ({
      kind: 'drawing',
      drawing: {
        widthMm: 20,
        heightMm: 20,
        items: [{ path: [['M', 0, 0], ['L', 20, 0], ['L', 20, 20], ['L', 0, 20], ['Z']], fill }],
      },
    });
    const { signer } = await testSigner('P-256');
    const parts = { date: plain('#00ff00'), handwriting: plain('#0000ff') };
    const file = await signPdf(ready, { field: 'A', appearance: plain('#ff0000'), parts, signer });
    const image = picture(file, 0);
    expectBox(boxOfPixels(image, isRed), 20, 50, 20, 20);
    expectBox(boxOfPixels(image, isGreen), 60, 50, 20, 20);
    expectBox(boxOfPixels(image, isBlue), 100, 50, 20, 20);
  });

  it('an unsigned field shows nothing', async () => {
    const places = [{ kind: 'at' as const, page: 0, box: { x: 31, y: 157, width: 42, height: 42 } }];
    const ready = await prepared(await makePdf(), { name: 'A', places });
    const image = picture(ready, 0);
    const ink = boxOfPixels(image, (r) => r < 250)!;
    expect(ink.height).toBeLessThan(6);
  });

  it('fill and line of an item are seen through as one', async () => {
    const path = [['M', 5, 5], ['L', 15, 5], ['L', 15, 15], ['L', 5, 15], ['Z']] as const;
    const item = { path, fill: '#ff0000', stroke: '#0000ff', strokeWidthMm: 4, opacity: 0.5 };
    const drawing = { widthMm: 20, heightMm: 20, items: [item] };
    const places = [{ kind: 'at' as const, page: 0, box: { x: 30, y: 50, width: 20, height: 20 } }];
    const ready = await prepared(await makePdf([{ text: ' ' }]), { name: 'A', places });
    const image = picture(await signed(ready, 'A', { kind: 'drawing', drawing }), 0);
    const near = (a: number, b: number) => Math.abs(a - b) < 4;
    const line = boxOfPixels(image, (r, g, b) => near(r, 127) && near(g, 127) && near(b, 255));
    // The line reaches 2 mm to both sides of the path, and none of the fill shines through it.
    expectBox(line, 33, 53, 14, 14);
    expect(boxOfPixels(image, (r, g, b) => near(r, 127) && g < 120 && b > 120)).toBeUndefined();
    expectBox(
      boxOfPixels(image, (r, g, b) => near(r, 255) && near(g, 127) && near(b, 127)),
      37,
      57,
      6,
      6,
    );
  });

  it('drawings stay vectors', async () => {
    const places = [{ kind: 'at' as const, page: 0, box: { x: 31, y: 57, width: 42, height: 42 } }];
    const file = await signed(await prepared(await makePdf(), { name: 'A', places }), 'A', squareSeal());
    expect(
      judge('pdfimages', file, '-list', 'FILE')
        .text.split('\n')
        .filter((line) => /image/.test(line.slice(8))),
    ).toEqual([]);
  });
});

describe('pictures as seals', () => {
  const box = { x: 31, y: 57, width: 42, height: 42 };

  const shown = async (data: Bytes) => {
    const places = [{ kind: 'at' as const, page: 0, box }];
    const under = { kind: 'image', data } as const;
    return picture(await signed(await prepared(await makePdf(), { name: 'A', places }), 'A', under), 0);
  };

  it('a PNG keeps its transparency and its shape', async () => {
    // 8 x 4 pixels: the left half red, the right half clear.
    const image = await shown(png(8, 4, 6, 8, (x) => [255, 0, 0, x < 4 ? 255 : 0]));
    expectBox(boxOfPixels(image, isRed), 31, 57 + 10.5, 21, 21);
    const half = png(4, 4, 6, 8, () => [255, 0, 0, 128]);
    const soft = boxOfPixels(
      await shown(half),
      (r, g, b) => r > 250 && Math.abs(g - 127) < 4 && Math.abs(b - 127) < 4,
    );
    expectBox(soft, 31, 57, 42, 42);
  });

  it('every kind of PNG gives the pixels that were written', () => {
    const grey = (x: number, y: number) => (x * 7 + y * 13) % 256;
    const kinds: [number, number, (x: number, y: number) => number[]][] = [
      [0, 8, (x, y) => [grey(x, y)]],
      [0, 1, (x, y) => [(x + y) % 2]],
      [0, 4, (x, y) => [(x + y) % 16]],
      [2, 8, (x, y) => [grey(x, y), x, y]],
      [2, 16, (x, y) => [0, grey(x, y), 0, x, 0, y].map((v, i) => (i % 2 ? v : 200))],
      [4, 8, (x, y) => [grey(x, y), 255 - x]],
      [6, 8, (x, y) => [x, y, grey(x, y), 255 - y]],
    ];
    for (const [kind, bits, pixel, interlaced] of [
      ...kinds.map((k) => [...k, false] as const),
      ...kinds.map((k) => [...k, true] as const),
    ]) {
      const { rgba } = decodePng(png(9, 7, kind, bits, pixel, interlaced));
      for (let y = 0; y < 7; y++) {
        for (let x = 0; x < 9; x++) {
          const raw = pixel(x, y);
          const value =
            bits === 16
              ? raw.filter((_, i) => i % 2 === 0)
              : bits < 8
                ? raw.map((v) => (v * 255) / (2 ** bits - 1))
                : raw;
          const colours = kind === 0 || kind === 4 ? [value[0], value[0], value[0]] : value.slice(0, 3);
          const alpha = kind === 4 ? value[1] : kind === 6 ? value[3] : 255;
          const at = (y * 9 + x) * 4;
          const should = [...colours, alpha] as number[];
          for (let i = 0; i < 4; i++) expect(Math.abs(rgba[at + i]! - should[i]!)).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('a JPEG goes in as it is', async () => {
    // A page of plain red, as pdftoppm writes it.
    const red = await makeRedJpeg();
    const image = await shown(red);
    const found = boxOfPixels(image, (r, g, b) => r > 230 && g < 60 && b < 60)!;
    expect(Math.abs(found.width - 42)).toBeLessThan(0.5);
  });

  it('other kinds of pictures are refused', async () => {
    await expect(shown(utf8('GIF89a'))).rejects.toThrow('DOCUMENT_UNSUPPORTED');
    await expect(
      shown(
        png(8, 4, 6, 8, () => [1, 2, 3, 4])
          .subarray(0, 40)
          .slice(),
      ),
    ).rejects.toThrow('DOCUMENT_UNSUPPORTED');
  });
});

async function makeRedJpeg(): Promise<Bytes> {
  const { signer } = await testSigner('P-256');
  const plain: SealAppearance = {
    kind: 'drawing',
    drawing: {
      widthMm: 100,
      heightMm: 100,
      items: [{ path: [['M', 0, 0], ['L', 100, 0], ['L', 100, 100], ['L', 0, 100], ['Z']], fill: '#ff0000' }],
    },
  };
  const newField = { page: 0, box: { x: 0, y: 0, width: 50.8, height: 50.8 } };
  const file = await signPdf(await makePdf([{ size: [144, 144], text: ' ' }]), {
    field: 'A',
    newField,
    appearance: plain,
    signer,
  });
  return inFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), file);
    execFileSync('pdftoppm', [
      '-jpeg',
      '-r',
      '72',
      '-singlefile',
      join(folder, 'in.pdf'),
      join(folder, 'out'),
    ]);
    return new Uint8Array(readFileSync(join(folder, 'out.jpg')));
  });
}

/** A PNG of a kind (colour type) and depth; `pixel` gives samples, for 16 bits as pairs of bytes. */
function png(
  width: number,
  height: number,
  kind: number,
  bits: number,
  pixel: (x: number, y: number) => number[],
  interlaced = false,
): Bytes {
  const rows: number[] = [];
  for (const [x0, y0, dx, dy] of interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const)) {
    for (let y = y0; y < height && x0 < width; y += dy) {
      const samples: number[] = [];
      for (let x = x0; x < width; x += dx) samples.push(...pixel(x, y));
      rows.push(0);
      if (bits >= 8) rows.push(...samples);
      else {
        const text = samples.map((v) => v.toString(2).padStart(bits, '0')).join('');
        for (const byte of text.match(/.{1,8}/g)!) rows.push(Number.parseInt(byte.padEnd(8, '0'), 2));
      }
    }
  }
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([bits, kind, 0, 0, interlaced ? 1 : 0], 8);
  const chunk = (type: string, data: Uint8Array): Bytes => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, data.length);
    return concatBytes(length, utf8(type), data, new Uint8Array(4));
  };
  const magic = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return concatBytes(
    magic,
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array(0)),
  );
}
