import { beforeAll, describe, expect, it } from 'vitest';
import { boundsOfItems } from '#core/drawing.ts';
import { charactersOfFormat, DATE_FORMATS, drawDateSeal, formatDay } from '#core/sealart/date-seal.ts';
import type { GlyphSource } from '#core/sealart/glyph-source.ts';
import { drawHandwriting, type InkPoint } from '#core/sealart/handwriting.ts';
import {
  columnsOfName,
  drawNameSeal,
  NAME_SEAL_SIZES,
  type NameSeal,
  nameSealSchema,
} from '#core/sealart/name-seal.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { glyphsFor } from './fonts.ts';
import { compareWithGolden } from './goldens.ts';

let glyphs: GlyphSource;
beforeAll(async () => {
  const characters = `张小明欧阳王一〇之印章阿卜杜拉买提·Anne-Marie O'Neill${DATE_FORMATS.map(charactersOfFormat).join('')}`;
  glyphs = await glyphsFor({ SONG: characters, HEI: characters, KAI: characters });
});

const day = { year: 2026, month: 11, day: 20 };
const seal = (change: Partial<NameSeal> = {}): NameSeal => ({
  name: '张小明',
  suffix: '印',
  size: '20x20',
  font: 'KAI',
  colour: '#d9001b',
  opacity: 1,
  framed: true,
  ...change,
});

describe('date seals', () => {
  it('[1.3a] writes the date in each of its forms', () => {
    expect(DATE_FORMATS.map((format) => formatDay(day, format))).toEqual([
      '二〇二六年十一月二十日',
      '2026年11月20日',
      '2026-11-20',
      '2026.11.20',
      '2026/11/20',
      '20 Nov 2026',
    ]);
    expect(formatDay({ year: 2030, month: 10, day: 31 }, 'YMD_CHINESE')).toBe('二〇三〇年十月三十一日');
  });

  it('[1.3a] draws it as large as asked, in a holding box, with all characters a form needs', () => {
    for (const format of DATE_FORMATS) {
      for (let month = 1; month <= 12; month++) {
        const date = drawDateSeal(
          { format, font: 'SONG', sizeMm: 5, colour: '#1a1a1a', framed: false },
          { ...day, month, day: month + 19 },
          glyphs,
        );
        const box = boundsOfItems(date.items)!;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(date.widthMm);
        expect(box.height).toBeLessThanOrEqual(date.heightMm);
      }
    }
    const framed = drawDateSeal(
      { format: 'YMD_CHINESE', font: 'KAI', sizeMm: 5, colour: '#d9001b', framed: true },
      day,
      glyphs,
    );
    expect(compareWithGolden('date', framed).far).toBeLessThan(0.001);
  });
});

describe('personal name seals', () => {
  it('[3.5a] are drawn for names as documents have them, in every size', () => {
    for (const name of [
      '张',
      '张小小明明',
      '阿卜杜拉·买买提·王',
      '张一〇',
      "Anne-Marie O'Neill",
      '张\u{e0100}明',
      '欧阳'.repeat(15),
    ])
      for (const size of NAME_SEAL_SIZES)
        for (const suffix of ['', '之印'] as const) {
          const drawing = drawNameSeal(nameSealSchema.parse(seal({ name, size, suffix })), glyphs);
          const box = boundsOfItems(drawing.items)!;
          expect(Math.max(box.x + box.width, box.width)).toBeLessThanOrEqual(drawing.widthMm + 0.001);
          expect(Math.max(box.y + box.height, box.height)).toBeLessThanOrEqual(drawing.heightMm + 0.001);
        }
    expect(columnsOfName('阿卜杜拉·买买提', '')).toEqual(['阿卜杜', '拉·买', '买提']);
    expect(columnsOfName('买买提江艾尔肯', '印')).toEqual(['买买提', '江艾尔', '肯印']);
  });

  it('[3.5a] sets the name in columns from right to left, the suffix last', () => {
    expect(columnsOfName('张明', '')).toEqual(['张', '明']);
    expect(columnsOfName('张明', '印')).toEqual(['张', '明印']);
    expect(columnsOfName('张小明', '')).toEqual(['张', '小明']);
    expect(columnsOfName('张小明', '印')).toEqual(['张小', '明印']);
    expect(columnsOfName('欧阳小明', '之印')).toEqual(['欧阳', '小明', '之印']);
  });

  it('[3.5a] is exactly as large as its size, framed or not, and looks as it was kept', () => {
    expect(boundsOfItems(drawNameSeal(seal(), glyphs).items)?.width).toBeCloseTo(20, 6);
    expect(boundsOfItems(drawNameSeal(seal({ size: '20x10' }), glyphs).items)?.height).toBeCloseTo(10, 6);
    expect(compareWithGolden('name', drawNameSeal(seal(), glyphs)).far).toBeLessThan(0.001);
    expect(
      compareWithGolden(
        'name-plain',
        drawNameSeal(seal({ name: '欧阳小明', suffix: '之印', framed: false }), glyphs),
      ).far,
    ).toBeLessThan(0.001);
  });

  it('takes two to four characters, counting rare ones beyond the BMP as one', () => {
    expect(nameSealSchema.safeParse(seal({ name: ' ' })).success).toBe(false);
    expect(nameSealSchema.safeParse(seal({ name: '张'.repeat(31) })).success).toBe(false);
    expect(nameSealSchema.safeParse(seal({ name: '𠮷\u{2CB29}小明' })).success).toBe(true);
  });
});

describe('handwriting', () => {
  const wave = (pressure: (i: number) => number): InkPoint[] =>
    Array.from({ length: 60 }, (_, i) => ({
      x: 30 + i * 6,
      y: 90 + 40 * Math.sin(i / 4),
      time: i * 10,
      pressure: pressure(i),
    }));

  it('[5.6a] becomes a drawing at 73:38 for any board, trimmed to the ink and inside its box', () => {
    for (const scale of [0.4, 1, 3]) {
      const strokes = [wave(() => 0.5).map((p) => ({ ...p, x: p.x * scale + 500, y: p.y * scale }))];
      const drawing = drawHandwriting(strokes, { widthMm: 36.5 });
      expect(drawing.widthMm / drawing.heightMm).toBeCloseTo(73 / 38, 9);
      const box = boundsOfItems(drawing.items)!;
      expect(box.x).toBeGreaterThan(0);
      expect(box.y).toBeGreaterThan(0);
      expect(box.width).toBeLessThan(36.5);
      expect(box.width).toBeGreaterThan(33);
    }
  });

  it('is wider with more pressure, and varies with speed without pressure data', () => {
    const ink = (strokes: InkPoint[][]) =>
      rasterize(drawHandwriting(strokes), 150).pixels.reduce((sum, v, i) => (i % 4 === 3 ? sum + v : sum), 0);
    expect(ink([wave(() => 0.9)])).toBeGreaterThan(1.5 * ink([wave(() => 0.2)]));
    const slow = wave(() => 0).map((p) => ({ ...p, time: p.time * 20 }));
    expect(ink([slow])).toBeGreaterThan(1.15 * ink([wave(() => 0)]));
  });

  it('looks as it was kept, dots and crossings included', () => {
    const dot: InkPoint[] = [{ x: 350, y: 40, time: 0, pressure: 0.5 }];
    const loop = Array.from({ length: 40 }, (_, i) => ({
      x: 150 + 60 * Math.cos(i / 5),
      y: 90 + 50 * Math.sin(i / 5),
      time: i * 9,
      pressure: 0.3 + 0.4 * Math.sin(i / 6) ** 2,
    }));
    expect(
      compareWithGolden('handwriting', drawHandwriting([wave((i) => 0.3 + i / 120), loop, dot])).far,
    ).toBeLessThan(0.001);
  });

  it('[8.15b] asks to sign first when the board is empty or holds only a touch', () => {
    expect(() => drawHandwriting([])).toThrow(expect.objectContaining({ name: 'SIGNATURE_EMPTY' }));
    expect(() => drawHandwriting([[{ x: 3, y: 3, time: 0, pressure: 0.5 }]])).toThrow(
      expect.objectContaining({ name: 'SIGNATURE_EMPTY' }),
    );
  });
});
