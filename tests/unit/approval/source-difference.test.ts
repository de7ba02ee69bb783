import { expect, it } from 'vitest';
import {
  filledValues,
  keptParts,
  partyDifferences,
  placeDifferences,
  type SourceToCompare,
} from '#core/approval/source-difference.ts';
import type { Plan, PlanPlacement } from '#core/task/plan.ts';
import { placementIdOf } from '#core/task/template-placement.ts';
import { chip, key, line, makeContent, makeField, makeValues } from '../template/contents.ts';

const DOCUMENT = key('document');
const anchor = (name: string, signer: string, change: object = {}) => ({
  ...{ key: key(name), signer: key(signer), kind: 'PERSON_SEAL', width: 20, height: 20, position: 1 },
  at: { by: 'PAGE', page: 1, x: 10, y: 10 },
  ...change,
});
const content = makeContent(
  [
    line(chip('number'), chip('theirs')),
    { type: 'optional', attrs: { option: key('option') }, content: [line(chip('dropped'))] },
  ],
  {
    options: [{ key: key('option'), name: '违约条款', position: 1 }],
    signers: [
      { key: key('seller'), name: '甲方', type: 'PERSON', order: 1, position: 1 },
      { key: key('buyer'), name: '乙方', type: 'PERSON', order: 2, position: 2 },
    ],
    fields: [
      makeField('number', { name: '编号', preset: 'A-1' }),
      makeField('theirs', { name: '账号', filledBy: key('buyer') }),
      makeField('dropped', { name: '违约金' }),
    ],
    anchors: [anchor('one', 'seller'), anchor('two', 'buyer', { at: { by: 'PAGE', page: 2, x: 10, y: 10 } })],
  },
);
const PAGES = Array.from({ length: 2 }, () => ({ widthMm: 210, heightMm: 297 }));

const place = (name: string, signer: string, change: Partial<PlanPlacement> = {}): PlanPlacement => ({
  placementId: placementIdOf(DOCUMENT, key(name)),
  signerId: key(signer),
  documentId: DOCUMENT,
  ...{ kind: 'PERSON_SEAL', page: 1, x: 10, y: 10, width: 20, height: 20 },
  ...change,
});
const second = place('two', 'b', { page: 2 });

function sourceOf(placements: PlanPlacement[], change: Partial<Plan> = {}): SourceToCompare {
  const signer = (signerId: string, userName: string, signOrder: number) => ({
    ...{ signerId: key(signerId), type: 'PERSON' as const, userName, mobile: '', signOrder },
  });
  const plan: Plan = {
    ...{
      draftId: key('draft'),
      taskName: '合同',
      businessType: 'SALES',
      businessTypeName: '',
      scenario: 'ENT',
    },
    ...{ taskFileType: 'PDF', signFlow: 'SPECIFIED', orderState: 'ORDER', codeStatus: 'DISABLE' },
    watermarkState: 'DISABLE',
    documents: [],
    attachments: [],
    signers: [signer('a', '张三', 1), signer('b', '李四', 2)],
    copies: [],
    placements,
    ...change,
  };
  const values = makeValues({ fields: { [key('number')]: 'A-2' }, options: { [key('option')]: false } });
  return {
    content,
    values,
    language: 'zh-CN',
    plan,
    documentId: DOCUMENT,
    laidOut: { boxes: [], pages: PAGES },
  };
}

it('a contract that matches its template only differs in filled fields and dropped parts', () => {
  const source = sourceOf([place('one', 'a'), second]);
  expect(placeDifferences(source)).toEqual([]);
  expect(partyDifferences(source.plan, [source])).toEqual([]);
  expect(filledValues(source)).toEqual([
    { name: '编号', value: 'A-2', preset: 'A-1', bySigner: false },
    { name: '账号', value: '', preset: '', bySigner: true },
  ]);
  expect(keptParts(source)).toEqual([{ name: '违约条款', kept: false, usual: true }]);
});

it('moved, resized, removed and added placements are reported, whoever made the plan', () => {
  expect(placeDifferences(sourceOf([place('one', 'a', { x: 50 }), second]))).toEqual([
    { change: 'MOVED', kind: 'PERSON_SEAL', party: '张三', page: 1 },
  ]);
  expect(placeDifferences(sourceOf([place('one', 'a', { width: 30 }), second]))).toHaveLength(1);
  expect(placeDifferences(sourceOf([second]))).toEqual([
    { change: 'REMOVED', kind: 'PERSON_SEAL', party: '甲方', page: 1 },
  ]);
  const further = place('other', 'b', { kind: 'SIGN_DATE', y: 200 });
  expect(placeDifferences(sourceOf([place('one', 'a'), second, further]))).toEqual([
    { change: 'ADDED', kind: 'SIGN_DATE', party: '李四', page: 1 },
  ]);
  // A plan by the interface has keys of its own: a place at the same spot is the template's.
  expect(placeDifferences(sourceOf([place('one', 'a', { placementId: key('own') }), second]))).toEqual([]);
});

it('parties outside of the template, roles without a party and a different order are reported', () => {
  const signers = sourceOf([]).plan.signers;
  const swapped = sourceOf([place('one', 'a'), second], {
    signers: signers.map((one) => ({ ...one, signOrder: 3 - one.signOrder })),
  });
  expect(partyDifferences(swapped.plan, [swapped])).toEqual([{ change: 'ORDER_CHANGED', name: '' }]);
  const unordered = sourceOf([place('one', 'a'), second], { orderState: 'DISORDER' });
  expect(partyDifferences(unordered.plan, [unordered])).toEqual([{ change: 'ORDER_CHANGED', name: '' }]);
  const lacking = sourceOf([place('one', 'a')]);
  expect(partyDifferences(lacking.plan, [lacking])).toEqual([
    { change: 'ROLE_LEFT_OUT', name: '乙方' },
    { change: 'PARTY_ADDED', name: '李四' },
  ]);
});
