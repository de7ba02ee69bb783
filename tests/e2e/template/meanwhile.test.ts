import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { savePerson } from '#core/company/calls.ts';
import { removeTemplate, updateTemplate } from '#core/template/record-calls.ts';
import { disableTemplate, enableTemplate, publishTemplate } from '#core/template/version-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { aField, KEYS, webTemplate } from '#tests/fixtures/template-content.ts';
import { templateInForce } from '#tests/fixtures/templates.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Somebody who starts contracts and looks after no template, and a template in force. */
async function senderAndTemplate() {
  const { admin, ent } = await companyWithAdmin();
  const id = await templateInForce(admin, '供货合同');
  const person = await newPerson();
  await addMember(ent, person, ['SIGN_OPERATOR']);
  return { admin, ent, id, person, sender: await signedIn(person, ent) };
}

/** The form looks at its template every 15 s: what it does then, without the wait. Its clock goes on by itself. */
const looksAgain = (page: Page) => page.clock.fastForward(15_000);

/** The page at both widths, and that nothing is wrong with it there. */
async function looked(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await screenshot(page, `${name}-${width}`);
    expect(await flaws(page)).toEqual([]);
  }
}

it('the open form tells of a published version or a disabled template, and loses nothing typed', async () => {
  const { admin, ent, id, sender } = await senderAndTemplate();
  const { page, context, problems } = await newUser(browser);
  await page.clock.install();
  // who may only use templates is led here by a link, too
  await openAs(page, sender, `/entcontract/startEntContract?template=${id}`, ent.id);
  const form = page.getByRole('region', { name: '填写“供货合同”' });
  const field = (name: RegExp) => form.getByRole('textbox', { name });
  await field(/^合同编号/).fill('HT-2026-1');
  await field(/^金额/).fill('12000');

  const next = webTemplate();
  next.fields = [
    aField('编号', { key: KEYS.number }),
    aField('交货地点', { key: 'fieldplace001', position: 2 }),
  ];
  next.body.content = next.body.content.map((block) =>
    JSON.parse(JSON.stringify(block).replaceAll(KEYS.amount, 'fieldplace001')),
  );
  await admin.call(publishTemplate, { id, number: 1, content: next });
  await looksAgain(page);
  await form.getByText('模板“供货合同”已有新版本（第 2 版）').waitFor();
  expect(await field(/^合同编号/).inputValue()).toBe('HT-2026-1');
  await looked(page, 'template-newer');
  await form.getByRole('button', { name: '改用第 2 版' }).click();
  const dialog = page.getByRole('alertdialog', { name: '改用新版本？' });
  await dialog.getByText('金额：12000').waitFor();
  await looked(page, 'template-newer-asked');
  await dialog.getByRole('button', { name: '改用第 2 版' }).click();
  await field(/^交货地点/).waitFor();
  expect(await field(/^编号/).inputValue()).toBe('HT-2026-1');
  expect(await field(/^金额/).count()).toBe(0);
  await form.getByText('已有新版本').waitFor({ state: 'detached' });

  await admin.call(disableTemplate, { id });
  await looksAgain(page);
  await form.getByText('模板“供货合同”已停用').waitFor();
  await field(/^交货地点/).fill('甲方仓库');
  await looked(page, 'template-disabled');
  await form.getByRole('button', { name: '稍后再填' }).click();
  // told beside the steps, too
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('模板“供货合同”已停用').waitFor();
  await admin.call(enableTemplate, { id });
  await looksAgain(page);
  await page.getByText('模板“供货合同”已停用').waitFor({ state: 'detached' });
  await admin.call(disableTemplate, { id });
  await admin.call(removeTemplate, { id });
  await looksAgain(page);
  await page.getByText('“供货合同”的模板已被删除').waitFor();
  await page.getByRole('button', { name: '填写', exact: true }).click();
  expect(await field(/^交货地点/).inputValue()).toBe('甲方仓库');
  expect((await problemsLeft(problems)).filter((one) => !one.includes('404'))).toEqual([]);
  await context.close();
});

it('a link to a template that is disabled says so', async () => {
  const { admin, ent, id, sender } = await senderAndTemplate();
  await admin.call(disableTemplate, { id });
  const { page, context } = await newUser(browser);
  await openAs(page, sender, `/entcontract/startEntContract?template=${id}`, ent.id);
  await page
    .getByRole('alert')
    .getByText(/“供货合同”已(被)?停用/)
    .waitFor();
  await context.close();
});

it('[6.2b] the open form tells of a business type moved or withdrawn, and loses nothing typed', async () => {
  const { admin, ent, id, sender, person } = await senderAndTemplate();
  const { page, context, problems } = await newUser(browser);
  await page.clock.install();
  await openAs(page, sender, `/entcontract/startEntContract?template=${id}`, ent.id);
  const form = page.getByRole('region', { name: '填写“供货合同”' });
  const number = form.getByRole('textbox', { name: /^合同编号/ });
  await number.fill('HT-2026-9');
  const typed = async () => expect(await number.inputValue()).toBe('HT-2026-9');
  const move = (businessType: 'SALES' | 'LEASE') =>
    admin.call(updateTemplate, { id, templateName: '供货合同', sceneType: 'ENT', businessType });

  await move('LEASE');
  await looksAgain(page);
  await form.getByText(/模板“供货合同”的业务类型已改为“租赁/).waitFor();
  await typed();
  await looked(page, 'template-other-type');
  await move('SALES');
  await looksAgain(page);
  await form.getByText('业务类型已改为').waitFor({ state: 'detached' });

  const give = (businessTypes: 'PURCHASE'[] | null) =>
    admin.call(savePerson, { userId: person.id, roles: ['SIGN_OPERATOR'], businessTypes, stamps: [] });
  await give(['PURCHASE']);
  await looksAgain(page);
  await form.getByText(/企业管理员已收回你对业务类型“.*”的权限/).waitFor();
  await typed();
  await looked(page, 'template-type-taken');
  await form.getByRole('button', { name: '稍后再填' }).click();
  await page.getByText(/企业管理员已收回你对业务类型/).waitFor();
  await give(null);
  await looksAgain(page);
  await page.getByText(/企业管理员已收回你对业务类型/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '填写', exact: true }).click();
  await typed();
  expect(await problemsLeft(problems)).toEqual([]);
  await context.close();
});
