/** A signature that is drawn with a finger on a phone, which is turned, or takes the finger away, in the middle. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendTask } from '#core/task/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { companyA, INDIVIDUAL, personSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

type Spot = readonly [across: number, down: number];
const BOARD = 'canvas[data-ready="true"]';

/** Touches the board at a part of its width and height. */
async function touch(page: Page, device: CDPSession, type: 'touchStart' | 'touchMove', [across, down]: Spot) {
  const { x, y, width, height } = (await page.locator(BOARD).boundingBox())!;
  const touchPoints = [{ x: x + width * across, y: y + height * down, id: 1 }];
  await device.send('Input.dispatchTouchEvent', { type, touchPoints });
}
const lift = (device: CDPSession, type: 'touchEnd' | 'touchCancel') =>
  device.send('Input.dispatchTouchEvent', { type, touchPoints: [] });

async function stroke(page: Page, device: CDPSession, from: Spot, to: Spot, start = true) {
  for (let i = 0; i <= 8; i++) {
    const at: Spot = [from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8];
    await touch(page, device, i === 0 && start ? 'touchStart' : 'touchMove', at);
  }
}

/** Whether there is ink near these parts of the board. */
const inkAt = (page: Page, spots: readonly Spot[]) =>
  page.locator(BOARD).evaluate(
    (canvas: HTMLCanvasElement, all) => {
      const drawing = canvas.getContext('2d')!;
      return all.map(([across, down]) => {
        const [x, y] = [Math.round(canvas.width * across), Math.round(canvas.height * down)];
        const { data } = drawing.getImageData(x - 4, y - 4, 9, 9);
        return data.some((value, i) => i % 4 === 3 && value > 0);
      });
    },
    spots as unknown as [number, number][],
  );

it('a phone turned while a finger draws loses nothing: the ink stays and goes on', async () => {
  const a = await companyA();
  const { planId } = await a.call(sendTask, await taskToSend(a, [personSigner(INDIVIDUAL)]));
  const { page, context, problems } = await newUser(browser, { width: 390, height: 844 });
  await openAs(page, INDIVIDUAL.loginName, `/fileSign/fileSign?planId=${planId}`);
  await page.getByRole('button', { name: /^全部放上/ }).click();
  await page.locator(BOARD).waitFor();
  const device = await context.newCDPSession(page);
  await stroke(page, device, [0.1, 0.3], [0.3, 0.3]);
  const before = await page.locator(BOARD).evaluate((canvas: HTMLCanvasElement) => canvas.offsetWidth);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect
    .poll(() => page.locator(BOARD).evaluate((canvas: HTMLCanvasElement) => canvas.offsetWidth))
    .not.toBe(before);
  await expect.poll(() => inkAt(page, [[0.2, 0.3]])).toEqual([true]);
  // the same finger goes on, then lifts
  await stroke(page, device, [0.35, 0.4], [0.6, 0.4], false);
  await lift(device, 'touchEnd');
  await expect
    .poll(() =>
      inkAt(page, [
        [0.2, 0.3],
        [0.5, 0.4],
        [0.8, 0.8],
      ]),
    )
    .toEqual([true, true, false]);
  // the system takes a finger away: what it drew stays, and the next finger draws
  await stroke(page, device, [0.1, 0.6], [0.4, 0.6]);
  await lift(device, 'touchCancel');
  await stroke(page, device, [0.5, 0.2], [0.8, 0.2]);
  await lift(device, 'touchEnd');
  const all: Spot[] = [
    [0.2, 0.3],
    [0.5, 0.4],
    [0.2, 0.6],
    [0.65, 0.2],
  ];
  await expect.poll(() => inkAt(page, all)).toEqual([true, true, true, true]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => inkAt(page, all)).toEqual([true, true, true, true]);
  await screenshot(page, 'draw-on-a-phone-turned');
  await page.getByRole('button', { name: '使用这个签名' }).click();
  await page.getByRole('button', { name: /^使用.*签署$/ }).waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
