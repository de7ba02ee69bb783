import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEmployee, getEmployee } from '#core/employee/calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { aField, webTemplate } from '#tests/fixtures/template-content.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A template whose fields are called as what is known of both sides. */
function content() {
  const made = webTemplate();
  made.fields = [
    aField('甲方名称', { key: 'fieldpartya01', length: 30 }),
    aField('甲方经办人', { key: 'fieldcontact1', position: 2 }),
    aField('乙方', { key: 'fieldpartyb01', position: 3 }),
    aField('乙方身份证号码', { key: 'fieldidnumber', types: ['ID_NUMBER'], position: 4 }),
  ];
  made.body.content = [
    {
      type: 'paragraph',
      content: made.fields.map(({ key }) => ({ type: 'field' as const, attrs: { field: key } })),
    },
  ];
  made.anchors = made.anchors.map((anchor, i) => ({
    ...anchor,
    at: { by: 'PAGE', page: 1, x: 30 + i * 80, y: 200 },
  }));
  return made;
}

describe('values from what is known', () => {
  it.each([1440, 390])(
    'are shown with the fields that they would fill before they do: the own enterprise, and an employee whose numbers are looked at by right and on record, at %d px',
    async (width) => {
      const { admin, ent, boss } = await companyWithAdmin();
      const { id } = await admin.call(saveTemplate, {
        templateName: '劳动合同',
        templateType: 'WEB',
        businessType: 'LABOUR',
        sceneType: 'ENT',
      });
      await admin.call(publishTemplate, { id, number: 0, content: content() });
      const idNumber = newResidentId();
      const { employeeId } = await admin.call(addEmployee, {
        personal: { realName: '阿依古丽', mobile: '17800000001', idType: 'RESIDENT_ID', idNumber },
        work: { entryDate: '2024-03-01' },
      });
      const { page, context, problems } = await newUser(browser, { width, height: 844 });
      await openAs(page, admin, `/entcontract/startEntContract?template=${id}`, ent.id);
      const form = page.getByRole('region', { name: '填写“劳动合同”' });
      const open = form.getByRole('button', { name: '从资料填入' });
      await open.click();
      const dialog = page.getByRole('dialog', { name: '从资料填入' });
      await dialog.getByText(`甲方名称：${ent.name}`).waitFor();
      await screenshot(page, `fill-from-own-${width}`);
      expect(await flaws(page)).toEqual([]);
      await dialog.getByRole('button', { name: '填入（2 项）' }).click();
      const value = (name: RegExp) => form.getByRole('textbox', { name }).inputValue();
      await expect.poll(() => value(/^甲方名称/)).toBe(ent.name);
      expect(await value(/^甲方经办人/)).toBe(boss.name);
      expect(await value(/^乙方\*?$/)).toBe('');

      await open.click();
      await dialog.getByRole('radio', { name: '员工花名册' }).click();
      await dialog.getByRole('radio', { name: /^阿依古丽/ }).click();
      await dialog.getByText('乙方：阿依古丽').waitFor();
      // masked until it is filled in
      expect(await dialog.getByText(idNumber).count()).toBe(0);
      await screenshot(page, `fill-from-roster-${width}`);
      await dialog.getByRole('button', { name: '填入（2 项）' }).click();
      await expect.poll(() => value(/^乙方身份证号码/)).toBe(idNumber);
      const { records } = await admin.call(getEmployee, { employeeId });
      expect(records.filter(({ record }) => record === 'REVEALED')).toHaveLength(1);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('of the roster are offered to nobody who does not keep it', async () => {
    const { admin, ent } = await companyWithAdmin();
    const { id } = await admin.call(saveTemplate, {
      templateName: '用工合同',
      templateType: 'WEB',
      businessType: 'LABOUR',
      sceneType: 'ENT',
    });
    await admin.call(publishTemplate, { id, number: 0, content: content() });
    const person = await newPerson();
    await addMember(ent, person, ['SIGN_OPERATOR']);
    const sender = await signedIn(person, ent);
    const { page, context } = await newUser(browser);
    await openAs(page, sender, '/entcontract/startEntContract', ent.id);
    await page.getByRole('button', { name: /业务类型/ }).click();
    await page.getByRole('option', { name: '劳动合同' }).click();
    await page.getByRole('button', { name: '从模板选择' }).click();
    const chooser = page.getByRole('dialog', { name: '选择模板' });
    await chooser.getByText('用工合同').click();
    await chooser.getByRole('button', { name: /^使用所选/ }).click();
    await page.getByRole('button', { name: '从资料填入' }).click();
    const dialog = page.getByRole('dialog', { name: '从资料填入' });
    await dialog.getByText(`甲方名称：${ent.name}`).waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await context.close();
  });
});
