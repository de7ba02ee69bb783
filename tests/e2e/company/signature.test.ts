import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSignatureRatio, SIGNATURE_WIDTH } from '#core/account/fit-signature.ts';
import { getSystemOption } from '#core/config/calls.ts';
import { listStamps } from '#core/seal/calls.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newPerson } from '../../fixtures/people.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A black cross on white paper. */
function picture(width: number, height: number): Buffer {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const ink = Math.abs(x - y) < 6 || Math.abs(x + y - height) < 6;
      if (ink) pixels.set([20, 20, 20, 255], (y * width + x) * 4);
    }
  return Buffer.from(writePng({ width, height, pixels }, 96));
}

it('[4.21a] [4.21b] [9.19] [5.6c] without its room the dialog asks every 3 s until an upload', async () => {
  const user = await newUser(browser);
  const { page } = user;
  // Nobody reaches the rooms: what is left is asking.
  await page.routeWebSocket(/\/sync\//, (socket) => socket.close());
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/stamp/stampList/')) asked++;
  });
  await openAs(page, await signedIn(await newPerson()), '/account/mySignature');
  await page.getByRole('button', { name: '添加签名' }).click();
  await page.getByRole('img', { name: '手写签名二维码' }).waitFor();
  await page.locator('[data-push=false]').waitFor();
  for (let round = 0; round < 2; round++) {
    const next = page.waitForResponse((response) => response.url().includes('/stamp/stampList/'));
    await page.clock.fastForward(3_000);
    await next;
  }
  await page.getByRole('tab', { name: '上传图片' }).click();
  const choose = page.locator('input[type=file]');
  await choose.waitFor({ state: 'attached' });
  const before = asked;
  await page.clock.fastForward(30_000);

  const save = page.getByRole('button', { name: '保存', exact: true });
  await choose.setInputFiles({
    name: '签名.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await page.getByText('只支持 png、jpg、jpeg 格式的图片').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);

  await choose.setInputFiles({ name: '签名.png', mimeType: 'image/png', buffer: picture(900, 900) });
  await page.getByText('图片宽高比不是 73:38').first().waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  for (const way of ['裁剪', '补白']) {
    await page.getByLabel(way).check();
    const preview = page.getByRole('img', { name: '调整后的签名' });
    await preview.waitFor();
    const size = await preview.evaluate((img: HTMLImageElement) =>
      img.decode().then(() => ({ width: img.naturalWidth, height: img.naturalHeight })),
    );
    expect(hasSignatureRatio(size)).toBe(true);
    expect(size.width).toBeLessThanOrEqual(SIGNATURE_WIDTH);
    await expect.poll(() => save.isDisabled()).toBe(false);
  }
  expect(asked).toBe(before);
  await save.click();
  await page.getByText('签名已保存').waitFor();
  await page.getByRole('img', { name: '当前手写签名' }).waitFor();
  await user.context.close();
});

it('[3.24b] at a writing board the signature is written on it, and no phone is asked for', async () => {
  const { page, context, problems } = await newUser(browser);
  const client = await signedIn(await newPerson());
  // The setting is everybody's: here the answer alone says that there is a board.
  await page.route(`**/ecapi${getSystemOption.path}*`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, handWritImg: 'TABLET' } } });
  });
  await openAs(page, client, '/account/mySignature');
  await page.getByRole('button', { name: '添加签名' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('请用手写屏的笔在下方签名').waitFor();
  await expect.poll(() => dialog.getByRole('tab').allTextContents()).toEqual(['手写屏', '上传图片']);
  await writeOn(dialog.locator('canvas[data-ready="true"]'));
  await screenshot(page, 'signature-board');
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('签名已保存').waitFor();
  const [stamp] = await client.call(listStamps, { userId: client.session!.userId });
  expect(stamp?.stampCategory).toBe('PERSON_AUTOGRAPH');
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
