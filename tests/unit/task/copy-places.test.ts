import { expect, it } from 'vitest';
import { STANDARD_LIMITS } from '#core/config/limits.ts';
import { checkOnPages, type PlanProblemName } from '#core/task/check-plan.ts';
import { type CopyTo, copyPlace, dateFor, parsePages } from '#core/task/copy-places.ts';
import { boxesOf, findOverlaps } from '#core/task/place-rules.ts';
import type { PlanPlacement } from '#core/task/plan.ts';
import { aligned, guidesFor, linesFor, toNextLine } from '../../../app/stage/align.ts';

const A4 = { widthMm: 210, heightMm: 297 };
const A5 = { widthMm: 148, heightMm: 210 };
const seal: PlanPlacement = {
  placementId: 'place00001',
  signerId: 'signer0001',
  documentId: 'document01',
  kind: 'ENT_SEAL',
  page: 2,
  x: 150,
  y: 240,
  width: 42,
  height: 42,
};
const files = [
  { documentId: 'document01', pages: [A4, A4, A4] },
  { documentId: 'document02', pages: [A4, A5] },
  { documentId: 'document03', pages: [A4] },
];
const copy = (to: CopyTo, place = seal, more: { pages?: number[]; min?: number } = {}) => {
  const { copies, without } = copyPlace(
    place,
    files,
    { to, ...(more.pages ? { pages: more.pages } : {}) },
    [place],
    { crossPageMinimum: more.min ?? 2 },
  );
  return {
    copies: copies.map(({ documentId, page, toPage, rule, x, y }) => [
      documentId.slice(-2),
      page,
      toPage,
      rule,
      x,
      y,
    ]),
    without: without.map((id) => id.slice(-2)),
  };
};

it('a placement is copied to one position elsewhere, kept inside, skipped where it exists', () => {
  expect(copy('SAME')).toEqual({ copies: [['02', 2, undefined, undefined, 106, 168]], without: ['03'] });
  expect(copy('LAST').copies.map(([file, page]) => [file, page])).toEqual([
    ['01', 3],
    ['02', 2],
    ['03', 1],
  ]);
  expect(copy('FIRST').copies.map(([file, page]) => [file, page])).toEqual([
    ['01', 1],
    ['02', 1],
    ['03', 1],
  ]);
  expect(copy('PAGES', seal, { pages: [1, 2, 3] }).copies.map(([file, page]) => [file, page])).toEqual([
    ['01', 1],
    ['01', 3],
    ['02', 1],
    ['02', 2],
    ['03', 1],
  ]);
});

it('all or every other page become a range of one place; files too short are named', () => {
  expect(copy('ALL')).toEqual({
    copies: [
      ['01', 1, 3, 'CONSECUTIVE', 150, 240],
      ['02', 1, 2, 'CONSECUTIVE', 106, 168],
    ],
    without: ['03'],
  });
  expect(copy('ALTERNATE')).toEqual({ copies: [['01', 1, 3, 'ALTERNATE', 150, 240]], without: ['02', '03'] });
  expect(copy('ALL', seal, { min: 3 }).without).toEqual(['02', '03']);
  const cross: PlanPlacement = { ...seal, kind: 'CROSS_PAGE', page: 1, toPage: 3, x: 0 };
  expect(copy('ALL', cross).copies.map(([file, page, to]) => [file, page, to])).toEqual([
    ['01', 1, 3],
    ['02', 1, 2],
  ]);
});

it('pages are read as people write them', () => {
  expect(parsePages('1-3，5', 9)).toEqual([1, 2, 3, 5]);
  expect(parsePages(' 2、2、4～5 ', 9)).toEqual([2, 4, 5]);
  for (const wrong of ['', 'a', '0', '3-1', '10', '1-', '1.5', '1--2'])
    expect(parsePages(wrong, 9)).toBeNull();
});

it('the date is below its seal, on its pages or keyword, above it at the foot of a page', () => {
  const pages = [A4, A4, A4];
  const apart = (place: PlanPlacement) => {
    const date = { ...dateFor(place, pages)!, placementId: 'date000001' };
    return findOverlaps([place, date].map((one) => ({ place: one, boxes: boxesOf(one, pages) })));
  };
  const high = { ...seal, y: 100 };
  expect(dateFor(high, pages)).toMatchObject({ kind: 'SIGN_DATE', page: 2, x: 151, y: 143, width: 40 });
  expect(dateFor({ ...seal, y: 250 }, pages)).toMatchObject({ y: 241 });
  const ranged = { ...high, page: 1, toPage: 3, rule: 'ALTERNATE' as const };
  expect(dateFor(ranged, pages)).toMatchObject({ page: 1, toPage: 3, rule: 'ALTERNATE' });
  expect([high, ranged, { ...seal, y: 250 }].map(apart)).toEqual([[], [], []]);
  expect(dateFor({ ...seal, kind: 'CROSS_PAGE' }, pages)).toBeUndefined();
  const keyword = { text: '盖章', order: 'ALL', place: 'OVERLAP', offsetX: 3, offsetY: 0 } as const;
  expect(dateFor({ ...seal, keyword }, pages)?.keyword).toEqual({ ...keyword, offsetY: 26 });
  expect(dateFor({ ...seal, keyword: { ...keyword, place: 'RIGHT' } }, pages)?.keyword).toMatchObject({
    offsetX: 4,
    offsetY: 26,
  });
});

it('[5.12f] [9.35k] a range of a cross-page or multi-page seal has the platform’s fewest pages', () => {
  const pages = [A4, A4, A4, A4];
  const problems = (place: Partial<PlanPlacement>, crossPageMinimum = 2) => {
    const found: [PlanProblemName, unknown][] = [];
    checkOnPages({ ...seal, page: 1, ...place }, pages, (name, params) => found.push([name, params]), {
      ...STANDARD_LIMITS,
      crossPageMinimum,
    });
    return found;
  };
  const cross = { kind: 'CROSS_PAGE', x: 0 } as const;
  expect(problems({ ...cross, toPage: 2 })).toEqual([]);
  expect(problems({ ...cross, toPage: 2 }, 3)).toEqual([['crossPageTooFewPages', { min: 3 }]]);
  expect(problems({ toPage: 3 }, 3)).toEqual([]);
  expect(problems({ toPage: 2 }, 3)).toEqual([['rangeTooFewPages', { min: 3 }]]);
  expect(problems({ toPage: 2, rule: 'ALTERNATE' })).toEqual([['rangeTooFewPages', { min: 2 }]]);
  expect(problems({ page: 3, toPage: 2 })).toEqual([['crossPageRange', undefined]]);
  expect(problems({ toPage: 5 })).toEqual([['pageUnknown', { pages: 4 }]]);
  // one page is no range
  expect(problems({}, 20)).toEqual([]);
});

it('a place is drawn to others’ edges and middles and the page’s middle, only within reach', () => {
  const lines = linesFor(A4, [{ x: 30, y: 200, width: 42, height: 42 }]);
  const box = { x: 31.2, y: 60, width: 42, height: 42 };
  expect(aligned(box, lines, 2)).toEqual({ ...box, x: 30 });
  expect(aligned(box, lines, 1)).toEqual(box);
  expect(aligned({ ...box, x: 83 }, lines, 2).x).toBe(84);
  expect(guidesFor({ ...box, x: 30 }, lines)).toEqual([
    { axis: 'x', at: 30 },
    { axis: 'x', at: 51 },
    { axis: 'x', at: 72 },
  ]);
  expect(guidesFor({ ...box, x: 84, y: 127.5 }, lines)).toEqual([
    { axis: 'x', at: 105 },
    { axis: 'y', at: 148.5 },
  ]);
  // by key to the next line: the middle of the page with its right edge
  expect(toNextLine({ ...box, x: 32 }, lines, 'x', 1)).toBe(19);
  expect(toNextLine({ ...box, x: 32 }, lines, 'x', -1)).toBe(-2);
  expect(toNextLine({ ...box, y: 250 }, lines, 'y', 1)).toBeUndefined();
});
