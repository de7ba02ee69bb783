import { expect, it } from 'vitest';
import { createI18n } from '#app/i18n/create-i18n.ts';
import { agentText } from '#app/parts/agent/agent-text.ts';
import { keyAmong, NoCertificate, OtherUkey, portionsOf } from '#app/parts/agent/ukey-steps.ts';
import { AGENT_FAILURES, AgentFailure } from '#core/agent/failures.ts';
import { DOCUMENTS_PER_CALL, MESSAGE_MAX } from '#core/agent/ports.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import { LANGUAGES } from '#core/locales/languages.ts';

const words = async (lang: (typeof LANGUAGES)[number]) => {
  const i18n = await createI18n(lang, ['agent', 'batchSign']);
  return i18n.getFixedT(lang, ['agent', 'batchSign']);
};

it('[8.7a] [8.7b] asks for the password of a UKey, and says how often it may still be wrong', async () => {
  const t = await words('zh-CN');
  expect(agentText(new AgentFailure('PIN_NEEDED'), t)).toBe('请输入证书密码');
  const wrong = (state: 'ok' | 'low' | 'final', attemptsLeft: number | null) =>
    agentText(new AgentFailure('PIN_WRONG', { state, attemptsLeft }), t);
  expect(wrong('low', 5)).toBe('证书密码错误，还有 5 次机会。');
  expect(wrong('final', 1)).toContain('只剩最后 1 次机会');
  // PKCS#11 tells no number, so none is made up.
  expect(wrong('ok', null)).toBe('证书密码错误，请核对后重新输入。');
  expect(wrong('low', null)).not.toMatch(/\d/);
});

it('[8.7c] [8.7d] [8.7e] says that the UKey, its certificate or the agent is missing', async () => {
  const t = await words('zh-CN');
  expect(agentText(new AgentFailure('TOKEN_NOT_FOUND'), t)).toBe('请插入 UKey');
  expect(agentText(new NoCertificate(), t)).toContain('没有可用的证书用户列表');
  expect(agentText(new AgentFailure('AGENT_GONE'), t)).toContain('没有检测到证书环境');
});

it('[8.7i] [8.7j] asks to insert a UKey that was pulled out again, or another one', async () => {
  const t = await words('zh-CN');
  expect(agentText(new AgentFailure('TOKEN_REMOVED'), t)).toContain('UKey 已拔出或接触不良');
  expect(agentText(new OtherUkey(), t)).toContain('请插入或切换 UKey');
  expect(t('batchSign:stopped')).toContain('请重新插入后继续批量签署');
  expect(t('section.bindFailed', { reason: '原因' })).toBe('绑定失败：原因');
});

const said = (name: ErrorName) => errorText(new AppError(name, { name: '合同章', max: 5 }), 'zh-CN');

it('[8.7f] [8.7g] [8.7h] says that a certificate is not yet or no longer valid, or not bound', () => {
  expect(said('UKEY_NOT_YET_VALID')).toContain('尚未生效');
  expect(said('UKEY_EXPIRED')).toContain('已过期');
  expect(said('UKEY_TAKEN')).toContain('绑定失败');
});

it('[8.7k] [8.7l] [8.7m] says that a UKey holds no seal, or may not be used', () => {
  expect(said('UKEY_NO_SEAL_CERTIFICATE')).toContain('没有可签署的印章');
  expect(said('SEAL_UKEY_NOT_ALLOWED')).toContain('当前 UKey 未获授权使用印章“合同章”');
  expect(said('UKEY_NOT_AUTHORIZED')).toBe('当前 UKey 未授权，请联系管理员。');
});

it('[8.7d] [8.7j] distinguishes a UKey without certificates from one with others', async () => {
  const t = await words('zh-CN');
  const said = (...serials: string[]) => {
    try {
      return keyAmong(
        serials.map((serialHex, i) => ({ keyId: `k${i}`, certificate: { serialHex } })),
        'aa',
      );
    } catch (error) {
      return agentText(error, t);
    }
  };
  expect(said()).toContain('没有可用的证书用户列表');
  expect(said('bb')).toContain('请插入或切换 UKey');
  expect(said('bb', 'aa')).toBe('k1');
});

it('has words for every failure of the agent in every language', async () => {
  for (const lang of LANGUAGES) {
    const t = await words(lang);
    for (const name of AGENT_FAILURES)
      expect(agentText(new AgentFailure(name), t), name).not.toMatch(/failure|[A-Z]{3}_/);
  }
});

it('hands documents over in messages that the agent takes', () => {
  const item = (size: number) => ({
    title: '合同',
    pages: 1,
    digest: 'ab'.repeat(32),
    message: 'A'.repeat(size),
  });
  const small = portionsOf(Array.from({ length: 2 * DOCUMENTS_PER_CALL + 5 }, () => item(400)));
  expect(small.map((one) => one.length)).toEqual([DOCUMENTS_PER_CALL, DOCUMENTS_PER_CALL, 5]);
  const large = portionsOf(Array.from({ length: 7 }, () => item(150_000)));
  expect(large.flat()).toHaveLength(7);
  for (const portion of large) expect(JSON.stringify(portion).length).toBeLessThan(MESSAGE_MAX);
  expect(portionsOf([])).toEqual([]);
});
