import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#core/sheet/read-sheet.ts';
import { getTask, rejectTask, revokeTask } from '#core/task/calls.ts';
import { getSyncTicket, listDrafts, saveDraft } from '#core/task/draft-calls.ts';
import { participant, task } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { COMPANY_A, COMPANY_B, newKey, sendDemoTask, sign } from '#tests/fixtures/contracts.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { companyWithAdmin, database } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from '../task/drawn-contract.ts';

let browser: Browser;
let a: ApiClient;
let b: ApiClient;
beforeAll(async () => {
  [browser, a, b] = await Promise.all([
    openBrowser(),
    signedIn('jia', COMPANY_A.id),
    signedIn('yi', COMPANY_B.id),
  ]);
});
afterAll(() => browser.close());

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A row's action, from the row itself or from its menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  const row = rowOf(page, name);
  const inline = row.getByRole('button', { name: action, exact: true });
  if (await inline.count()) return inline.click();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Files of drafts that this browser keeps. */
const filesKept = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('signet-files'));
    return done(db.transaction('files').objectStore('files').count());
  });

async function search(page: Page, keyword: string): Promise<void> {
  await page.getByLabel('任务名称或编号').fill(keyword);
  await page.getByLabel('任务名称或编号').press('Enter');
}

/** Tasks that an enterprise sent, straight into the tables: more than sending one by one has time for. */
async function insertTasks(
  { ownerKey, accountId, entName }: { ownerKey: string; accountId: string; entName: string },
  count: number,
): Promise<void> {
  const db = database();
  const began = Date.now() - count;
  for (let from = 0; from < count; from += 500) {
    const made = Array.from({ length: Math.min(500, count - from) }, (_, i) => {
      const n = from + i;
      const [id, sentAt] = [newKey(), began + n];
      return {
        task: {
          id,
          number: `QS${id}`,
          draftId: id,
          name: `清单合同 ${n}`,
          businessType: 'OTHER',
          businessTypeName: '其他',
          fileType: 'PDF' as const,
          ownerKey,
          initiatorId: accountId,
          initiatorName: '甲',
          initiatorEntName: entName,
          ordered: false,
          state: 'IN_PROGRESS' as const,
          startAt: sentAt,
          deadline: sentAt + 9e8,
          sentAt,
          fileNum: 1,
          signerNum: 2,
        },
        participant: { ownerKey, part: 'INITIATOR' as const, taskId: id, accountId, sentAt },
      };
    });
    await db.batch([
      db.insert(task).values(made.map((one) => one.task)),
      db.insert(participant).values(made.map((one) => one.participant)),
    ]);
  }
}

describe('the lists of signing tasks', () => {
  it('[4.26c] searches on Enter, keeps filters and page in the address, says when nothing fits', async () => {
    const name = freshName('检索');
    await sendDemoTask(a, { name, parties: ['yi'] });
    const { page, problems } = await newUser(browser);
    await openAs(page, a, '/contract/startWithMe?current=2');
    await search(page, name);
    await rowOf(page, name).getByText('待他人签').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(name);
    await expect.poll(() => new URL(page.url()).searchParams.has('current')).toBe(false);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await rowOf(page, name).waitFor();
    await search(page, `${name}nothing`);
    await page.getByText('没有符合条件的结果').waitFor();
    await button(page, '清除查询条件').click();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[2.15b] each filter is offered, finds the revoked contract it fits, else hides it', async () => {
    const name = freshName('筛尽');
    const endTime = Date.now() + 30 * 86_400_000;
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['yi'], endTime });
    const { number, documents } = await a.call(getTask, { planId: taskId });
    await a.call(revokeTask, { planId: taskId, reason: '重发' });
    const { page, problems } = await newUser(browser);
    // Those beyond the third are in view where one of them is in use.
    await openAs(page, b, `/contract/toVoid?keyword=${name}&scenario=ENT`);
    await rowOf(page, name).waitFor();
    const form = page.getByRole('search');
    for (const label of [
      '任务名称或编号',
      '合同名称或编号',
      '签署方',
      '作废方式',
      '签署截止时间',
      '发起时间',
      '业务场景',
      '作废时间',
    ])
      await form.getByText(label, { exact: true }).first().waitFor();
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const [file] = documents;
    for (const [filter, fits, misfits] of [
      ['keyword', number, `${name}x`],
      ['contract', `${number}-1`, `${number}-9`],
      ['contract', file!.fileName, '没有这个文件'],
      ['signer', COMPANY_B.name, '没有此人'],
      ['status', 'WITHDRAWN', 'REJECTED'],
      ['deadline', `${day(29)},${day(31)}`, `${day(40)},`],
      ['initiated', `${day(-1)},${day(1)}`, `,${day(-2)}`],
      ['scenario', 'ENT', 'HR'],
      ['ended', `${day(-1)},${day(1)}`, `,${day(-2)}`],
    ] as const)
      for (const value of [fits, misfits]) {
        const asked = new URLSearchParams({ keyword: name, [filter]: value });
        await page.goto(`/contract/toVoid?${asked}`);
        if (value === fits) await rowOf(page, name).waitFor();
        else await page.getByText('没有符合条件的结果').waitFor();
      }
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[4.1b] says of each task what it waits for, and of each void one why it is void', async () => {
    const name = freshName('状态');
    const as = async (state: string, party: 'jia' | 'yi' = 'yi') =>
      (await sendDemoTask(a, { name: `${name}${state}`, parties: [party] })).planId;
    await as('我', 'jia');
    await as('他');
    await sign(b, await as('完'));
    await b.call(rejectTask, { planId: await as('拒'), reason: '不同意' });
    await a.call(revokeTask, { planId: await as('撤'), reason: '重发' });
    const change = (taskId: string, to: Partial<typeof task.$inferInsert>) =>
      database().update(task).set(to).where(eq(task.id, taskId));
    await change(await as('期'), { deadline: Date.now() });
    await runJobs();
    // what holds them is proved where it holds them; here it stands in the row alone
    await change(await as('冻'), { state: 'FROZEN', frozenReason: 'ENTERPRISE_DISABLED' });
    await change(await as('停'), { state: 'FROZEN', frozenReason: 'SEAL_MISSING' });
    const { page, problems } = await newUser(browser);
    await openAs(page, a, `/contract/startWithMe?keyword=${name}`);
    for (const [state, words] of [
      ['我', '待我签'],
      ['他', '待他人签'],
      ['完', '已完成'],
      ['拒', '已拒签'],
      ['撤', '已撤回'],
      ['期', '已过期'],
      ['冻', '已冻结'],
      ['停', '已暂停'],
    ] as const)
      await rowOf(page, `${name}${state}`).getByText(words, { exact: true }).waitFor();
    await screenshot(page, 'list-labels');
    for (const [status, state] of [
      ['SUSPENDED', '停'],
      ['FROZEN', '冻'],
    ] as const) {
      await page.goto(`/contract/startWithMe?keyword=${name}&status=${status}`);
      await rowOf(page, `${name}${state}`).waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
    }
    await page.goto(`/contract/toVoid?keyword=${name}`);
    for (const [state, words] of [
      ['拒', '拒签作废'],
      ['撤', '撤回作废'],
      ['期', '过期作废'],
    ] as const)
      await rowOf(page, `${name}${state}`).getByText(words, { exact: true }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[2.15c] [4.1g] revokes with a reason that is asked for, and urges', async () => {
    const name = freshName('撤回');
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['yi'] });
    const { page } = await newUser(browser);
    await openAs(page, a, `/contract/startWithMe?keyword=${encodeURIComponent(name)}&sent=${taskId}`);
    await rowOf(page, name).getByText('刚刚发出').waitFor();
    await act(page, name, '催签');
    await page.getByText('已提醒 1 个签署方').waitFor();
    await act(page, name, '撤回');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(name).waitFor();
    await dialog.getByRole('button', { name: '撤回', exact: true }).click();
    await dialog.getByText('请填写此项').waitFor();
    await dialog.getByLabel('撤回原因').fill('金额有误');
    await screenshot(page, 'list-revoke');
    await dialog.getByRole('button', { name: '撤回', exact: true }).click();
    await rowOf(page, name).getByText('已撤回').waitFor();
    expect(await a.call(getTask, { planId: taskId })).toMatchObject({
      status: 'REVOKED',
      revokeReason: '金额有误',
    });
    await page.context().close();
  });

  it('keeps a view under a name, for the person on all devices, and leads to it by a link', async () => {
    const name = freshName('视图');
    await sendDemoTask(a, { name, parties: ['yi'] });
    const { page, context, problems } = await newUser(browser, {
      width: 390,
      height: 844,
      colorScheme: 'dark',
    });
    await openAs(
      page,
      a,
      `/contract/startWithMe?keyword=${encodeURIComponent(name)}&status=WAITING_FOR_OTHERS`,
    );
    await button(page, '保存当前条件').click();
    const dialog = page.getByRole('dialog', { name: '保存当前条件' });
    await dialog.getByRole('textbox', { name: '视图名称' }).fill(name.slice(0, 16));
    await screenshot(page, 'list-views-390');
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByRole('navigation', { name: '我的视图' }).getByRole('link').waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();

    const other = await newUser(browser);
    await openAs(other.page, a, '/contract/startWithMe');
    const views = other.page.getByRole('navigation', { name: '我的视图' });
    await views.getByRole('link', { name: name.slice(0, 16) }).click();
    await expect.poll(() => new URL(other.page.url()).searchParams.get('keyword')).toBe(name);
    await other.page.getByText('共 1 条').first().waitFor();
    await screenshot(other.page, 'list-views-1440');
    await views.getByRole('button', { name: `删除视图“${name.slice(0, 16)}”` }).click();
    await views.getByRole('link', { name: name.slice(0, 16) }).waitFor({ state: 'detached' });
    await other.context.close();
  });

  it('[8.11a] [8.11b] says what to choose where nothing is, and that the chosen cannot be urged', async () => {
    const name = freshName('选择');
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['yi'] });
    await a.call(revokeTask, { planId: taskId, reason: '试' }, { 'X-Request-Id': crypto.randomUUID() });
    const { page } = await newUser(browser);
    await openAs(page, a, `/contract/startWithMe?keyword=${encodeURIComponent(name)}`);
    await rowOf(page, name).waitFor();
    for (const [action, said] of [
      ['批量催签', '请先选择要催签的任务'],
      ['批量下载', '请先选择要下载的任务'],
      ['导出 Excel', '请先选择要导出的任务'],
    ] as const) {
      await button(page, action).click();
      await page.getByText(said).first().waitFor();
    }
    await rowOf(page, name).getByRole('checkbox').check();
    await page.getByText('已选 1 项').waitFor();
    await button(page, '批量催签').click();
    await page.getByText('所选任务不能催签').first().waitFor();
    await page.context().close();
  });

  it('[2.15c] downloads files of several tasks as one zip by folders, and exports rows to Excel', async () => {
    const stem = freshName('打包');
    for (const [i, files] of [1, 2].entries())
      await sendDemoTask(a, { name: `${stem}-${i}`, parties: ['yi'], files });
    const { page, problems } = await newUser(browser);
    await openAs(page, a, `/contract/startWithMe?keyword=${encodeURIComponent(stem)}`);
    await rowOf(page, `${stem}-1`).waitFor();
    await page.getByRole('checkbox', { name: '选择本页全部' }).check();
    const [zip] = await Promise.all([page.waitForEvent('download'), button(page, '批量下载').click()]);
    expect(zip.suggestedFilename()).toMatch(/\.zip$/);
    const entries = unzipSync(readFileSync(await zip.path()));
    expect(Object.keys(entries).sort()).toEqual([
      `${stem}-0/${stem}-0.pdf`,
      `${stem}-1/${stem}-1 1.pdf`,
      `${stem}-1/${stem}-1 2.pdf`,
    ]);
    for (const bytes of Object.values(entries))
      expect(new TextDecoder('latin1').decode(bytes.subarray(0, 5))).toBe('%PDF-');

    const [sheet] = await Promise.all([page.waitForEvent('download'), button(page, '导出 Excel').click()]);
    expect(sheet.suggestedFilename()).toMatch(/^我发起的 .*\.xlsx$/);
    const book = unzipSync(readFileSync(await sheet.path()));
    const text = Object.entries(book)
      .filter(([path]) => path.endsWith('.xml'))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join();
    for (const words of [`${stem}-0`, `${stem}-1`, '任务编号', '待他人签', COMPANY_A.name])
      expect(text).toContain(words);
    expect(await problemsLeft(problems)).toEqual([]);
    await page.context().close();
  });

  it('[2.15c] exports all that a list finds, with its progress; stopped, nothing is saved', async () => {
    const { ent, admin, boss } = await companyWithAdmin();
    const count = 2_003;
    await insertTasks({ ownerKey: `E:${ent.id}`, accountId: boss.id, entName: ent.name }, count);
    const { page, context, problems } = await newUser(browser);
    await openAs(page, admin, '/contract/startWithMe');
    await rowOf(page, `清单合同 ${count - 1}`).waitFor();
    let answered = 0;
    let letGo = Promise.resolve();
    await page.route('**/ecapi/**size=2000**', async (route) => {
      if (answered++ > 0) await letGo;
      await route.continue().catch(() => undefined);
    });
    const begin = async () => {
      await button(page, '导出 Excel').click();
      await page.getByRole('button', { name: /^导出全部 2,?003 项$/ }).click();
    };
    const held = Promise.withResolvers<void>();
    letGo = held.promise;
    await begin();
    await page
      .getByText(/正在导出：已读取 2,?000 项/)
      .first()
      .waitFor();
    await screenshot(page, 'list-exporting');
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshot(page, 'list-exporting-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByText('已停止导出。').waitFor();
    held.resolve();
    const [sheet] = await Promise.all([page.waitForEvent('download'), begin()]);
    await page.getByText(/已导出 2,?003 项/).waitFor();
    const { rows } = await readSheet(new Uint8Array(readFileSync(await sheet.path())), {
      rows: 3_000,
      columns: 20,
    });
    expect(new Set(rows.map(({ cells }) => cells[1]!.text)).size).toBe(count);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('[2.15c] takes several back by one reason, says which could not be; deletes several drafts', async () => {
    const stem = freshName('多份');
    const [first, second, signed] = [
      await sendDemoTask(a, { name: `${stem}-0`, parties: ['yi'] }),
      await sendDemoTask(a, { name: `${stem}-1`, parties: ['yi'] }),
      await sendDemoTask(a, { name: `${stem}-2`, parties: ['yi'] }),
    ];
    const { page, context, problems } = await newUser(browser);
    await openAs(page, a, `/contract/startWithMe?keyword=${encodeURIComponent(stem)}`);
    await rowOf(page, `${stem}-2`).waitFor();
    await page.getByRole('checkbox', { name: '选择本页全部' }).check();
    await sign(b, signed!.planId);
    await rowOf(page, `${stem}-2`).getByText('已完成').waitFor();
    await button(page, '批量撤回').click();
    await page.getByText('有 1 个任务不能撤回').waitFor();
    const dialog = page.getByRole('alertdialog', { name: '撤回这 2 份合同？' });
    await dialog.getByLabel('撤回原因').fill('条款有误');
    await screenshot(page, 'list-revoke-all');
    await dialog.getByRole('button', { name: '撤回', exact: true }).click();
    await page.getByText('已撤回 2 份合同').waitFor();
    for (const { planId: taskId } of [first!, second!])
      expect(await a.call(getTask, { planId: taskId })).toMatchObject({
        status: 'REVOKED',
        revokeReason: '条款有误',
      });
    expect(await a.call(getTask, { planId: signed!.planId })).toMatchObject({ endReason: 'COMPLETED' });

    for (const i of [0, 1, 2])
      await a.call(saveDraft, { draftId: newKey(), taskName: `${stem}稿${i}`, fileNum: 0 });
    await page.goto(`/contract/draft?taskName=${encodeURIComponent(stem)}`);
    for (const i of [0, 2]) await rowOf(page, `${stem}稿${i}`).getByRole('checkbox').check();
    await button(page, '批量删除').click();
    const ask = page.getByRole('alertdialog');
    await ask.getByText(`${stem}稿0`).waitFor();
    await ask.getByRole('button', { name: '删除', exact: true }).click();
    await rowOf(page, `${stem}稿0`).waitFor({ state: 'detached' });
    await rowOf(page, `${stem}稿1`).waitFor();
    expect((await a.call(listDrafts, { taskName: stem })).records.map(({ taskName }) => taskName)).toEqual([
      `${stem}稿1`,
    ]);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
  });

  it('shows a task that somebody sends, and that it was signed, without a reload', async () => {
    const name = freshName('实时');
    const { page } = await newUser(browser);
    await openAs(page, b, `/contract/issuedContract?keyword=${encodeURIComponent(name)}`);
    await page.getByText('没有符合条件的结果').waitFor();
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['yi', 'jia'] });
    await rowOf(page, name).getByText('0/2').waitFor();
    await sign(a, taskId);
    await rowOf(page, name).getByText('1/2').waitFor();
    await page.context().close();
  });

  it('shows a task that was sent after the list was read and before the page could hear of it', async () => {
    const name = freshName('来迟');
    const { page } = await newUser(browser);
    let open = () => {};
    const held = new Promise<void>((release) => {
      open = release;
    });
    await page.route('**/assemble/plan/syncTicket', async (route) => {
      await held;
      await route.continue();
    });
    await openAs(page, b, `/contract/issuedContract?keyword=${encodeURIComponent(name)}`);
    await page.getByText('没有符合条件的结果').waitFor();
    const room = `events:E-${COMPANY_B.id}`;
    const { token } = await b.call(getSyncTicket, { room });
    const address = `${product().baseUrl.replace('http', 'ws')}/sync/${room}?token=${encodeURIComponent(token)}`;
    const inTime = new WebSocket(address);
    let heard = '';
    inTime.onmessage = ({ data }) => {
      heard += data;
    };
    await expect.poll(() => inTime.readyState).toBe(WebSocket.OPEN);
    const { planId: taskId } = await sendDemoTask(a, { name, parties: ['yi'] });
    await expect.poll(() => heard).toContain(taskId);
    inTime.close();
    open();
    await rowOf(page, name).waitFor();
    await page.context().close();
  });

  it('says that there is no network, keeps what was shown, and catches up', async () => {
    const name = freshName('离线');
    await sendDemoTask(a, { name, parties: ['yi'] });
    const { page, context } = await newUser(browser, { offline: true });
    await openAs(page, b, `/contract/issuedContract?keyword=${encodeURIComponent(name)}`);
    await rowOf(page, name).waitFor();
    await context.setOffline(true);
    await page.getByText('当前离线').waitFor();
    await rowOf(page, name).waitFor();
    await button(page, '刷新').click();
    await page.getByText('当前没有网络连接').waitFor();
    await rowOf(page, name).waitFor();
    await context.setOffline(false);
    await button(page, '刷新').click();
    await rowOf(page, name).waitFor();
    await page.context().close();
  });

  it('[2.15a] lists drafts of the enterprise, opens one in the wizard and deletes it', async () => {
    const draftId = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
    const taskName = freshName('草稿');
    await a.call(saveDraft, { draftId, taskName, fileNum: 1 });
    const { page } = await newUser(browser);
    await openAs(page, a, `/contract/draft?taskName=${encodeURIComponent(taskName)}`);
    const link = rowOf(page, taskName).getByRole('link', { name: taskName });
    await expect.poll(() => link.getAttribute('href')).toBe(`/entcontract/startEntContract?draft=${draftId}`);
    await act(page, taskName, '删除');
    await page.getByRole('alertdialog').getByText('无法恢复').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click();
    await page.getByText('草稿已删除').waitFor();
    await rowOf(page, taskName).waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('[2.15a] a draft that did not reach the list is found on its device, and on no other', async () => {
    const taskName = freshName('本机');
    const { page } = await newUser(browser);
    await page.route('**/assemble/plan/saveDraft', (route) => route.abort());
    await openAs(page, a, '/entcontract/startEntContract');
    await page.getByLabel('任务名称').fill(taskName);
    await page.getByRole('heading', { level: 1, name: taskName }).waitFor();
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByText('已上传').waitFor();
    expect(await filesKept(page)).toBe(1);
    const draftId = new URL(page.url()).searchParams.get('draft');
    await page.goto('/contract/draft');
    const panel = page.getByRole('region', { name: '仅在本机的草稿' });
    const item = panel.getByRole('listitem').filter({ hasText: taskName });
    await expect
      .poll(() => item.getByRole('link', { name: '继续编辑' }).getAttribute('href'))
      .toBe(`/entcontract/startEntContract?draft=${draftId}`);
    await screenshot(page, 'drafts-on-device');
    const colleague = await newUser(browser);
    await openAs(colleague.page, a, '/contract/draft');
    await colleague.page.getByRole('search').waitFor();
    await expect.poll(() => colleague.page.getByText(taskName).count()).toBe(0);
    await item.getByRole('button', { name: '删除' }).click();
    await page.getByRole('alertdialog').getByText('只保存在本机').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click();
    await item.waitFor({ state: 'detached' });
    // its file goes with it
    await expect.poll(() => filesKept(page)).toBe(0);
    await Promise.all([page.context().close(), colleague.context.close()]);
  });
});
