import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { writeSheet } from '#core/sheet/write-sheet.ts';
import { sendTask } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { enterpriseSigner, newKey, personSigner, taskToSend, twoPages } from '#tests/fixtures/contracts.ts';
import { addMember, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { newUser, openBrowser, screenshot } from '../browser.ts';
import { openAs } from '../open-as.ts';
import { problemsLeft } from '../problems.ts';
import { contractFile } from './drawn-contract.ts';

const SYSTEM = '电子合同签署系统';
const REFUSED = /请检查合同状态或您的权限是否发生变化|没有找到您要的内容/;
const NO_PERMISSION = '没有访问权限';

let browser: Browser;
/** Who sends for an enterprise, a colleague who may only look, who signs outside, and a stranger of another enterprise. */
let sender: ApiClient;
let colleague: ApiClient;
let signer: ApiClient;
let stranger: ApiClient;
/** A contract of two files that nobody has signed. */
let sent: { planId: string; name: string };
/** One that waits for the approval of somebody. */
let asked: { approver: ApiClient; planId: string; approvalId: string; name: string };

beforeAll(async () => {
  browser = await openBrowser();
  const [boss, staff, outside, other] = await Promise.all([
    newPerson(),
    newPerson(),
    newPerson(),
    newPerson(),
  ]);
  const [ent, otherEnt] = await Promise.all([newCompany(boss), newCompany(other)]);
  await addMember(ent, staff, ['EMPLOYEE']);
  sender = await signedIn(boss, ent);
  colleague = await signedIn(staff, ent);
  signer = await signedIn(outside);
  stranger = await signedIn(other, otherEnt);
  const plan = await taskToSend(sender, [
    enterpriseSigner(ent, { realName: boss.name, mobile: boss.mobile }),
    personSigner({ realName: outside.name, mobile: outside.mobile }),
  ]);
  const second = {
    documentId: newKey(),
    fileName: '附件.pdf',
    fileKey: await sender.upload(await twoPages()),
  };
  const documents = [...plan.planSendDocumentVOList, second];
  const places = plan.placementList.map((one) => ({
    ...one,
    placementId: newKey(),
    documentId: second.documentId,
  }));
  const { planId: taskId } = await sender.call(sendTask, {
    ...plan,
    planSendDocumentVOList: documents,
    placementList: [...plan.placementList, ...places],
  });
  sent = { planId: taskId, name: plan.taskName };

  const own = await firm(1);
  await enableFlow(own.admin, flowOf([node([own.approverPeople[0]!.id])]));
  const wanted = await planOf(own);
  const { planId: waiting } = await own.sender.call(sendTask, wanted, once());
  const approver = own.approvers[0]!;
  const { approvalId } = await approver.call(getApproval, { planId: waiting });
  asked = { approver, planId: waiting, approvalId, name: wanted.taskName };
});
afterAll(() => browser?.close());

/** Opens an address as somebody, and looks at its heading, the title in the browser and whether the shell is around it. */
async function opened(
  who: ApiClient | null,
  path: string,
  [heading, title]: [string, string],
  frame: 'shell' | 'full',
) {
  const user = await newUser(browser);
  if (who) await openAs(user.page, who, path);
  else await user.page.goto(path);
  await user.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await expect.poll(() => user.page.title(), { message: path }).toBe(`${title} · ${SYSTEM}`);
  const shell = user.page.getByRole('button', { name: /^当前身份/ });
  const menu = user.page.getByRole('navigation', { name: '主菜单' });
  if (frame === 'shell') await shell.waitFor();
  else expect(await shell.or(menu).count(), path).toBe(0);
  return user;
}

/** What somebody without the right is shown at an address instead of its page. */
async function refused(who: ApiClient | null, path: string, shown: string | RegExp) {
  const { page, context } = await newUser(browser);
  if (who) await openAs(page, who, '/home');
  await page.goto(path);
  await page.getByText(shown).first().waitFor();
  expect(await page.getByText(sent.name).or(page.getByText(asked.name)).count(), path).toBe(0);
  await context.close();
}

/** Whoever is not logged in is asked to, and comes back to the page. */
async function asksToLogIn(path: string) {
  const { page, context } = await newUser(browser);
  await page.goto(path);
  await page.waitForURL('**/login?**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.close();
}

const firstPage = (page: Page) => page.locator('[data-page="0"] canvas').first().waitFor();

describe('[2.6] the other routes of contracts, spelled as they are to be, each with what it is for', () => {
  it('/hrcontract/startHRContract and /entcontract/startEntContract begin a contract', async () => {
    const hr = await opened(sender, '/hrcontract/startHRContract', ['发起劳动合同', '发起劳动合同'], 'shell');
    await hr.page.getByRole('heading', { name: '使用的模板' }).waitFor();
    await hr.page.getByRole('radio', { name: '续签' }).check();
    await hr.page.getByRole('heading', { level: 1, name: '续签劳动合同' }).waitFor();
    await expect.poll(() => hr.page.title()).toBe(`续签劳动合同 · ${SYSTEM}`);
    const ent = await opened(sender, '/entcontract/startEntContract', ['发起签署', '发起签署'], 'shell');
    const steps = ent.page.getByRole('navigation', { name: '发起步骤' });
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(4);
    for (const { page, problems, context } of [hr, ent]) {
      expect(await page.getByRole('navigation', { name: '主菜单' }).count()).toBe(0);
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
    }
    for (const path of ['/hrcontract/startHRContract', '/entcontract/startEntContract']) {
      await refused(colleague, path, NO_PERMISSION);
      await asksToLogIn(path);
    }
  });

  it('/contractSend sends to many, whose registered users are imported', async () => {
    const { page, problems, context } = await opened(
      sender,
      '/contractSend',
      ['批量发起', '批量发起'],
      'shell',
    );
    const registered = await newPerson();
    const partner = await newCompany(registered);
    await page.setInputFiles('input[type=file]', await contractFile());
    await page.getByText('已上传').waitFor();
    await page.getByRole('textbox', { name: '任务名称' }).fill('批量协议');
    await page.getByRole('button', { name: '下一步' }).click();
    await page
      .getByRole('article', { name: '签署方 2' })
      .getByRole('textbox', { name: '角色名称' })
      .fill('乙方');
    await page.getByRole('checkbox', { name: '仅发给已注册用户' }).check();
    const titles = ['序号', '合同名称', '乙方 企业名称 *', '乙方 姓名 *', '乙方 手机号 *', '乙方 邮箱'];
    const sheet = await writeSheet({
      name: '名单',
      columns: titles.map((title) => ({ title, width: 20 })),
      rows: [['1', '', partner.name, registered.name, registered.mobile, '']],
    });
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await page
      .getByLabel('选择表格')
      .last()
      .setInputFiles({ name: '名单.xlsx', mimeType, buffer: Buffer.from(sheet) });
    await page.getByText('已读入 1 行').waitFor();
    await screenshot(page, 'routes-contract-send');
    await page.getByRole('button', { name: '签署位置' }).click();
    await page.getByRole('button', { name: '自动放置' }).click();
    await page.locator('[data-placement]').nth(1).waitFor();
    await page.getByRole('button', { name: '发起', exact: true }).click();
    await page.waitForURL('**/contract/batch/*');
    const client = await signedIn(registered, partner);
    await expect
      .poll(async () => (await client.call(listTasks, { box: 'pending' })).records.map((row) => row.taskName))
      .toEqual([`批量协议 - ${partner.name} ${registered.name}`]);
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
    await refused(colleague, '/contractSend', NO_PERMISSION);
    await asksToLogIn('/contractSend');
  });

  it('/contract/summary/{planId}/{fileIndex}/{planStatus}/ shows the trail, with the file marked', async () => {
    const path = `/contract/summary/${sent.planId}/1/IN_PROGRESS/`;
    const { page, problems, context } = await opened(
      sender,
      path,
      [sent.name, `${sent.name} · 签署轨迹`],
      'shell',
    );
    await page.getByRole('heading', { name: '签署轨迹' }).waitFor();
    const marked = page.locator('li[aria-current=true]');
    await expect.poll(() => marked.count()).toBe(1);
    await marked.getByRole('link', { name: '附件.pdf' }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
    await refused(stranger, path, REFUSED);
    await refused(colleague, path, REFUSED);
    await asksToLogIn(path);
  });

  it('/fileSign/fileSign, /contract/preview and /hrContract/previewContract show it full-screen', async () => {
    for (const [path, action, name] of [
      ['/fileSign/fileSign', '签署', '拒签'],
      ['/contract/preview', '预览', '去签署'],
      ['/hrContract/previewContract', '预览', '去签署'],
    ] as const) {
      const address = `${path}?planId=${sent.planId}`;
      const title = `${sent.name} · ${action}`;
      const { page, problems, context } = await opened(signer, address, [sent.name, title], 'full');
      await firstPage(page);
      await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().waitFor();
      expect(await problemsLeft(problems), path).toEqual([]);
      await context.close();
      await refused(stranger, address, REFUSED);
      await asksToLogIn(address);
    }
  });

  it('/contract/examine is the approval on the whole screen', async () => {
    for (const query of [`planId=${asked.planId}`, `approvalId=${asked.approvalId}`]) {
      const path = `/contract/examine?${query}`;
      const title = `${asked.name} · 审批`;
      const { page, problems, context } = await opened(asked.approver, path, [asked.name, title], 'full');
      await firstPage(page);
      await page.getByRole('button', { name: '通过', exact: true }).waitFor();
      expect(await problemsLeft(problems)).toEqual([]);
      await context.close();
      // Who sends for another enterprise, and who acts for none.
      await refused(sender, path, '没有找到这条审批，或不需要您处理');
      await refused(signer, path, /没有访问权限|没有找到这条审批/);
      await asksToLogIn(path);
    }
  });

  it('/contract/handSign is opened by a QR code with its three parameters', async () => {
    const { page, context } = await newUser(browser);
    const shown = page.waitForResponse((response) => response.url().includes('getUserCertQrCode'));
    await openAs(page, signer, '/account/mySignature');
    await page.getByRole('button', { name: '添加签名' }).click();
    await page.getByRole('img', { name: '手写签名二维码' }).waitFor();
    const { data } = (await (await shown).json()) as { data: { path: string } };
    const address = new URL(data.path, 'http://signet.test');
    expect(address.pathname).toBe('/contract/handSign');
    expect([...address.searchParams.keys()]).toEqual(['Authorization', 'writingType', 'ocrType']);
    const phone = await opened(null, data.path, ['手写签名', '手写签名'], 'full');
    await phone.page.locator('canvas[data-ready]').waitFor();
    expect(await problemsLeft(phone.problems)).toEqual([]);
    for (const user of [phone, { context }]) await user.context.close();
    address.searchParams.set('Authorization', 'nonsense');
    await refused(null, `${address.pathname}${address.search}`, '二维码无效或已过期');
  });

  it('/prePlaced sets seal positions after a contract was sent', async () => {
    const path = `/prePlaced?planId=${sent.planId}`;
    const title = `${sent.name} · 添加签署位置`;
    const { page, problems, context } = await opened(sender, path, [sent.name, title], 'full');
    await firstPage(page);
    await page.getByRole('button', { name: '企业印章' }).first().click();
    await page.locator('[data-placement]').waitFor();
    await page.getByRole('button', { name: '保存 1 个位置' }).waitFor();
    expect(await problemsLeft(problems)).toEqual([]);
    await context.close();
    // The signer reads the contract and may not place in it, nor a colleague who sends nothing.
    for (const who of [signer, colleague]) await refused(who, path, NO_PERMISSION);
    await refused(stranger, path, REFUSED);
    await asksToLogIn(path);
  });
});
