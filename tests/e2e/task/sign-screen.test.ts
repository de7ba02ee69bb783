import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeal } from '#core/seal/calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_B,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  INDIVIDUAL,
  personSigner,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot, stopClock } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** One place for the seal of company B, at the foot of the second page. */
async function sendWithPlaceOnLastPage(): Promise<string> {
  const a = await companyA();
  const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
  plan.placementList = plan.placementList.map((p) => ({ ...p, page: 2, y: 220 }));
  return (await a.call(sendTask, plan)).planId;
}

describe('the signing screen', () => {
  it.each([1440, 390])('opens at the first place to sign, at %d px', async (width) => {
    const taskId = await sendWithPlaceOnLastPage();
    const { page, context, problems } = await newUser(browser, { width, height: 844 });
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    const spot = page.locator('[data-spot]');
    await spot.waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('[data-spot]')!.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    });
    await screenshot(page, `signing-opens-${width}`);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('shows on the first page the part of a cross-page seal that its file will have', async () => {
    const a = await companyA();
    const plan = await taskToSend(a, [enterpriseSigner(COMPANY_B, ADMIN_B)]);
    const across = { kind: 'CROSS_PAGE' as const, page: 1, toPage: 2 };
    plan.placementList = plan.placementList.map((p) => ({ ...p, ...across }));
    const { planId: taskId } = await a.call(sendTask, plan);
    const { page, context, problems } = await newUser(browser, { width: 1440, height: 900 });
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.locator('[data-spot]').first().click();
    const part = await page
      .locator('[data-spot] svg')
      .first()
      .evaluate((svg) => {
        const [seal, spot] = [
          svg.getBoundingClientRect(),
          svg.closest('[data-spot]')!.getBoundingClientRect(),
        ];
        return { begins: (seal.left - spot.left) / spot.width, widths: seal.width / spot.width };
      });
    // The first page has the left half of the seal.
    expect(Math.round(part.begins * 10) + 0).toBe(0);
    expect(Math.round(part.widths * 10)).toBe(20);
    await screenshot(page, 'signing-cross-page');
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[5.17] shows a notice first, which can be ticked after some seconds, and once a device', async () => {
    const taskId = await sendWithPlaceOnLastPage();
    const { page, context, problems } = await newUser(browser, {
      width: 390,
      height: 844,
      colorScheme: 'dark',
    });
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.evaluate(() => localStorage.removeItem('sass_signNotice'));
    await page.reload();
    await page.locator('[data-spot]').click();
    await stopClock(page);
    const sign = page.getByRole('button', { name: /^使用.*签署$/ });
    await sign.click();
    const notice = page.getByRole('dialog', { name: '签署须知' });
    const box = notice.getByRole('checkbox');
    await notice.getByText('5 秒后可勾选').waitFor();
    expect(await box.isDisabled()).toBe(true);
    expect(await notice.getByRole('button', { name: '继续签署' }).isDisabled()).toBe(true);
    await screenshot(page, 'sign-notice-390');
    await page.clock.runFor(4_500);
    expect(await box.isDisabled()).toBe(true);
    await page.clock.runFor(1_000);
    await expect.poll(() => box.isDisabled()).toBe(false);
    await box.check();
    await notice.getByRole('button', { name: '继续签署' }).click();
    const dialog = page.getByRole('dialog', { name: '确认签署' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await sign.click();
    await dialog.waitFor();
    expect(await notice.count()).toBe(0);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[9.32] opened from the list, it still dresses its dialogs: 474 px wide, a sheet on a phone', async () => {
    const taskId = await sendWithPlaceOnLastPage();
    const { page, context } = await newUser(browser);
    await openAs(page, ADMIN_B.loginName, '/contract/issuedContract', COMPANY_B.id);
    const { taskName } = await (await companyB()).call(getTask, { planId: taskId });
    const row = page.getByRole('row').filter({ hasText: taskName });
    await row.getByRole('button', { name: /^签署/ }).click();
    await page.locator('[data-spot]').waitFor();
    await page.getByRole('button', { name: '拒签' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await expect.poll(() => dialog.boundingBox()).toMatchObject({ width: 474 });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, width: 390 });
    await context.close();
  });

  it('[8.10] tells somebody for whom there is no contract to check its status and permission', async () => {
    const taskId = await sendWithPlaceOnLastPage();
    const { page, context } = await newUser(browser);
    await openAs(page, INDIVIDUAL.loginName, '/contract/done');
    for (const path of ['/fileSign/fileSign', '/contract/preview']) {
      // Not theirs, cut short in a message, and without any number at all.
      for (const query of [`?planId=${taskId}`, `?planId=${taskId.slice(0, 9)}`, '']) {
        await page.goto(`${path}${query}`);
        await page.getByText('请检查合同状态或您的权限是否发生变化').waitFor();
        expect(await flaws(page)).toEqual([]);
      }
      await page.getByRole('link', { name: '去首页' }).click();
      await page.waitForURL('**/home');
    }
    await context.close();
  });

  it('asks again for an answer that was lost, and signs once', async () => {
    const taskId = await sendWithPlaceOnLastPage();
    const { page, context } = await newUser(browser);
    // Without events, of which the first would say that it was signed.
    await page.routeWebSocket(/\/sync\//, (socket) => void socket.close());
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.getByRole('button', { name: /^全部放上/ }).click();
    await page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
    // The server signs; its answer is lost on the way.
    await page.route(
      '**/plan/sign',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: '确认签署' }).click();
    await page.getByText('再问一次不会重复签署').waitFor();
    await screenshot(page, 'signing-answer-lost');
    await page.getByRole('button', { name: '再问一次' }).click();
    await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
    const entries = await trailEntries(await companyB(), taskId);
    expect(entries.filter((entry) => entry.event === 'SIGNED')).toHaveLength(1);
    await context.close();
  });

  it('takes a seal dragged onto a place; once signed, one ends or goes on with the next', async () => {
    const sender = await companyA();
    const person = await newPerson({ signPassword: DEMO.signPassword });
    const client = await signedIn(person);
    for (const stampName of ['甲章', '乙章'])
      await client.call(createSeal, {
        stampName,
        stampCategory: 'PERSONAL',
        picture: {
          kind: 'NAME',
          name: {
            name: '张小明',
            suffix: '印',
            size: '20x20',
            font: 'KAI',
            colour: '#d9001b',
            opacity: 1,
            framed: true,
          },
        },
      });
    const taskIds: string[] = [];
    for (let i = 0; i < 2; i++) {
      const plan = await taskToSend(sender, [personSigner({ realName: person.name, mobile: person.mobile })]);
      plan.placementList = plan.placementList.map((p) => ({
        ...p,
        kind: 'PERSON_SEAL' as const,
        width: 20,
        height: 20,
        y: 120,
      }));
      taskIds.push((await sender.call(sendTask, plan)).planId);
    }
    const { page, context, problems } = await newUser(browser);
    await openAs(page, client, `/fileSign/fileSign?planId=${taskIds[0]}`);
    const spot = page.locator('[data-spot]');
    const confirm = async () => {
      await page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
      await page.getByRole('button', { name: '确认签署' }).click();
      await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
    };
    for (const name of ['甲章', '乙章', '甲章']) {
      await page.getByRole('complementary').getByRole('button', { name }).dragTo(spot);
      await page.getByRole('button', { name: `使用${name}签署` }).waitFor();
    }
    await screenshot(page, 'signing-dragged');
    await page.getByRole('button', { name: '使用甲章签署' }).click();
    await confirm();
    await page.getByRole('button', { name: '结束' }).waitFor();
    await screenshot(page, 'signing-next');
    await page.getByRole('button', { name: '签署下一份' }).click();
    await page.waitForURL(`**/fileSign/fileSign?planId=${taskIds[1]}`);
    await page.getByRole('button', { name: /^全部放上/ }).click();
    await page.getByRole('button', { name: /^使用.*签署$/ }).click();
    await confirm();
    // nothing else waits for this person
    await page.getByRole('button', { name: '结束' }).click();
    await page.waitForURL('**/contract/issuedContract');
    expect(await page.getByRole('button', { name: '签署下一份' }).count()).toBe(0);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[4.15a] [4.15c] is confirmed on a phone by QR; a no there closes the dialog, unsigned', async () => {
    const taskId = await sendWithPlaceOnLastPage();
    const { page, context } = await newUser(browser);
    await openAs(page, ADMIN_B.loginName, `/fileSign/fileSign?planId=${taskId}`, COMPANY_B.id);
    await page.getByRole('button', { name: /^全部放上/ }).click();
    const confirm = page.getByRole('button', { name: /^使用.*签署$/ });
    /** Scans the code as a phone does, and presses a button there. */
    const onPhone = async (answer: string) => {
      const phone = await newUser(browser, { width: 390, height: 844 });
      await phone.page.goto((await page.getByRole('link', { name: '在本设备上打开' }).getAttribute('href'))!);
      await screenshot(phone.page, 'consent-phone');
      await phone.page.getByRole('button', { name: answer }).click();
      await phone.page.getByRole('heading', { name: '已完成' }).waitFor();
      await phone.context.close();
    };
    await confirm.click();
    await page.getByRole('radio', { name: '协同应用' }).click();
    await page.getByRole('img', { name: '协同应用二维码' }).waitFor();
    await screenshot(page, 'consent-qr');
    await onPhone('拒绝');
    await page.getByText('您已在手机上拒绝').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await confirm.click();
    await page.getByRole('radio', { name: '协同应用' }).click();
    await page.getByRole('img', { name: '协同应用二维码' }).waitFor();
    await onPhone('同意签署');
    await page.getByRole('heading', { name: '全部签署完成' }).waitFor();
    await context.close();
  });
});
