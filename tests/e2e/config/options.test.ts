import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPlatformOptions, saveWatermark } from '#core/config/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const save = (page: Page) => page.getByRole('button', { name: '保存' }).click();

describe('system settings', () => {
  it('[3.24a] [9.25] [9.35b] [9.35c] a watermark is previewed, then lies over everybody’s pages', async () => {
    const { page, context, problems } = await newUser(browser);
    const platform = await openAs(page, 'platform', '/platform/options?tab=watermark');
    const over = page.locator('[data-watermark]');
    try {
      await page.getByText('自定义内容').click();
      await page.getByLabel('水印内容').fill('内<部>资&料%');
      // [5.18e] a safe text input
      await expect.poll(() => page.getByLabel('水印内容').inputValue()).toBe('内部资料');
      await page.locator('figure [data-watermark="内部资料"]').waitFor();
      await page.getByLabel('透明度').fill('40');
      await page.getByLabel('透明度').blur();
      await expect
        .poll(() => page.locator('figure [data-watermark]').evaluate((e) => getComputedStyle(e).opacity))
        .toBe('0.6');
      await page.getByText('限制截屏和打印').click();
      await page.getByText('浏览器无法阻止系统截屏工具').waitFor();
      await screenshot(page, 'options-watermark');
      expect(await flaws(page)).toEqual([]);
      await page.getByText('限制截屏和打印').click();
      await page.getByText('账号', { exact: true }).click();
      await save(page);
      await page.getByText('设置已保存').waitFor();
      await over.last().waitFor({ state: 'attached' });
      await expect.poll(() => over.last().getAttribute('data-watermark')).toBe('platform');

      const other = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
      await openAs(other.page, 'bing', '/home');
      const layer = other.page.locator('[data-watermark="bing"]');
      await expect
        .poll(
          async () => {
            if ((await layer.count()) === 0) await other.page.reload();
            return layer.count();
          },
          { timeout: 60_000, interval: 1_500 },
        )
        .toBe(1);
      const look = await layer.evaluate((element) => {
        const { pointerEvents, position, backgroundImage, inset } = getComputedStyle(element);
        return {
          pointerEvents,
          position,
          inset,
          tile: backgroundImage.startsWith('url("data:image/svg+xml'),
        };
      });
      expect(look).toEqual({ pointerEvents: 'none', position: 'fixed', inset: '0px', tile: true });
      // it takes no click, and lies over what the click opens in the browser's top layer, too
      await other.page.getByRole('button', { name: /^当前身份/ }).click();
      const panel = other.page.locator('[popover=auto]:popover-open');
      await panel.getByRole('button', { name: '退出登录' }).waitFor();
      const above = () =>
        panel.evaluate((element) => {
          const [layer] = document.querySelectorAll<HTMLElement>('[data-watermark="bing"]');
          const { left, top, width, height } = element.getBoundingClientRect();
          layer!.style.pointerEvents = 'auto';
          const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
          layer!.style.pointerEvents = '';
          return topmost === layer;
        });
      await expect.poll(above).toBe(true);
      await screenshot(other.page, 'watermark-390-dark');
      await other.context.close();
    } finally {
      const { watermark } = await platform.call(getPlatformOptions, {});
      await platform.call(saveWatermark, { value: null, version: watermark.version });
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('[3.24a] a ban on copies prints nothing, and paints nothing after a screenshot key', async () => {
    const { page, context } = await newUser(browser);
    await page.route('**/watermark/list*', (route) =>
      route.fulfill({
        json: {
          code: 200,
          message: '',
          data: [
            {
              banscreenshotsFlag: true,
              watermarkType: 1,
              watermarkContent: '',
              gradient: 20,
              transparency: 10,
              fontSize: 12,
              font: 'SANS',
            },
          ],
        },
      }),
    );
    await openAs(page, 'jia', '/home');
    // [9.35a]
    await page.locator('[data-watermark="甲方管理员 0001"]').waitFor({ state: 'attached' });
    const visible = () => page.evaluate(() => getComputedStyle(document.body).visibility);
    await expect.poll(() => visible()).toBe('visible');
    await page.locator('html[data-no-print]').waitFor({ state: 'attached' });
    // asked within the page, at once: not a single frame more is painted, and the veil lifts by itself
    const veiled = await page.evaluate(() => {
      window.dispatchEvent(new KeyboardEvent('keyup', { key: 'PrintScreen' }));
      return getComputedStyle(document.body).visibility;
    });
    expect(veiled).toBe('hidden');
    await page.waitForFunction(() => getComputedStyle(document.body).visibility === 'visible');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect.poll(() => visible()).toBe('hidden');
    // The page is drawn anew behind the veil, in other words: that does not lift it.
    await page.locator('header select').selectOption('en-US', { force: true });
    await page.locator('html[data-veil^="Covered"]').waitFor({ state: 'attached' });
    expect(await visible()).toBe('hidden');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => visible()).toBe('visible');
    const stopped = await page.evaluate(
      () =>
        !window.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, cancelable: true })),
    );
    expect(stopped).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).display)).toBe('none');
    await context.close();
  });

  it('[3.24b] options, limits, menu and record stand on one page, on phones too; platform only', async () => {
    const { page, context, problems } = await newUser(browser, {
      width: 390,
      height: 844,
      colorScheme: 'dark',
    });
    await openAs(page, 'platform', '/platform/options');
    await page.getByLabel('系统名称').fill('<b>签章</b>');
    await expect.poll(() => page.getByLabel('系统名称').inputValue()).toBe('b签章/b');
    await page.getByText('页头图标').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'options-390-dark');
    await page.getByRole('tab', { name: '使用限制' }).click();
    const minutes = page.getByLabel('订单支付时限');
    await minutes.fill('31');
    await save(page);
    await page.getByText('设置已保存').waitFor();
    await page.getByRole('button', { name: '全部恢复默认' }).click();
    await save(page);
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=paymentMinutes]')?.value === '30',
    );
    await page.getByRole('tab', { name: '修改记录' }).click();
    await page.getByText('paymentMinutes: 30 → 31').first().waitFor();
    await page.getByRole('tab', { name: '菜单', exact: true }).click();
    await page.getByText('/verifyService').waitFor();
    // a phone shows the first entries; what lies below one opens with it
    const below = page.getByRole('button', { name: '“合同管理”的下级' });
    expect(await page.getByText('/contract/done').count()).toBe(0);
    await below.click();
    await page.getByText('/contract/done').waitFor();
    await expect.poll(() => below.getAttribute('aria-expanded')).toBe('true');
    expect(await flaws(page)).toEqual([]);
    await page.getByRole('button', { name: '修改“签名验证”' }).click();
    await page.getByRole('dialog', { name: '修改“签名验证”' }).waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();

    const other = await newUser(browser);
    await openAs(other.page, 'jia', '/home', DEMO.enterprises[0]!.id);
    await other.page.goto('/platform/options');
    await other.page.waitForURL('**/home');
    await other.context.close();
  });
});
