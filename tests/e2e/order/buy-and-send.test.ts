import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '#tests/fixtures/judges.ts';
import { newPackage, newSeller } from '#tests/fixtures/orders.ts';
import { newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { openSession } from '../realname/open-as-new.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Pays what stands on the screen on the simulated phone, which opens beside it. */
async function payOnPhone(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: '打开模拟支付' }).click();
  const phone = await opened;
  await phone.getByRole('button', { name: '扫码付款' }).click();
  await phone.getByRole('button', { name: '再付一次' }).waitFor();
  await phone.close();
}

const noWider = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

describe('an enterprise without copies', () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    it(`[2.22] buys some by QR, sends the contract that it began, and gets its invoice, at ${width} px`, async () => {
      const name = `签署套餐 ${width} ${Date.now().toString(36)}`;
      await newPackage(await newSeller(), { name, quantity: 20, priceFen: 19_900 });
      const boss = await newPerson();
      const ent = await newCompany(boss, {}, 0);
      const other = await newPerson();
      const partner = await newCompany(other);
      const { page, context, problems } = await openSession(
        browser,
        await signedIn(boss, ent),
        '/entcontract/startEntContract',
        { width, height },
      );

      // The wizard says so in its first step, and keeps what is written.
      await page.getByText('没有可用的签署份数').waitFor();
      const title = `采购合同 ${width} ${Date.now().toString(36)}`;
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: '选择文件' }).click();
      await (await chooser).setFiles(await contractFile(`${title}.pdf`));
      await page.getByText('已上传').waitFor();
      await expect.poll(() => page.getByLabel('任务名称').inputValue()).toBe(title);
      await screenshot(page, `wizard-no-copies-${width}`);
      const draft = page.url();
      await page.getByRole('link', { name: '购买份数' }).click();
      await page.getByRole('heading', { name: '签署份数', level: 1 }).waitFor();
      await page.getByText('没有可用份数，暂时不能发起签署').waitFor();

      await page.getByRole('button', { name: '购买份数' }).click();
      const buying = page.getByRole('dialog', { name: '购买' });
      await buying.getByRole('button', { name: '提交订单' }).click();
      await buying.getByText('请填写此项').first().waitFor();
      await buying.getByRole('radio', { name: new RegExp(name) }).check();
      await buying.getByText('¥199.00', { exact: true }).waitFor();
      expect(await flaws(page)).toEqual([]);
      await screenshot(page, `order-buy-${width}`);
      await buying.getByRole('button', { name: '提交订单' }).click();
      const paying = page.getByRole('dialog', { name: '扫码支付' });
      await paying.getByRole('img', { name: '支付二维码' }).waitFor();
      await paying.getByText(/请在 \d+:\d\d 内完成支付/).waitFor();
      expect(await flaws(page)).toEqual([]);
      await screenshot(page, `order-pay-${width}`);
      await payOnPhone(page);
      await paying.getByText('支付成功').waitFor();
      await paying.getByText('20 份已到账').waitFor();
      await screenshot(page, `order-paid-${width}`);
      await paying.getByRole('button', { name: '完成' }).click();
      await page.getByText('没有可用份数，暂时不能发起签署').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: '购买订单' }).click();
      await page.getByRole('link', { name: /^OD\d{18}$/ }).waitFor();
      await screenshot(page, `order-tab-${width}`);
      await noWider(page, width);

      // The draft is as it was.
      await page.goto(draft);
      await expect.poll(() => page.getByLabel('任务名称').inputValue()).toBe(title);
      expect(await page.getByText('没有可用的签署份数').count()).toBe(0);
      await page.getByRole('button', { name: '下一步' }).click();
      await page.getByRole('textbox', { name: '企业名称' }).nth(1).fill(partner.name);
      await page.getByRole('textbox', { name: '经办人姓名' }).nth(1).fill(other.name);
      await page.getByRole('textbox', { name: '手机号' }).fill(other.mobile);
      await page.getByRole('button', { name: '下一步' }).click();
      // The address changes before the step is drawn.
      await page.getByRole('region', { name: '签署顺序' }).waitFor();
      await page.getByRole('button', { name: '下一步' }).click();
      await page.getByRole('button', { name: '自动放置' }).click();
      await page.locator('[data-placement]').nth(1).waitFor();
      await page.getByRole('button', { name: '发起', exact: true }).click();
      await page.waitForURL('**/contract/startWithMe**');
      await page.getByText(title).first().waitFor();

      await page.goto('/company/recharge?tab=orders');
      await page.getByRole('link', { name: /^OD\d{18}$/ }).click();
      await page.getByRole('heading', { name: /^订单 OD/, level: 1 }).waitFor();
      await page.getByText('支付成功，份数已到账').waitFor();
      await page.getByRole('button', { name: '申请开票' }).click();
      const asking = page.getByRole('dialog', { name: /^为订单 OD.*申请开票$/ });
      await expect.poll(() => asking.getByRole('textbox', { name: '发票抬头' }).inputValue()).toBe(ent.name);
      await asking.getByRole('textbox', { name: '电子邮箱' }).fill('finance@');
      await asking.getByRole('textbox', { name: '纳税人识别号' }).fill('91350200776049653A');
      await asking.getByRole('textbox', { name: '联系电话' }).fill('0592-5551234');
      await asking.getByRole('textbox', { name: '邮寄地址' }).fill('厦门市思明区软件园二期 8 号');
      await asking.getByRole('button', { name: '提交申请' }).click();
      await asking.getByText(/邮箱/).nth(1).waitFor();
      await asking.getByRole('textbox', { name: '电子邮箱' }).fill('finance@example.com');
      await screenshot(page, `order-invoice-${width}`);
      expect(await flaws(page)).toEqual([]);
      await asking.getByRole('button', { name: '提交申请' }).click();
      await asking.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: '下载 PDF' }).waitFor();
      await page.getByText('已开票').first().waitFor();
      await noWider(page, width);
      expect(await flaws(page)).toEqual([]);
      await screenshot(page, `order-detail-${width}`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: '下载 PDF' }).click();
      const saved = await download;
      const pdf = readFileSync((await saved.path())!);
      expect(judge(new Uint8Array(pdf))).toMatchObject({ signatures: 1, valid: 1 });
      await page.getByRole('button', { name: '申请退款' }).click();
      const refunding = page.getByRole('dialog', { name: /^为订单 OD.*申请退款$/ });
      // 19 of 20 are unused, for 199 yuan.
      await refunding.getByRole('radio', { name: /^退未使用部分 · ¥189\.05/ }).waitFor();
      await refunding.getByText('退款前会先开具红字发票冲销').waitFor();
      await screenshot(page, `order-refund-${width}`);
      await refunding.getByRole('button', { name: '取消' }).click();
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    });
  }
});
