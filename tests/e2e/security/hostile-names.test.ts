import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#core/identity/calls.ts';
import { createQuickFiles } from '#core/quicksign/calls.ts';
import { sendTask } from '#core/task/calls.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import { enterprise } from '#db/schema/index.ts';
import { ApiClient } from '#tests/client.ts';
import { carry } from '#tests/e2e/open-as.ts';
import { newKey, personSigner, taskToSend, twoPages } from '#tests/fixtures/contracts.ts';
import { IDENTITIES, type Identity } from '#tests/fixtures/identities.ts';
import { openSeeder } from '#tests/fixtures/seed-identities.ts';
import { product } from '#tests/product.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** What each kind of place would run if it took a name for more than text. */
const HOSTILE = `"><img src=x onerror="window.hurt=1"><script>window.hurt=2</script>\${7*7}{{7*7}}'`;
const FILE = `"><svg onload=window.hurt=3>.pdf`;

/** A company and its administrator whose names are hostile, written as an import or an older version might have. */
async function hostileClient(): Promise<{ client: ApiClient; session: SessionUser }> {
  const seeder = openSeeder(product());
  const someone = IDENTITIES.find(({ name }) => name === 'member ENT_ADMIN OUTSIDE') as Identity;
  const identity: Identity = { ...someone, name: `hostile ${newKey()}`, entId: newKey() };
  const accessToken = await seeder.tokenOf(identity);
  const userId = seeder.accountOf(identity);
  const name = `甲${HOSTILE}`;
  await seeder.rename(identity, name);
  await seeder.db
    .update(enterprise)
    .set({ name: `企业${newKey()}${HOSTILE}` })
    .where(eq(enterprise.id, identity.entId));
  const expiresAtTime = Date.now() + 3_000_000;
  const session: SessionUser = {
    accessToken,
    refreshToken: 'none.none',
    refreshTime: expiresAtTime - 600_000,
    expiresAtTime,
    expiresAt: 3_000,
    entId: identity.entId,
    userId,
    username: 'hostile',
    name,
  } as SessionUser;
  const client = new ApiClient(product().baseUrl);
  client.session = session;
  return { client, session };
}

/** Nothing of the names ran, and nothing of them became an element. */
async function unhurt(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hurt: (window as { hurt?: number }).hurt,
    elements: document.querySelectorAll('img[src="x"], svg[onload], [onerror]').length,
    counted: /\$49|\{\{49\}\}/.test(document.body.textContent ?? ''),
  }));
  expect(found).toEqual({ hurt: undefined, elements: 0, counted: false });
}

it('names of people, companies, tasks and files are text everywhere, whatever they hold', async () => {
  const { client, session } = await hostileClient();
  const other = { realName: `乙${HOSTILE}`.slice(0, 50), mobile: '13800000003' };
  const plan = await taskToSend(client, [personSigner(other)], { taskName: `任务${HOSTILE}`.slice(0, 100) });
  plan.planSendDocumentVOList[0]!.fileName = FILE;
  const { planId: taskId } = await client.call(sendTask, plan);
  await client.call(saveDraft, { draftId: newKey(), taskName: `草稿${HOSTILE}`.slice(0, 100), fileNum: 1 });
  const fileKey = await client.upload(await twoPages());
  await client.call(createQuickFiles, {
    taskName: `快签${HOSTILE}`.slice(0, 100),
    businessType: 'OTHER',
    businessTypeName: HOSTILE.slice(0, 20),
    taskFileType: 'PDF',
    planSendDocumentVOList: [{ fileName: FILE, fileKey }],
  });

  const { page, context, problems } = await newUser(browser);
  await page.route('**/watermark/list*', (route) =>
    route.fulfill({
      json: {
        code: 200,
        message: '',
        data: [
          {
            banscreenshotsFlag: false,
            watermarkType: 1,
            watermarkContent: '',
            gradient: 20,
            transparency: 10,
            fontSize: 12,
            font: 'SANS',
          },
        ],
      },
    }),
  );
  await carry(page, session);
  for (const [path, text] of [
    ['/home', `甲${HOSTILE}`],
    ['/contract/startWithMe', '任务">'],
    ['/contract/done', '任务">'],
    ['/contract/draft', '草稿">'],
    [`/contract/summary/${taskId}`, '任务">'],
    ['/quickSignManage/quickList', '快签">'],
    ['/notice/index', ''],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: /^当前身份/ }).waitFor();
    if (text) await page.getByText(text).first().waitFor();
    await page.locator('[data-watermark]').last().waitFor({ state: 'attached' });
    await unhurt(page);
  }
  await page.getByRole('button', { name: /^当前身份/ }).click();
  await page.locator('[popover]').getByText('企业').first().waitFor();
  await unhurt(page);
  await screenshot(page, 'hostile-names');
  // a policy violation would be an attempt that the policy alone had stopped
  expect(
    (await problemsLeft(problems)).filter((problem) => /Content Security Policy|Refused to/.test(problem)),
  ).toEqual([]);
  await context.close();
});
