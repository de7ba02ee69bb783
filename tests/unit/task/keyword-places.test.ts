import { expect, it } from 'vitest';
import enUS from '#app/locales/en-US/wizard.ts';
import zhCN from '#app/locales/zh-CN/wizard.ts';
import zhTW from '#app/locales/zh-TW/wizard.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { findText } from '#core/pdf/text/find-text.ts';
import { checkPlacements, checkPlan } from '#core/task/check-plan.ts';
import { openKeywords } from '#core/task/keyword-places.ts';
import type { Plan, PlanPlacement } from '#core/task/plan.ts';
import { contractPdf } from '#scripts/contract-pdf.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';

const [A, B] = ['甲方有限公司', '乙方有限公司'];
const keyword = { text: '（盖章）', order: 'ALL', place: 'OVERLAP', offsetX: 0, offsetY: 0 } as const;
const place = { placementId: 'place00000', width: 20, height: 20 };

it('[9.35d] [9.35e] [9.35f] finds first, every, last keyword; over, right or below it, in mm', async () => {
  const file = await contractPdf(A, B);
  const find = await openKeywords(file, 'PDF');
  const document = openPdfBytes(file);
  const texts = listPages(document).flatMap((page, i) =>
    findText(document, page, keyword.text).map((box) => ({ page: i + 1, box })),
  );
  expect(texts.length).toBeGreaterThan(1);
  const at = (change: object) => find({ ...place, keyword: { ...keyword, ...change } });
  const middles = (
    list: readonly { page: number; box: { x: number; y: number; width: number; height: number } }[],
  ) =>
    list.map(({ page, box }) => [
      page,
      Math.round(box.x + box.width / 2),
      Math.round(box.y + box.height / 2),
    ]);
  expect(middles(at({}))).toEqual(middles(texts));
  expect(middles(at({ order: 'FIRST' }))).toEqual(middles(texts.slice(0, 1)));
  expect(middles(at({ order: 'LAST' }))).toEqual(middles(texts.slice(-1)));
  const [text] = texts;
  const [over] = at({ order: 'FIRST' });
  const [right] = at({ order: 'FIRST', place: 'RIGHT' });
  expect(right!.box.x).toBeCloseTo(text!.box.x + text!.box.width, 3);
  expect(right!.box.y).toBeCloseTo(over!.box.y, 3);
  const [below] = at({ order: 'FIRST', place: 'BELOW' });
  expect(below!.box.y).toBeCloseTo(text!.box.y + text!.box.height, 3);
  expect(below!.box.x).toBeCloseTo(over!.box.x, 3);
  const [moved] = at({ order: 'FIRST', offsetX: 5, offsetY: -7 });
  expect(moved!.box.x).toBeCloseTo(over!.box.x + 5, 3);
  expect(moved!.box.y).toBeCloseTo(over!.box.y - 7, 3);
  expect(at({ text: '没有这几个字' })).toEqual([]);

  const ofd = await openKeywords(contractOfd(A, B), 'OFD');
  expect(ofd({ ...place, keyword: { ...keyword, text: '甲方' } }).length).toBeGreaterThan(0);
  expect(ofd({ ...place, keyword: { ...keyword, text: '没有这几个字' } })).toEqual([]);
});

it('[8.16f] a place of a signer who does not exist is refused there, in each language', () => {
  const plan = {
    draftId: 'draft00000',
    documents: [{ documentId: 'document00', fileName: '附件.pdf', fileKey: 'a'.repeat(64) }],
    signers: [
      { signerId: 'signer0000', type: 'PERSON', userName: '李一', mobile: '16612345678', signOrder: 1 },
    ],
    placements: ['signer0000', 'signer0001'].map((signerId, i) => ({
      placementId: `place0000${i}`,
      signerId,
      documentId: 'document00',
      kind: 'HANDWRITTEN',
      page: 1,
      x: 20,
      y: 20 + i * 100,
      width: 36.5,
      height: 19,
    })),
  } as unknown as Plan;
  const facts = new Map([['document00', { pages: [{ widthMm: 210, heightMm: 297 }] }]]);
  const problems = checkPlacements(plan, { facts });
  expect(problems).toEqual([{ step: 4, path: 'placements.1', problem: 'placementMissing' }]);
  expect(
    [zhCN, zhTW, enUS].map((words) => words.problem[problems[0]!.problem as 'placementMissing']),
  ).toEqual([
    '签署位置所属的文件或签署方已不存在',
    '簽署位置所屬的檔案或簽署方已不存在',
    'The file or signatory of a placement is gone',
  ]);
});

it('[5.11n] a place without a keyword, with an absent one or over another is named by file', () => {
  const placement = (id: string, change: Partial<PlanPlacement> = {}): PlanPlacement => ({
    placementId: id,
    signerId: 'signer0000',
    documentId: 'document00',
    kind: 'HANDWRITTEN',
    page: 1,
    x: 0,
    y: 0,
    width: 36.5,
    height: 19,
    keyword: { ...keyword },
    ...change,
  });
  const problemsOf = (
    placements: PlanPlacement[],
    found: [string, { page: number; box: { x: number; y: number; width: number; height: number } }[]][],
  ) => {
    const plan = {
      draftId: 'draft00000',
      taskName: '合同',
      businessType: 'PURCHASE',
      businessTypeName: '',
      scenario: 'ENT',
      signFlow: 'SPECIFIED',
      attachments: [],
      taskFileType: 'PDF',
      orderState: 'DISORDER',
      codeStatus: 'DISABLE',
      watermarkState: 'DISABLE',
      documents: [{ documentId: 'document00', fileName: '附件.pdf', fileKey: 'a'.repeat(64) }],
      signers: [
        {
          signerId: 'signer0000',
          type: 'PERSON',
          userName: '李一',
          mobile: '16612345678',
          signOrder: 1,
        },
      ],
      copies: [],
      placements,
    } satisfies Plan;
    const facts = { pages: [{ widthMm: 210, heightMm: 297 }], found: new Map(found) };
    return checkPlan(plan, { now: 0, facts: new Map([['document00', facts]]) }).map(
      ({ path, problem, params }) => ({ path, problem, params }),
    );
  };
  const box = { x: 20, y: 200, width: 36.5, height: 19 };
  expect(problemsOf([placement('one')], [['one', [{ page: 1, box }]]])).toEqual([]);
  expect(problemsOf([placement('one', { keyword: { ...keyword, text: ' ' } })], [])).toEqual([
    { path: 'placements.0.keyword', problem: 'keywordIncomplete', params: undefined },
  ]);
  expect(problemsOf([placement('one')], [['one', []]])).toEqual([
    {
      path: 'placements.0.keyword',
      problem: 'keywordNotFound',
      params: { keyword: keyword.text, file: '附件.pdf' },
    },
  ]);
  const over = { ...box, x: 30 };
  const fixed = placement('two', { ...over });
  delete fixed.keyword;
  expect(problemsOf([placement('one'), fixed], [['one', [{ page: 1, box }]]])).toEqual([
    {
      path: 'placements.1',
      problem: 'placesOverlap',
      params: { file: '附件.pdf', page: 1, one: '李一', other: '李一' },
    },
  ]);
});
