import { expect, it } from 'vitest';
import { checkOnPages, type PlanProblemName } from '#core/task/check-plan.ts';

const A4 = { widthMm: 210, heightMm: 297 };
const A5 = { widthMm: 148, heightMm: 210 };

it('a seal on several pages must be inside each of them', () => {
  const problems = (place: { page: number; toPage: number; rule?: 'CONSECUTIVE' | 'ALTERNATE' }) => {
    const found: [PlanProblemName, unknown][] = [];
    const box = { x: 150, y: 230, width: 42, height: 42 };
    checkOnPages({ placementId: 'p', kind: 'ENT_SEAL', ...box, ...place }, [A4, A5, A4], (name, params) =>
      found.push([name, params]),
    );
    return found;
  };
  expect(problems({ page: 1, toPage: 1 })).toEqual([]);
  expect(problems({ page: 1, toPage: 3 })).toEqual([['placementOffPage', { page: 2 }]]);
  expect(problems({ page: 1, toPage: 3, rule: 'ALTERNATE' })).toEqual([]);
  expect(problems({ page: 2, toPage: 3 })).toEqual([['placementOffPage', { page: 2 }]]);
});
