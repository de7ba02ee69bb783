import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEmployee, getEmployee } from '#core/employee/calls.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate } from '#core/template/version-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { addMember, companyWithAdmin, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { aField, webTemplate } from '#tests/fixtures/template-content.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

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

/** The template in force under the name 劳动合同. */
async function enabled(admin: ApiClient, made: ReturnType<typeof content>): Promise<string> {
  const { id } = await admin.call(saveTemplate, {
    templateName: '劳动合同',
    templateType: 'WEB',
    businessType: 'LABOUR',
    sceneType: 'ENT',
  });
  await admin.call(publishTemplate, { id, number: 0, content: made });
  return id;
}

describe('values from what is known', () => {
  it.each([1440, 390])(
    'show the fields they would fill, an employee’s numbers by right and on record, at %d px',
    async (width) => {
      const { admin, ent, boss } = await companyWithAdmin();
      const id = await enabled(admin, content());
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
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    },
  );

  it.each([1440, 390])(
    'of a contact of the address book go to the other side by the names of fields, at %d px',
    async (width) => {
      const { admin, ent } = await companyWithAdmin();
      const { page, context, problems } = await newUser(browser, { width, height: 844 });
      await openAs(page, admin, '/company/contactBook', ent.id);
      await page.getByText(/已同步/).waitFor();
      await page.getByRole('main').getByRole('button', { name: '添加联系人' }).first().click();
      const adding = page.getByRole('dialog');
      await adding.getByRole('radio', { name: '企业' }).check();
      for (const [label, text] of [
        ['企业名称', '示例商贸有限公司'],
        ['联系人姓名', '阿依古丽'],
      ] as const)
        await adding.getByLabel(label).fill(text);
      await adding.getByRole('button', { name: '保存' }).click();
      await adding.waitFor({ state: 'detached' });
      // it stands in the shared book before the page is left
      await page.getByText(/已同步/).waitFor();

      const made = content();
      made.fields = made.fields.map((field) =>
        field.name === '乙方身份证号码' ? { ...field, name: '乙方联系人', types: ['TEXT'] } : field,
      );
      const id = await enabled(admin, made);
      await page.goto(`/entcontract/startEntContract?template=${id}`);
      const form = page.getByRole('region', { name: '填写“劳动合同”' });
      await form.getByRole('button', { name: '从资料填入' }).click();
      const dialog = page.getByRole('dialog', { name: '从资料填入' });
      await dialog.getByRole('radio', { name: '通讯录' }).click();
      await dialog.getByRole('button', { name: '选择联系人' }).click();
      const picker = page.getByRole('dialog', { name: '选择联系人' });
      await picker.getByRole('option', { name: /示例商贸/ }).click();
      await picker.waitFor({ state: 'detached' });
      await dialog.getByText('乙方：示例商贸有限公司').waitFor();
      await dialog.getByText('乙方联系人：阿依古丽').waitFor();
      expect(await dialog.getByText(/^甲方.*：/).count()).toBe(0);
      await screenshot(page, `fill-from-contact-${width}`);
      expect(await flaws(page)).toEqual([]);
      await dialog.getByRole('button', { name: '填入（2 项）' }).click();
      const value = (name: RegExp) => form.getByRole('textbox', { name }).inputValue();
      await expect.poll(() => value(/^乙方\*?$/)).toBe('示例商贸有限公司');
      expect(await value(/^乙方联系人/)).toBe('阿依古丽');
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    },
  );

  it.each([1440, 390])(
    'of a sheet’s row go by their titles or by choice; what does not fit says why, at %d px',
    async (width) => {
      const { admin, ent } = await companyWithAdmin();
      const id = await enabled(admin, content());
      const { page, context, problems } = await newUser(browser, { width, height: 844 });
      await openAs(page, admin, `/entcontract/startEntContract?template=${id}`, ent.id);
      const form = page.getByRole('region', { name: '填写“劳动合同”' });
      await form.getByRole('textbox', { name: /^甲方经办人/ }).fill('原经办人');
      await form.getByRole('button', { name: '从资料填入' }).click();
      const dialog = page.getByRole('dialog', { name: '从资料填入' });
      await dialog.getByRole('radio', { name: '电子表格的一行' }).click();
      const choose = async (name: string, bytes: Uint8Array) =>
        dialog.locator('input[type=file]').setInputFiles({
          name,
          mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          buffer: Buffer.from(bytes),
        });
      await choose('坏.xlsx', Buffer.from('not a sheet'));
      await dialog
        .getByText(/不是 xlsx|xlsx 格式|电子表格/)
        .first()
        .waitFor();
      await dialog.getByRole('button', { name: /移除|删除/ }).click();
      const column = (title: string) => ({ title, width: 20 });
      await choose(
        '名单.xlsx',
        await writeSheet({
          name: '名单',
          columns: ['序号', '甲方 名称 *', '经办', '乙方', '乙方身份证号码'].map(column),
          rows: [
            ['1', '示例商贸有限公司', '新经办人', '阿依古丽', 110101199003071230],
            ['2', '示例商贸有限公司', '', '库尔班', '12'],
          ],
        }),
      );
      await dialog.getByText('已读取，仅在本机').waitFor();
      await dialog.getByText('4 个字段，已对应 3 个').waitFor();
      await dialog.getByRole('button', { name: /甲方经办人/ }).click();
      await page.getByRole('option', { name: 'C 列：经办' }).click();
      await dialog.getByRole('radio', { name: /^第 3 行：2 · 示例商贸有限公司/ }).click();
      await dialog.getByText('乙方：库尔班').waitFor();
      // an empty cell leaves the field as it is, and 12 is no ID number
      expect(await dialog.getByText(/^甲方经办人：/).count()).toBe(0);
      await dialog.getByText('请填写证件号码').waitFor();
      await dialog.getByRole('button', { name: '填入（2 项）' }).waitFor();
      await dialog.getByRole('radio', { name: /^第 2 行：1 · / }).click();
      await dialog.getByText('替换现有内容“原经办人”').waitFor();
      await dialog.getByText('数字已被表格软件截断').waitFor();
      await screenshot(page, `fill-from-sheet-${width}`);
      expect(await flaws(page)).toEqual([]);
      await dialog.getByRole('button', { name: '填入（3 项）' }).click();
      const value = (name: RegExp) => form.getByRole('textbox', { name }).inputValue();
      await expect.poll(() => value(/^甲方名称/)).toBe('示例商贸有限公司');
      expect(await value(/^甲方经办人/)).toBe('新经办人');
      expect(await value(/^乙方\*?$/)).toBe('阿依古丽');
      expect(await value(/^乙方身份证号码/)).toBe('');
      expect(await problemsLeft(problems)).toEqual([]);
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
    expect(await dialog.getByText('员工花名册').count()).toBe(0);
    await dialog.getByText('电子表格的一行').waitFor();
    await context.close();
  });
});
