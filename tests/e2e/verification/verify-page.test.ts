import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { COMPANY_A, COMPANY_B, twoPages } from '#tests/fixtures/contracts.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type UserOptions } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { bundleOfBoth, rewritten, signedByBoth, stampedOfd, tampered } from './signed-files.ts';

const OFD_SIGNER = '印章持有单位';
const folder = mkdtempSync(join(tmpdir(), 'signet-verify-'));
let browser: Browser;
let signed: Bytes;
let stamped: Awaited<ReturnType<typeof stampedOfd>>;
beforeAll(async () => {
  [browser, signed, stamped] = await Promise.all([openBrowser(), signedByBoth(), stampedOfd(OFD_SIGNER)]);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file on the person's disk. */
function onDisk(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The page as somebody sees it who acts for company A. */
async function atThePage(options: UserOptions = {}) {
  const user = await newUser(browser, options);
  await openAs(user.page, 'jia', '/verifyService', COMPANY_A.id);
  return user;
}

const choose = (page: Page, ...files: string[]) =>
  page.locator('input[data-purpose=verify]').setInputFiles(files);
const result = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const verdict = (page: Page, name: string, word: string) =>
  result(page, name).getByRole('heading', { level: 2, name: word, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const cards = (page: Page) => page.getByRole('article');
const cardOf = (page: Page, signer: string) =>
  page.getByRole('article', { name: new RegExp(`^${signer}.*的签名$`) });

/** A picture from the top, where the header does not stand in the middle. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await screenshot(page, name);
}

describe('verifying a file', () => {
  it('[1.6] [2.4] shows both signatures, their places and revisions, and claims no legal effect', async () => {
    const { page, context, problems } = await atThePage();
    await page.getByText('验证结果仅供体验，不具有法律效力。').waitFor();
    await choose(page, onDisk('合同.pdf', signed));
    await verdict(page, '合同.pdf', '有效');
    await result(page, '合同.pdf').getByText('全部 2 个签名有效').waitFor();
    await expect.poll(() => cards(page).count()).toBe(2);
    const [first, second] = [cardOf(page, COMPANY_B.name), cardOf(page, COMPANY_A.name)];
    await first.getByText('只有签名允许的修改').waitFor();
    await second.getByText(/没有修改|只有签名允许的修改/).waitFor();
    for (const card of [first, second]) {
      await card.getByText('内容与签署时一致').waitFor();
      await card.getByText('受信任', { exact: true }).waitFor();
      await card.getByText(/（签署人声明|时间戳证明）/).waitFor();
      await card.getByText(/^B-(?:B|T|LT|LTA)$/).waitFor();
      await card.locator('canvas').waitFor();
      await card.getByText(/^证书详情/).click();
      await card.getByText('序列号').first().waitFor();
    }
    const timeline = page.getByRole('region', { name: '版本与修改' });
    await timeline.getByText(new RegExp(`^由“${COMPANY_A.name}.*”签署$`)).waitFor();
    await timeline.getByText(new RegExp(`^由“${COMPANY_B.name}.*”签署$`)).waitFor();
    await picture(page, 'verify-valid');

    await first.getByRole('button', { name: /查看位置/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-page="0"] canvas').waitFor();
    await dialog.getByTitle(new RegExp(COMPANY_B.name)).waitFor();
    await screenshot(page, 'verify-pages');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('finds the byte that was changed after signing, and says not to trust the file', async () => {
    const { page, context } = await atThePage();
    await choose(page, onDisk('改过.pdf', tampered(signed)));
    await verdict(page, '改过.pdf', '无效');
    await result(page, '改过.pdf').getByText('请勿信任此文件').waitFor();
    await cards(page).first().getByText('内容与签署时不一致').first().waitFor();
    await page.getByText('向签署方索取原文件核对').waitFor();
    await picture(page, 'verify-tampered');
    await context.close();
  });

  it('names what a later revision changed, on which page, and that the signature forbids it', async () => {
    const { page, context } = await atThePage();
    await choose(page, onDisk('换页.pdf', await rewritten()));
    await verdict(page, '换页.pdf', '无效');
    await cards(page).getByText('有不允许的修改').waitFor();
    const wrong = cards(page).getByRole('list', { name: '不允许的修改' });
    await wrong.getByText(/第 1 页 修改了页面内容 不允许/).waitFor();
    const timeline = page.getByRole('list', { name: '第 3 版的修改' });
    await timeline.getByText(/第 1 页 修改了页面内容 不允许/).waitFor();
    await picture(page, 'verify-rewritten');
    await context.close();
  });

  it('verifies an OFD by SM2, and by the certificate that the person adds for this visit', async () => {
    const { page, context } = await atThePage();
    await choose(page, onDisk('公文.ofd', stamped.file));
    const card = cardOf(page, OFD_SIGNER);
    await card.getByText('颁发机构不受信任').waitFor();
    await verdict(page, '公文.ofd', '无法确定');
    await card.locator('svg').nth(3).waitFor();
    await page.getByText(/^信任的证书/).click();
    const trust = page.locator('input[data-purpose=trust]');
    await trust.setInputFiles(onDisk('nothing.pem', 'no certificate'));
    await page.getByText('“nothing.pem”中没有证书').waitFor();
    await trust.setInputFiles(onDisk('authority.pem', stamped.authority));
    await card.getByText('受信任', { exact: true }).waitFor();
    await picture(page, 'verify-ofd');
    await page
      .getByRole('button', { name: /^不再信任/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^不再信任/ })
      .first()
      .click();
    await card.getByText('颁发机构不受信任').waitFor();
    await context.close();
  });

  it('sends no byte of the file anywhere, and goes on when the connection is gone', async () => {
    const { page, context, problems } = await newUser(browser, { offline: true });
    const underWay = new Set<Request>();
    const fetched: string[] = [];
    page.on('request', (request) => underWay.add(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    page.on('requestfinished', (request) => {
      underWay.delete(request);
      fetched.push(request.url());
    });
    await openAs(page, 'jia', '/verifyService', COMPANY_A.id);
    // what reads an OFD is fetched ahead, by the page and by its worker
    for (const part of ['verify-ofd', 'open-ofd-source'])
      await expect.poll(() => fetched.some((url) => url.includes(`/${part}-`))).toBe(true);
    await expect.poll(() => underWay.size).toBe(0);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.postData() !== null) asked.push(request.url());
    });
    await choose(page, onDisk('在线.pdf', signed));
    await verdict(page, '在线.pdf', '有效');
    await context.setOffline(true);
    await choose(page, onDisk('离线.pdf', signed), onDisk('离线.ofd', stamped.file));
    await verdict(page, '离线.pdf', '有效');
    await page.getByRole('list', { name: '已验证的文件' }).getByText('离线.ofd').click();
    await verdict(page, '离线.ofd', '无法确定');
    // the seal lets the text below it through, with a policy that takes no style attribute
    const seal = page.locator('[data-style="mix-blend-mode:multiply"]').first();
    await expect.poll(() => seal.evaluate((part) => getComputedStyle(part).mixBlendMode)).toBe('multiply');
    expect(asked).toEqual([]);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });
});

describe('a file that cannot be verified', () => {
  it('[5.13b] [8.13] says of each why, and what to do', async () => {
    const { page, context } = await atThePage();
    const plain = onDisk('plain.pdf', await twoPages());
    const locked = join(folder, '加密.pdf');
    execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', plain, locked]);
    const cases: [path: string, word: string, sentence: string, advice: string][] = [
      [onDisk('未签.pdf', await twoPages()), '没有签名', '文件没有签名', '使用签署完成后下载的原文件'],
      [
        onDisk('图片.pdf', 'GIF89a and a picture'),
        '无法读取',
        '这既不是 PDF 也不是 OFD 文件',
        '更改扩展名的图片',
      ],
      [onDisk('空.ofd', ''), '无法读取', '文件是空的', '可能没有下载完整'],
      [onDisk('断.pdf', '%PDF-1.7 and no more'), '无法读取', '文件已损坏', '重新获取原文件'],
      [locked, '无法读取', '文件需要密码才能打开', '另存为不加密的文件'],
      [onDisk('照片.png', 'PNG'), '无法读取', '只能验证 PDF、OFD 文件和存证包', '扩展名为 .pdf 或 .ofd'],
    ];
    for (const [path, word, sentence, advice] of cases) {
      const name = path.split('/').at(-1)!;
      await choose(page, path);
      await verdict(page, name, word);
      await result(page, name).getByText(sentence).first().waitFor();
      await result(page, name).getByText(advice).first().waitFor();
    }
    const list = page.getByRole('list', { name: '已验证的文件' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(cases.length);
    await picture(page, 'verify-refused');
    await button(page, '从列表中删除“照片.png”').click();
    await verdict(page, '加密.pdf', '无法读取');
    await context.close();
  });

  it('is refused unread where it is larger than 100 MB', async () => {
    const { page, context } = await atThePage();
    await page.locator('input[data-purpose=verify]').evaluate((input: HTMLInputElement) => {
      const box = new DataTransfer();
      box.items.add(new File([new Uint8Array(100 * 1024 * 1024 + 1)], '大.pdf'));
      input.files = box.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await result(page, '大.pdf').getByText('文件超过 100 MB').waitFor();
    await context.close();
  });
});

describe('the report', () => {
  it('downloads as a PDF in which the names of the signers can be read, without a connection', async () => {
    const { page, context } = await atThePage({ offline: true });
    const font = page.waitForEvent('requestfinished', (request) => request.url().includes('/fonts/'));
    await choose(page, onDisk('采购合同.pdf', signed));
    await verdict(page, '采购合同.pdf', '有效');
    await font;
    await context.setOffline(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, '下载验证报告').click(),
    ]);
    expect(download.suggestedFilename()).toBe('验证报告 采购合同.pdf');
    const path = join(folder, 'report.pdf');
    await download.saveAs(path);
    const words = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    for (const part of [COMPANY_A.name, COMPANY_B.name, '全部 2 个签名有效', '不具有法律效力'])
      expect(words).toContain(part);
    await context.close();
  });
});

describe('a bundle of evidence', () => {
  it('is verified in the browser, offline too: whole, or what is changed or missing is named', async () => {
    const bundle = await bundleOfBoth();
    const files = unzipSync(bundle);
    const zip = (change: Record<string, Uint8Array | null>) =>
      zipSync(
        Object.fromEntries(
          Object.entries({ ...files, ...change }).filter(
            (one): one is [string, Uint8Array] => one[1] !== null,
          ),
        ),
        { level: 0 },
      );
    const turned = (name: string, at: number) =>
      files[name]!.map((byte, i) => (i === at ? byte ^ 1 : byte)) as Uint8Array;
    const { page, context, problems } = await atThePage({ offline: true });
    await choose(page, onDisk('存证.zip', bundle));
    await verdict(page, '存证.zip', '有效');
    await result(page, '存证.zip').getByText('签署轨迹在透明日志中').waitFor();
    // Who signed, and in which file of the bundle.
    const signed = cardOf(page, COMPANY_B.name);
    await signed.getByText('documents/1.pdf', { exact: true }).waitFor();
    for (const name of ['report.pdf', 'report.ofd']) {
      const report = cardOf(page, 'Signet Evidence').filter({ hasText: name });
      await report.getByText('受信任', { exact: true }).waitFor();
    }
    await picture(page, 'verify-evidence');
    expect(await flaws(page)).toEqual([]);

    await context.setOffline(true);
    for (const [name, change, problem] of [
      ['改过报告.zip', { 'report.pdf': turned('report.pdf', 3_000) }, '存证报告被改动'],
      ['改过文件.zip', { 'documents/1.pdf': turned('documents/1.pdf', 3_000) }, '摘要不符'],
      ['少一步.zip', { 'trail/002.json': null }, '签署轨迹被改动'],
      ['没有检查点.zip', { 'log/checkpoint': null }, '检查点不是由日志的密钥签名'],
      ['改过检查点.zip', { 'log/checkpoint.tst': turned('log/checkpoint.tst', 0) }, '没有有效的时间戳'],
      ['没有报告.zip', { 'report.pdf': null }, '存证包缺少文件'],
      ['改过版式报告.zip', { 'report.ofd': turned('report.ofd', 3_000) }, '存证报告被改动'],
    ] as const) {
      await choose(page, onDisk(name, zip(change)));
      await result(page, name).getByText(problem).first().waitFor();
      await expect
        .poll(() => result(page, name).getByRole('heading', { level: 2, name: '有效', exact: true }).count())
        .toBe(0);
    }
    await picture(page, 'verify-evidence-changed');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  for (const [language, whole] of [
    ['zh-TW', '簽署軌跡在透明日誌中'],
    ['en-US', 'the trail stands in the transparency log'],
  ] as const)
    it(`is told of in ${language} on a phone, without scrolling sideways`, async () => {
      const user = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
      const { page, context, problems } = user;
      await speak(user, language);
      await openAs(page, 'jia', '/verifyService', COMPANY_A.id);
      await choose(page, onDisk(`${language}.zip`, await bundleOfBoth()));
      await page.getByText(whole).waitFor();
      await picture(page, `verify-evidence-390-${language}`);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    });
});

describe('the page for everybody', () => {
  it('takes a file that is dropped, and is worked by keyboard', async () => {
    const { page, context } = await atThePage();
    page.on('filechooser', (chooser) => chooser.setFiles(onDisk('键盘.ofd', stamped.file)));
    const drop = await page.evaluateHandle((bytes) => {
      const box = new DataTransfer();
      box.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], '拖入.pdf'));
      return box;
    }, Buffer.from(signed).toString('base64'));
    await page.getByText('或将文件拖到此处').dispatchEvent('drop', { dataTransfer: drop });
    await verdict(page, '拖入.pdf', '有效');
    await button(page, '选择文件').focus();
    await page.keyboard.press('Enter');
    await verdict(page, '键盘.ofd', '无法确定');
    const details = page.getByText(/^证书详情/).first();
    await details.focus();
    await page.keyboard.press('Enter');
    await page.getByText('序列号').first().waitFor();
    await context.close();
  });

  for (const [language, valid, badge] of [
    ['zh-TW', '有效', '簽章驗證'],
    ['en-US', 'Valid', 'Verification'],
  ] as const)
    it(`[0.1d] speaks ${language}`, async () => {
      const { page, context } = await atThePage();
      await page.evaluate((lang) => localStorage.setItem('sass_lang', lang), language);
      await context.addCookies([{ name: 'sass_lang', value: language, url: page.url() }]);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: badge, exact: true }).waitFor();
      await choose(page, onDisk('both.pdf', signed));
      await verdict(page, 'both.pdf', valid);
      await picture(page, `verify-${language}`);
      await context.close();
    });

  it('has no flaw for axe, light on a desk and dark on a phone, and never scrolls sideways', async () => {
    for (const options of [{}, { colorScheme: 'dark', width: 390, height: 844 }] as const) {
      const { page, context } = await atThePage(options);
      expect(await flaws(page)).toEqual([]);
      await choose(page, onDisk('改过.pdf', tampered(signed)), onDisk('合同.pdf', signed));
      await verdict(page, '改过.pdf', '无效');
      await page.getByRole('list', { name: '已验证的文件' }).getByText('有效', { exact: true }).waitFor();
      await cards(page).first().locator('canvas').waitFor();
      expect(await flaws(page)).toEqual([]);
      await picture(page, `verify-${'colorScheme' in options ? 'phone-dark' : 'light'}`);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await context.close();
    }
  });
});
