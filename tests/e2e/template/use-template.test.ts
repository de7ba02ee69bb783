import { execFileSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { openVolume } from '#core/ofd/model/open-volume.ts';
import { findInVolume } from '#core/ofd/text/find-in-volume.ts';
import { downloadDocument } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { findPlaces } from '#core/verification/find-places.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO_TEMPLATE } from '#db/seed/demo-template.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  INDIVIDUAL,
  newKey,
  sign,
} from '#tests/fixtures/contracts.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}\\*?$`) });

/** Rows as a spreadsheet puts them on the clipboard. */
const goods = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `办公用品 ${i + 1}\t${i + 1}\t${(i + 1) * 100}.5\t型号 A${i + 1}`,
  ).join('\n');

async function paste(page: Page, text: string): Promise<void> {
  await page.locator(':focus').evaluate((target, value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function fillAll(page: Page, rows: number): Promise<void> {
  await field(page, '甲方名称').fill(COMPANY_A.name);
  await field(page, '乙方名称').fill(COMPANY_B.name);
  await field(page, '合同总价').fill('12,000.5');
  await field(page, '总价大写').fill('12000.50');
  await field(page, '交货地点').fill('甲方仓库');
  const day = page
    .getByRole('group', { name: /^签订日期/ })
    .getByRole('spinbutton')
    .first();
  await day.focus();
  await page.keyboard.type('20261123');
  await page.getByRole('textbox', { name: /^品名/ }).first().focus();
  await paste(page, goods(rows));
}

interface Line {
  text: string;
  /** mm. */
  right: number;
  top: number;
}

const MM = 25.4 / 72;
/** Words of the last page as pdftotext finds them. */
function linesOfPdf(bytes: Uint8Array): Line[] {
  const said = execFileSync('pdftotext', ['-bbox', '-f', '3', '-l', '3', '-', '-'], {
    input: bytes,
    encoding: 'utf8',
  });
  const words = said.matchAll(/<word xMin="[\d.]+" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</g);
  return [...words].map(([, top, right, text]) => ({
    text: text!,
    right: Number(right) * MM,
    top: Number(top) * MM,
  }));
}

/** Runs of text of the last page of an OFD. */
function linesOfOfd(bytes: Uint8Array): Line[] {
  const volume = openVolume(openOfd(new Uint8Array(bytes)));
  return ['甲方（盖章）：', '乙方（盖章）：', '担保人（签字）：'].flatMap((text) =>
    findInVolume(volume, text, { which: 'last' }).map(({ box }) => ({
      text,
      right: box.x + box.width,
      top: box.y,
    })),
  );
}

describe('a template', () => {
  it('[5.11d] is offered once, filled beside its pages, and becomes a file with its signers', async () => {
    const { page, problems, context } = await newUser(browser);
    await openAs(page, ADMIN_A.loginName, '/entcontract/startEntContract?choose=template', COMPANY_A.id);
    const dialog = page.getByRole('dialog', { name: '选择模板' });
    await dialog.getByText(DEMO_TEMPLATE.name).click();
    await screenshot(page, 'template-choose');
    await dialog.getByRole('button', { name: /^使用所选/ }).click();
    const form = page.getByRole('region', { name: `填写“${DEMO_TEMPLATE.name}”` });
    await form.locator('canvas').first().waitFor();
    await form.getByRole('button', { name: '完成' }).click();
    await page.getByText('请填写').first().waitFor();
    await screenshot(page, 'template-fill-empty');
    await fillAll(page, 60);
    await form.getByText('/ 3').first().waitFor();
    await screenshot(page, 'template-fill');
    await form.getByRole('button', { name: '完成' }).click();
    await page.getByText('已上传').waitFor();
    // once in a draft
    await page.getByRole('button', { name: '从模板选择' }).click();
    await expect
      .poll(() => dialog.getByRole('checkbox', { name: DEMO_TEMPLATE.name }).first().isDisabled())
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '签署方' }).click();
    await screenshot(page, 'template-parties');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it.each(['PDF', 'OFD'] as const)(
    'is filled to two more pages, sent, remade and signed as %s: the seals stand at their marks',
    async (type) => {
      const { page, problems, context } = await newUser(browser);
      const task = `采购合同${newKey().slice(0, 6)}`;
      await openAs(page, ADMIN_A.loginName, '/entcontract/startEntContract', COMPANY_A.id);
      if (type === 'OFD') await page.getByRole('radio', { name: /^OFD/ }).click();
      await page.getByRole('button', { name: '从模板选择' }).click();
      const dialog = page.getByRole('dialog', { name: '选择模板' });
      await dialog.getByText(DEMO_TEMPLATE.name).click();
      await dialog.getByRole('button', { name: /^使用所选/ }).click();
      const form = page.getByRole('region', { name: `填写“${DEMO_TEMPLATE.name}”` });
      await form.locator('canvas').first().waitFor();
      await fillAll(page, 60);
      await form.getByText('/ 3').first().waitFor();
      await form.getByRole('button', { name: '完成' }).click();
      await page.getByText('已上传').waitFor();
      await page.getByLabel('任务名称').fill(task);
      await page.getByRole('button', { name: '签署方' }).click();
      const party = (n: number) => page.getByRole('article', { name: `签署方 ${n}` });
      await party(2).getByRole('textbox', { name: '企业名称' }).fill(COMPANY_B.name);
      await party(2).getByRole('textbox', { name: '经办人姓名' }).fill(ADMIN_B.realName);
      await party(2).getByRole('textbox', { name: '手机号' }).fill(ADMIN_B.mobile);
      await party(3).getByRole('textbox', { name: '姓名' }).fill(INDIVIDUAL.realName);
      await party(3).getByRole('textbox', { name: '手机号' }).fill(INDIVIDUAL.mobile);
      await page.getByRole('button', { name: '签署位置' }).click();
      await page.getByText('/ 3').first().waitFor();
      await screenshot(page, `template-places-${type}`);
      await page.getByRole('button', { name: '发起', exact: true }).click();
      await page.waitForURL('**/contract/startWithMe**');
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();

      const [a, b, person] = await Promise.all([companyA(), companyB(), signedIn(INDIVIDUAL)]);
      const { records } = await b.call(listTasks, { box: 'pending', keyword: task });
      const { planId: taskId } = records[0]!;
      for (const client of [a, b, person]) await sign(client, taskId);
      const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
      const trustAnchors = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
      const verdict = await verifyFile(bytes, { trustAnchors, time: Date.now() });
      expect(verdict.verdict).toBe('valid');
      expect(verdict.signatures).toHaveLength(3);
      const lines = type === 'PDF' ? linesOfPdf(bytes) : linesOfOfd(bytes);
      const places = await findPlaces(bytes, type === 'PDF' ? 'pdf' : 'ofd');
      expect(places.map(({ page: at }) => at)).toEqual([3, 3, 3]);
      for (const [i, words] of ['甲方（盖章）：', '乙方（盖章）：', '担保人（签字）：'].entries()) {
        const line = lines.find(({ text }) => text.startsWith(words.slice(0, -1)))!;
        const place = places.toSorted((one, other) => one.y - other.y)[i]!;
        expect(Math.abs(place.x - line.right), `${words} from the left`).toBeLessThan(1);
        // A third of the seal stands above its line.
        expect(Math.abs(place.y + place.height / 3 - line.top), `${words} from the top`).toBeLessThan(3);
      }
    },
  );
});
