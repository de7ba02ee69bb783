import { describe, expect, it } from 'vitest';
import type { Drawing, PathCommand } from '#core/drawing.ts';
import { signatureDrawing } from '#core/seal/signature-drawing.ts';

const sheet = (fill: string, side = 10): Drawing => {
  const path: PathCommand[] = [['M', 0, 0], ['L', side, 0], ['L', side, side], ['L', 0, side], ['Z']];
  return { widthMm: 36.5, heightMm: 19, items: [{ path, fill }] };
};
const strokes = [[0, 40, 80].map((x, i) => ({ x, y: i * 20, time: i * 10, pressure: 0.5 }))];

describe('a signature that was saved before its rules', () => {
  it('is redrawn from its strokes as pen lines', () => {
    for (const old of [sheet('#ffffff', 36), sheet('#1a1a1a')]) {
      const { items } = signatureDrawing({ drawing: old, picture: { kind: 'HANDWRITING', strokes } });
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) {
        expect(item.fill).toBeUndefined();
        expect(item.stroke).toBe('#1a1a1a');
      }
    }
  });

  it('stays unchanged if it already consists of lines', () => {
    const picture = { kind: 'HANDWRITING' as const, strokes };
    const drawn = signatureDrawing({ drawing: sheet('#1a1a1a'), picture });
    expect(signatureDrawing({ drawing: drawn, picture })).toBe(drawn);
  });

  it('is rejected if it is a picture without ink', () => {
    for (const picture of [
      null,
      {
        kind: 'UPLOAD' as const,
        pictureKey: '0'.repeat(64),
        shape: 'RECTANGLE' as const,
        widthMm: 36,
        heightMm: 19,
      },
    ]) {
      expect(() => signatureDrawing({ drawing: sheet('#ffffff'), picture })).toThrow('SIGNATURE_NOT_INK');
      expect(() => signatureDrawing({ drawing: sheet('#1a1a1a', 36), picture })).toThrow('SIGNATURE_NOT_INK');
      expect(signatureDrawing({ drawing: sheet('#1a1a1a'), picture })).toEqual(sheet('#1a1a1a'));
    }
  });
});
