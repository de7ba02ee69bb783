import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getHandLink, getUserCertQrCode, saveAutograph, saveHandSign } from '#core/account/calls.ts';
import { getLoggedUserInfo, getRegisteredUser, logout } from '#core/identity/calls.ts';
import { listStamps } from '#core/seal/calls.ts';
import { handLink } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { database, newPerson } from '../../fixtures/people.ts';
import { product } from '../../product.ts';

const stroke = (y: number) =>
  Array.from({ length: 24 }, (_, i) => ({
    x: 10 + i * 6,
    y: y + 12 * Math.sin(i / 2),
    time: i * 12,
    pressure: 0.5,
  }));
const writing = (strokes: number) => ({
  kind: 'HANDWRITING' as const,
  strokes: Array.from({ length: strokes }, (_, i) => stroke(20 + i * 25)),
});
const phone = () => new ApiClient(product().baseUrl);

async function link(ocrType?: 'NAME' | 'NONE') {
  const person = await newPerson({ name: '欧阳测试' });
  const client = await signedIn(person);
  const { path, expiresAt } = await client.call(getUserCertQrCode, ocrType ? { ocrType } : {});
  const query = new URL(path, 'http://x').searchParams;
  return { person, client, path, expiresAt, query, Authorization: query.get('Authorization') ?? '' };
}
const autographs = async (client: ApiClient, userId: string) =>
  (await client.call(listStamps, { userId })).filter((s) => s.stampCategory === 'PERSON_AUTOGRAPH');

describe('a signature from the phone', () => {
  it('[7.8k] the QR code opens /contract/handSign with Authorization, writingType and ocrType', async () => {
    const { path, query, expiresAt } = await link();
    expect(path.startsWith('/contract/handSign?')).toBe(true);
    expect([...query.keys()]).toEqual(['Authorization', 'writingType', 'ocrType']);
    expect(query.get('writingType')).toBe('AUTOGRAPH');
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(5 * 60_000);
  });

  it('[4.21a] what is handed in is a PERSON_AUTOGRAPH stamp that differs from the one before', async () => {
    const { person, client, Authorization } = await link();
    const { stampId } = await client.call(saveAutograph, { picture: writing(2) });
    expect((await autographs(client, person.id)).map((s) => s.stampId)).toEqual([stampId]);
    // [3.21f] The registration says which it is.
    expect((await client.call(getRegisteredUser, { id: person.id })).handWriteImg).toBe(stampId);
    const opened = await phone().call(getHandLink, { Authorization });
    expect(opened).toMatchObject({ name: '*阳测试', writingType: 'AUTOGRAPH', ocrType: 'NONE' });
    await phone().call(saveHandSign, { Authorization, picture: writing(3) });
    const [newest] = await autographs(client, person.id);
    expect(newest?.stampId).not.toBe(stampId);
    expect(newest?.stampPic).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  it('[8.15a] a link takes one signature, also when two come at the same moment', async () => {
    const { person, client, Authorization } = await link();
    const answers = await Promise.all(
      [2, 3, 4].map((n) => refusal(phone(), saveHandSign, { Authorization, picture: writing(n) })),
    );
    expect(answers.sort()).toEqual(['HAND_LINK_USED', 'HAND_LINK_USED', 'OK']);
    expect(await autographs(client, person.id)).toHaveLength(1);
    expect((await phone().envelope(getHandLink, { Authorization })).message).toBe(
      '签名已提交，请勿重复提交。',
    );
  });

  it('[8.15b] an empty board is not a signature, and does not spend the link', async () => {
    const { Authorization } = await link();
    const dot = { kind: 'HANDWRITING' as const, strokes: [[{ x: 1, y: 1, time: 0, pressure: 0.5 }]] };
    const none = { kind: 'HANDWRITING' as const, strokes: [] };
    expect(await refusal(phone(), saveHandSign, { Authorization, picture: none })).toBe('INPUT_INVALID');
    expect(await refusal(phone(), saveHandSign, { Authorization, picture: dot })).toBe('SIGNATURE_EMPTY');
    expect(await refusal(phone(), saveHandSign, { Authorization, picture: writing(2) })).toBe('OK');
  });

  it('[8.15c] where names are compared, what is not recognised is written again', async () => {
    const { Authorization } = await link('NAME');
    const answer = await phone().envelope(saveHandSign, { Authorization, picture: writing(1) });
    expect(answer.message).toBe('未能识别签名，请重新书写。');
    expect(await refusal(phone(), saveHandSign, { Authorization, picture: writing(5) })).toBe('OK');
  });

  it('[8.15d] [4.15b] a link that is unknown, expired, or whose session has ended is refused', async () => {
    const unknown = 'A'.repeat(43);
    const answer = await phone().envelope(getHandLink, { Authorization: unknown });
    expect(answer.message).toBe('二维码无效或已过期，请重新操作。');
    const expired = await link();
    await database().update(handLink).set({ expiresAt: 1 }).where(eq(handLink.accountId, expired.person.id));
    const picture = writing(2);
    for (const Authorization of [expired.Authorization, unknown, '', 'nonsense'])
      expect(await refusal(phone(), saveHandSign, { Authorization, picture })).toBe('HAND_LINK_INVALID');
    const ended = await link();
    await ended.client.call(logout, {});
    expect(await refusal(phone(), saveHandSign, { Authorization: ended.Authorization, picture })).toBe(
      'HAND_LINK_INVALID',
    );
  });

  it('the token opens nothing else, and is not kept in clear', async () => {
    const { Authorization, person } = await link();
    const thief = phone();
    const answer = await thief.envelope(getLoggedUserInfo, {}, { 'X-Token': Authorization });
    expect(answer.code).not.toBe(200);
    const rows = await database().select().from(handLink).where(eq(handLink.accountId, person.id));
    expect(JSON.stringify(rows)).not.toContain(Authorization);
  });
});
