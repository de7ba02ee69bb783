import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTask, sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { listPartners } from '#core/task/partner-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { newKey, taskToSend } from '#tests/fixtures/contracts.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
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

it.each([
  ['', 1440, 900],
  [' on a phone', 390, 844],
])(
  'a repeat of a contract with a new partner takes at most 6 clicks from home to sent%s',
  async (_, width, height) => {
    const shown = (name: string) => `${name}-${width}`;
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
    const [firstMobile, mobile] = [newMobile(), newMobile()];
    const [first, second] = [
      partner('青石贸易有限公司', '沈月', firstMobile, 2),
      partner('赤水酒业有限公司', '李娜', mobile, 2),
    ];
    await client.call(sendTask, await taskToSend(client, [own, second], { taskName: '询价函' }));
    const plan = await taskToSend(client, [own, first], { taskName: '月度采购合同' });
    const { planId: taskId } = await client.call(sendTask, plan);

    const { page, context, problems } = await newUser(browser, { width, height });
    const clicks = await countClicks(context);
    await openAs(page, client, '/home');
    await page
      .getByRole('main')
      .getByRole('link', { name: /我发起的/ })
      .first()
      .click();
    // on a phone a row is an item of a list
    const main = page.getByRole('main');
    const row = main.getByRole('row').or(main.getByRole('listitem')).filter({ hasText: '月度采购合同' });
    if (width === 390) {
      await row.getByRole('button', { name: '展开详情' }).click();
      await row.getByRole('button', { name: '再次发起' }).click();
    } else {
      await row.getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: '再次发起' }).click();
    }
    const side = page.getByRole('article', { name: '签署方 2' });
    await side.getByRole('button', { name: '选择', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '选择签署方' });
    await dialog.getByRole('option', { name: /赤水酒业/ }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, shown('again-picker'));
    await dialog.getByRole('option', { name: /赤水酒业/ }).click();
    await expect
      .poll(() => side.getByRole('textbox', { name: '企业名称' }).inputValue())
      .toBe('赤水酒业有限公司');
    await screenshot(page, shown('again-parties'));
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.getByText('“月度采购合同”已发起').waitFor();
    expect(clicks()).toBeLessThanOrEqual(6);

    const { records } = await client.call(listTasks, { box: 'startWithMe', keyword: '月度采购合同' });
    const again = records.find((one) => one.planId !== taskId)!;
    const [before, after] = [
      await client.call(getTask, { planId: taskId }),
      await client.call(getTask, { planId: again.planId }),
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
      { entName: '赤水酒业有限公司', mobile },
    ]);
    // the party is kept as a contact, once
    await page.goto(`/contract/summary/${again.planId}`);
    await page.getByRole('button', { name: '存为联系人' }).click();
    const keep = page.getByRole('dialog', { name: '将签署方存为联系人' });
    await keep.getByRole('option', { name: new RegExp(`赤水酒业有限公司.*${mobile}`) }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await keep.getByRole('button', { name: '添加 1 个联系人' }).click();
    await page.getByText('已添加 1 个联系人').waitFor();
    await page.getByRole('button', { name: '存为联系人' }).click();
    await keep.getByText('通讯录中已有').waitFor();
    await screenshot(page, shown('again-kept'));
    expect(await problemsLeft(problems)).toEqual([]);
  },
);
