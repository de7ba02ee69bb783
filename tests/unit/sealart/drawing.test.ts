import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsOfItems,
  boundsOfPath,
  combine,
  type Drawing,
  resizeDrawing,
  rotation,
  scaling,
  transformPath,
  translation,
} from '#core/drawing.ts';
import { drawingToSvg } from '#core/drawing-to-svg.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { ellipsePath, rectanglePath } from '#core/sealart/shapes.ts';
import { cropDrawing, rotateDrawing, sliceDrawing } from '#tests/fixtures/parts-of-drawings.ts';
import { difference } from './goldens.ts';

const ring: Drawing = {
  widthMm: 40,
  heightMm: 30,
  items: [
    { path: ellipsePath(20, 15, 19.5, 14.5), stroke: '#d9001b', strokeWidthMm: 1 },
    { path: rectanglePath(12, 10, 9, 7), fill: '#d9001b' },
  ],
};

describe('drawing', () => {
  it('bounds a curve by its extremes and a line by its width', () => {
    const box = boundsOfPath(ellipsePath(20, 15, 20, 15));
    expect(box?.x).toBeCloseTo(0, 2);
    expect(box?.width).toBeCloseTo(40, 2);
    expect(boundsOfItems(ring.items)?.width).toBeCloseTo(40, 2);
    expect(boundsOfItems(ring.items)?.height).toBeCloseTo(30, 2);
  });

  it('turns clockwise as seen on paper', () => {
    const [point] = transformPath([['M', 10, 0]], rotation(90));
    expect(point?.[1]).toBeCloseTo(0);
    expect(point?.[2]).toBeCloseTo(10);
    const turned = rotateDrawing(ring, 90);
    expect(turned.widthMm).toBeCloseTo(30);
    expect(boundsOfItems(turned.items)?.height).toBeCloseTo(40, 2);
  });

  it('does matrices in the order that they are given, for any of them', () => {
    const number = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, (x, y, dx, degrees) => {
        const both = transformPath(
          [['M', x, y]],
          combine(translation(dx, -dx), combine(rotation(degrees), scaling(2))),
        );
        const steps = [translation(dx, -dx), rotation(degrees), scaling(2)].reduce(
          (path, m) => transformPath(path, m),
          [['M', x, y]] as Parameters<typeof transformPath>[0],
        );
        expect(both[0]?.[1]).toBeCloseTo(Number(steps[0]?.[1]), 6);
        expect(both[0]?.[2]).toBeCloseTo(Number(steps[0]?.[2]), 6);
      }),
      { seed: 17 },
    );
  });

  it('[3.14] cuts a cross-page seal into slices that form it, for any number of pages', () => {
    // 127 DPI is 5 px a mm: the borders of these slices fall between pixels, so they must match to the last one.
    const whole = rasterize(ring, 127);
    for (const count of [2, 5, 8, 25]) {
      const slices = Array.from({ length: count }, (_, i) => rasterize(sliceDrawing(ring, i, count), 127));
      expect(slices.reduce((sum, slice) => sum + slice.width, 0)).toBe(whole.width);
      const together = new Uint8ClampedArray(whole.pixels.length);
      slices.forEach((slice, i) => {
        for (let y = 0; y < slice.height; y++) {
          const row = slice.pixels.subarray(y * slice.width * 4, (y + 1) * slice.width * 4);
          together.set(row, (y * whole.width + i * slice.width) * 4);
        }
      });
      expect(difference({ ...whole, pixels: together }, whole).mean).toBeLessThan(1e-5);
    }
    expect(() => sliceDrawing(ring, 3, 3)).toThrow(RangeError);
  });

  it('scales line widths with the drawing and crops by moving', () => {
    expect(resizeDrawing(ring, 80, 60).items[0]?.strokeWidthMm).toBeCloseTo(2);
    expect(boundsOfItems(cropDrawing(ring, { x: 10, y: 5, width: 5, height: 5 }).items)?.x).toBeCloseTo(
      -10,
      2,
    );
  });

  it('writes SVG of the true size and escapes the title', () => {
    const svg = drawingToSvg(ring, '<"公章">');
    expect(svg).toContain('width="40mm" height="30mm" viewBox="0 0 40 30"');
    expect(svg).not.toContain('<"');
    expect(svg.match(/<path /g)).toHaveLength(2);
  });
});
