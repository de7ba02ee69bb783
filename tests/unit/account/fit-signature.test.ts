import { describe, expect, it } from 'vitest';
import {
  type Fit,
  fitSignature,
  hasSignatureRatio,
  SIGNATURE_BYTES,
  SIGNATURE_TYPES,
  SIGNATURE_WIDTH,
} from '#core/account/fit-signature.ts';

const SIZES: [number, number][] = [
  [730, 380],
  [73, 38],
  [1000, 1000],
  [300, 900],
  [4000, 300],
  [120, 80],
  [1, 1],
  [10_000, 10_000],
];

describe('the picture of a signature', () => {
  it('[5.6a] [9.6] is jpeg or png up to 5 MB at 73:38', () => {
    expect(SIGNATURE_TYPES).toEqual(['image/png', 'image/jpeg']);
    expect(SIGNATURE_BYTES).toBe(5 * 1024 * 1024);
    expect(SIZES.filter(([width, height]) => hasSignatureRatio({ width, height }))).toEqual([
      [730, 380],
      [73, 38],
      [1, 1],
    ]);
  });

  it.each(['PAD', 'CROP', 'AS_IS'] as Fit[])('[5.6b] %s comes to 73:38 and at most 500 px', (fit) => {
    for (const [width, height] of SIZES) {
      if (fit === 'AS_IS' && !hasSignatureRatio({ width, height })) continue;
      const spec = fitSignature({ width, height }, fit);
      expect(spec.width).toBeLessThanOrEqual(SIGNATURE_WIDTH);
      expect(hasSignatureRatio(spec), `${width}×${height}`).toBe(true);
    }
  });

  it('[5.6b] padding keeps all of the picture, cropping fills all of the sheet', () => {
    for (const [width, height] of SIZES) {
      const pad = fitSignature({ width, height }, 'PAD');
      expect(pad.from).toEqual({ x: 0, y: 0, width, height });
      expect(pad.to.width).toBeLessThanOrEqual(pad.width + 0.001);
      expect(pad.to.height).toBeLessThanOrEqual(pad.height + 1);
      // Nothing is stretched.
      expect(pad.to.width / pad.to.height).toBeCloseTo(width / height, 4);
      const crop = fitSignature({ width, height }, 'CROP');
      expect(crop.to).toEqual({ x: 0, y: 0, width: crop.width, height: crop.height });
      expect(crop.from.width).toBeLessThanOrEqual(width + 0.001);
      expect(crop.from.height).toBeLessThanOrEqual(height + 0.001);
      expect(crop.from.x).toBeCloseTo((width - crop.from.width) / 2, 6);
    }
  });
});
