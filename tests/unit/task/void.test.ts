import { expect, it } from 'vitest';
import { LANGUAGES } from '#core/locales/languages.ts';
import { voidText } from '#core/locales/void-text.ts';
import { voidProblem } from '#core/task/void.ts';
import { voidAgreement } from '#core/task/void-agreement.ts';

const facts = {
  state: 'ENDED' as const,
  endReason: 'COMPLETED' as const,
  parties: ['E:a', 'E:b'],
  owner: 'E:a',
  voidState: '' as const,
  agreement: false,
};

it('a completed contract of several parties is made void by one of them, once', () => {
  expect(voidProblem(facts)).toBeNull();
  expect(voidProblem({ ...facts, endReason: 'REJECTED' })).toBe('NOT_COMPLETED');
  expect(voidProblem({ ...facts, state: 'IN_PROGRESS', endReason: null })).toBe('NOT_COMPLETED');
  expect(voidProblem({ ...facts, owner: 'E:c' })).toBe('NOT_A_PARTY');
  expect(voidProblem({ ...facts, parties: ['E:a', 'E:a'] })).toBe('ONE_PARTY');
  expect(voidProblem({ ...facts, voidState: 'VOIDING' })).toBe('UNDER_WAY');
  expect(voidProblem({ ...facts, voidState: 'VOIDED' })).toBe('ALREADY');
  expect(voidProblem({ ...facts, agreement: true })).toBe('AGREEMENT');
});

it.each(LANGUAGES)(
  'the agreement says in %s which contract, why, its digests and its parties',
  (language) => {
    const said = JSON.stringify(
      voidAgreement({
        number: 'QS20261123ABCDEFGH',
        title: '采购合同',
        completedAt: '2026-11-20 14:05',
        files: [{ name: '采购合同.pdf', sha256: 'ab'.repeat(32) }],
        reason: '合作终止',
        parties: [
          { key: 'one', type: 'ENTERPRISE', name: '甲公司', operator: '张三' },
          { key: 'two', type: 'PERSON', name: '李四', operator: '' },
        ],
        language,
      }),
    );
    const text = voidText(language);
    for (const words of [
      text.heading,
      'QS20261123ABCDEFGH',
      '采购合同',
      '2026-11-20 14:05',
      'abababababababab abababababababab',
      '合作终止',
      '甲公司',
      '张三',
      '李四',
    ])
      expect(said).toContain(words);
    expect(said.match(/"kind":"place"/g)).toHaveLength(2);
  },
);
