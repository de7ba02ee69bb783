import { expect, it } from 'vitest';
import { CODE_SIDES, footerCodeBox } from '#core/footer-code.ts';
import { checkPlan } from '#core/task/check-plan.ts';
import { draftToPlan, EMPTY_TASK } from '#core/task/draft.ts';

const A5 = { widthMm: 148, heightMm: 210 };

it('stands at the foot, at the side that was chosen, as large as was chosen, off the edges', () => {
  expect(CODE_SIDES.map((side) => footerCodeBox(A5, { side, size: 20 }))).toEqual([
    { x: 8, y: 182, width: 20, height: 20 },
    { x: 64, y: 182, width: 20, height: 20 },
    { x: 120, y: 182, width: 20, height: 20 },
  ]);
  // As it stood before it could be configured.
  expect(footerCodeBox(A5)).toEqual({ x: 125, y: 187, width: 15, height: 15 });
});

it('[5.11f] a chosen code needs 12 to 30 mm and room on each page; an unchosen one nothing', () => {
  const document = { documentId: 'document01', fileName: '标签.pdf', fileKey: '0'.repeat(64) };
  const problems = (task: Partial<typeof EMPTY_TASK>, pages = [A5]) => {
    const row = { ...document, position: 1, size: 1, pages };
    const draft = { documents: [row], attachments: [], signers: [], copies: [], placements: [] };
    const plan = draftToPlan('draft00001', { ...draft, task: { ...EMPTY_TASK, ...task } });
    return checkPlan(plan, { now: 0, facts: new Map([[document.documentId, { pages }]]) })
      .filter(({ path }) => path.startsWith('footerCode'))
      .map(({ problem, params }) => [problem, params]);
  };
  const ENABLE = 'ENABLE' as const;
  const asked = ['codeSizeRequired', { least: 12, most: 30 }];
  for (const codeSize of [0, 11, 31, Number.NaN])
    expect(problems({ codeStatus: ENABLE, codeSize }), String(codeSize)).toEqual([asked]);
  for (const codeSize of [12, 30]) expect(problems({ codeStatus: ENABLE, codeSize })).toEqual([]);
  const label = { widthMm: 100, heightMm: 40 };
  expect(problems({ codeStatus: ENABLE, codeSize: 25 }, [A5, label])).toEqual([
    ['codeOffPage', { name: '标签.pdf', page: 2 }],
  ]);
  expect(problems({ codeStatus: ENABLE, codeSize: 24 }, [A5, label])).toEqual([]);
  expect(problems({ codeSize: 0 }, [label])).toEqual([]);
});
