/** Every page about people in the two languages that the other tests do not speak, on a desk and on a phone in the dark. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chinaDay } from '#core/china-time.ts';
import { addDepartment } from '#core/company/department-calls.ts';
import { addEmployee } from '#core/employee/calls.ts';
import { addNewcomers } from '#core/employee/newcomer-calls.ts';
import { addOnboardingField, listOnboardingFields } from '#core/employee/onboarding-calls.ts';
import { dayAfter } from '#core/employee/warnings.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs, speak } from '#tests/e2e/open-as.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** An enterprise with somebody on each page, all of whose data is in Latin letters. */
async function everywhere() {
  const [boss, clerk] = [await newPerson({ name: 'Ada Lin' }), await newPerson({ name: 'Bo Chen' })];
  const ent = await newCompany(boss, { name: `Example ${boss.id.slice(-8)} Ltd` });
  await addMember(ent, clerk, ['HR']);
  const admin = await signedIn(boss, ent);
  const { departmentId } = await admin.call(addDepartment, { parentId: '', name: 'Sales' });
  const person = await newPerson({ name: 'Gul Nar' });
  const { employeeId } = await admin.call(addEmployee, {
    personal: {
      realName: person.name,
      mobile: person.mobile,
      idType: 'RESIDENT_ID',
      idNumber: newResidentId(),
    },
    work: { entryDate: '2024-03-01', departmentId, jobContent: 'Accounting' },
    contract: { contractStart: '2024-03-01', contractEnd: dayAfter(chinaDay(Date.now()), 10) },
  });
  await admin.call(addOnboardingField, {
    field: {
      name: 'Hobby',
      category: 'PERSONAL',
      type: 'TEXT',
      length: 50,
      options: [],
      required: true,
      shownTo: 'NEWCOMER',
    },
  });
  const { fields } = await admin.call(listOnboardingFields, {});
  const newcomer = await newPerson({ name: 'Dan Wu' });
  const { newcomerIds } = await admin.call(addNewcomers, {
    people: [
      {
        realName: newcomer.name,
        mobile: newcomer.mobile,
        idType: 'RESIDENT_ID',
        idNumber: newResidentId(),
        departmentId,
      },
    ],
    fieldIds: fields.map(({ fieldId }) => fieldId),
  });
  return { admin, self: await signedIn(newcomer), employeeId, newcomerId: newcomerIds[0]! };
}

const BADGES = [
  [1440, 'light'],
  [390, 'dark'],
] as const;

const widest = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it.each(['zh-TW', 'en-US'] as const)(
  'every page about people speaks %s at both widths and in both themes, and nothing overflows',
  async (language) => {
    const { admin, self, employeeId, newcomerId } = await everywhere();
    const pages: readonly [name: string, path: string, shown: RegExp, who?: ApiClient][] = [
      ['person', '/company/person', /Bo Chen/],
      ['department', '/company/department', /Sales/],
      ['contact', '/company/contact', /Bo Chen/],
      ['entryField', '/company/entryField', /Hobby/],
      ['entry', '/company/entry?state=TO_COLLECT', /Dan Wu/],
      ['newcomer', `/company/entry?newcomerId=${newcomerId}`, /Hobby/],
      ['roster', '/company/employee', /Gul Nar/],
      ['employee', `/company/employee?employeeId=${employeeId}&section=CONTRACT`, /Gul Nar/],
      ['imports', '/company/employee?imports', /./],
      ['departed', '/company/employee?state=DEPARTED', /./],
      ['start', '/hrcontract/startHRContract', /./],
      ['own', '/account/hrContract', /./, self],
      ['form', '/account/entry', /./, self],
    ];
    const users = new Map<ApiClient, User>();
    for (const client of [admin, self]) {
      const user = await newUser(browser, { language });
      await speak(user, language);
      await openAs(user.page, client, '/home');
      users.set(client, user);
    }
    for (const [name, path, shown, who = admin] of pages) {
      const { page } = users.get(who)!;
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname, name).toBe(path.split('?')[0]);
      for (const [width, colorScheme] of BADGES) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole('main').getByText(shown).first().waitFor();
        expect(await widest(page), name).toBe(0);
        const text = (await page.getByRole('main').allInnerTexts()).join();
        // No key of a text, and in English no Chinese character: all data is in Latin letters.
        expect(text, name).not.toMatch(/\b[a-z]+:[a-z]+[.A-Z]/);
        if (language === 'en-US') expect(text.match(/\p{Script=Han}+/gu), name).toBeNull();
        expect(await flaws(page), `${name} ${width}`).toEqual([]);
        await screenshot(page, `people-${name}-${language}-${width}`);
      }
    }
    for (const { context, problems } of users.values()) {
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    }
  },
);
