import { beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '#core/drawing.ts';
import { preparePdf } from '#core/pdf/prepare/prepare-pdf.ts';
import { appendIncrement } from '#core/pdf/sign/finish-signature.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import { drawHandwriting } from '#core/sealart/handwriting.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { sliceDrawing } from '#tests/fixtures/parts-of-drawings.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { makePdf, picture } from '#tests/unit/pdf/documents.ts';
import { testSigner } from '#tests/unit/pdf/signers.ts';
import { glyphsFor } from '#tests/unit/sealart/fonts.ts';

const NAME = '深圳市青山纸业进出口贸易有限公司';
/** 5 px a mm, so that whole mm lie between pixels. */
const DPI = 127;
const PX = 5;
let seal: Drawing;
beforeAll(async () => {
  const glyphs = await glyphsFor({ SONG: `${NAME}合同专用章`, HEI: '0123456789' });
  const design = presetDesign('CONTRACT_40', { name: NAME, code: '4403051234567', seed: 's' });
  seal = drawSeal(
    {
      ...design,
      body: { ...design.body, bold: true },
      doubleEdge: true,
      antiFake: { kind: 'BOTH', seed: 's' },
      emblem: { kind: 'NATIONAL', sizeMm: 15, offsetMm: -1 },
      opacity: 0.8,
    },
    glyphs,
  );
});

/** Share of pixels of `where` (mm) on the page that differ by over a third from the drawing as we paint it. */
function differing(
  page: ReturnType<typeof picture>,
  drawn: Picture,
  where: { x: number; y: number },
): number {
  let far = 0;
  for (let y = 0; y < drawn.height; y++) {
    for (let x = 0; x < drawn.width; x++) {
      const at = (y * drawn.width + x) * 4;
      const cover = (drawn.pixels[at + 3] ?? 0) / 255;
      const green = (drawn.pixels[at + 1] ?? 0) * cover + 255 * (1 - cover);
      const seen = page.rgb[((y + where.y * PX) * page.width + x + where.x * PX) * 3 + 1] ?? 0;
      if (Math.abs(green - seen) > 85) far++;
    }
  }
  return far / (drawn.width * drawn.height);
}

async function inPdf(drawing: Drawing, where: { x: number; y: number }) {
  const file = await makePdf([{}]);
  const box = { ...where, width: drawing.widthMm, height: drawing.heightMm };
  const plan = { signatureFields: [{ name: 'A', places: [{ kind: 'at' as const, page: 0, box }] }] };
  const prepared = await preparePdf(file, plan);
  const { signer } = await testSigner('P-256');
  const ready = appendIncrement(file, prepared, prepared.append);
  return picture(
    await signPdf(ready, { field: 'A', appearance: { kind: 'drawing', drawing }, signer }),
    0,
    DPI,
  );
}

describe('a seal in a PDF, as another program paints it', () => {
  it('[3.5b] is the same seal, to the pixel: lettering, emblem, edges, pattern and opacity', async () => {
    const where = { x: 30, y: 40 };
    const drawn = rasterize(seal, DPI);
    expect(drawn.width).toBe(200);
    expect(differing(await inPdf(seal, where), drawn, where)).toBeLessThan(0.01);
    // The comparison would see a seal that is 0.4 mm off.
    expect(differing(await inPdf(seal, { x: 30.4, y: 40 }), drawn, where)).toBeGreaterThan(0.03);
  });

  it('[3.14] shows of a slice what its box holds and nothing beside it', async () => {
    const slice = sliceDrawing(seal, 1, 4);
    const where = { x: 30, y: 40 };
    const page = await inPdf(slice, where);
    expect(differing(page, rasterize(slice, DPI), where)).toBeLessThan(0.015);
    const beside: Picture = { width: 45, height: 200, pixels: new Uint8ClampedArray(45 * 200 * 4) };
    expect(differing(page, beside, { x: 20, y: 40 })).toBe(0);
    expect(differing(page, beside, { x: 41, y: 40 })).toBe(0);
  });

  it('[1.3a] and so is handwriting', async () => {
    const strokes = [
      Array.from({ length: 50 }, (_, i) => ({
        x: i * 6,
        y: 60 + 40 * Math.sin(i / 4),
        time: i * 10,
        pressure: 0.3 + (i % 9) / 20,
      })),
      Array.from({ length: 20 }, (_, i) => ({ x: 60 + i * 3, y: i * 6, time: i * 10, pressure: 0.6 })),
    ];
    const signature = drawHandwriting(strokes, { widthMm: 73 });
    const where = { x: 30, y: 40 };
    expect(differing(await inPdf(signature, where), rasterize(signature, DPI), where)).toBeLessThan(0.01);
  });
});
