import { describe, expect, it } from 'vitest';
import { agreementText, covers, digestOfOpening } from '#core/autosign/opening.ts';
import { startOfChinaDay } from '#core/china-time.ts';
import { LANGUAGES } from '#core/locales/languages.ts';

const FACTS = {
  entName: '某某有限公司',
  sealId: 'seal0001',
  sealName: '合同专用章',
  businessTypes: ['PURCHASE', 'SALES'],
  senderRoles: null,
  dailyLimit: 5,
  until: 1_800_000_000_000,
} as const;

describe('an opening of automatic signing', () => {
  it('covers its business types and senders; the administrator is always among them', () => {
    const task = { businessType: 'SALES', roles: ['HR'] } as const;
    expect(covers(FACTS, task)).toBe(true);
    expect(covers(FACTS, { ...task, businessType: 'LABOUR' })).toBe(false);
    expect(covers({ ...FACTS, businessTypes: null }, { ...task, businessType: 'LABOUR' })).toBe(true);
    const some = { ...FACTS, senderRoles: ['SIGN_OPERATOR'] } as const;
    expect(covers(some, task)).toBe(false);
    expect(covers(some, { ...task, roles: ['EMPLOYEE', 'SIGN_OPERATOR'] })).toBe(true);
    expect(covers(some, { ...task, roles: ['ENT_ADMIN'] })).toBe(true);
  });

  it('counts days in China, whatever the time zone of the machine', () => {
    const day = Date.UTC(2026, 10, 22, 16);
    for (const at of [day, day + 1, day + 86_399_999]) expect(startOfChinaDay(at)).toBe(day);
    expect(startOfChinaDay(day - 1)).toBe(day - 86_400_000);
  });

  it('has a digest of what was read and of each part of its scope, in any order of the choices', async () => {
    const digest = await digestOfOpening('zh-CN', FACTS);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await digestOfOpening('zh-CN', { ...FACTS, businessTypes: ['SALES', 'PURCHASE'] })).toBe(digest);
    const others = await Promise.all([
      digestOfOpening('en-US', FACTS),
      ...[
        { entName: '另一公司' },
        { sealId: 'seal0002' },
        { sealName: '公章' },
        { businessTypes: null },
        { senderRoles: ['HR'] as const },
        { dailyLimit: 6 },
        { until: FACTS.until + 1 },
      ].map((change) => digestOfOpening('zh-CN', { ...FACTS, ...change })),
    ]);
    expect(new Set([digest, ...others]).size).toBe(others.length + 1);
  });

  it('says in three languages whose seal, that nobody looks, that approvals stay, how it ends', () => {
    for (const language of LANGUAGES) {
      const text = agreementText(language, FACTS);
      expect(text).toHaveLength(5);
      expect(text.join()).not.toMatch(/[{}]/);
      for (const name of [FACTS.entName, FACTS.sealName]) expect(text[0], language).toContain(name);
    }
    const said = agreementText('zh-CN', FACTS).join();
    for (const words of ['不再由任何人逐份查看', '承担责任', '不绕过审批', '随时停止', '轨迹'])
      expect(said).toContain(words);
  });
});
