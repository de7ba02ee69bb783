import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '#core/drawing.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { renderPage } from '#core/ofd/render/render-page.ts';
import { ofdOfDrawing } from '#core/ofd/sign/drawing-objects.ts';
import { deleteSeal, getPicture, getSeal, listSeals } from '#core/seal/calls.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { rasterize } from '#core/sealart/rasterize.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { ellipsePath } from '#core/sealart/shapes.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { said } from '#tests/e2e/page.ts';
import { product } from '#tests/product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';

const company = DEMO.enterprises[0]!.id;
const folder = mkdtempSync(join(tmpdir(), 'signet-seal-'));
let browser: Browser;
let api: ApiClient;
beforeAll(async () => {
  browser = await openBrowser();
  api = await new ApiClient(product().baseUrl).login('jia', DEMO.password);
  await api.switchTo(company);
});
afterAll(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const seal = async (stampName: string) => (await api.call(listSeals, { stampName })).records[0];
const fresh = (what: string) => `${what}${process.pid}${Date.now() % 10_000}`;

/** A row's action, from the row itself or from its menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  const row = rowOf(page, name);
  const inline = row.getByRole('button', { name: action, exact: true });
  if (await inline.count()) return inline.click();
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** What the browser painted of an element, as pixels on white. */
async function painted(page: Page, selector: string, dpi: number): Promise<Picture> {
  const svg = await page
    .locator(selector)
    .first()
    .evaluate((node) => new XMLSerializer().serializeToString(node));
  return paintedText(page, svg, dpi);
}

async function paintedText(page: Page, svg: string, dpi: number): Promise<Picture> {
  const { width, height, pixels } = await page.evaluate(
    async ({ text, scale }) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      const [, , w = 1, h = 1] = (parsed.getAttribute('viewBox') ?? '').split(' ').map(Number);
      const [width, height] = [Math.round(w * scale), Math.round(h * scale)];
      parsed.setAttribute('width', String(width));
      parsed.setAttribute('height', String(height));
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(parsed))}`;
      await image.decode();
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      return { width, height, pixels: Array.from(context.getImageData(0, 0, width, height).data) };
    },
    { text: svg, scale: dpi / 25.4 },
  );
  return { width, height, pixels: Uint8ClampedArray.from(pixels) };
}

function differing(a: Picture, b: Picture): number {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  let far = 0;
  for (let i = 3; i < a.pixels.length; i += 4) if (Math.abs(a.pixels[i]! - b.pixels[i]!) > 64) far++;
  return far / (a.pixels.length / 4);
}

describe('the seals of an enterprise', () => {
  it('[2.19a] [3.5b] builds a seal live, the same in OFD, certifies, authorizes and deletes it', async () => {
    const { page, problems } = await newUser(browser);
    await openAs(page, 'jia', '/company/seal', company);
    const name = fresh('采购合同章');
    await button(page, '新建印章').click();
    const preview = page.getByRole('img', { name: '印章预览' });
    await preview.waitFor();
    const before = await preview.innerHTML();

    await page.getByLabel('印章名称').last().fill(name);
    await page.getByLabel('文字', { exact: true }).first().fill('示例甲方（深圳）有限公司');
    await expect.poll(() => preview.innerHTML()).not.toBe(before);
    await page.getByLabel('直径').fill('45.5');
    await said(page, '45.5 × 45.5 mm');
    await button(page, '保存印章').click();
    await said(page, `印章“${name}”已创建`);
    await screenshot(page, 'seal-created');

    const made = (await seal(name))!;
    expect(made).toMatchObject({ widthMm: 45.5, heightMm: 45.5, certificateStatus: 'NOT_APPLIED' });
    // The seal in the list, painted by the browser, is the one that documents get.
    const onScreen = await painted(page, `svg[aria-label="${name}"]`, 127);
    const drawn = rasterize(made.drawing as Drawing, 127);
    expect(differing(onScreen, drawn)).toBeLessThan(0.004);
    const ofd = openDocument(openOfd(ofdOfDrawing(made.drawing as Drawing)));
    expect(
      differing(await paintedText(page, renderPage(ofd, 0, { paper: '' }).svg, 127), drawn),
    ).toBeLessThan(0.004);

    await act(page, name, '申请证书');
    await button(page, '提交申请').click();
    await rowOf(page, name).getByText('申请成功').waitFor();

    await act(page, name, '授权');
    await button(page, '添加同事').click();
    const picker = page.getByRole('dialog', { name: '添加同事' });
    // By pinyin, as everywhere that colleagues are chosen.
    await picker.getByRole('textbox').fill('jfjb');
    await picker.getByRole('option', { name: /甲方经办人/ }).click();
    await picker.getByRole('button', { name: '使用所选（1）' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /甲方经办人的授权/ })
      .getByText('可查看')
      .waitFor();
    await screenshot(page, 'seal-authorize');
    await button(page, '保存授权').click();
    await rowOf(page, name).getByText('甲方经办人').waitFor();

    await act(page, name, '停用');
    await rowOf(page, name).getByText('已停用').waitFor();
    await act(page, name, '详情');
    await page.getByRole('dialog').getByText('证书申请成功').waitFor();
    await screenshot(page, 'seal-details');
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();

    await act(page, name, '删除');
    await page.getByRole('alertdialog').getByText('删除后不能恢复').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click();
    await rowOf(page, name).waitFor({ state: 'detached' });
    expect(await seal(name)).toBeUndefined();
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[3.5b] [3.5c] every field of the builder changes the drawing at once, and is kept', async () => {
    const { page, problems } = await newUser(browser);
    await openAs(page, 'jia', '/company/seal', company);
    await button(page, '新建印章').click();
    const dialog = page.getByRole('dialog', { name: '新建印章' });
    const preview = dialog.getByRole('img', { name: '印章预览' });
    await preview.waitFor();
    const name = fresh('全部字段');
    await dialog.getByLabel('印章名称').fill(name);
    const group = (title: string) =>
      dialog.locator('details').filter({ has: page.locator('summary', { hasText: title }) });
    const number = (title: string, label: string, value: string) => async () => {
      await group(title).getByLabel(label, { exact: true }).fill(value);
      await page.keyboard.press('Tab');
    };
    const choice = (title: string, label: string, option: string) => async () => {
      await group(title)
        .getByRole('button', { name: new RegExp(`${label}$`) })
        .click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const text = (title: string, label: string, value: string) => () =>
      group(title).getByLabel(label, { exact: true }).fill(value);
    const flip = (title: string, label: string) => () =>
      group(title).getByText(label, { exact: true }).click();
    const [shape, body, emblem, lines] = ['形状与颜色', '主文字', '中心图案', '边线与防伪'];
    for (const closed of [lines, '分段文字', '底部编码']) await group(closed).locator('summary').click();
    const steps: [string, () => Promise<void>][] = [
      ['line width', number(shape, '线宽', '2')],
      ['colour', () => group(shape).locator('input[type=color]').fill('#1f3fbf')],
      ['opacity', number(shape, '不透明度', '0.6')],
      ['body text', text(body, '文字', '示例甲方有限公司采购部')],
      ['font', choice(body, '字体', '黑体')],
      ['size', number(body, '字号', '4.2')],
      ['aspect ratio', number(body, '宽高比', '0.9')],
      ['bold', flip(body, '加粗')],
      ['alignment', choice(body, '对齐', '居中')],
      ['margin', number(body, '边距', '2')],
      ['character margin', number(body, '字间距', '0.5')],
      ['span', number(body, '弧度范围', '200')],
      ['emblem', choice(emblem, '徽标', '党徽')],
      ['emblem, national', choice(emblem, '徽标', '国徽')],
      ['emblem width', number(emblem, '宽度', '12')],
      ['emblem place', number(emblem, '距中心（向下为正）', '-2')],
      ['centre pattern', choice(emblem, '中心底纹', '放射线')],
      ['double edge', flip(lines, '双边线')],
      ['divider width', number(lines, '分隔线宽', '0.6')],
      ['divider distance', number(lines, '分隔线间距', '1.2')],
      ['inner ring', flip(lines, '内环')],
      ['horizontal line', flip(lines, '横线')],
      ['anti-fake', choice(lines, '防伪纹', '缺口与波纹线')],
    ];
    for (const [what, act] of steps) {
      const before = await preview.innerHTML();
      await act();
      await expect.poll(() => preview.innerHTML(), { message: what }).not.toBe(before);
    }
    // These ask for a text first: the drawing waits for it.
    const grown = async (act: () => Promise<void>, title: string, label: string, value: string) => {
      const before = await preview.innerHTML();
      await act();
      await text(title, label, value)();
      await expect.poll(() => preview.innerHTML(), { message: title }).not.toBe(before);
    };
    await grown(() => button(page, '添加一段').click(), '分段文字', '文字', '合同专用章');
    await grown(choice(body, '文字语言', '中英文'), '第二语言文字', '文字', 'EXAMPLE CO LTD');
    await grown(flip('底部编码', '显示底部编码'), '底部编码', '编码（13 或 14 位数字）', '1101080012345');
    await number(shape, '分辨率', '300')();
    await screenshot(page, 'seal-builder-all');
    await button(page, '保存印章').click();
    await said(page, `印章“${name}”已创建`);
    const { stampId } = (await seal(name))!;
    expect((await api.call(getSeal, { stampId })).picture).toMatchObject({
      kind: 'DESIGN',
      design: {
        lineWidthMm: 2,
        colour: '#1f3fbf',
        opacity: 0.6,
        dpi: 300,
        language: 'ZH_EN',
        body: {
          text: '示例甲方有限公司采购部',
          font: 'HEI',
          sizeMm: 4.2,
          aspectRatio: 0.9,
          bold: true,
          alignment: 'CENTER',
          marginMm: 2,
          characterMarginMm: 0.5,
          spanDegrees: 200,
        },
        secondBody: { text: 'EXAMPLE CO LTD' },
        sections: [{ text: '合同专用章' }],
        bottomCode: { text: '1101080012345' },
        emblem: { kind: 'NATIONAL', sizeMm: 12, offsetMm: -2 },
        centrePattern: { kind: 'RAYS' },
        doubleEdge: true,
        divider: { widthMm: 0.6, distanceMm: 1.2 },
        innerRing: expect.any(Object),
        horizontalLine: expect.any(Object),
        antiFake: { kind: 'BOTH' },
      },
    });
    expect(await problemsLeft(problems)).toEqual([]);
    await api.call(deleteSeal, { stampId });
    await page.context().close();
  });

  it('[5.5c] [5.5d] [5.5e] says beside the field what is wrong, and names a missing glyph', async () => {
    const { page } = await newUser(browser);
    await openAs(page, 'jia', '/company/seal', company);
    await button(page, '新建印章').click();
    await page.getByRole('img', { name: '印章预览' }).waitFor();
    await page.getByLabel('文字', { exact: true }).first().fill('');
    await button(page, '保存印章').click();
    await page.getByText('请填写此项').first().waitFor();
    await expect.poll(() => page.getByText('请填写此项').count()).toBe(2);
    await page.getByLabel('文字', { exact: true }).first().fill('示例\u{2CB29}');
    await page.getByText('字体中没有“\u{2CB29}”字').waitFor();
    await page.getByLabel('文字', { exact: true }).first().fill('示例');
    await page.getByRole('button', { name: /圆形/ }).click();
    await page.getByRole('option', { name: '椭圆形' }).click();
    await page.getByLabel('高度').fill('60');
    await button(page, '保存印章').click();
    await page.getByText('椭圆形的宽度必须大于高度').waitFor();
    await page.context().close();
  });

  it('[5.5a] [5.5b] [9.5] makes a seal of 600 DPI from a photograph up to 2 MB, or asks again', async () => {
    const { page } = await newUser(browser);
    await openAs(page, 'jia', '/company/seal', company);
    const name = fresh('上传章');
    await button(page, '新建印章').click();
    await page.getByRole('tab', { name: '本地上传' }).click();
    const file = page.locator('input[type=file]');
    const dialog = page.getByRole('dialog');

    writeFileSync(join(folder, 'seal.gif'), 'GIF89a');
    await file.setInputFiles(join(folder, 'seal.gif'));
    await dialog.getByText('只支持 png、jpg、jpeg 格式的图片，请更换图片').waitFor();
    writeFileSync(join(folder, 'large.png'), new Uint8Array(2 * 1024 * 1024 + 1));
    await file.setInputFiles(join(folder, 'large.png'));
    await dialog.getByText('图片不能超过 2 MB').waitFor();
    writeFileSync(join(folder, 'blank.png'), photograph(false));
    await file.setInputFiles(join(folder, 'blank.png'));
    await dialog.getByText('没能从图片中分离出印章，请更换图片').waitFor();

    // as large as a file may be: what follows the end of a JPEG is not looked at
    const photo = new Uint8Array(2 * 1024 * 1024);
    photo.set(await asJpeg(page, photograph(true)));
    writeFileSync(join(folder, 'seal.jpg'), photo);
    await file.setInputFiles(join(folder, 'seal.jpg'));
    await dialog.getByRole('img', { name: '去除背景后的印章' }).waitFor();
    await dialog.getByLabel('印章名称').fill(name);
    await screenshot(page, 'seal-upload');
    await button(page, '保存印章').click();
    await said(page, `印章“${name}”已创建`);
    const { stampId, ...made } = (await seal(name))!;
    expect(made).toMatchObject({ method: 'UPLOAD', widthMm: 40 });
    const { bytes } = await api.download(getPicture, { stampId });
    const png = readPng(bytes);
    expect([png.dpi, png.width]).toEqual([600, Math.round((40 / 25.4) * 600)]);
    await page.context().close();
  });

  it('can be read and worked by everybody: axe finds no flaw, light on a desk, dark on a phone', async () => {
    const wide = await newUser(browser);
    await openAs(wide.page, 'jia', '/company/seal', company);
    await wide.page.locator('tbody tr').first().waitFor();
    await screenshot(wide.page, 'seal-list-light');
    expect(await flaws(wide.page)).toEqual([]);
    await wide.context.close();
    const { page, context } = await newUser(browser, { colorScheme: 'dark', width: 390, height: 844 });
    await openAs(page, 'jia', '/company/seal', company);
    await button(page, '新建印章').click();
    await page.getByRole('img', { name: '印章预览' }).waitFor();
    await screenshot(page, 'seal-builder-dark');
    expect(await flaws(page)).toEqual([]);
    await context.close();
  });
});

/** The picture as a camera's JPEG, made by the browser. */
async function asJpeg(page: Page, png: Uint8Array): Promise<Uint8Array> {
  const jpeg = await page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, Array.from(png));
  return Uint8Array.from(jpeg);
}

/** A ring and a blot on cream paper, with or without ink. */
function photograph(inked: boolean): Uint8Array {
  const items = [
    { path: ellipsePath(25, 25, 18, 18), stroke: '#c02030', strokeWidthMm: 2 },
    { path: ellipsePath(25, 25, 6, 6), fill: '#c02030' },
  ];
  const art = rasterize({ widthMm: 50, heightMm: 50, items: inked ? items : [] }, 127);
  const pixels = new Uint8ClampedArray(art.pixels.length);
  for (let i = 0; i < pixels.length; i += 4) {
    const cover = (art.pixels[i + 3] ?? 0) / 255;
    [246, 240, 226].forEach((paper, k) => {
      pixels[i + k] = (art.pixels[i + k] ?? 0) * cover + paper * (1 - cover);
    });
    pixels[i + 3] = 255;
  }
  return writePng({ ...art, pixels }, 127);
}

describe('a person’s own seals', () => {
  it('[1.3a] signs on the board, makes a name seal and a date seal, and deletes one', async () => {
    const { page, problems } = await newUser(browser, { width: 1000 });
    await openAs(page, 'bing', '/account/mySignature');
    const name = fresh('签名');
    await button(page, '新建签名或印章').click();
    const board = page.locator('canvas[data-ready]');
    await board.waitFor();
    await expect.poll(() => button(page, '保存印章').isDisabled()).toBe(true);
    await writeOn(board);
    await page.getByLabel('印章名称').fill(name);
    await page.getByRole('img', { name: '印章预览' }).waitFor();
    await screenshot(page, 'my-signature-board');
    await button(page, '保存印章').click();
    await page.getByText(name, { exact: true }).waitFor();

    for (const kind of ['个人印章', '日期章']) {
      await button(page, '新建签名或印章').click();
      await page.getByRole('tab', { name: kind }).click();
      await page.getByLabel('印章名称').fill(fresh(kind));
      await page.getByRole('img', { name: '印章预览' }).waitFor();
      await screenshot(page, `my-signature-${kind}`);
      await button(page, '保存印章').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await screenshot(page, 'my-signature');
    const card = page.getByRole('listitem').filter({ hasText: name });
    await card.getByRole('button', { name: '删除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    expect(await problemsLeft(problems)).toEqual([]);
    expect(await flaws(page)).toEqual([]);
    await page.context().close();
  });
});
