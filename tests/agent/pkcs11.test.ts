import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '#core/agent/client.ts';
import { isAgentFailure } from '#core/agent/failures.ts';
import type { TokenInfo } from '#core/agent/protocol.ts';
import { untilFound } from '#tests/fixtures/until.ts';
import { certifyKey, documentOf, isSigned } from './documents.ts';
import { ADMIN_PIN, MODULE, PIN, type SoftHsm, softHsm } from './softhsm.ts';
import { agentForTest, type TestAgent } from './with-agent.ts';

let hsm: SoftHsm;
let agent: TestAgent;
let page: AgentClient;
let seen: TokenInfo[][];
beforeAll(async () => {
  hsm = softHsm();
  agent = await agentForTest({ modules: [MODULE] });
  page = await agent.connect();
  seen = [];
  page.watch(
    (tokens) => seen.push(tokens),
    () => {},
  );
});
afterAll(async () => {
  await agent.end();
  hsm.remove();
});

const first = async (): Promise<TokenInfo> => {
  const [token] = (await page.call('tokens.list', {})).tokens;
  if (!token) throw new Error('no token');
  return token;
};

it('[1.8] [5.14b] [5.14c] signs with RSA and EC keys of a vendor’s module, after its PIN', async () => {
  const { serial, label, algorithms, pin } = await first();
  expect([label, algorithms, pin]).toEqual(['UKey 一号', ['RSA', 'EC'], { state: 'ok', attemptsLeft: null }]);
  expect((await page.call('certificates.list', { serial })).certificates).toEqual([]);
  const wrong = await page.call('token.login', { serial, pin: '000000' }).catch((error) => error);
  expect(isAgentFailure(wrong) && [wrong.name, wrong.pin]).toEqual([
    'PIN_WRONG',
    { state: 'low', attemptsLeft: null },
  ]);
  await expect(page.call('key.create', { serial, algorithm: 'RSA', subject: 'x' })).rejects.toThrow(
    'PIN_NEEDED',
  );
  await page.call('token.login', { serial, pin: PIN });
  expect((await first()).unlocked).toBe(true);
  for (const algorithm of ['RSA', 'EC'] as const) {
    const { keyId, certificate } = await certifyKey(page, serial, algorithm);
    const documents = await Promise.all(
      Array.from({ length: 5 }, (_, i) => documentOf(`合同 ${i}`, certificate)),
    );
    const { values } = await page.call('document.sign', { serial, keyId, documents });
    for (const [i, { message }] of documents.entries())
      expect(await isSigned(algorithm, certificate, message, values[i]!), algorithm).toBe(true);
  }
  await expect(page.call('key.create', { serial, algorithm: 'SM2', subject: 'x' })).rejects.toThrow(
    'KEY_UNSUPPORTED',
  );
  await page.call('token.logout', { serial });
  const { certificates } = await page.call('certificates.list', { serial });
  expect(certificates).toHaveLength(2);
});

it('another page’s PIN opens nothing, and a wrong one of its own closes the token', async () => {
  const { serial } = await first();
  const other = await agent.connect();
  await page.call('token.login', { serial, pin: PIN });
  // The module is logged in; it would take any PIN now if it were asked without care.
  await expect(other.call('token.login', { serial, pin: '999999' })).rejects.toThrow('PIN_WRONG');
  await expect(other.call('key.create', { serial, algorithm: 'EC', subject: 'x' })).rejects.toThrow(
    'PIN_NEEDED',
  );
  other.close();
});

it('changes the PIN, and unlocks with the administrator’s', async () => {
  const { serial } = await first();
  await expect(page.call('token.changePin', { serial, pin: '000000', newPin: '654321' })).rejects.toThrow(
    'PIN_WRONG',
  );
  await page.call('token.changePin', { serial, pin: PIN, newPin: '654321' });
  await page.call('token.login', { serial, pin: '654321' });
  await expect(page.call('token.unlock', { serial, adminPin: '00000000', newPin: PIN })).rejects.toThrow(
    'PIN_WRONG',
  );
  await page.call('token.unlock', { serial, adminPin: ADMIN_PIN, newPin: PIN });
  await page.call('token.login', { serial, pin: PIN });
});

it('[8.7i] sees that a token is taken out or put in, also while it signs', async () => {
  const { serial } = await first();
  await page.call('token.login', { serial, pin: PIN });
  const { keyId, certificate } = await certifyKey(page, serial, 'EC');
  const documents = await Promise.all(
    Array.from({ length: 20 }, (_, i) => documentOf(`批量合同 ${i}`, certificate)),
  );
  const before = seen.length;
  hsm.unplug();
  let failure: unknown;
  while (failure === undefined)
    failure = await page.call('document.sign', { serial, keyId, documents }).then(
      () => undefined,
      (error) => error,
    );
  expect(isAgentFailure(failure) && ['TOKEN_REMOVED', 'TOKEN_NOT_FOUND', 'PIN_NEEDED']).toContain(
    (failure as Error).name,
  );
  await untilFound(() => (seen.slice(before).some((tokens) => tokens.length === 0) ? true : undefined));
  await expect(page.call('document.sign', { serial, keyId, documents })).rejects.toThrow('TOKEN_NOT_FOUND');
  hsm.plug();
  await untilFound(() => (seen.at(-1)?.length === 1 ? true : undefined));
  // Its PIN went with it.
  await expect(page.call('document.sign', { serial, keyId, documents })).rejects.toThrow('PIN_NEEDED');
  await page.call('token.login', { serial, pin: PIN });
  const { values } = await page.call('document.sign', { serial, keyId, documents });
  expect(await isSigned('EC', certificate, documents[19]!.message, values[19]!)).toBe(true);
});

it('works on where a module is not there or is none', async () => {
  const lonely = await agentForTest({ modules: ['/nowhere/lib.so', '/usr/lib/x86_64-linux-gnu/libc.so.6'] });
  try {
    const client = await lonely.connect();
    expect((await client.call('tokens.list', {})).tokens).toEqual([]);
    expect(lonely.log().match(/does not load/g)).toHaveLength(2);
  } finally {
    await lonely.end();
  }
});
