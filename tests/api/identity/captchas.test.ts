import { mkdirSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { checkCaptcha, getCaptcha, getImageCode, sendAuthCode } from '#core/identity/calls.ts';
import { encryptPoints } from '#core/identity/captcha/point-cipher.ts';
import { searchWork } from '#core/identity/captcha/work.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { captcha } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { answerOf, passCaptcha } from '#tests/fixtures/registration.ts';
import { product } from '#tests/product.ts';

const fresh = () => new ApiClient(product().baseUrl);
type Point = { x: number; y: number };

const ask = (client: ApiClient, proof: object, mobile = newMobile()) =>
  client.envelope(sendAuthCode, { authCodeType: 'REGISTER', mobile, ...proof });

async function puzzle(client: ApiClient, captchaType: 'blockPuzzle' | 'clickWord') {
  const { repData } = await client.call(getCaptcha, { captchaType, clientUid: 'slider-1', ts: Date.now() });
  const answer = async (points: unknown, key = repData!.secretKey) =>
    client.call(checkCaptcha, {
      captchaType,
      token: repData!.token,
      pointJson: await encryptPoints(points, key),
    });
  return { ...repData!, answer };
}

describe('the slide puzzle', () => {
  it('[7.17a] [3.26b] is a picture of 310 × 155 with a piece of its height, drawn anew each time', async () => {
    const client = fresh();
    const [a, b] = [await puzzle(client, 'blockPuzzle'), await puzzle(client, 'blockPuzzle')];
    const image = readPng(fromBase64(a.originalImageBase64));
    expect([image.width, image.height]).toEqual([310, 155]);
    const piece = readPng(fromBase64(a.jigsawImageBase64));
    expect([piece.width, piece.height]).toEqual([50, 155]);
    expect(piece.pixels[3]).toBe(0);
    expect(a.originalImageBase64).not.toBe(b.originalImageBase64);
    expect(a.token).not.toBe(b.token);
    expect(a.secretKey).toMatch(/^.{16}$/);
    if (process.env.SHOW_CAPTCHAS) {
      mkdirSync(process.env.SHOW_CAPTCHAS, { recursive: true });
      writeFileSync(`${process.env.SHOW_CAPTCHAS}/slide.png`, fromBase64(a.originalImageBase64));
      writeFileSync(`${process.env.SHOW_CAPTCHAS}/piece.png`, fromBase64(a.jigsawImageBase64));
    }
  });

  it('[7.17b] [8.1j] passes within 5 px, and no answer but the first counts', async () => {
    const client = fresh();
    const near = await puzzle(client, 'blockPuzzle');
    const { x } = await answerOf<Point>(near.token);
    const passed = await near.answer({ x: x + 5, y: 5 });
    expect(passed).toMatchObject({ repCode: '0000', repData: { result: true, captchaKey: near.token } });
    expect((await near.answer({ x, y: 5 })).repCode).toBe('6110');

    const off = await puzzle(client, 'blockPuzzle');
    const at = (await answerOf<Point>(off.token)).x;
    const wrong = await off.answer({ x: at + 6, y: 5 });
    expect(wrong).toMatchObject({ repCode: '6111', repMsg: '验证失败，请再试一次。', repData: null });
    expect((await off.answer({ x: at, y: 5 })).repCode).toBe('6110');
    expect((await ask(client, { captchaKey: off.token })).code).toBe(401011);
  });

  it('[7.17b] takes points only as encrypted under its own key', async () => {
    const client = fresh();
    const one = await puzzle(client, 'blockPuzzle');
    const { x } = await answerOf<Point>(one.token);
    expect((await one.answer({ x, y: 5 }, 'another-key-1234')).repCode).toBe('6111');
    const two = await puzzle(client, 'blockPuzzle');
    const plain = { captchaType: 'blockPuzzle' as const, token: two.token, pointJson: '{"x":100,"y":5}' };
    expect((await client.call(checkCaptcha, plain)).repCode).toBe('6111');
    const three = await puzzle(client, 'blockPuzzle');
    for (const points of [null, { x: 'NaN' }, [], { x: null }])
      expect(['6111', '6110']).toContain((await three.answer(points)).repCode);
  });

  it('expires, and is good for one code only', async () => {
    const client = fresh();
    const proof = await passCaptcha(client);
    expect((await ask(client, proof)).code).toBe(200);
    expect((await ask(client, proof)).code).toBe(401011);
    const late = await passCaptcha(client);
    await database()
      .update(captcha)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(captcha.id, late.captchaKey));
    expect((await ask(client, late)).code).toBe(401011);
    const old = await puzzle(client, 'blockPuzzle');
    await database()
      .update(captcha)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(captcha.id, old.token));
    expect((await old.answer({ x: 1, y: 5 })).repCode).toBe('6110');
  });
});

describe('click-word', () => {
  it('[5.18g] [7.17b] requires three characters of a 310 × 155 picture, in order', async () => {
    const client = fresh();
    const one = await puzzle(client, 'clickWord');
    expect(one.wordList).toHaveLength(3);
    const image = readPng(fromBase64(one.originalImageBase64));
    expect([image.width, image.height]).toEqual([310, 155]);
    if (process.env.SHOW_CAPTCHAS)
      writeFileSync(`${process.env.SHOW_CAPTCHAS}/click.png`, fromBase64(one.originalImageBase64));
    const { points } = await answerOf<{ points: Point[] }>(one.token);
    expect((await one.answer(points.map(({ x, y }) => ({ x: x + 8, y: y - 8 })))).repCode).toBe('0000');

    const two = await puzzle(client, 'clickWord');
    const right = (await answerOf<{ points: Point[] }>(two.token)).points;
    expect((await two.answer(right.toReversed())).repCode).toBe('6111');
    const three = await puzzle(client, 'clickWord');
    const all = (await answerOf<{ points: Point[] }>(three.token)).points;
    expect((await three.answer([...all, ...all])).repCode).toBe('6111');
  });

  it('shows capitals and digits to who reads English', async () => {
    const client = fresh();
    client.language = 'en-US';
    const { wordList } = await puzzle(client, 'clickWord');
    expect(wordList.join('')).toMatch(/^[A-Z0-9]{3}$/);
  });
});

describe('the image code', () => {
  it('[7.6g] [7.17c] [5.8b] [9.14] is four of A–Z and 0–9, sent as randomStr and authCode, once', async () => {
    const client = fresh();
    for (const contrast of ['normal', 'high'] as const) {
      const { captchaImageBase64, captchaKey } = await client.call(getImageCode, { contrast });
      expect(captchaImageBase64).toMatch(/^data:image\/png;base64,/);
      if (process.env.SHOW_CAPTCHAS)
        writeFileSync(
          `${process.env.SHOW_CAPTCHAS}/code-${contrast}.png`,
          fromBase64(captchaImageBase64.slice(22)),
        );
      const { text } = await answerOf<{ text: string }>(captchaKey);
      expect(text).toMatch(/^[A-Z0-9]{4}$/);
      const proof = { randomStr: captchaKey, authCode: text.toLowerCase() };
      expect((await ask(client, proof)).code).toBe(200);
      expect((await ask(client, proof)).code).toBe(401011);
    }
    const { captchaKey } = await client.call(getImageCode, {});
    const { text } = await answerOf<{ text: string }>(captchaKey);
    expect((await ask(client, { randomStr: captchaKey, authCode: '????' })).code).toBe(401011);
    expect((await ask(client, { randomStr: captchaKey, authCode: text })).code).toBe(401011);
  });
});

describe('a way past pictures', () => {
  it('lets the device do a piece of work instead of the person', async () => {
    const client = fresh();
    const { repData } = await client.call(getCaptcha, { captchaType: 'work' });
    const { token, workBits } = repData!;
    const wrong = { captchaType: 'work' as const, token: `${token}x`, pointJson: '1' };
    expect((await client.call(checkCaptcha, wrong)).repCode).toBe('6110');
    let found: string | null = null;
    for (let from = 0; found === null; from += 20_000) {
      found = searchWork(token, workBits, from, 20_000);
      await new Promise((done) => setImmediate(done));
    }
    const checked = await client.call(checkCaptcha, { captchaType: 'work', token, pointJson: found });
    expect(checked.repCode).toBe('0000');
    expect((await ask(client, { captchaKey: token })).code).toBe(200);
  });
});

describe('when it is required', () => {
  it('[8.6b] before a code is sent to somebody who is not signed in', async () => {
    const answer = await ask(fresh(), {});
    expect([answer.code, answer.message]).toEqual([401010, '请完成安全验证。']);
    expect((await ask(fresh(), { captchaKey: 'forged' })).code).toBe(401011);
  });

  it('[8.6d] [8.1j] refuses an address that refreshes too often', async () => {
    const from = { 'cf-connecting-ip': '198.51.100.7' };
    const client = fresh();
    const work = { captchaType: 'work' as const };
    for (let i = 0; i < 20; i++) await client.call(getCaptcha, work, from);
    expect(await client.call(getCaptcha, work, from)).toEqual({
      repCode: '6201',
      repMsg: '刷新太频繁了，请休息一下再试。',
      repData: null,
    });
  });
});
