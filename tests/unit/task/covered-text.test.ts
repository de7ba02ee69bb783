import { describe, expect, it } from 'vitest';
import { coveredText, openText } from '#core/task/covered-text.ts';
import { boxesOf, findOverlaps, isTooLarge, sealFits } from '#core/task/place-rules.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';

const A4 = { widthMm: 210, heightMm: 297 };
const place = (more: object) => ({
  kind: 'ENT_SEAL' as const,
  page: 1,
  x: 20,
  y: 10,
  width: 42,
  height: 42,
  ...more,
});
const spread = (one: ReturnType<typeof place>, pages = [A4, A4]) => ({
  place: one,
  boxes: boxesOf(one, pages),
});

describe('text below a place', () => {
  it.each(['PDF', 'OFD'] as const)(
    'is found in %s with its page and its words, and not beside them',
    async (type) => {
      const bytes = await (type === 'PDF' ? contractPdf('甲方', '乙方') : contractOfd('甲方', '乙方'));
      const whole = spread(place({ x: 0, y: 0, width: 210, height: 297 }));
      const textOn = await openText(bytes, type);
      const [all] = coveredText(textOn, [whole]);
      expect(all).toMatchObject({ page: 1 });
      expect(all!.text.replaceAll(/\s/g, '')).toContain('合同');
      const aside = spread(place({ x: 205, y: 1, width: 4, height: 4 }));
      const found = coveredText(textOn, [aside, whole]);
      expect(found.map((one) => one.place)).toEqual([whole.place]);
    },
  );
});

describe('places', () => {
  it('are as large as what they show and no larger', () => {
    expect(isTooLarge({ kind: 'HANDWRITTEN', width: 36.5, height: 19 })).toBe(false);
    for (const [kind, width, height] of [
      ['HANDWRITTEN', 37, 19],
      ['HANDWRITTEN', 36.5, 20],
      ['SIGN_DATE', 40, 9],
      ['PERSON_SEAL', 26, 20],
      ['ENT_SEAL', 81, 42],
      ['CROSS_PAGE', 42, 81],
    ] as const)
      expect(isTooLarge({ kind, width, height }), kind).toBe(true);
  });

  it('over each other are found once a pair, on their first page; slices by their page', () => {
    const seal = spread(place({ x: 150, y: 100 }));
    const beside = spread(place({ x: 108, y: 100 }));
    const over = spread(place({ x: 120, y: 110 }));
    expect(findOverlaps([seal, beside])).toEqual([]);
    expect(findOverlaps([seal, beside, over])).toEqual([
      { a: beside.place, b: over.place, page: 1 },
      { a: seal.place, b: over.place, page: 1 },
    ]);
    const every = spread(place({ x: 150, y: 90, toPage: 2 }));
    const edge = spread(place({ kind: 'CROSS_PAGE', x: 0, y: 100, toPage: 2 }));
    const last = spread(place({ page: 2, x: 168, y: 120 }));
    expect(findOverlaps([every, edge]).map(({ page }) => page)).toEqual([1]);
    expect(findOverlaps([edge, last]).map(({ page }) => page)).toEqual([2]);
    expect(edge.boxes.map(({ page, box }) => [page, box.x, box.width])).toEqual([
      [1, 189, 21],
      [2, 189, 21],
    ]);
  });

  it('of an enterprise take its own seal across pages, and of a person a personal one', () => {
    expect(['ENTERPRISE', 'PERSONAL', 'DATE'].map((c) => sealFits('CROSS_PAGE', c, true))).toEqual([
      true,
      false,
      false,
    ]);
    expect(['ENTERPRISE', 'PERSONAL', 'DATE'].map((c) => sealFits('CROSS_PAGE', c, false))).toEqual([
      false,
      true,
      false,
    ]);
    expect(sealFits('ENT_SEAL', 'ENTERPRISE', false)).toBe(false);
    expect(sealFits('HANDWRITTEN', 'HANDWRITTEN', true)).toBe(true);
  });
});
