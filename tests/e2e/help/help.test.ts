import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listHelpVideos, removeHelpVideo } from '#core/help/calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { ADMIN_A, COMPANY_A, PLATFORM } from '#tests/fixtures/contracts.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  const platform = await signedIn(PLATFORM);
  for (const { id } of await platform.call(listHelpVideos, {})) await platform.call(removeHelpVideo, { id });
});

/** A second of a moving square, recorded by the browser itself. */
const record = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const paint = canvas.getContext('2d')!;
      const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      const stopped = new Promise((resolve) => {
        recorder.onstop = resolve;
      });
      recorder.start();
      for (let i = 0; i < 20; i++) {
        paint.fillStyle = i % 2 ? '#b93a26' : '#fff';
        paint.fillRect(i * 8, 20, 60, 60);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      recorder.stop();
      await stopped;
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
    }),
  );

it('[2.24] [2.7] finds a document by its words, shows it, and plays a video of the platform’s', async () => {
  const user = await newUser(browser);
  const { page } = user;
  await openAs(page, PLATFORM.loginName, '/help/index');
  await page.getByRole('textbox', { name: '搜索文档' }).fill('骑缝 水印');
  await page.getByText('没有相符的文档').waitFor();
  await page.getByRole('textbox', { name: '搜索文档' }).fill('骑缝');
  await page.getByText('共 2 篇').waitFor();
  await page.getByRole('textbox', { name: '搜索文档' }).fill('');
  await page.getByText('共 8 篇').waitFor();
  await screenshot(page, 'help-documents');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('link', { name: /制作印章并申请证书/ }).click();
  await page.waitForURL('**/help/filePreview?id=seal');
  await page.getByText('申请成功后图样不能再修改').waitFor();
  await screenshot(page, 'help-document');
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('link', { name: '使用 UKey 签署' }).click();
  await page.getByRole('heading', { name: '使用 UKey 签署' }).waitFor();
  await page.getByRole('button', { name: '返回帮助' }).click();

  await page.getByRole('tab', { name: '视频' }).click();
  await page.getByText('还没有视频').waitFor();
  await page.getByRole('button', { name: '添加视频' }).click();
  const dialog = page.getByRole('dialog', { name: '添加视频' });
  await dialog.getByRole('textbox', { name: '标题' }).fill('三分钟学会签署');
  const buffer = await record(page);
  const file = { name: 'film.webm', mimeType: 'video/webm', buffer };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await screenshot(page, 'help-video-add');
  await dialog.getByRole('button', { name: '上传' }).click();
  await page.getByRole('link', { name: /三分钟学会签署/ }).waitFor();
  await screenshot(page, 'help-videos');

  // A member of an enterprise watches, and changes nothing.
  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await openAs(phone.page, ADMIN_A.loginName, '/help/index?topic=videos', COMPANY_A.id);
  await phone.page.getByRole('link', { name: /三分钟学会签署/ }).waitFor();
  await expect.poll(() => phone.page.getByRole('button', { name: '添加视频' }).count()).toBe(0);
  await screenshot(phone.page, 'help-videos-phone-dark');
  expect(await flaws(phone.page)).toEqual([]);
  await phone.page.getByRole('link', { name: /三分钟学会签署/ }).click();
  await phone.page.waitForURL('**/help/videoPreview?id=*');
  const video = phone.page.locator('video');
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
  });
  await phone.page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.1);
  await screenshot(phone.page, 'help-video-phone-dark');
  expect(await flaws(phone.page)).toEqual([]);
  await phone.page.goto('/help/filePreview?id=sign');
  await phone.page.getByText('先通读全文').waitFor();
  await screenshot(phone.page, 'help-document-phone-dark');
  expect(await problemsLeft(phone.problems)).toEqual([]);
  await phone.context.close();

  await page.getByRole('button', { name: '删除“三分钟学会签署”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await page.getByText('还没有视频').waitFor();
  await page.goto('/help/videoPreview?id=00000000');
  await page.getByText('没有找到这份内容').waitFor();
  expect(await problemsLeft(user.problems)).toEqual([]);
});
