import { expect, it } from 'vitest';
import { anchorOverlaps } from '#core/template/fill/overlaps.ts';
import { anAnchor } from '#tests/fixtures/template-content.ts';

const PAGES = [
  { widthMm: 210, heightMm: 297 },
  { widthMm: 210, heightMm: 297 },
];
const seal = (key: string, change = {}) =>
  anAnchor(key, 'signer', { kind: 'ENT_SEAL', width: 42, height: 42, ...change });
const box = (id: string, page: number, x: number, y: number) => ({ kind: 'place' as const, id, page, x, y });

it('reports which placements overlap on which page, excluding those by keyword', () => {
  const anchors = [
    seal('a'),
    seal('b'),
    seal('c'),
    seal('d', { at: { by: 'KEYWORD', keyword: { text: '盖章', order: 'ALL', place: 'RIGHT' } } }),
  ];
  expect(
    anchorOverlaps(anchors, [box('a', 1, 50, 100), box('b', 1, 80, 130), box('c', 0, 50, 100)], PAGES),
  ).toEqual([{ a: 'a', b: 'b', page: 2 }]);
  expect(
    anchorOverlaps(anchors, [box('a', 1, 50, 100), box('b', 1, 92, 100), box('c', 1, 50, 142)], PAGES),
  ).toEqual([]);
});
