import { expect, it } from 'vitest';
import { nodeCipher } from '#agent/frame-cipher.ts';
import { FRAME_MESSAGES, gathered, messagesOf } from '#core/agent/gather.ts';
import { MESSAGE_MAX } from '#core/agent/ports.ts';
import { makeSessionKey, openFrames } from '#core/agent/session.ts';
import { agentForTest } from './with-agent.ts';

it('messages sent at once go out in one frame, in order, never more than a frame may hold', async () => {
  const frames: string[] = [];
  const say = gathered(async (text) => void frames.push(text));
  await Promise.all(['1', '2', '3'].map(say));
  await say('4');
  expect(frames).toEqual(['[1,2,3]', '4']);
  frames.length = 0;
  const many = Array.from({ length: 150 }, (_, i) => `${i}`);
  await Promise.all(many.map(say));
  expect(frames.map((frame) => messagesOf(frame).length)).toEqual([FRAME_MESSAGES, FRAME_MESSAGES, 22]);
  expect(frames.flatMap(messagesOf)).toEqual(many.map(Number));
  frames.length = 0;
  const long = JSON.stringify('x'.repeat(MESSAGE_MAX / 3));
  await Promise.all([long, long, long].map(say));
  expect(frames).toHaveLength(3);
  expect(() => messagesOf('[]')).toThrow(RangeError);
  expect(() => messagesOf(`[${'1,'.repeat(FRAME_MESSAGES)}1]`)).toThrow(RangeError);
});

it('a message that cannot be sent fails, and the next is sent', async () => {
  let broken = true;
  const sent: string[] = [];
  const say = gathered(async (text) => {
    if (broken) throw new Error('away');
    sent.push(text);
  });
  await expect(say('1')).rejects.toThrow('away');
  broken = false;
  await say('2');
  expect(sent).toEqual(['2']);
});

it('[1.8] what agent or page seals, the other opens once, in its place and unchanged', async () => {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const secret = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits']);
  const [a, b] = [await makeSessionKey(), await makeSessionKey()];
  const site = 'https://sign.example.com';
  const page = await openFrames('page', a, b.publicKey, secret, site);
  const agent = await openFrames('agent', b, a.publicKey, secret, site, nodeCipher);
  for (const text of ['一', '', 'x'.repeat(10_000)]) {
    expect(await agent.open(await page.seal(text))).toBe(text);
    expect(await page.open(await agent.seal(text))).toBe(text);
  }
  const [first, second] = [await page.seal('1'), await page.seal('2')];
  expect(await agent.open(first)).toBe('1');
  await expect(agent.open(first)).rejects.toThrow();
  await expect(agent.open(second)).rejects.toThrow();
  const changed = await agent.seal('3');
  changed[0]! ^= 1;
  await expect(page.open(changed)).rejects.toThrow();
  await expect(agent.open(new Uint8Array(3))).rejects.toThrow();
});

it('[1.8] many calls at once are each answered, also those that fail', async () => {
  const agent = await agentForTest();
  try {
    const client = await agent.connect();
    const calls = Array.from({ length: 100 }, (_, i) =>
      i % 10 === 0 ? client.call('certificates.list', { serial: 'none' }) : client.call('health', {}),
    );
    const answers = await Promise.allSettled(calls);
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    client.close();
  } finally {
    await agent.end();
  }
});
