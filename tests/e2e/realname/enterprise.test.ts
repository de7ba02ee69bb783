import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listEntAuth, submitEntReview } from '#core/realname/enterprise-calls.ts';
import { PLATFORM } from '#tests/fixtures/contracts.ts';
import {
  auditPhotos,
  newBankAccount,
  newCreditCode,
  newEntName,
  openDraft,
  realPerson,
  wholeDraft,
} from '#tests/fixtures/enterprise-drafts.ts';
import { unverifiedPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { actingFor, arrived, stateOf, verified } from '#tests/fixtures/verified-enterprises.ts';
import { flaws } from '../axe.ts';
import { openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { chooseArea, picture, type } from './fill-enterprise.ts';
import { openNew, openSession } from './open-as-new.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('the real name of an enterprise on the screen', () => {
  it('[2.11] [2.21a] [5.9a] [5.9c] goes through unit, legal person and bank account to the end', async () => {
    const person = await realPerson();
    const name = newEntName();
    const bankAccount = newBankAccount();
    const { page, context, problems } = await openNew(browser, person, '/account/ent');
    await page.getByText('还没有企业认证').waitFor();
    // Within the shell, unlike a person's.
    await page.getByRole('navigation').first().waitFor();
    await page.getByRole('link', { name: '认证新企业' }).click();
    await page.waitForURL('**/auth/company?currentComp=AuthInit*');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByText('企业名称为 2 至 100 个字').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-ent-empty');
    await type(page, '企业名称', name);
    await type(page, '统一社会信用代码', newCreditCode());
    await type(page, '联系电话', '010-88886666');
    await type(page, '邮政编码', '100020');
    await chooseArea(page, ['北京市', '北京市', '朝阳区']);
    await type(page, '详细地址', '建国路 88 号');
    await picture(page, 'LICENCE');
    await page.getByRole('img', { name: '营业执照' }).waitFor();
    await screenshot(page, 'realname-ent-unit');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('textbox', { name: '法定代表人姓名' }).waitFor();
    // Left half done, and come back to.
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: /^企业名称/ }).inputValue()).toBe(name);
    await page.getByRole('button', { name: '下一步' }).click();
    await type(page, '法定代表人姓名', '郑法人');
    await type(page, '证件号码', newResidentId());
    await page.getByText('长期有效').click();
    await picture(page, 'LEGAL_FRONT');
    await picture(page, 'LEGAL_BACK');
    await page.getByRole('img', { name: '法定代表人证件反面' }).waitFor();
    await page.getByRole('img', { name: '法定代表人证件正面' }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-ent-legal');
    await page.getByRole('button', { name: '下一步' }).click();
    await type(page, '开户银行', '中国工商银行北京分行');
    await type(page, '对公账号', bankAccount);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-ent-bank');
    await page.getByRole('button', { name: '提交并打款' }).click();
    await page.getByRole('heading', { name: '核对打款金额' }).waitFor();
    const amount = await arrived(person, bankAccount);
    await type(page, '到账金额', amount === '0.01' ? '0.02' : '0.01');
    await page.getByRole('button', { name: '确认金额' }).click();
    await page.getByText('金额不正确，还可以填写 3 次。').waitFor();
    await screenshot(page, 'realname-ent-transfer');
    await type(page, '到账金额', amount);
    await page.getByRole('button', { name: '确认金额' }).click();
    await page.getByRole('heading', { name: `“${name}”认证通过` }).waitFor();
    await screenshot(page, 'realname-ent-done');
    await page.getByRole('button', { name: '进入企业' }).click();
    await page.waitForURL('**/home');
    await page.goto('/company/info');
    await page.getByText('建国路 88 号').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-company-info');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[3.1a] every field is filled in, read by a reviewer, and shown masked, then in full', async () => {
    const person = await realPerson();
    const base = await wholeDraft(person);
    const draft = {
      ...base,
      unit: {
        ...base.unit,
        entNameEn: 'Everything Known Ltd',
        companyNumber: 'GS20260001',
        businessNumber: '110105000012345',
        organizationCode: '776049653',
        taxNumber: '110105776049653',
      },
      legal: {
        ...base.legal,
        legalIdType: 'PASSPORT',
        legalIdNumber: 'E12345678',
        legalIdValidTo: '2046-03-09',
      },
      photos: await auditPhotos(person),
    };
    const { bank } = draft;
    const { entName, creditCode } = base.unit;
    // The form, in its own words: each field holds its own value.
    const applicationId = await openDraft(person, draft);
    const form = await openNew(browser, person, '/auth/company');
    for (const [label, value] of [
      ['企业名称', entName],
      ['英文名称', 'Everything Known Ltd'],
      ['统一社会信用代码', creditCode],
      ['公司注册号', 'GS20260001'],
      ['工商注册号', '110105000012345'],
      ['组织机构代码', '776049653'],
      ['纳税人识别号', '110105776049653'],
      ['联系电话', '010-88886666'],
      ['邮政编码', '100020'],
      ['详细地址', '建国路 88 号'],
    ])
      await expect
        .poll(() => form.page.getByRole('textbox', { name: new RegExp(`^${label}`) }).inputValue())
        .toBe(value);
    await screenshot(form.page, 'realname-ent-every-field');
    await form.context.close();
    await person.client.call(submitEntReview, { applicationId });

    const facts = (page: Page) =>
      page
        .locator('main dl > div')
        .evaluateAll((rows) =>
          Object.fromEntries(
            rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
          ),
        );
    const known = {
      企业名称: entName,
      英文名称: 'Everything Known Ltd',
      统一社会信用代码: creditCode,
      公司注册号: 'GS20260001',
      组织机构代码: '776049653',
      纳税人识别号: '110105776049653',
      联系电话: '010-88886666',
      邮政编码: '100020',
    };
    const reviewer = await openSession(
      browser,
      await signedIn(PLATFORM),
      `/platform/review/${applicationId}`,
    );
    await reviewer.page.getByRole('heading', { level: 1, name: entName! }).waitFor();
    expect(await facts(reviewer.page)).toMatchObject({
      ...known,
      '工商（商业）登记号': '110105000012345',
      省: '北京市',
      市: '北京市',
      区县: '朝阳区',
      详细地址: '建国路 88 号',
      '法定代表人（授权人）': '郑法人',
      其证件类型: '护照',
      其证件号码: 'E12345678',
      其证件有效期至: '2046-03-09',
    });
    await reviewer.page.getByRole('button', { name: '放大查看营业执照' }).waitFor();
    await reviewer.page.getByRole('button', { name: '通过', exact: true }).click();
    await reviewer.page.getByRole('alertdialog').getByRole('button', { name: '通过' }).click();
    await reviewer.page.waitForURL('**/platform/review?subject=ENTERPRISE');
    await reviewer.context.close();

    const { entId } = (await person.client.call(listEntAuth, {})).find((one) => one.entName === entName)!;
    const { page, context, problems } = await openSession(
      browser,
      await actingFor(person, entId),
      '/company/info',
    );
    await page.getByRole('heading', { level: 1, name: '企业信息' }).waitFor();
    const shown = {
      ...known,
      工商注册号: '110105000012345',
      详细地址: '北京市 朝阳区 建国路 88 号',
      企业管理员: '周办理',
      被授权人: '周办理',
      企业编号: entId,
      证件类型: '护照',
      证件有效期至: '2046-03-09',
      开户银行: '中国工商银行北京分行',
    };
    await page.getByText(entId).waitFor();
    expect(await facts(page)).toMatchObject({
      ...shown,
      法定代表人姓名: '**人',
      证件号码: 'E12**5678',
      对公账号: expect.stringMatching(/^\*+\d{4}$/),
    });
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-company-info-every-field');
    await page.getByRole('button', { name: '查看完整信息' }).click();
    await page.getByText('E12345678').waitFor();
    expect(await facts(page)).toMatchObject({
      ...shown,
      法定代表人姓名: '郑法人',
      证件号码: 'E12345678',
      对公账号: bank.bankAccount,
    });
    await page.getByRole('button', { name: '查看营业执照' }).click();
    await expect
      .poll(() =>
        page.getByRole('img', { name: '查看营业执照' }).evaluate((e: HTMLImageElement) => e.naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[2.21c] [4.18a] a re-verification from the console is the person’s, told what stands still', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const entId = await verified(person, draft);
    await openDraft(person, { ...draft, bank: { ...draft.bank, bankAccount: newBankAccount() } }, entId);
    const { page, context, problems } = await openSession(
      browser,
      await actingFor(person, entId),
      '/company/info',
    );
    const actsFor = () =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('sass_token') ?? '{}').entId as string);
    await page.getByRole('link', { name: '重新认证' }).click();
    await page.waitForURL('**/auth/company?**');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('textbox', { name: '法定代表人姓名' }).waitFor();
    expect(await actsFor()).toBe('');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByText('任何人都不能以该企业身份操作，进行中的签署任务会冻结').waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-ent-again');
    expect((await stateOf(entId)).authStatus).toBe('AUTH');
    await page.getByRole('button', { name: '提交并打款' }).click();
    // Who handed it in is still signed in, as themself.
    await page.getByRole('heading', { name: '核对打款金额' }).waitFor();
    expect((await stateOf(entId)).authStatus).toBe('REAUTHING');
    await page.goto('/home');
    await page.getByRole('button', { name: /^当前身份/ }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[3.1b] [2.21b] [5.15c] on a dark phone: Hong Kong by review; without a real name, the way', async () => {
    const phone = { width: 390, height: 844, colorScheme: 'dark' } as const;
    const nobody = await unverifiedPerson();
    const first = await openNew(browser, nobody, '/auth/company', phone);
    await first.page.getByText('请先完成实名认证。').waitFor();
    await screenshot(first.page, 'realname-ent-nobody-390');
    await first.context.close();

    const person = await realPerson();
    const draft = await wholeDraft(person, {
      region: 'HONG_KONG',
      entName: '',
      entNameEn: 'Harbour Ltd',
      creditCode: 'HK12345678',
      phone: '+852 2123 4567',
    });
    await openDraft(person, draft);
    const { page, context } = await openNew(browser, person, '/auth/company', phone);
    await page.getByRole('textbox', { name: '公司注册编号' }).waitFor();
    await page.getByRole('textbox', { name: '商业登记号码' }).waitFor();
    await screenshot(page, 'realname-ent-hk-390');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('textbox', { name: '授权人姓名' }).waitFor();
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByText('香港企业通过人工审核认证').waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    await page.getByRole('button', { name: '提交审核' }).click();
    await expect.poll(() => page.getByText('请上传图片').count()).toBe(4);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'realname-ent-review-390');
    await context.close();
  });
});

describe('the platform’s console on the screen', () => {
  it('[6.1] [6.6g] [8.3a] reviews beside pictures, gives the edition and disables, all audited', async () => {
    const person = await realPerson();
    const draft = await wholeDraft(person);
    const name = newEntName();
    const applicationId = await openDraft(person, {
      ...draft,
      unit: { ...draft.unit, entName: name, address: '“引号” & 符号 1 号' },
      photos: await auditPhotos(person),
    });
    await person.client.call(submitEntReview, { applicationId });
    const { page, context, problems } = await openSession(browser, await signedIn(PLATFORM), '/platform');
    await page.waitForURL('**/platform/review');
    await page.getByRole('tab', { name: /企业/ }).click();
    await page.getByRole('link', { name }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'platform-review-list');
    await page.getByRole('link', { name }).click();
    await expect.poll(() => page.locator('main img').count()).toBe(7);
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'platform-review');
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshot(page, 'platform-review-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: '放大查看营业执照' }).click();
    await page.getByRole('dialog', { name: '营业执照' }).getByRole('button', { name: '关闭' }).click();
    await page.getByRole('button', { name: '通过', exact: true }).click();
    const pass = page.getByRole('alertdialog', { name: '通过该认证申请？' });
    await pass.getByText(name).waitFor();
    await pass.getByRole('button', { name: '通过' }).click();
    await page.waitForURL('**/platform/review?subject=ENTERPRISE');

    await page.goto('/platform/enterprise');
    await type(page, '企业名称', name);
    await page.getByRole('button', { name: '查询' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('cell', { name: '标准版', exact: true }).waitFor();
    await row.getByRole('button', { name: '开通企业版' }).click();
    const edition = page.getByRole('alertdialog', { name: '开通企业版？' });
    await edition.getByText('以前建立的会重新出现').waitFor();
    await edition.getByRole('button', { name: '开通企业版' }).click();
    await edition.getByText('请填写').waitFor();
    await edition.getByRole('textbox', { name: '原因' }).fill('合同已签');
    await edition.getByRole('button', { name: '开通企业版' }).click();
    await page.getByText(`已为“${name}”开通企业版`).waitFor();
    await row.getByRole('cell', { name: '企业版', exact: true }).waitFor();
    await row.getByRole('button', { name: '转为标准版' }).waitFor();
    await row.getByRole('button', { name: '停用' }).click();
    const dialog = page.getByRole('alertdialog', { name: '停用企业？' });
    await dialog.getByRole('textbox', { name: '原因' }).fill('执照过期');
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'platform-disable');
    await dialog.getByRole('button', { name: '停用' }).click();
    await page.getByText(`已停用“${name}”`).waitFor();
    await page.getByRole('cell', { name: '已停用' }).waitFor();
    await screenshot(page, 'platform-enterprises');

    await page.goto(`/platform/audit?targetName=${encodeURIComponent(name)}`);
    await page.getByRole('cell', { name: '停用企业' }).waitFor();
    await page.getByRole('cell', { name: '修改企业版本' }).waitFor();
    await page.getByText('edition: STANDARD → BUSINESS; 合同已签').waitFor();
    await page.getByRole('cell', { name: '通过企业认证' }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'platform-audit');
    // Somebody lost a phone and asks for the end of their sessions: found by mobile, with a reason.
    const lost = await unverifiedPerson({ name: '周失机', personalAuthStatus: 'AUTH' });
    const theirs = await openNew(browser, lost, '/account/accountInfo');
    await theirs.page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('button', { name: '结束某人的登录' }).click();
    const ending = page.getByRole('dialog', { name: '结束某人的登录' });
    await ending.getByRole('button', { name: '结束登录' }).click();
    await expect.poll(() => ending.getByLabel('手机号').getAttribute('aria-invalid')).toBe('true');
    await ending.getByLabel('手机号').fill(lost.mobile);
    await ending.getByLabel('原因').fill('手机丢失，本人来电');
    expect(await flaws(page)).toEqual([]);
    await screenshot(page, 'platform-end-sessions');
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshot(page, 'platform-end-sessions-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await ending.getByRole('button', { name: '结束登录' }).click();
    await page.getByText(/^已结束 \d+ 个登录$/).waitFor();
    await page.goto('/platform/audit?action=SESSIONS_ENDED');
    await page.getByText('手机丢失，本人来电').first().waitFor();
    await theirs.page.reload();
    // Polled, as the page's own redirect ends the load that waiting for an address would attend.
    await expect.poll(() => theirs.page.url()).toContain('/login');
    await theirs.context.close();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();

    const other = await openNew(browser, person, '/platform/review');
    await other.page.getByText('没有访问权限').first().waitFor();
    await other.context.close();
  });
});
