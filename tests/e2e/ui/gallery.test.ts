import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, stopClock, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function openGallery(options: Parameters<typeof newUser>[1] = {}): Promise<User> {
  const user = await newUser(browser, options);
  await user.page.goto('/sim/ui', { waitUntil: 'networkidle' });
  await user.page.locator('#list thead').or(user.page.locator('#list ul')).first().waitFor();
  return user;
}

let shared: User | undefined;
/** A page that several tests go on with: each leaves it as it was, but for what stands in fields. */
async function sameGallery(): Promise<User> {
  shared ??= await openGallery();
  return shared;
}

describe('every component in every state', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`has no flaw that axe finds, in ${colorScheme} at 1440 and 390 px, and a phone never scrolls sideways`, async () => {
      const user = await openGallery({ colorScheme });
      const { page } = user;
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page
          .locator(width < 600 ? '#list ul' : '#list thead')
          .first()
          .waitFor();
        await screenshot(page, `gallery-${colorScheme}-${width}`);
        expect(await flaws(user.page)).toEqual([]);
        const tooWide = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(tooWide).toBe(0);
      }
      expect(await problemsLeft(user.problems)).toEqual([]);
      await user.context.close();
    });

  it.each(['zh-TW', 'en-US'])('speaks %s', async (language) => {
    const user = await newUser(browser, { language });
    await user.context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
    await user.page.goto('/sim/ui', { waitUntil: 'networkidle' });
    await expect.poll(() => user.page.locator('html').getAttribute('lang')).toBe(language);
    await screenshot(user.page, `gallery-${language}`);
    expect(await problemsLeft(user.problems)).toEqual([]);
    await user.context.close();
  });
});

describe('dialogs', () => {
  it('[9.32] are 474 px wide, their top at 15 % of the window, and give the focus back', async () => {
    const { page } = await sameGallery();
    const opener = page.locator('#dialogs button').first();
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const box = await page.locator('[role=dialog]').evaluate((d) => {
      const { width, top } = (d.parentElement as HTMLElement).getBoundingClientRect();
      return { width, top };
    });
    expect(box.width).toBe(474);
    expect(Math.abs(box.top - 135)).toBeLessThanOrEqual(9);
    await expect.poll(() => dialog.evaluate((d) => d.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((b) => b === document.activeElement)).toBe(true);
  });

  it('of dangerous acts name the thing, ask for the reason, and never act on Enter alone', async () => {
    const user = await sameGallery();
    const { page } = user;
    await page.locator('#dialogs button').nth(1).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await screenshot(page, 'gallery-confirm');
    await expect.poll(() => dialog.textContent()).toContain('QS-2026-10001');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await dialog.getByRole('button').last().click();
    // without its reason nothing happens, and the field says so
    await expect.poll(() => dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    expect(await flaws(user.page)).toEqual([]);
    await dialog.getByRole('textbox').fill('填写有误');
    await dialog.getByRole('button').last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('are red for what destroys or cannot be undone, and not for what does no harm', async () => {
    const user = await sameGallery();
    const { page } = user;
    const dialog = page.getByRole('alertdialog');
    const looks = async (opener: number) => {
      await page.locator('#dialogs button').nth(opener).click();
      await dialog.waitFor();
      const read = () =>
        dialog.evaluate((d) => {
          const probe = d.appendChild(document.createElement('i'));
          probe.style.color = 'var(--red)';
          const { color: red } = getComputedStyle(probe);
          probe.remove();
          const deed = [...d.querySelectorAll('button')].at(-1)!;
          const icon = d.querySelector('p')!.closest('div')!.previousElementSibling!;
          return [getComputedStyle(deed), getComputedStyle(icon)].map(
            (s) => s.color === red || s.backgroundColor === red,
          );
        });
      const seen = await read();
      expect(await flaws(user.page)).toEqual([]);
      await screenshot(page, `gallery-confirm-${opener}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return seen;
    };
    expect(await looks(1)).toEqual([true, true]);
    expect(await looks(2)).toEqual([false, false]);
  });
});

describe('forms', () => {
  it('are checked when a field is left and again on submit; the first wrong field has the focus', async () => {
    const { page } = await sameGallery();
    const form = page.locator('#form form');
    const email = form.locator('[name=email]');
    await email.fill('li.na@');
    await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull();
    await email.blur();
    await form.locator('[name=email][aria-invalid=true]').waitFor();
    await email.fill('li.na@example.com');
    await form.locator('[name=email]:not([aria-invalid])').waitFor();
    await form.locator('button[type=submit]').click();
    await expect
      .poll(() => form.locator('[name=taskName]').evaluate((f) => f === document.activeElement))
      .toBe(true);
    const described = await form.locator('[name=taskName]').getAttribute('aria-describedby');
    await expect.poll(() => page.locator(`[id="${described}"]`).textContent()).toBe('请填写此项');
  });

  it('a text with a limit says how much of it is used', async () => {
    const { page } = await sameGallery();
    const reason = page.locator('#fields textarea');
    await reason.fill('一二三');
    await expect.poll(() => page.locator('#fields').textContent()).toContain('3 / 100');
  });
});

describe('the button that sends a code', () => {
  it('[9.16] [4.24a] counts 60 seconds down before it may be pressed again', async () => {
    const { page, context } = await newUser(browser);
    await page.clock.install();
    await page.goto('/sim/ui', { waitUntil: 'networkidle' });
    const button = page.getByRole('button', { name: '发送验证码' });
    await button.waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await button.click();
    const waiting = (seconds: number) => page.getByRole('button', { name: `${seconds} 秒后可重发` });
    await waiting(60).waitFor();
    await expect.poll(() => waiting(60).isDisabled()).toBe(true);
    await page.clock.runFor(59_000);
    await waiting(1).waitFor();
    await expect.poll(() => waiting(1).isDisabled()).toBe(true);
    await page.clock.runFor(1_000);
    await button.waitFor();
    await expect.poll(() => button.isEnabled()).toBe(true);
    await context.close();
  });
});

describe('lists', () => {
  it('[9.30] [2.26b] [5.18b] [5.18d] show three fields, then more; Enter searches, reset ends it', async () => {
    const { page } = await sameGallery();
    const list = page.locator('#list');
    const search = list.locator('search');
    const fields = search.locator('form > div').first().locator('> *');
    await expect.poll(() => fields.count()).toBe(3);
    await search.getByRole('button', { expanded: false }).last().click();
    await expect.poll(() => fields.count()).toBe(5);
    await search.getByRole('button', { name: '收起' }).click();
    await expect.poll(() => fields.count()).toBe(3);
    await search.getByRole('button', { name: '更多条件' }).click();
    await expect.poll(() => fields.count()).toBe(5);
    await search.locator('input').first().fill(' 设备 购销 ');
    await search.locator('input').first().press('Enter');
    await list.getByText('共 46 条', { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('name')).toBe('设备购销');
    await search.getByRole('button', { name: '重置' }).click();
    await list.getByText('共 137 条', { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('on a phone the search is folded: rows first, the present search is said and can be reset', async () => {
    const { page, context } = await openGallery({ width: 390, height: 844, colorScheme: 'dark' });
    const list = page.locator('#list');
    const search = list.locator('search');
    const filters = search.getByRole('button', { name: '搜索条件' });
    await filters.waitFor();
    await expect.poll(() => search.evaluate((e: HTMLElement) => e.offsetHeight)).toBeLessThan(60);
    await filters.click();
    await expect.poll(() => filters.getAttribute('aria-expanded')).toBe('true');
    await search.locator('input').first().fill('设备购销');
    await search.getByRole('button', { name: '查询' }).click();
    await list.getByText('46', { exact: false }).first().waitFor();
    await expect.poll(() => filters.getAttribute('aria-expanded')).toBe('false');
    await search.getByRole('listitem').filter({ hasText: '设备购销' }).waitFor();
    await screenshot(page, 'search-folded-390-dark');
    expect(await flaws(page)).toEqual([]);
    await search.getByRole('button', { name: '重置' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => search.getByRole('listitem').count()).toBe(0);
    await context.close();
  });

  it('[4.26c] a new size or order goes back to page 1, and the address keeps the place', async () => {
    const { page, context } = await openGallery();
    const list = page.locator('#list');
    await list.getByRole('button', { name: '第 3 页' }).click();
    await list.getByRole('cell', { name: '21', exact: true }).waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await list.getByRole('cell', { name: '21', exact: true }).waitFor();
    // a page that is not there any more makes way for the last one that is
    await page.goto('/sim/ui?current=99');
    await list.getByRole('cell', { name: '137', exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('current')).toBe('14');
    await list.getByRole('button', { name: '金额' }).click();
    await list.locator('th[aria-sort=ascending]').waitFor();
    await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ ascs: 'amount' });
    await list.getByRole('button', { name: '第 2 页' }).click();
    await list.getByLabel('每页条数').selectOption('25');
    await list.getByRole('cell', { name: '25', exact: true }).waitFor();
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ ascs: 'amount', size: '25' });
    await context.close();
  });

  it('chosen rows open the selection bar, and what cannot be chosen is left out', async () => {
    const { page } = await sameGallery();
    const list = page.locator('#list');
    await list.getByLabel('选择第 1 行').check();
    await list.getByLabel('选择第 2 行').check();
    await list.getByText('已选 2 项').waitFor();
    await list.getByLabel('选择本页全部').check();
    // two rows of the first ten cannot be chosen
    await list.getByText('已选 8 项').waitFor();
    await list.getByRole('button', { name: '取消选择' }).click();
    await expect.poll(() => list.locator('tbody input:checked').count()).toBe(0);
  });

  it('[2.26a] has columns for index and selection, rows that open, previews, paging and tools', async () => {
    const { page, context } = await openGallery({ width: 1800 });
    const list = page.locator('#list');
    const widths = await list
      .locator('thead th')
      .evaluateAll((cells) => cells.map((c) => Math.round(c.getBoundingClientRect().width)));
    // the first opens a row, then selection and index
    expect(widths.slice(0, 3)).toEqual([40, 45, 55]);
    expect(await list.locator('tbody tr').first().locator('td').nth(1).getByRole('checkbox').count()).toBe(1);
    expect(await list.locator('tbody tr').first().locator('td').nth(2).textContent()).toBe('1');
    await list.getByRole('button', { name: '展开详情' }).first().click();
    await list.getByText('由两位签署人签署').waitFor();

    // an image cell shows the picture itself, small; a click shows it large
    const dialog = page.getByRole('dialog');
    const cell = list.getByRole('button', { name: '查看印章' }).first();
    const small = cell.locator('img');
    await expect.poll(() => small.evaluate((e: HTMLImageElement) => e.naturalWidth)).toBeGreaterThan(0);
    const source = await small.getAttribute('src');
    const thumb = (await small.boundingBox())!;
    await cell.click();
    const large = dialog.getByRole('img', { name: '印章', exact: true });
    await expect.poll(() => large.getAttribute('src')).toBe(source);
    await expect.poll(async () => (await large.boundingBox())?.width).toBeGreaterThan(thumb.width * 4);
    await screenshot(page, 'image-cell');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => cell.evaluate((e) => e === document.activeElement)).toBe(true);

    await list.getByRole('button', { name: '查看参数' }).first().click();
    await expect
      .poll(() => dialog.locator('pre').textContent())
      .toBe(
        '{\n  "scene": "labor",\n  "order": [\n    "A",\n    "B"\n  ],\n  "watermark": {\n    "size": 12,\n    "opacity": 10\n  }\n}',
      );
    await page.keyboard.press('Escape');
    await list.getByText('共 137 条', { exact: true }).waitFor();
    await list.getByRole('button', { name: '第 2 页' }).click();
    await list.getByRole('cell', { name: '11', exact: true }).waitFor();

    const choose = '选择列';
    await list.getByRole('button', { name: choose }).click();
    await dialog.getByText('任务编号').click();
    await page.keyboard.press('Escape');
    await list.getByRole('columnheader', { name: '任务编号' }).waitFor({ state: 'detached' });
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => list.getByRole('columnheader', { name: '任务编号' }).count()).toBe(0);
    // the tables below are made without a tool bar
    const others = page.locator('#list-states');
    await others.getByText('还没有签署任务').waitFor();
    expect(await others.getByRole('button', { name: choose }).count()).toBe(0);
    await context.close();
  });

  it('on a phone a row is two lines and an action; a tap opens it, the chosen are acted on below', async () => {
    const { page, context } = await openGallery({ width: 390, height: 844 });
    const list = page.locator('#list');
    const row = list.getByRole('listitem').filter({ hasText: '2026 年度劳动合同 1' }).first();
    await row.waitFor();
    expect(await row.evaluate((e: HTMLElement) => e.offsetHeight)).toBeLessThanOrEqual(84);
    await row.getByText('签署中').waitFor();
    await row.getByRole('button', { name: '签署', exact: true }).waitFor();
    expect(await row.getByText('QS-2026-10000').count()).toBe(0);
    expect(await row.getByRole('button', { name: '撤回' }).count()).toBe(0);
    // the whole row is what one taps
    await row.click({ position: { x: 180, y: 16 } });
    await row.getByText('QS-2026-10000').waitFor();
    await row.getByText('由两位签署人签署').waitFor();
    await row.getByRole('button', { name: '撤回' }).click();
    await page.getByLabel('消息').getByText('2026 年度劳动合同 1').waitFor();
    await list.getByLabel('选择第 1 行').check();
    const bar = list.getByRole('status').filter({ hasText: '已选 1 项' });
    await bar.waitFor();
    const box = (await bar.boundingBox())!;
    expect(Math.round(box.y + box.height)).toBe(844);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'gallery-rows-390');
    await bar.getByRole('button', { name: '催签' }).click();
    await page.getByLabel('消息').getByText('2026 年度劳动合同 1').waitFor();
    await context.close();
  });

  it('[9.29] three actions stand in a row, the rest under "more", by keyboard too', async () => {
    const { page } = await sameGallery();
    const row = page.locator('#list tbody tr').first();
    await expect
      .poll(() => row.locator('td').last().getByRole('button').allInnerTexts())
      .toEqual(['签署', '签署轨迹', '预览', '']);
    await row.getByRole('button', { name: '更多' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['下载', '撤回']);
    // a key that comes before the menu has the focus is lost
    const inFocus = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(inFocus).toBe('下载');
    await page.keyboard.press('ArrowDown');
    await expect.poll(inFocus).toBe('撤回');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('a menu has the focus as soon as a key opens it, though something on the page still moves', async () => {
    const { page, context } = await openGallery();
    const more = page.locator('#list tbody tr').first().getByRole('button', { name: '更多' });
    // The code of the menu is there: it learns of every transition that begins from now on.
    await more.click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('transitionrun', resolve, { once: true });
          const slow = document.body.appendChild(document.createElement('div'));
          slow.style.setProperty('transition', 'opacity 1000s', 'important');
          slow.style.opacity = '1';
          slow.getBoundingClientRect();
          getComputedStyle(slow).opacity;
          slow.style.opacity = '0';
        }),
    );
    const inFocus = () => page.evaluate(() => document.activeElement?.textContent);
    for (const [key, first] of [
      ['Enter', '下载'],
      [' ', '下载'],
      ['ArrowDown', '下载'],
      ['ArrowUp', '撤回'],
    ] as const) {
      await more.focus();
      await page.keyboard.press(key);
      await page.getByRole('menu').waitFor();
      await expect.poll(inFocus).toBe(first);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    await context.close();
  });
});

describe('messages', () => {
  it('[9.23] an error is said aloud and goes after 3 s', async () => {
    const { page, context } = await openGallery();
    await stopClock(page);
    await page.getByRole('button', { name: '失败消息' }).click();
    const message = page.getByRole('alert').filter({ hasText: '保存没有成功' }).first();
    await message.waitFor();
    await page.clock.runFor(2900);
    await expect.poll(() => page.getByLabel('消息').textContent()).toContain('保存没有成功');
    await page.clock.runFor(200);
    await expect.poll(() => page.getByLabel('消息').textContent()).not.toContain('保存没有成功');
    await context.close();
  });
});

describe('uploads', () => {
  it('[5.10d] refuse what the place does not take, show progress, and can be taken out', async () => {
    const { page } = await sameGallery();
    const upload = page.locator('#upload');
    const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await upload
      .locator('input[type=file]')
      .setInputFiles([file('a.exe'), file('合同.pdf'), file('fail.pdf')]);
    await upload.getByText('“a.exe”格式不支持').waitFor();
    await upload.getByText('已上传').waitFor();
    await upload.getByRole('button', { name: '重新上传 fail.pdf' }).waitFor();
    await upload.getByRole('button', { name: '删除 合同.pdf' }).click();
    await expect.poll(() => upload.locator('li').count()).toBe(1);
  });
});
