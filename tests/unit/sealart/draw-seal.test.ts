import { beforeAll, describe, expect, it } from 'vitest';
import { boundsOfItems, boundsOfPath, type Drawing } from '#core/drawing.ts';
import { type SealDesign, sealDesignSchema } from '#core/sealart/design.ts';
import { drawSeal } from '#core/sealart/draw-seal.ts';
import type { GlyphSource } from '#core/sealart/glyph-source.ts';
import { presetDesign, SEAL_PRESETS } from '#core/sealart/presets.ts';
import { glyphsFor } from './fonts.ts';
import { compareWithGolden } from './goldens.ts';

const NAME = '深圳市青山纸业进出口贸易有限公司';
const ENGLISH = 'QINGSHAN PAPER CO., LTD.';
const characters = `${NAME}${ENGLISH}合同财务人事发票专用章张小明行政部一0123456789ABCDEFGHJKLMNPQRTUWXY`;
let glyphs: GlyphSource;
beforeAll(async () => {
  glyphs = await glyphsFor({ SONG: characters, HEI: characters, KAI: characters });
});

const base = (): SealDesign => presetDesign('ENTERPRISE_40', { name: NAME, seed: 'seal-1' });
const draw = (change: Partial<SealDesign> = {}): Drawing =>
  drawSeal(sealDesignSchema.parse({ ...base(), ...change }), glyphs);
const text = { ...presetDesign('CONTRACT_40', { name: NAME }).sections[0]!, text: '合同专用章' };

describe('drawing seals', () => {
  it('[3.5a] draws circles, ellipses and rectangles of exactly their size, to 0.1 mm', () => {
    for (const [shape, widthMm, heightMm] of [
      ['CIRCLE', 41.7, 41.7],
      ['ELLIPSE', 45.3, 30.1],
      ['RECTANGLE', 22.2, 18.4],
    ] as const) {
      const seal = draw({ shape, widthMm, heightMm, emblem: { kind: 'NONE', sizeMm: 1, offsetMm: 0 } });
      const box = boundsOfItems(seal.items);
      expect(box?.x).toBeCloseTo(0, 1.3);
      expect(box?.y).toBeCloseTo(0, 1.3);
      expect(box?.width).toBeCloseTo(widthMm, 1.3);
      expect(box?.height).toBeCloseTo(heightMm, 1.3);
    }
  });

  it('[3.5b] draws emblems as wide as they are said to be: a star 14 mm from tip to tip', () => {
    for (const kind of ['STAR', 'NATIONAL', 'PARTY'] as const) {
      const without = draw({ emblem: { kind: 'NONE', sizeMm: 14, offsetMm: 0 } }).items.length;
      const items = draw({ emblem: { kind, sizeMm: 14, offsetMm: -2 } }).items;
      const emblem = items.slice(1, 1 + items.length - without);
      expect(boundsOfItems(emblem)?.width).toBeCloseTo(14, 6);
    }
  });

  it('[3.5b] sets digits of a code 3.7 mm high over 26 mm, as invoice seals want them', () => {
    const seal = drawSeal(
      presetDesign('INVOICE_40_30', { name: NAME, taxNumber: '914403007766496530' }),
      glyphs,
    );
    const digits = seal.items.slice(-23, -5);
    const box = boundsOfItems(digits);
    expect(box?.height).toBeCloseTo(3.7, 1);
    expect(box?.width).toBeGreaterThan(25);
    expect(box?.width).toBeLessThan(26.2);
  });

  it('[3.5b] keeps the margin between edge and text, in any font and size', () => {
    for (const font of ['SONG', 'HEI', 'KAI'] as const) {
      const seal = draw({
        body: { ...base().body, font, marginMm: 2, sizeMm: 4.5 },
        emblem: { kind: 'NONE', sizeMm: 1, offsetMm: 0 },
      });
      const letters = seal.items.slice(1);
      expect(letters).toHaveLength(Array.from(NAME).length);
      for (const letter of letters) {
        const far = Math.max(
          ...letter.path.flatMap((c) =>
            c[0] === 'Z' ? [] : [Math.hypot(Number(c.at(-2)) - 20, Number(c.at(-1)) - 20)],
          ),
        );
        // 20 mm less the 1 mm edge and the 2 mm margin; a corner of the em box may be a little further out.
        expect(far).toBeLessThan(17.35);
        expect(far).toBeGreaterThan(14);
      }
    }
  });

  it('[3.5b] follows alignment, character margin, aspect ratio and bold', () => {
    const letters = (change: Partial<SealDesign['body']>) =>
      draw({
        body: { ...base().body, text: '青山', ...change },
        emblem: { kind: 'NONE', sizeMm: 1, offsetMm: 0 },
      }).items.slice(1);
    const middleX = (i: number, items: Drawing['items']) => {
      const box = boundsOfPath(items[i]?.path ?? []);
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    const apart = (items: Drawing['items']) => middleX(1, items) - middleX(0, items);
    const close = letters({ alignment: 'CENTER', characterMarginMm: 0, aspectRatio: 0.7 });
    const wide = letters({ alignment: 'CENTER', characterMarginMm: 3, aspectRatio: 0.7 });
    expect(apart(wide) - apart(close)).toBeCloseTo(3, 0);
    expect(middleX(0, letters({ alignment: 'LEFT' }))).toBeLessThan(12);
    expect(middleX(1, letters({ alignment: 'RIGHT' }))).toBeGreaterThan(28);
    expect(letters({ bold: true })[0]?.strokeWidthMm).toBeGreaterThan(0.1);
    expect(letters({ bold: false })[0]?.stroke).toBeUndefined();
    const box = (aspectRatio: number) =>
      boundsOfPath(
        draw({
          shape: 'RECTANGLE',
          body: { ...base().body, text: '青', alignment: 'LEFT', aspectRatio },
        }).items.at(-1)?.path ?? [],
      );
    expect((box(0.5)?.width ?? 0) / (box(1)?.width ?? 1)).toBeCloseTo(0.5, 5);
  });

  it('shrinks spacing, then width, then all of a too long text, and never leaves the seal', () => {
    const long = NAME.repeat(3).slice(0, 40);
    const seal = draw({ body: { ...base().body, text: long, characterMarginMm: 2 } });
    const box = boundsOfItems(seal.items);
    expect(box?.width).toBeLessThanOrEqual(40.01);
    const line = drawSeal(
      { ...base(), sections: [{ ...text, text: NAME, offsetMm: 10, sizeMm: 6 }] },
      glyphs,
    );
    for (const item of line.items.slice(-16)) {
      const glyph = boundsOfPath(item.path)!;
      expect(Math.hypot(glyph.x - 20, glyph.y + glyph.height - 20)).toBeLessThan(19.2);
    }
  });

  it('names the character that a font lacks instead of leaving a blank', () => {
    expect(() => draw({ body: { ...base().body, text: '青\u{2CB29}山' } })).toThrow(
      expect.objectContaining({
        name: 'GLYPH_MISSING',
        params: { character: '\u{2CB29}', codePoint: 'U+2CB29' },
      }),
    );
  });

  it('draws the same anti-fake pattern for the same seal and another for another', () => {
    const seal = (seed: string) => JSON.stringify(draw({ antiFake: { kind: 'BOTH', seed } }));
    expect(seal('a')).toBe(seal('a'));
    expect(seal('a')).not.toBe(seal('b'));
  });

  it('offers every standard seal as a design that its own rules accept', () => {
    for (const preset of SEAL_PRESETS) {
      const name = preset.startsWith('LEGAL') ? '张小明' : NAME;
      const design = presetDesign(preset, {
        name,
        code: '4403051234567',
        englishName: ENGLISH,
        taxNumber: '914403007766496530',
        department: '行政部',
        seed: preset,
      });
      expect(sealDesignSchema.safeParse(design).error?.issues ?? []).toEqual([]);
      expect(drawSeal(design, glyphs).items.length).toBeGreaterThan(2);
    }
  });
});

describe('rules of a design', () => {
  const problems = (change: Partial<SealDesign>) =>
    (sealDesignSchema.safeParse({ ...base(), ...change }).error?.issues ?? []).map(
      (i) => `${i.path.join('.')} ${i.message}`,
    );

  it('[5.5d] refuses an ellipse that is not wider than high', () => {
    expect(problems({ shape: 'ELLIPSE', widthMm: 30, heightMm: 45 })).toEqual([
      'widthMm seal:rule.ellipseWidth',
    ]);
    expect(problems({ shape: 'ELLIPSE', widthMm: 30, heightMm: 30 })).toEqual([
      'widthMm seal:rule.ellipseWidth',
    ]);
    expect(problems({ shape: 'ELLIPSE', widthMm: 45, heightMm: 30 })).toEqual([]);
  });

  it('[5.5e] asks for the text and for complete fields', () => {
    expect(problems({ body: { ...base().body, text: '  ' } })).toEqual(['body.text required']);
    expect(problems({ bottomCode: { ...text, text: '12345' } })).toEqual([
      'bottomCode.text seal:rule.bottomCode',
    ]);
    expect(problems({ language: 'ZH_EN', secondBody: null })).toEqual(['secondBody.text required']);
    expect(problems({ language: 'EN' })).toEqual(['body.text seal:rule.latinOnly']);
  });
});

describe('pictures kept of seals', () => {
  const golden = (name: string, drawing: Drawing) => {
    const { mean, far } = compareWithGolden(name, drawing);
    expect(mean).toBeLessThan(0.002);
    expect(far).toBeLessThan(0.001);
  };
  const plain = { kind: 'NONE', sizeMm: 14, offsetMm: 0 } as const;

  it('[3.5b] enterprise seal with star and code', () => {
    golden(
      'enterprise',
      drawSeal(presetDesign('ENTERPRISE_40', { name: NAME, code: '4403051234567' }), glyphs),
    );
  });
  it('[3.5c] contract seal with its title as a second section of text', () => {
    golden('contract', drawSeal(presetDesign('CONTRACT_42', { name: NAME, code: '44030512345678' }), glyphs));
  });
  it('[3.5b] national emblem, double edge and inner ring', () => {
    golden(
      'national',
      draw({
        emblem: { ...plain, kind: 'NATIONAL' },
        doubleEdge: true,
        innerRing: { lineWidthMm: 0.3, marginMm: 7.5 },
      }),
    );
  });
  it('[3.5b] party emblem with anti-fake notches and waves', () => {
    golden('party', draw({ emblem: { ...plain, kind: 'PARTY' }, antiFake: { kind: 'BOTH', seed: 'p' } }));
  });
  it('[3.5c] centre patterns and a horizontal line', () => {
    for (const kind of ['ROSETTE', 'RAYS', 'LATTICE'] as const) {
      golden(
        kind.toLowerCase(),
        draw({
          emblem: plain,
          centrePattern: { kind, sizeMm: 18 },
          horizontalLine: { lineWidthMm: 0.3, lengthMm: 24, offsetMm: 11 },
        }),
      );
    }
  });
  it('[3.5b] two languages on an oval with a double edge', () => {
    golden('foreign', drawSeal(presetDesign('FOREIGN_45_30', { name: NAME, englishName: ENGLISH }), glyphs));
  });
  it('[3.5b] square seal, bold, in blue and half transparent', () => {
    golden('square', {
      ...drawSeal(
        { ...presetDesign('FINANCE_SQUARE_22', { name: NAME }), colour: '#1f3fbf', opacity: 0.5 },
        glyphs,
      ),
    });
  });
  it('[3.5b] invoice seal', () => {
    golden(
      'invoice',
      drawSeal(presetDesign('INVOICE_40_30', { name: NAME, taxNumber: '914403007766496530' }), glyphs),
    );
  });
});
