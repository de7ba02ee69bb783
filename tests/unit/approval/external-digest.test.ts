import { expect, it } from 'vitest';
import { digestOfExternal, type ExternalFacts, type ExternalJudged } from '#core/approval/external.ts';
import { JUDGED_FEN, JUDGED_TYPE, messageText } from '#core/locales/message-text.ts';

const judged: ExternalJudged = {
  caller: 'key:1',
  businessType: 'SALES',
  amount: 1,
  processId: '',
  approvers: ['a', 'b'],
  mode: 'SINGLE',
};
const facts: ExternalFacts & { judged: ExternalJudged } = {
  subject: 'EXTERNAL',
  businessId: 'FK-1',
  businessName: '付款',
  system: '费用系统',
  details: [{ name: '收款方', value: '某某' }],
  documents: [{ fileName: '发票.pdf', sha256: 'ab'.repeat(32) }],
  judged,
};

it('each judged thing changes the digest; the system’s name and people’s order do not', async () => {
  const digest = await digestOfExternal(facts);
  const withJudged = (change: Partial<ExternalJudged>) => ({ ...facts, judged: { ...judged, ...change } });
  const others: ExternalFacts[] = [
    { ...facts, businessId: 'FK-2' },
    { ...facts, businessName: '付款 2' },
    { ...facts, details: [] },
    { ...facts, documents: [] },
    withJudged({ caller: 'person:1' }),
    withJudged({ businessType: '' }),
    withJudged({ amount: null }),
    withJudged({ amount: 0 }),
    withJudged({ processId: 'x' }),
    withJudged({ approvers: ['a'] }),
    withJudged({ mode: 'JOINT' }),
  ];
  const digests = await Promise.all([facts, ...others].map(digestOfExternal));
  expect(new Set(digests).size).toBe(others.length + 1);
  expect(await digestOfExternal({ ...facts, system: '采购系统' })).toBe(digest);
  expect(await digestOfExternal(withJudged({ approvers: ['b', 'a'] }))).toBe(digest);
});

it('facts without what is judged have no digest', async () => {
  const { judged: _, ...before } = facts;
  expect(await digestOfExternal(before)).toBe('');
});

it('messages write the type in the language of the reader and the amount to the fen', () => {
  const text = (judgedIn: Record<string, string>, language: 'zh-CN' | 'en-US' = 'zh-CN') =>
    messageText('EXTERNAL_ASKED', { applicant: '王', task: '付款', ...judgedIn }, language);
  expect(text({ [JUDGED_TYPE]: 'PURCHASE', [JUDGED_FEN]: '128000' })).toContain(
    '“付款 · 采购合同 · ¥1,280.00”',
  );
  expect(text({ [JUDGED_TYPE]: 'PURCHASE' }, 'en-US')).toContain('“付款 · Purchase”');
  for (const [fen, yuan] of [
    ['0', '¥0.00'],
    ['7', '¥0.07'],
    ['100', '¥1.00'],
    ['100000000000000', '¥1,000,000,000,000.00'],
  ])
    expect(text({ [JUDGED_FEN]: fen! })).toContain(`“付款 · ${yuan}”`);
  expect(text({})).toContain('“付款”');
});
