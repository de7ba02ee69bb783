import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPlan, listPlans, sendPlan } from '#core/task/calls.ts';
import { listPartners } from '#core/task/partner-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { newKey, planFor } from '#tests/fixtures/companies.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { countClicks } from './clicks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const partner = (entName: string, userName: string, mobile: string, signOrder: number) => ({
  signatoryId: newKey(),
  signatoryType: 'ENTERPRISE' as const,
  entName,
  userName,
  mobile,
  signOrder,
});

it('a repeat of a contract with a new partner takes at most 6 clicks from home to sent', async () => {
  const { ent } = await companyWithAdmin();
  const person = await newPerson();
  await addMember(ent, person, ['SIGN_OPERATOR']);
  const client = await signedIn(person, ent);
  const own = {
    signatoryId: newKey(),
    signatoryType: 'ENTERPRISE' as const,
    entId: ent.id,
    entName: ent.name,
    userName: person.name,
    mobile: '',
    accountId: person.id,
    signOrder: 1,
  };
  const [first, second] = [
    partner('青石贸易有限公司', '沈月', '13966660011', 2),
    partner('赤水酒业有限公司', '李娜', '13966660012', 2),
  ];
  await client.call(sendPlan, await planFor(client, [own, second], { taskName: '询价函' }));
  const plan = await planFor(client, [own, first], { taskName: '月度采购合同' });
  const { planId } = await client.call(sendPlan, plan);

  const { page, context, problems } = await newUser(browser);
  const clicks = await countClicks(context);
  await openAs(page, client, '/home');
  await page
    .getByRole('main')
    .getByRole('link', { name: /我发起的/ })
    .first()
    .click();
  const row = page.getByRole('row').filter({ hasText: '月度采购合同' });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '再次发起' }).click();
  const side = page.getByRole('article', { name: '签署方 2' });
  await side.getByRole('button', { name: '选择', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '选择签署方' });
  await dialog.getByRole('option', { name: /赤水酒业/ }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await screenshot(page, 'again-picker');
  await dialog.getByRole('option', { name: /赤水酒业/ }).click();
  await expect
    .poll(() => side.getByRole('textbox', { name: '企业名称' }).inputValue())
    .toBe('赤水酒业有限公司');
  await screenshot(page, 'again-parties');
  await page.getByRole('button', { name: '发起', exact: true }).click();
  await page.getByText('“月度采购合同”已发起').waitFor();
  expect(clicks()).toBeLessThanOrEqual(6);

  const { records } = await client.call(listPlans, { box: 'startWithMe', keyword: '月度采购合同' });
  const again = records.find((one) => one.planId !== planId)!;
  const [before, after] = [
    await client.call(getPlan, { planId }),
    await client.call(getPlan, { planId: again.planId }),
  ];
  expect(after.signerList.map(({ entName, userName }) => [entName, userName])).toEqual([
    [ent.name, person.name],
    ['赤水酒业有限公司', '李娜'],
  ]);
  const places = ({ placements }: typeof before) =>
    placements.map(({ kind, page: on, x, y }) => [kind, on, Math.round(x), Math.round(y)]).sort();
  expect(places(after)).toEqual(places(before));
  expect(after.documents.map(({ fileName, pages }) => [fileName, pages])).toEqual(
    before.documents.map(({ fileName, pages }) => [fileName, pages]),
  );
  expect((await client.call(listPartners, { planId: again.planId })).partners).toMatchObject([
    { entName: '赤水酒业有限公司', mobile: '13966660012' },
  ]);
  // the party is kept as a contact, once
  await page.goto(`/contract/summary/${again.planId}`);
  await page.getByRole('button', { name: '存为联系人' }).click();
  const keep = page.getByRole('dialog', { name: '将签署方存为联系人' });
  await keep.getByRole('option', { name: /赤水酒业有限公司.*13966660012/ }).waitFor();
  expect(await flaws(page)).toEqual([]);
  await keep.getByRole('button', { name: '添加 1 个联系人' }).click();
  await page.getByText('已添加 1 个联系人').waitFor();
  await page.getByRole('button', { name: '存为联系人' }).click();
  await keep.getByText('通讯录中已有').waitFor();
  await screenshot(page, 'again-kept');
  expect(problems).toEqual([]);
});
