import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listKeys } from '#core/apikey/calls.ts';
import { listEmbedLinks, makeEmbedLink } from '#core/embed/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { preparedDraft, preparedPath } from '#core/task/prepared-draft.ts';
import { ApiClient } from '#tests/client.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { keyProofOf } from '#tests/fixtures/api-keys.ts';
import { sentTo } from '#tests/fixtures/embeds.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { packClient } from '#tests/fixtures/packed-client.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { PATIENCE_MS } from '#tests/patience.ts';
import { addMember, companyWithAdmin, newPerson } from '../../fixtures/people.ts';
import { product } from '../../product.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { proveAgain } from '../prove-again.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

type Client = typeof import('../../../client/src/index.ts');

it('an administrator makes a key, sees it once, replaces it and revokes it', async () => {
  const { admin } = await companyWithAdmin();
  await keyProofOf(admin);
  const { page, problems } = await newUser(browser);
  await openAs(page, admin, '/company/apiKey');
  await page.getByText('还没有密钥').waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole('button', { name: '新建密钥' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('费用系统');
  // Without a permission nothing is made.
  await dialog.getByLabel(/^读取/).uncheck();
  await dialog.getByLabel('允许的网络地址').fill('203.0.113');
  await dialog.getByRole('button', { name: '创建' }).click();
  await dialog.getByText('请至少选择一项权限').waitFor();
  await dialog.getByText('请检查地址').waitFor();
  await dialog.getByLabel(/^读取/).check();
  await dialog.getByLabel(/^发起/).check();
  await dialog.getByLabel('允许的网络地址').fill('');
  await dialog.getByLabel('部分业务类型').check();
  await dialog.getByLabel('销售合同').check();
  await screenshot(page, 'api-key-form');
  expect(await flaws(page)).toEqual([]);
  // Nothing is made without the second proof, nor with a wrong one; what was filled in stays.
  await dialog.getByRole('button', { name: '创建' }).click();
  await dialog.getByText('请先输入签署密码或短信验证码').waitFor();
  await dialog.getByLabel('签署密码', { exact: true }).last().fill('135790');
  await dialog.getByRole('button', { name: '创建' }).click();
  await page
    .getByText(/签署密码(不正确|错误)/)
    .first()
    .waitFor();
  await screenshot(page, 'api-key-proof');
  await proveAgain(dialog);
  await dialog.getByRole('button', { name: '创建' }).click();
  await page.getByText('密钥只显示这一次').waitFor();
  const client = new ApiClient(product().baseUrl);
  client.apiKey = (await dialog.locator('code').first().textContent()) ?? '';
  expect(await refusal(client, listTasks, { box: 'all' })).toBe('OK');
  await screenshot(page, 'api-key-shown');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  const row = page.getByRole('row', { name: /费用系统/ });
  await row.getByText('读取、发起').waitFor();
  await screenshot(page, 'api-keys');
  expect(await flaws(page)).toEqual([]);

  const act = (name: string) => row.getByRole('button', { name, exact: true }).click();
  await act('更换');
  await dialog.getByLabel('立即失效').check();
  await proveAgain(dialog);
  await dialog.getByRole('button', { name: '更换' }).click();
  await page.getByText('密钥只显示这一次').waitFor();
  expect(await refusal(client, listTasks, { box: 'all' })).toBe('API_KEY_INVALID');
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  await act('撤销');
  await page.getByRole('alertdialog').getByRole('button', { name: '撤销' }).click();
  await row.getByText('已撤销').waitFor();
  expect(await problemsLeft(problems)).toEqual([]);
});

it('keys on a phone, in the dark', async () => {
  const { admin, boss } = await companyWithAdmin();
  const { page, problems } = await newUser(browser, {
    width: 390,
    height: 844,
    colorScheme: 'dark',
  });
  await openAs(page, admin, '/company/apiKey');
  await page.getByRole('button', { name: '新建密钥' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('ERP');
  // Who has no signing password proves it by a code.
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText(/验证码已发送到/).waitFor();
  const code = await codeSentTo(admin, boss.mobile, '创建 API 密钥验证码');
  await dialog.getByLabel('短信验证码').last().fill(code);
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'api-key-form-390');
  await dialog.getByRole('button', { name: '创建' }).click();
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  await page.getByText('ERP').first().waitFor();
  await screenshot(page, 'api-keys-390');
  expect(await flaws(page)).toEqual([]);
  expect(await problemsLeft(problems)).toEqual([]);
  for (const [language, title, add] of [
    ['zh-TW', 'API 金鑰', '新增金鑰'],
    ['en-US', 'API keys', 'New key'],
  ] as const)
    for (const width of [1440, 390]) {
      const user = await newUser(browser, { width, height: 900 });
      await speak(user, language);
      await openAs(user.page, admin, '/company/apiKey');
      await user.page.getByRole('heading', { level: 1, name: title }).waitFor();
      await user.page.getByRole('button', { name: add }).first().click();
      await user.page.getByRole('dialog').locator('form').waitFor();
      expect(await flaws(user.page)).toEqual([]);
      await screenshot(user.page, `api-key-form-${language}-${width}`);
      expect(await problemsLeft(user.problems)).toEqual([]);
      await user.context.close();
    }
});

it('an administrator allows a site to embed, takes a wrong one back, sees a program’s links', async () => {
  const { admin, ent } = await companyWithAdmin();
  await keyProofOf(admin);
  const { page, problems } = await newUser(browser);
  await openAs(page, admin, '/company/apiKey');
  await page.getByRole('button', { name: '新建密钥' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('订单系统');
  await dialog.getByLabel(/^发起/).check();
  const sites = dialog.getByLabel('允许嵌入的网站');
  await sites.fill('http://erp.example.com');
  await proveAgain(dialog);
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect.poll(() => sites.getAttribute('aria-invalid')).toBe('true');
  await sites.fill('https://ERP.example.com:443/');
  await dialog.getByRole('button', { name: '创建' }).click();
  const program = new ApiClient(product().baseUrl);
  program.apiKey = (await dialog.locator('code').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: '已保存，关闭' }).click();
  await page.getByRole('row', { name: /订单系统/ }).waitFor();
  expect((await admin.call(listKeys, {})).records[0]!.origins).toEqual(['https://erp.example.com']);

  const signer = await newPerson();
  const sent = await sentTo(program, signer);
  const link = { planId: sent.planId, signerId: sent.signerId, language: 'zh-CN' } as const;
  expect(
    await refusal(program, makeEmbedLink, { ...link, origin: 'https://elsewhere.example.com' }),
  ).not.toBe('OK');
  await program.call(makeEmbedLink, { ...link, origin: 'https://erp.example.com' });
  await page.getByRole('link', { name: '嵌入链接' }).click();
  await page.getByRole('heading', { level: 1, name: '嵌入链接' }).waitFor();
  const row = page.getByRole('row', { name: /https:\/\/erp\.example\.com/ });
  for (const words of ['签署', '待打开', '订单系统']) await row.getByText(words, { exact: true }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'embed-links');
  expect(await problemsLeft(problems)).toEqual([]);
  for (const [language, state, width] of [
    ['zh-TW', '待開啟', 390],
    ['en-US', 'Not opened', 390],
  ] as const) {
    const user = await newUser(browser, { width, height: 844, colorScheme: 'dark' });
    await speak(user, language);
    await openAs(user.page, admin, '/company/apiKey/links');
    await user.page.getByText(state).filter({ visible: true }).first().waitFor();
    expect(await flaws(user.page)).toEqual([]);
    await screenshot(user.page, `embed-links-${language}-${width}`);
    await user.context.close();
  }
  // A clerk of the enterprise gets no list.
  const clerk = await newPerson();
  await addMember(ent, clerk, ['HR']);
  expect(await refusal(await signedIn(clerk, ent), listEmbedLinks, {})).toBe('NO_PERMISSION');
});

it('the reference shows the program calls and makes one with a key, in both themes, by policy', async () => {
  const { program, key } = await selling();
  const { page, problems, context } = await newUser(browser);
  await page.goto('/reference/');
  const viewer = page.locator('#viewer');
  await viewer.locator('.opblock-tag-section').first().waitFor();
  await screenshot(page, 'reference');
  expect(await page.locator('#state').isHidden()).toBe(true);

  await viewer.getByRole('button', { name: 'Authorize' }).click();
  await viewer.getByLabel('auth-bearer-value').fill(key);
  await viewer.locator('.modal-ux').getByRole('button', { name: 'Apply credentials' }).click();
  await viewer.locator('.modal-ux').getByRole('button', { name: 'Close' }).click();
  await viewer.locator('[data-tag="task"]').click();
  const operation = viewer.locator('.opblock').filter({ has: page.locator('[data-path$="/plan/page"]') });
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('tr[data-param-name="box"] select').selectOption('all');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table').getByText('"code": 200').first().waitFor();
  await operation
    .locator('.live-responses-table')
    .getByText(/ratelimit-remaining/)
    .first()
    .waitFor();
  await screenshot(page, 'reference-call');
  expect((await program.call(listTasks, { box: 'all' })).total).toBe(0);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();

  const phone = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark', language: 'en-US' });
  await phone.page.goto('/reference/');
  await phone.page.locator('.opblock-tag-section').first().waitFor();
  await screenshot(phone.page, 'reference-390');
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  // Without the viewer's document the page says so.
  await phone.page.route('**/reference/openapi.json', (route) => route.abort());
  await phone.page.reload();
  await phone.page.getByText('The calls did not load').waitFor();
  await phone.context.close();
});

it('a draft prepared by an assistant opens in the wizard, filled, and is not sent by opening', async () => {
  const { admin, id } = await selling();
  const { page, problems, context } = await newUser(browser);
  const prepared = preparedDraft.parse({
    taskName: '一月采购',
    fields: { 合同编号: 'HT-2026-1', 金额: '5000' },
    signers: [{ role: '乙方（个人）', userName: '李四', mobile: '13900000000' }],
  });
  await openAs(page, admin, preparedPath(id, prepared));
  await page.getByText('本草稿的内容由程序或助手填写').first().waitFor();
  const number = page.getByRole('textbox', { name: /^合同编号/ });
  await expect.poll(() => number.inputValue()).toBe('HT-2026-1');
  await screenshot(page, 'prepared-draft');
  // The fragment is gone: opened again, it is the same draft, with what the person changed.
  const url = new URL(page.url());
  expect(url.hash).toBe('');
  url.searchParams.delete('fill');
  url.searchParams.set('step', 'parties');
  await page.goto(url.pathname + url.search);
  await expect.poll(() => page.locator('input').evaluateAll(valuesOf)).toContain('李四');
  await screenshot(page, 'prepared-parties');
  expect((await admin.call(listTasks, { box: 'all' })).total).toBe(0);
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});

const valuesOf = (inputs: (HTMLElement | SVGElement)[]) =>
  inputs.map((one) => (one as HTMLInputElement).value);

it('the packed client works in a browser: it sends, lists, downloads and names a refusal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-browser-client-'));
  const installed = packClient(folder);
  const { outputFiles } = await build({
    entryPoints: [join(installed, 'dist/index.js')],
    bundle: true,
    format: 'iife',
    globalName: 'signetClient',
    platform: 'browser',
    write: false,
  });
  rmSync(folder, { recursive: true, force: true });
  const { key, signers } = await selling();
  // A page of the product's origin without the policy of its pages: the file comes from the test.
  const context = await browser.newContext({ baseURL: product().baseUrl, bypassCSP: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto('/reference/');
  await page.addScriptTag({ content: outputFiles[0]!.text });
  const said = await page.evaluate(
    async ([given, parties]) => {
      const { signetClient } = globalThis as unknown as { signetClient: Client };
      const { Signet, sendFromTemplate, listUsable, listTasks, downloadDocument, SignetError } = signetClient;
      const signet = new Signet({ url: location.origin, key: given });
      const { records } = await signet.call(listUsable, { templateName: '采购合同' });
      const input = {
        templateId: records[0]!.id,
        fields: { 合同编号: 'HT-B', 金额: '7' },
        signers: [...parties],
      };
      const { planId: taskId } = await signet.call(sendFromTemplate, input);
      const found: string[] = [];
      for await (const row of signet.list(listTasks, { box: 'startWithMe' })) found.push(row.planId);
      const { bytes } = await signet.call(downloadDocument, { planId: taskId, fileIndex: 0 });
      const refused = await signet.call(sendFromTemplate, { ...input, fields: {} }).catch((e: unknown) => e);
      return [
        found.includes(taskId),
        new TextDecoder().decode(bytes.slice(0, 5)),
        refused instanceof SignetError && refused.code,
      ];
    },
    [key, signers] as const,
  );
  expect(said).toEqual([true, '%PDF-', 400000]);
  await context.close();
});
