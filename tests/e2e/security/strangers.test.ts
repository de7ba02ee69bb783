import type { RouteConfigEntry } from '@remix-run/route-config';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBatch } from '#core/batch/calls.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { listWebhooks } from '#core/webhook/calls.ts';
import { carry } from '#tests/e2e/open-as.ts';
import { forEach } from '#tests/fixtures/attack/for-each.ts';
import { type Caller, openWorld, SECRETS, type World } from '#tests/fixtures/attack/world.ts';
import { newKey, taskToSend } from '#tests/fixtures/contracts.ts';
import { rowsOf } from '#tests/fixtures/foreign.ts';
import { newPackage, newSeller, order } from '#tests/fixtures/orders.ts';
import { database } from '#tests/fixtures/people.ts';
import { product } from '#tests/product.ts';
import routes from '../../../app/routes.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';

let browser: Browser;
let world: World;
/** Identifiers of things that the administrator's enterprise has. */
let ids: Record<
  | 'plan'
  | 'draft'
  | 'quick'
  | 'employee'
  | 'newcomer'
  | 'order'
  | 'application'
  | 'batch'
  | 'link'
  | 'webhook',
  string
>;

beforeAll(async () => {
  browser = await openBrowser();
  world = await openWorld();
  const { admin } = world.callers;
  const item = await newPackage(await newSeller());
  const { orderId } = await order({ admin: admin!.client, ent: { id: admin!.owns.entId } as never }, item);
  const signatoryId = newKey();
  const plan = await taskToSend(admin!.client, [
    { signatoryId, signatoryType: 'PERSON', userName: '', mobile: '', signOrder: 1 },
  ]);
  const { batchId } = await admin!.client.call(sendBatch, {
    plan: { ...plan, taskName: world.words.TASK },
    varying: [signatoryId],
    rows: [
      {
        rowKey: newKey(),
        cells: { [`p.${signatoryId}.userName`]: '测试人', [`p.${signatoryId}.mobile`]: '13912345678' },
      },
    ],
  });
  const webhooks = await admin!.client.call(listWebhooks, {});
  const rows = await rowsOf(database(), admin!.owns);
  const first = (table: string) => String(rows.get(table)![0]!.id);
  ids = {
    plan: first('task'),
    draft: first('draft'),
    quick: first('quick_group'),
    employee: first('employee'),
    newcomer: first('newcomer'),
    order: orderId,
    batch: batchId,
    link: first('signing_link'),
    webhook: webhooks.records[0]!.webhookId,
    application: first('join_application'),
  };
});
afterAll(() => browser?.close());

/** Words that stand in a text and that the caller is not to know. */
const isTold = (text: string, knows: readonly string[] = []): string[] =>
  SECRETS.filter((name) => !knows.includes(name) && text.includes(world.words[name]));

const REFUSED = /请检查合同状态或您的权限是否发生变化|没有找到您要的内容|您没有(访问此页面|执行此操作)的权限/;
const CLOSED = /这份草稿已被发起或删除，不能再修改/;
const REFUSED_OR_CLOSED = new RegExp(`${REFUSED.source}|${CLOSED.source}`);
const ENTERPRISE_ALONE = /^\/(company|platform)\//;

/** Every address that names one thing, with the enterprise's own thing in it, and what a stranger is shown there. */
const addresses = (): [path: string, shown: RegExp][] => [
  [`/contract/summary/${ids.plan}`, REFUSED],
  [`/contract/summary/${ids.plan}/0/IN_PROGRESS`, REFUSED],
  [`/contract/preview?planId=${ids.plan}&fileIndex=0`, REFUSED],
  [`/fileSign/fileSign?planId=${ids.plan}`, REFUSED],
  [`/prePlaced?planId=${ids.plan}`, REFUSED],
  [`/entcontract/startEntContract?draft=${ids.draft}&step=2`, REFUSED_OR_CLOSED],
  [`/quickSignManage/fileQuickSign?id=${ids.quick}`, REFUSED],
  [`/quickSignManage/quickfilePreview?id=${ids.quick}`, REFUSED],
  [`/company/employee?employeeId=${ids.employee}`, REFUSED],
  [`/company/entry?newcomerId=${ids.newcomer}`, REFUSED],
  [`/order/${ids.order}`, REFUSED],
  [`/contract/batch/${ids.batch}`, REFUSED],
  [`/contract/signingLink/${ids.link}`, REFUSED],
  [`/contract/signingLink/${ids.link}/counter`, REFUSED],
  [`/company/webhook/${ids.webhook}`, REFUSED],
  [`/platform/order/${ids.order}`, REFUSED],
  [`/platform/review/${ids.application}`, REFUSED],
];

/** Each address of the table of routes, with `:name` as it stands there. */
function pathsOf(entries: readonly RouteConfigEntry[], below = ''): string[] {
  return entries.flatMap(({ path = '', children }) => {
    const here = path.startsWith('/') ? path : [below, path].filter(Boolean).join('/');
    return children ? [here, ...pathsOf(children, here)] : [here];
  });
}

/** Puts a session into the page as it stands now, and not into every page that is loaded later. */
async function enter(page: Page, { client }: Caller, path: string): Promise<void> {
  await page.goto('/login');
  await page.evaluate((token) => sessionStorage.setItem('sass_token', JSON.stringify(token)), client.session);
  await page.goto(path);
}

describe('somebody who types the address of another’s things', () => {
  it('is in the table: each route that names a thing', async () => {
    const tried = addresses().map(([path]) => path.split('?')[0]!);
    const named = pathsOf(routes).filter((path) => /:(?!customerPath|result|type)\w+/.test(path));
    // Open to everybody; an embedded page tells nothing without the secret of its link, which tests/e2e/embed tries, and the
    // link in a message nothing without its code, which tests/api/task/invitations.test.ts tries, like a signing link, which
    // tests/api/signinglink tries.
    const others = [
      'agreenment/:id',
      'contract/code/:code',
      'i/:code',
      's/:code',
      'embed/sign/:linkId',
      'embed/send/:linkId',
      'embed/template/:linkId',
    ];
    for (const path of named.filter((one) => !others.includes(one)))
      expect(
        tried.some((one) => new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}$`).test(one)),
        path,
      ).toBe(true);
  });

  it.each(['third', 'stranger', 'employee', 'visitor'])(
    'is shown that there is nothing for them: %s',
    async (name) => {
      const caller = world.callers[name]!;
      const { page, context } = await newUser(browser);
      const answered: Promise<string>[] = [];
      page.on('response', (response) => answered.push(response.text().catch(() => '')));
      if (name !== 'visitor') await carry(page, caller.client.session as never);
      const problems: string[] = [];
      for (const [path, shown] of addresses()) {
        // A colleague may see the draft of the enterprise in which both are.
        if (name === 'employee' && path.includes('draft=')) continue;
        await page.goto(path);
        const at = () => new URL(page.url()).pathname;
        const isElsewhere = () => at() === '/login' || at() === '/home';
        await expect
          .poll(async () => isElsewhere() || shown.test(await page.locator('body').innerText()))
          .toBe(true)
          .catch(async () =>
            problems.push(`${path} shows ${(await page.locator('body').innerText()).slice(-200)}`),
          );
        if (name === 'visitor' && at() !== '/login') problems.push(`${path} is open to visitors`);
        // Only what an identity of this kind never has is not even refused.
        if (name === 'third' && at() === '/home' && !/^\/platform\//.test(path))
          problems.push(`${path} went home`);
        if (name === 'stranger' && at() === '/home' && !ENTERPRISE_ALONE.test(path))
          problems.push(`${path} went home`);
        const told = isTold(`${await page.title()} ${await page.content()}`, caller.knows);
        if (told.length > 0) problems.push(`${path} shows ${told}`);
      }
      const told = isTold((await Promise.all(answered)).join('\n'), caller.knows);
      expect([...problems, ...told].join('\n')).toBe('');
      await screenshot(page, `stranger-${name}`);
      await context.close();
    },
  );

  it('gets pages without anything of anybody, whichever it is: the session asks for what is told', async () => {
    const tried = pathsOf(routes).flatMap((path) => {
      const filled = `/${path}`.replace('//', '/').replace('*', 'nothing');
      if (!filled.includes(':'))
        return Object.values(ids).map((id) => `${filled}?planId=${id}&id=${id}&draft=${id}`);
      return Object.values(ids).map((id) => filled.replace(/:\w+/g, id));
    });
    const problems: string[] = [];
    const { token } = world.callers.admin!.client.session as unknown as { token?: string };
    await forEach(tried, async (path) => {
      const response = await fetch(`${product().baseUrl}${path}`, {
        // Whoever holds a session shows it in a header that no navigation sends; a cookie of that name is nothing.
        headers: { Cookie: `sass_token=${token ?? world.callers.admin!.client.session!.accessToken}` },
        redirect: 'manual',
      });
      const told = isTold(await response.text());
      if (told.length > 0) problems.push(`${path} tells ${told}`);
      if (response.status >= 500) problems.push(`${path} answered ${response.status}`);
    });
    console.log(`attack: ${tried.length} pages asked for with another's identifiers in their address`);
    expect(problems.join('\n')).toBe('');
  });
});

describe('whoever logs out', () => {
  it('leaves nothing in the tab: no session, answers or way back; the next person sees none', async () => {
    const { admin, third } = world.callers;
    // Also what is kept for use without a network is looked through.
    const { page, context } = await newUser(browser, { offline: true });
    await enter(page, admin!, `/contract/summary/${ids.plan}`);
    await page.getByText(world.words.TASK).first().waitFor();
    // A draft stays on the device, in the name of its owner.
    await page.goto(`/entcontract/startEntContract?draft=${ids.draft}`);
    await page.getByLabel('任务名称').fill(`草稿${world.words.DRAFT}`);
    await page.getByText('已保存在本机').first().waitFor();
    await page.goto('/contract/startWithMe');
    await page.getByText(world.words.TASK).first().waitFor();
    const before = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith('sass_')),
    );
    expect(before).toContain('sass_token');

    await page.getByRole('button', { name: /^当前身份/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    const left = () =>
      page.evaluate(async () => {
        const kept: string[] = [];
        for (const name of await caches.keys())
          for (const one of await (await caches.open(name)).matchAll())
            if (/json|html/.test(one.headers.get('content-type') ?? '')) kept.push(await one.text());
        return {
          session: Object.keys(sessionStorage).filter((key) => key.startsWith('sass_')),
          local: JSON.stringify({ ...localStorage }),
          cookies: document.cookie,
          kept: kept.join('\n'),
          page: document.documentElement.outerHTML,
        };
      });
    const token = admin!.client.session!.accessToken;
    const after = await left();
    expect(after.session).toEqual([]);
    expect(after.cookies).not.toContain('sass_menu');
    const everything = Object.values(after).join('\n');
    expect(isTold(everything)).toEqual([]);
    expect(everything).not.toContain(token);
    // The session is over for whoever wrote it down, too.
    expect((await admin!.client.envelope(getLoggedUserInfo, {})).code).not.toBe(200);

    // Going back shows the login, not the page as it was.
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByRole('button', { name: '登录', exact: true }).first().waitFor();
    expect(isTold(await page.content())).toEqual([]);

    await enter(page, third!, `/entcontract/startEntContract?draft=${ids.draft}`);
    await page.getByText(CLOSED).waitFor();
    expect(await page.getByLabel('任务名称').inputValue()).toBe('');
    expect(isTold(await page.content(), third!.knows)).toEqual([]);
    await page.goto('/contract/draft');
    await page
      .getByText(/还没有|没有草稿|暂无/)
      .first()
      .waitFor();
    expect(isTold(await page.content(), third!.knows)).toEqual([]);
    await context.close();
    await admin!.renew();
  });
});
