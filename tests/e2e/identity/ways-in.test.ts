import type { Browser, Locator, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '#core/call.ts';
import type { getCaptcha } from '#core/identity/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { answerOf, NEW_PASSWORD, registerPerson } from '#tests/fixtures/registration.ts';

import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, stopClock } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

type Point = { x: number; y: number };
const api = () => new ApiClient(product().baseUrl);
const isCaptcha = (type: string) => (response: Response) =>
  response.url().includes(`/captcha/getCaptcha?captchaType=${type}`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** What the page was given, with the answer that only the database knows. */
async function given<T>(response: Promise<Response>) {
  const { data } = (await (await response).json()) as { data: OutputOf<typeof getCaptcha> };
  return { ...data.repData!, answer: await answerOf<T>(data.repData!.token) };
}

/** Pushes the piece with the keyboard alone: a page key moves a tenth, an arrow a pixel. */
async function pushTo(page: Page, x: number): Promise<void> {
  const slider = page.getByRole('slider');
  await slider.focus();
  while (Number(await slider.inputValue()) < x - 26) await page.keyboard.press('PageUp');
  while (Number(await slider.inputValue()) < x) await page.keyboard.press('ArrowRight');
  while (Number(await slider.inputValue()) > x) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
}

describe('a visitor', () => {
  it('[4.24b] [4.24c] [4.24d] [8.6f] registers, with a mistake and then the puzzle by keyboard', async () => {
    const { page, context, problems } = await newUser(browser, { width: 390, height: 844 });
    const mobile = newMobile();
    await page.goto('/register', { waitUntil: 'networkidle' });
    // Asked for without a mobile, the field says what is missing and nothing is sent.
    await button(page, '获取验证码').click();
    await page.getByText('请填写此项').first().waitFor();
    await page.getByLabel('手机号').fill(mobile);

    // On a slow machine three seconds are soon over: the page's clock stands, its timers run.
    await page.clock.setFixedTime(Date.now());
    const first = given<Point>(page.waitForResponse(isCaptcha('blockPuzzle')));
    await button(page, '获取验证码').click();
    const dialog = page.getByRole('dialog', { name: '安全验证' });
    const wrong = await first;
    // Another picture is not given within three seconds.
    await button(page, '换一张').click();
    await page.getByText('刷新太频繁了，请 3 秒后再试。').waitFor();
    expect(await flaws(page)).toEqual([]);
    const second = given<Point>(page.waitForResponse(isCaptcha('blockPuzzle')));
    // What is said of an answer is soon gone: it stands still to be looked at.
    await stopClock(page);
    await pushTo(page, wrong.answer.x > 150 ? 30 : 250);
    await dialog.getByText('验证失败，请再试一次。').waitFor();
    // After a second there is another picture, and the piece is back.
    await page.clock.runFor(1_000);
    const right = await second;
    await expect.poll(() => page.getByRole('slider').isEnabled()).toBe(true);
    await expect.poll(() => page.getByRole('slider').inputValue()).toBe('0');
    await pushTo(page, right.answer.x);
    await dialog.getByText('验证成功').waitFor();
    await expect.poll(() => page.getByRole('slider').isDisabled()).toBe(true);
    await page.clock.resume();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('验证码已发送，请查收。').waitFor();
    await expect.poll(() => button(page, /^(60|[1-5]?\d) 秒后可重发$/).isDisabled()).toBe(true);

    await page.getByLabel('验证码', { exact: true }).fill(await codeSentTo(api(), mobile, '注册验证码'));
    const password = page.getByLabel('登录密码');
    await password.fill('abc');
    await page.keyboard.press('Tab');
    await page.getByText('密码为 8 至 20 个字符，中文等字符算两个').waitFor();
    await password.fill(NEW_PASSWORD);
    await expect.poll(() => page.locator('[data-strength]').getAttribute('data-strength')).toBe('2');
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await page.getByText('大写锁定已开启').waitFor();
    await page.getByLabel('确认密码').fill(`${NEW_PASSWORD}x`);
    await button(page, '注册').click();
    await page.getByText('两次输入的密码不一致').waitFor();
    await page.getByText('请先阅读并同意全部协议').waitFor();
    await page.getByLabel('确认密码').fill(NEW_PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, '注册').click();
    await page.waitForURL('**/passwordResult/success/register');
    await page.getByText('注册成功，您已登录。').waitFor();
    await page.getByRole('link', { name: '进入首页' }).click();
    await page.waitForURL('**/home');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage).every((key) => key.startsWith('sass_'))))
      .toBe(true);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[1.13a] [5.18g] [9.31] logs in by code, clicking three characters, and stays on this site', async () => {
    const { mobile } = await registerPerson();
    const { page, context } = await newUser(browser, { colorScheme: 'dark' });
    await page.goto('/login?redirect=%2F%2Fevil.example%2Fhome', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: '验证码登录' }).click();
    await page.getByLabel('手机号').fill(mobile);
    // What a code by SMS risks is told where one asks for it, with the safer way.
    await page.getByText('短信可能被他人看到、转接或骗取').waitFor();
    await button(page, '获取验证码').click();
    const sizeOf = async (shown: Locator) => {
      const box = (await shown.boundingBox())!;
      return [Math.round(box.width), Math.round(box.height)];
    };
    // The puzzle with the bar that one pushes, as they are rendered.
    await expect
      .poll(() => sizeOf(page.getByRole('img', { name: '有一处缺口的风景图' })))
      .toEqual([330, 155]);
    await expect.poll(() => sizeOf(page.getByRole('slider').locator('..'))).toEqual([330, 40]);
    const wrong = given<{ points: Point[] }>(page.waitForResponse(isCaptcha('clickWord')));
    await page.getByRole('tab', { name: '点选' }).click();
    const picture = button(page, /风景图/);
    const { answer: first, wordList: words } = await wrong;
    await expect.poll(() => sizeOf(picture)).toEqual([310, 155]);
    await expect
      .poll(() => picture.locator('img').evaluate((e: HTMLImageElement) => [e.naturalWidth, e.naturalHeight]))
      .toEqual([310, 155]);
    await expect.poll(() => sizeOf(page.getByText(`请依次点击：${words.join(' ')}`))).toEqual([310, 40]);
    expect(first.points).toHaveLength(3);
    const click = ({ x, y }: Point) => picture.click({ position: { x, y } });
    const again = given<{ points: Point[] }>(page.waitForResponse(isCaptcha('clickWord')));
    await stopClock(page);
    for (const point of first.points.toReversed()) await click(point);
    await page.getByText('验证失败，请再试一次。').waitFor();
    await page.clock.runFor(700);
    await page.clock.resume();
    const { answer, wordList } = await again;
    await page.getByText(`请依次点击：${wordList.join(' ')}`).waitFor();
    expect(await flaws(page)).toEqual([]);
    for (const point of answer.points) await click(point);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('验证码已发送，请查收。').waitFor();
    await page.getByLabel('验证码', { exact: true }).fill(await codeSentTo(api(), mobile, '登录验证码'));
    await button(page, '登录').click();
    await page.waitForURL('**/home');
    await expect.poll(() => new URL(page.url()).origin).toBe(product().baseUrl);
    await context.close();
  });

  it('[1.13c] [5.7f] [8.1g] sets a forgotten password without pictures, after a wrong code', async () => {
    const { mobile } = await registerPerson();
    const { page, context } = await newUser(browser);
    await page.goto('/forgotPassword', { waitUntil: 'networkidle' });
    await page.getByLabel('手机号或邮箱').fill(mobile);
    await button(page, '获取验证码').click();
    await page.getByRole('tab', { name: '免看图' }).click();
    await button(page, '开始验证').click();
    await page.getByText('验证码已发送，请查收。').waitFor();
    const code = page.getByLabel('验证码', { exact: true });
    const sent = await codeSentTo(api(), mobile, '找回密码验证码');
    await code.fill(sent.replace(/.$/, (last) => String((Number(last) + 1) % 10)));
    await button(page, '下一步').click();
    await page.locator('[data-field=authCode]').getByText('验证码不正确或已过期').waitFor();
    await expect.poll(() => page.getByText('验证码不正确或已过期').count()).toBe(1);
    await code.fill(sent);
    await button(page, '下一步').click();
    await page.getByLabel('新密码').fill('Fresh#Start27');
    await expect.poll(() => page.locator('[data-strength]').getAttribute('data-strength')).toBe('6');
    await page.getByLabel('确认密码').fill('Fresh#Start27');
    await button(page, '设置新密码').click();
    await page.waitForURL('**/passwordResult/success/forgot');
    expect((await api().login(mobile, 'Fresh#Start27')).session).not.toBeNull();
    await context.close();
  });

  it('[1.14] the login page promises legal effect and signing in three minutes, in each language', async () => {
    for (const [language, effect, fast] of [
      ['zh-CN', '具有法律效力', '三分钟完成一份签署'],
      ['zh-TW', '具有法律效力', '三分鐘完成一份簽署'],
      ['en-US', 'Valid under the electronic signature law', 'Signed in about three minutes'],
    ] as const) {
      const { page, context } = await newUser(browser, { language });
      await context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
      await page.goto('/login');
      const pitch = page.getByRole('listitem');
      await pitch.filter({ hasText: effect }).waitFor();
      await pitch.filter({ hasText: fast }).waitFor();
      await context.close();
    }
  });

  it('[2.12] [3.26a] [5.8b] logs in at /loginOld by image code, and reads agreements 1 to 4 only', async () => {
    const { mobile, password } = await registerPerson();
    const { page, context } = await newUser(browser);
    const keyOf = (response: Response) => /\/captcha\?/.test(response.url());
    const shown = page.waitForResponse(keyOf);
    await page.goto('/loginOld');
    const { data } = (await (await shown).json()) as { data: { captchaKey: string } };
    await page.getByLabel('账号').fill(mobile);
    await page.getByLabel('密码', { exact: true }).fill(password);
    const next = page.waitForResponse(keyOf);
    await page.getByLabel('图形码', { exact: true }).fill('AAAA');
    await button(page, '登录').click();
    await page.getByText('安全验证未通过或已失效，请重新验证。').waitFor();
    const other = (await (await next).json()) as { data: { captchaKey: string } };
    expect(other.data.captchaKey).not.toBe(data.captchaKey);
    await page
      .getByLabel('图形码', { exact: true })
      .fill((await answerOf<{ text: string }>(other.data.captchaKey)).text);
    await button(page, '登录').click();
    await page.waitForURL('**/home');
    // /refresh reads person and menu anew and goes on, to a page of our own only.
    await page.goto('/refresh?redirect=%2Fnotice%2Findex');
    await page.waitForURL('**/notice/index');
    await page.goto('/refresh?redirect=https%3A%2F%2Fevil.example');
    await page.waitForURL('**/home');
    for (const [id, title] of [
      [1, '服务协议'],
      [2, '隐私政策'],
      [3, '数字证书使用协议'],
      [4, '电子签约须知'],
    ] as const) {
      await page.goto(`/agreenment/${id}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(5);
    }
    await page.goto('/agreenment/5');
    await page.getByRole('heading', { level: 1, name: '没有找到这个页面' }).waitFor();
    await expect.poll(() => page.title()).toBe('没有找到这个页面 · 电子合同签署系统');
    await page.goto('/passwordResult/success/nonsense');
    await page.getByText('没有找到这个页面').waitFor();
    await context.close();
  });
});
