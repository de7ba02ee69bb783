import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeTask, sendTask } from '#core/task/calls.ts';
import { countTasks } from '#core/task/list-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { product } from '#tests/product.ts';
import { COMPANY_A, COMPANY_B, sendDemoTask, sign } from '../../fixtures/contracts.ts';
import { flaws } from '../axe.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
let a: ApiClient;
let b: ApiClient;
let person: ApiClient;
/** A task that both signed, and one that waits for the second company. */
let finished: { planId: string; name: string };
let waiting: { planId: string; name: string };
let voided: { planId: string; name: string };
beforeAll(async () => {
  [browser, a, b, person] = await Promise.all([
    openBrowser(),
    signedIn('jia', COMPANY_A.id),
    signedIn('yi', COMPANY_B.id),
    signedIn('bing'),
  ]);
  const name = freshName('已签合同');
  const { planId: taskId } = await sendDemoTask(a, { name, parties: ['jia', 'yi'], copyTo: 'bing' });
  await sign(a, taskId);
  await sign(b, taskId);
  finished = { planId: taskId, name };
  const open = freshName('待签合同');
  const soon = Date.now() + 3_600_000;
  waiting = {
    ...(await sendDemoTask(a, { name: open, parties: ['yi', 'bing'], files: 2, endTime: soon })),
    name: open,
  };
  const gone = freshName('撤回的合同');
  voided = { ...(await sendDemoTask(a, { name: gone, parties: ['yi'] })), name: gone };
  await a.call(revokeTask, { planId: voided.planId, reason: '不再需要' });
});
afterAll(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the home page', () => {
  it('[2.8a] [2.8b] shows list counts, balance, and a signer’s task one click from signing', async () => {
    const { page, problems } = await newUser(browser);
    await openAs(page, b, '/home');
    const tiles = page.getByRole('navigation', { name: '合同概况' });
    // The chart is a table for a screen reader, its last line this month.
    const months = page.getByRole('table', { name: '近六个月' }).getByRole('row');
    await expect.poll(() => months.count()).toBe(7);
    // Other tests send to this company and sign for it meanwhile: page and server are asked until they say the same.
    const unlike = async () => {
      const counts = await b.call(countTasks, {});
      const links = [
        `待我签 ${counts.todo}`,
        `待他人签 ${counts.pendingOthers}`,
        `已完成 ${counts.finished}`,
        `我发起的 ${counts.sent}`,
        `即将到期 ${counts.expiring}`,
      ].map((name) => tiles.getByRole('link', { name, exact: true }));
      const parts = [
        ...links,
        page.getByText(new Intl.NumberFormat('zh-CN').format(counts.balance!)),
        ...[counts.months[5]!.sent, counts.months[5]!.finished].map((n, i) =>
          months
            .last()
            .getByRole('cell')
            .nth(i)
            .filter({ hasText: new RegExp(`^${n}$`) }),
        ),
      ];
      const found = await Promise.all(parts.map((part) => part.count()));
      return parts.filter((_, i) => found[i] === 0).map(String);
    };
    await expect.poll(unlike).toEqual([]);
    await screenshot(page, 'home');
    await page.getByRole('link', { name: `签署${waiting.name}` }).click();
    await page.getByRole('heading', { level: 1, name: waiting.name }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/fileSign/fileSign');
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[6.4a] [8.4b] tells a person to switch to an enterprise to start, and switches', async () => {
    const { page } = await newUser(browser);
    await openAs(page, await signedIn('jia'), '/home');
    await page.getByText('要发起签署，请先切换到企业').waitFor();
    await expect.poll(() => page.getByRole('link', { name: '发起签署' }).count()).toBe(0);
    await page.getByRole('button', { name: `切换到${COMPANY_A.name}` }).click();
    await page.getByText(`当前身份：${COMPANY_A.name}`).waitFor();
    await page.getByRole('link', { name: '发起签署' }).first().waitFor();
    await page.context().close();
  });
});

describe('the trail of a task', () => {
  it('[3.12] [3.13a] [4.1c] [4.1d] shows facts, signers and events, and verifies on the device', async () => {
    const { page, problems } = await newUser(browser);
    await untilPreserved(a, finished.planId);
    await openAs(page, a, `/contract/summary/${finished.planId}/0/COMPLETED`);
    const list = page
      .getByRole('region', { name: '签署方' })
      .getByRole('listitem')
      .filter({ hasText: '统一社会信用代码或注册号' });
    await expect.poll(() => list.count()).toBe(2);
    for (const [i, company] of [COMPANY_A, COMPANY_B].entries())
      await expect
        .poll(() => list.nth(i).textContent())
        .toMatch(new RegExp(`${company.name}[^]*统一社会信用代码或注册号 ${company.creditCode}[^]*已签署`));
    const events = page.getByRole('region', { name: '签署轨迹' }).getByRole('listitem');
    await expect
      .poll(() => events.locator('strong').allTextContents())
      .toEqual(['写入长期验证信息与时间戳', '签署完成', '签署', '签署', '开始签署', '发起签署']);
    await button(page, '校验轨迹').click();
    await page.getByText('6 条记录首尾相连，未被改动').waitFor();
    await events.nth(2).getByText('存证').click();
    await events.nth(2).getByText('签署密码').waitFor();
    await button(page, '验证文件').click();
    await page.getByText('有效', { exact: true }).waitFor();
    await page.getByText('全部 2 个签名有效，文件签署后未被改动。').click();
    await screenshot(page, 'trail');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, `下载${finished.name}.pdf`).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${finished.name}.pdf`);
    // The closer look takes the file along: a card for each signature, with the seal's place, and the report.
    await button(page, '逐个查看签名与修改，下载验证报告').click();
    await page.waitForURL('**/verifyService');
    await page.getByRole('article').nth(1).waitFor();
    await button(page, '下载验证报告').waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('finds a trail that was changed on its way', async () => {
    const { page } = await newUser(browser);
    await page.route('**/ecapi/docmanager/assemble/plan/trail/**', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.entries[1].operator = '别人';
      await route.fulfill({ response, json });
    });
    await openAs(page, a, `/contract/summary/${finished.planId}`);
    await button(page, '校验轨迹').click();
    await page.getByText('第 2 条记录与前文不符').waitFor();
    await page.context().close();
  });

  it('another owner finds no such task', async () => {
    const { page } = await newUser(browser);
    await openAs(page, await signedIn('jia'), '/home');
    await page.goto(`/contract/summary/${waiting.planId}`);
    await page.getByText('没有加载成功').waitFor();
    await page.context().close();
  });
});

/** The addresses of the specification's route table, spelled here on their own; whose page lists which task. */
describe('contract management stands at the addresses of the route table', () => {
  const LISTS = [
    ['/contract/done', '待他人签', () => a, () => waiting.name],
    ['/contract/finished', '已完成', () => a, () => finished.name],
    ['/contract/sendWithMe', '抄送我的', () => person, () => finished.name],
    ['/contract/startWithMe', '我发起的', () => a, () => waiting.name],
    ['/contract/issuedContract', '待我签', () => b, () => waiting.name],
    ['/contract/toVoid', '已作废', () => a, () => voided.name],
  ] as const;

  it('[2.5] the lists, each with what belongs to it and nothing else', async () => {
    const names = [waiting.name, finished.name, voided.name];
    for (const [path, title, who, mine] of LISTS) {
      const { page, context, problems } = await newUser(browser);
      await openAs(page, who(), path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: title }).first().waitFor();
      const field = page.getByLabel('任务名称或编号');
      for (const name of names) {
        await field.fill(name);
        await field.press('Enter');
        await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(name);
        const row = page.getByRole('row').filter({ hasText: name });
        // What one started lists all three, whatever became of them.
        if (name === mine() || path === '/contract/startWithMe') await row.first().waitFor();
        else await page.getByText('没有符合条件的结果').waitFor();
      }
      expect(await problemsLeft(problems), path).toEqual([]);
      await context.close();
    }
    const own = await firm(1);
    await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
    const asked = await planOf(own);
    await own.sender.call(sendTask, asked, once());
    // A contract that waits for approval stands with who decides on it, and in no list of its signer.
    for (const [who, path, seen] of [
      [own.approvers[0]!, '/contract/approval', true],
      [own.sender, '/contract/startWithMe', true],
      [own.outside, '/contract/issuedContract', false],
      [own.outside, '/contract/done', false],
    ] as const) {
      const { page, context, problems } = await newUser(browser);
      await openAs(page, who, path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      if (path === '/contract/approval')
        await page
          .getByRole('navigation')
          .getByRole('link', { name: /^合同审批/ })
          .first()
          .waitFor();
      const row = page.getByRole('row').filter({ hasText: asked.taskName });
      if (seen) await row.first().waitFor();
      else {
        await page
          .getByText(/没有|还没有/)
          .first()
          .waitFor();
        expect(await row.count(), path).toBe(0);
      }
      expect(await problemsLeft(problems), path).toEqual([]);
      await context.close();
    }
    const { page, context } = await newUser(browser);
    await openAs(page, b, '/contractManage');
    await page.waitForURL('**/contract/issuedContract');
    await context.close();
  });
});

describe('preview, messages and the simulated phone', () => {
  it('[8.12a] [8.12b] says that a file cannot be opened, and that one was not loaded', async () => {
    const { page, context } = await newUser(browser);
    const shown = page.getByRole('alert');
    const file = '**/docmanager/assemble/plan/download/**';
    await page.route(file, (route) =>
      route.fulfill({ contentType: 'application/pdf', body: 'not a contract any more' }),
    );
    await openAs(page, b, `/contract/preview?planId=${waiting.planId}&fileIndex=1`);
    await shown.getByText('文件打开异常，请刷新页面后重试。').waitFor();
    await screenshot(page, 'preview-broken');
    await page.unroute(file);
    await page.route(file, (route) => route.abort());
    await page.reload();
    await shown.getByText('没有加载成功').waitFor();
    await shown.getByText('网络请求失败，请重试。').waitFor();
    await context.close();
  });

  it('shows the newest state of each file on the whole screen, with the way to sign', async () => {
    const { page, problems } = await newUser(browser);
    await openAs(page, b, `/contract/preview?planId=${waiting.planId}&fileIndex=1`);
    await page.getByRole('region', { name: `${waiting.name} 2.pdf` }).waitFor();
    await page.locator('[data-page="0"] canvas').first().waitFor();
    await screenshot(page, 'preview');
    await page.getByRole('link', { name: '去签署' }).click();
    await page.waitForURL('**/fileSign/fileSign?planId=*');
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[2.9] [2.23a] [2.23b] [4.19a] messages stand in tabs, are found by name, read by a click', async () => {
    const { page } = await newUser(browser);
    await openAs(page, b, '/notice/index?currentComp=system');
    await page.getByText('没有系统消息').waitFor();
    await page.getByRole('tab', { name: /合同消息/ }).click();
    // the address changes before the list is drawn
    await page.getByRole('tab', { name: /合同消息/, selected: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('currentComp')).toBe('contract');
    await page.getByLabel('查找消息').fill(waiting.name);
    await page.getByLabel('查找消息').press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(waiting.name);
    const message = page.getByRole('button', { name: new RegExp(`未读.*${waiting.name}`) });
    await message.click();
    await page.getByRole('heading', { level: 1, name: waiting.name }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: new RegExp(`邀请您签署“${waiting.name}”`) }).waitFor();
    await expect.poll(() => message.count()).toBe(0);
    await page.context().close();
  });

  it('the simulated phone shows what would have been sent, by number', async () => {
    const { page, problems } = await newUser(browser);
    // the page shows the latest, and others send meanwhile
    const name = freshName('模拟手机');
    await sendDemoTask(a, { name, parties: ['bing'] });
    await page.goto('/sim');
    await page.getByText(name).first().waitFor();
    await button(page, '13800000003').click();
    await page.getByText(name).first().waitFor();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: '13800000002 ·' }).count()).toBe(0);
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });
});

describe('everybody can read and work them', () => {
  const pages: [name: string, who: () => ApiClient, path: () => string][] = [
    ['home', () => b, () => '/home'],
    ['home-person', () => person, () => '/home'],
    ['pending', () => b, () => '/contract/issuedContract'],
    ['sent', () => a, () => '/contract/startWithMe'],
    ['drafts', () => a, () => '/contract/draft'],
    ['trail', () => a, () => `/contract/summary/${finished.planId}`],
    ['preview', () => b, () => `/contract/preview?planId=${waiting.planId}`],
    ['notices', () => b, () => '/notice/index'],
    ['sim', () => b, () => '/sim'],
  ];
  it.each(pages)(
    '%s: no accessibility violations in light or dark, on desk or phone, and nothing too wide',
    async (name, who, path) => {
      const { page, context } = await newUser(browser, { height: 844 });
      await openAs(page, who(), path());
      for (const [colorScheme, width] of [
        ['light', 1440],
        ['dark', 390],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        await page.waitForLoadState('networkidle');
        await screenshot(page, `${name}-${colorScheme}-${width}`);
        expect(await flaws(page)).toEqual([]);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
          .toBeLessThanOrEqual(0);
      }
      await context.close();
    },
  );

  it('[0.1d] speaks Traditional Chinese and English', async () => {
    for (const [language, words, type] of [
      ['zh-TW', ['待我簽', '發起簽署', '簽署份數'], '採購合約'],
      ['en-US', ['Waiting for me', 'Start signing', 'Copies left'], 'Purchase'],
    ] as const) {
      const { page, context } = await newUser(browser, { language });
      await context.addCookies([{ name: 'sass_lang', value: language, url: product().baseUrl }]);
      await openAs(page, a, '/home');
      for (const word of words) await page.getByText(word).first().waitFor();
      // the sender chose it in another language
      await page.goto(`/contract/summary/${finished.planId}`);
      await page.getByRole('definition').filter({ hasText: type }).waitFor();
      await screenshot(page, `home-${language}`);
      await context.close();
    }
  });
});
