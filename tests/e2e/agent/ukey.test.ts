import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeal, getSeal } from '#core/seal/calls.ts';
import { forbidUkey } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { downloadDocument, getTask, sendTask } from '#core/task/calls.ts';
import { beginTaskUkey, continueUkey } from '#core/task/ukey-calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ADMIN_PIN, MODULE, PIN, type SoftHsm, softHsm } from '#tests/agent/softhsm.ts';
import { agentForTest, type TestAgent } from '#tests/agent/with-agent.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { codeSentTo } from '#tests/fixtures/messages.ts';
import { untilFound } from '#tests/fixtures/until.ts';
import { product } from '#tests/product.ts';
import { newUser, openBrowser, screenshot, type User } from '../browser.ts';
import { problemsLeft } from '../problems.ts';
import { fillWith, knowsAgent, reachUkeys } from './ways.ts';

let browser: Browser;
let hsm: SoftHsm;
let agent: TestAgent;
let user: User;
let page: Page;
let a: ApiClient;
const seals: { stampId: string; name: string }[] = [];
beforeAll(async () => {
  hsm = softHsm('UKey 一号');
  agent = await agentForTest({ modules: [MODULE], origins: [product().baseUrl] });
  browser = await openBrowser();
  user = await newUser(browser);
  page = user.page;
  await knowsAgent(user, agent);
  a = await companyA();
  for (const kind of ['RSA', 'EC']) {
    // As long as a name may nearly be: the screens have to bear it.
    const name = `UKey 章 ${kind} ${crypto.randomUUID().slice(0, 6)} 华东大区采购与供应链管理中心合同专用章`;
    const { stampId } = await a.call(createSeal, {
      stampName: name,
      stampCategory: 'GENERAL',
      picture: { kind: 'DESIGN', design: presetDesign('CONTRACT_40', { name: COMPANY_A.name, seed: kind }) },
    });
    seals.push({ stampId, name });
  }
});
afterAll(async () => {
  for (const { stampId } of seals) {
    const { ukeys } = await a.call(getSeal, { stampId });
    for (const { serial } of ukeys) await a.call(forbidUkey, { stampId, serial });
  }
  await browser?.close();
  await agent?.end();
  hsm?.remove();
});

it('[2.19a] [8.7a] [8.7b] [4.15a] UKey certificates of seals sign tasks, by RSA and by EC', async () => {
  for (const [i, algorithm] of ['RSA（签署 PDF）', 'ECDSA（签署 PDF）'].entries()) {
    await openAs(page, ADMIN_A.loginName, '/company/seal', COMPANY_A.id);
    const row = page.getByRole('row', { name: new RegExp(seals[i]!.name) });
    await row.getByRole('button', { name: '详情' }).or(row.getByText('详情')).first().click();
    await page.getByRole('button', { name: '申请 UKey 证书' }).click();
    await reachUkeys(page, agent);
    const dialog = page.getByRole('dialog', { name: '申请 UKey 证书' });
    await dialog.getByText('UKey 一号').waitFor();
    await dialog.getByText(algorithm).click();
    await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
    const submit = dialog.getByRole('button', { name: '提交申请' });
    const signPassword = dialog.getByRole('textbox', { name: '签署密码' });
    await signPassword.waitFor();
    if (i === 0) {
      await screenshot(page, 'ukey-apply');
      // Neither without a second proof nor with a wrong one.
      await submit.click();
      await dialog.getByText('请先输入签署密码或短信验证码').waitFor();
      await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
      await signPassword.fill('135799');
      await submit.click();
      await dialog.getByText('签署密码不正确').waitFor();
      await screenshot(page, 'ukey-apply-refused');
    }
    await signPassword.fill(DEMO.signPassword);
    await submit.click();
    await page
      .getByText(/的证书已签发/)
      .first()
      .waitFor();
  }
  for (const [i, { name }] of seals.entries()) {
    const taskId = await sendBetweenCompanies(a);
    await fillWith(page, taskId, name);
    if (i === 0) await screenshot(page, 'sign-long-name');
    const dialog = page.getByRole('dialog', { name: '确认签署' });
    await reachUkeys(page, agent);
    // No other way is offered: the seal's key is in the UKey.
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(1);
    const pin = dialog.getByRole('textbox', { name: '证书密码' });
    await dialog.getByRole('button', { name: '确认签署' }).click();
    await dialog.getByText('请输入证书密码').first().waitFor();
    if (i === 0) {
      await pin.fill('000000');
      await dialog.getByRole('button', { name: '确认签署' }).click();
      await dialog.getByText(/证书密码错误/).waitFor();
      await expect.poll(() => pin.evaluate((field) => field === document.activeElement)).toBe(true);
      await screenshot(page, 'ukey-wrong-pin');
    }
    await pin.fill(PIN);
    await dialog.getByRole('button', { name: '确认签署' }).click();
    await page.getByText('您已签署').waitFor();
    await sign(await companyB(), taskId);
    expect((await a.call(getTask, { planId: taskId })).status).toBe('ENDED');
    const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
    expect(judge(bytes)).toMatchObject({ valid: 2, signatures: 2, clean: true });
  }
  expect(agent.log()).not.toContain(PIN);
  expect(agent.log()).not.toContain(ADMIN_PIN);
  expect(await problemsLeft(user.problems)).toEqual([]);
});

/** Sends as many tasks of four documents each, all of one file, named so that a search finds them and no others. */
async function sendMany(count: number, name: string): Promise<string[]> {
  const model = await taskToSend(a, [
    enterpriseSigner(COMPANY_A, ADMIN_A),
    enterpriseSigner(COMPANY_B, ADMIN_B),
  ]);
  const { fileKey } = model.planSendDocumentVOList[0]!;
  const send = async (number: number) => {
    const documents = ['合同', '附件一', '附件二', '附件三'].map((part) => ({
      documentId: newKey(),
      fileName: `${part}.pdf`,
      fileKey,
    }));
    const placementList = documents.flatMap(({ documentId }) =>
      model.placementList.map((place) => ({ ...place, placementId: newKey(), documentId })),
    );
    const plan = { ...model, draftId: newKey(), taskName: `${name}第${number}份`, placementList };
    return (await a.call(sendTask, { ...plan, planSendDocumentVOList: documents })).planId;
  };
  const sent: string[] = [];
  while (sent.length < count)
    sent.push(...(await Promise.all([1, 2, 3, 4, 5].map((n) => send(sent.length + n)))));
  return sent;
}

it('[4.2a] [4.2b] [8.7c] [8.7i] signs 100 in a batch, which stops unplugged and then goes on', async () => {
  const name = `批量${newKey().slice(0, 8)}`;
  const plans = await sendMany(25, name);
  await openAs(page, ADMIN_A.loginName, `/contract/issuedContract?size=25&keyword=${name}`, COMPANY_A.id);
  await page.getByText('共 25 条').first().waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '批量签署' }).first().click();
  const dialog = page.getByRole('dialog', { name: '批量签署' });
  await dialog.getByRole('radio', { name: 'UKey' }).check();
  await reachUkeys(page, agent);
  await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
  await dialog.getByRole('button', { name: '开始签署（25 份）' }).click();
  await dialog.locator('li[data-state=success]').nth(2).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('批量签署尚未完成，请等待完成或先停止。').waitFor();
  await expect.poll(() => dialog.isVisible()).toBe(true);
  hsm.unplug();
  await dialog.getByText('UKey 已拔出或接触不良，请重新插入后继续批量签署。').waitFor();
  await dialog.getByText('请插入 UKey').first().waitFor();
  const done = await dialog.locator('li[data-state=success]').count();
  expect(done).toBeGreaterThanOrEqual(3);
  expect(done).toBeLessThan(25);
  await screenshot(page, 'ukey-batch-stopped');
  hsm.plug();
  const pin = dialog.getByRole('textbox', { name: '证书密码' });
  await pin.waitFor();
  await pin.fill(PIN);
  await dialog.getByRole('button', { name: `继续签署（剩 ${25 - done} 份）` }).click();
  await dialog
    .getByText('全部签署完成')
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(
        `the batch stands at: ${await dialog.textContent()}; the agent: ${agent.log().slice(-2_000)}`,
        {
          cause: error,
        },
      );
    });
  await expect.poll(() => dialog.locator('li[data-state=success]').count()).toBe(25);
  await screenshot(page, 'ukey-batch-done');
  const signed = await Promise.all(plans.map((taskId) => a.call(getTask, { planId: taskId })));
  expect(signed.every(({ signerList }) => signerList.find((s) => s.mine)?.status === 'SIGNED')).toBe(true);
  expect(signed.flatMap(({ documents }) => documents).filter(({ revision }) => revision === 1)).toHaveLength(
    100,
  );
});

it('[4.2a] [8.1h] a batch stops without network and goes on from there, none twice or left out', async () => {
  const name = `断网${newKey().slice(0, 8)}`;
  const plans = await sendMany(5, name);
  await openAs(page, ADMIN_A.loginName, `/contract/issuedContract?size=25&keyword=${name}`, COMPANY_A.id);
  await page.getByText('共 5 条').first().waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '批量签署' }).first().click();
  const dialog = page.getByRole('dialog', { name: '批量签署' });
  await dialog.getByRole('radio', { name: 'UKey' }).check();
  await reachUkeys(page, agent);
  const pin = dialog.getByRole('textbox', { name: '证书密码' });
  await expect.poll(() => dialog.getByText('合同.pdf，共 4 份文件').count()).toBe(5);
  // What is typed goes where it is asked for, without a click.
  await expect.poll(() => pin.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(PIN);
  // The third task is signed by the server, and its answer lost.
  let signedThere = 0;
  const path = `**${continueUkey.path}`;
  await page.route(path, async (route) => {
    const response = await route.fetch();
    if ((await response.json()).data.done !== null) signedThere += 1;
    if (signedThere <= 2) return route.fulfill({ response });
    return route.abort('internetdisconnected');
  });
  await page.keyboard.press('Enter');
  const goOn = dialog.getByRole('button', { name: '继续签署（剩 3 份）' });
  await goOn.waitFor();
  await dialog.getByText('网络').first().waitFor();
  await expect.poll(() => dialog.locator('li[data-state=success]').count()).toBe(2);
  expect(await dialog.locator('li[data-state=exception]').count()).toBe(0);
  await screenshot(page, 'ukey-batch-offline');
  await page.unroute(path);
  await goOn.click();
  await dialog.getByText('全部签署完成').waitFor();
  await expect.poll(() => dialog.locator('li[data-state=success]').count()).toBe(5);
  const signed = await Promise.all(plans.map((taskId) => a.call(getTask, { planId: taskId })));
  expect(signed.flatMap(({ documents }) => documents).map(({ revision }) => revision)).toEqual(
    Array.from({ length: 20 }, () => 1),
  );
  // The lost answers are the browser's own lines.
  user.problems.splice(0);
});

it('a batch signs what was shown at the PIN: a task signed meanwhile waits for another look', async () => {
  const name = `核对${newKey().slice(0, 8)}`;
  const plans = await sendMany(5, name);
  await openAs(page, ADMIN_A.loginName, `/contract/issuedContract?size=25&keyword=${name}`, COMPANY_A.id);
  await page.getByText('共 5 条').first().waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '批量签署' }).first().click();
  const dialog = page.getByRole('dialog', { name: '批量签署' });
  await dialog.getByRole('radio', { name: 'UKey' }).check();
  await reachUkeys(page, agent);
  await expect.poll(() => dialog.getByText('合同.pdf，共 4 份文件').count()).toBe(5);
  const [file] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: '查看文件' }).first().click(),
  ]);
  expect(file.url()).toContain('/contract/preview?planId=');
  await file.close();
  await screenshot(page, 'ukey-batch-shown');
  // The other party signs one of those that come later, between the PIN and its turn.
  const b = await companyB();
  let late = '';
  const path = `**${beginTaskUkey.path}`;
  await page.route(path, async (route) => {
    if (late === '') {
      late = plans.find(
        (taskId) => taskId !== (route.request().postDataJSON() as { planId: string }).planId,
      )!;
      await sign(b, late);
    }
    return route.continue();
  });
  await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
  await dialog.getByRole('button', { name: '开始签署（5 份）' }).click();
  const refused = dialog.locator('li[data-state=exception]');
  await refused.getByText('您核对之后有人签署了这份任务。请重新核对后再签。').waitFor();
  await dialog.getByText('4 份已签署，1 份未能签署').waitFor();
  const stands = await a.call(getTask, { planId: late });
  expect(stands.signerList.find((one) => one.mine)?.status).toBe('SIGNING');
  await refused.getByText(`已签：${COMPANY_B.name}`).waitFor();
  await screenshot(page, 'ukey-batch-changed');
  await dialog.getByRole('button', { name: '重试 1 份' }).click();
  // The UKey is still unlocked.
  await dialog.getByRole('button', { name: /（.*1 份）/ }).click();
  await dialog.getByText('全部签署完成').waitFor();
  await page.unroute(path);
  const { bytes } = await a.download(downloadDocument, { planId: late, fileIndex: 0 });
  expect(judge(bytes)).toMatchObject({ valid: 2, signatures: 2, clean: true });
  user.problems.splice(0);
});

it('[7.8g] [7.8h] [1.13a] binds a UKey to the account, logs in with it, and unbinds it', async () => {
  const person = await newUser(browser, { width: 390, height: 844, colorScheme: 'dark' });
  await knowsAgent(person, agent);
  const own = person.page;
  await openAs(own, INDIVIDUAL.loginName, '/account/accountInfo');
  const section = own.getByRole('region', { name: 'UKey', exact: true });
  await section.getByText('还没有绑定 UKey。').waitFor();
  await section.getByRole('button', { name: '绑定 UKey' }).click();
  await reachUkeys(own, agent);
  const dialog = own.getByRole('dialog', { name: '绑定 UKey' });
  await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
  await dialog.getByText('ECDSA（签署 PDF）').click();
  // By a code to the person's own mobile, as somebody does who set no signing password.
  await dialog.getByText('短信验证码').first().click();
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await own.getByText(/验证码已发送到/).waitFor();
  const code = await codeSentTo(a, INDIVIDUAL.mobile, '绑定 UKey 验证码');
  await dialog.getByRole('textbox', { name: '短信验证码' }).fill(code);
  await screenshot(own, 'ukey-bind-phone-dark');
  await dialog.getByRole('button', { name: '绑定', exact: true }).click();
  await section.getByText('UKey 一号').waitFor();
  // It stands beside the sessions too.
  await own.getByRole('region', { name: '绑定的 UKey' }).getByText('UKey 一号').waitFor();
  await screenshot(own, 'ukey-section-phone-dark');
  await own.evaluate(() => sessionStorage.clear());
  await own.goto('/login?way=certificate');
  await reachUkeys(own, agent);
  // Certificates of seals are on the same UKey: the person's own is taken without being chosen.
  await own.getByRole('textbox', { name: '证书密码' }).fill(PIN);
  await screenshot(own, 'ukey-login-phone-dark');
  await own.getByRole('button', { name: '证书登录' }).click();
  await own.waitForURL('**/home');
  await own.goto('/account/accountInfo');
  await section.getByRole('button', { name: '解绑“UKey 一号”' }).click();
  await own.getByRole('alertdialog').getByRole('button', { name: '解绑' }).click();
  // The session was begun with it, and ends with it.
  await own.waitForURL('**/login*');
  await openAs(own, INDIVIDUAL.loginName, '/account/accountInfo');
  await section.getByText('还没有绑定 UKey。').waitFor();
  await own.goto('/help/index?topic=unlock');
  await own.getByText('向发放 UKey 的单位索取管理员密码').waitFor();
  await screenshot(own, 'help-phone-dark');
  expect(await problemsLeft(person.problems)).toEqual([]);
  await person.context.close();
});

it('[2.24] helps with the certificate helper, unlocking and renewing; the helper is downloaded', async () => {
  await openAs(page, ADMIN_A.loginName, '/help/index?topic=helper', COMPANY_A.id);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: '证书助手（单个文件）' }).click();
  expect((await download).suggestedFilename()).toBe('signet-agent.mjs');
  expect(
    (await (await fetch(`${product().baseUrl}/agent/signet-agent.tgz`)).arrayBuffer()).byteLength,
  ).toBeGreaterThan(100_000);
  await screenshot(page, 'help');
  await page.getByRole('tab', { name: 'UKey 更新' }).click();
  await page.getByText('证书到期前一个月起可以更新').waitFor();
  await page.getByRole('tab', { name: 'UKey 解锁' }).click();
  await page.getByRole('button', { name: '解锁 UKey' }).click();
  const dialog = page.getByRole('dialog', { name: '解锁 UKey' });
  const go = dialog.getByRole('button', { name: '知道了，继续' });
  await dialog.getByRole('textbox').or(go).first().waitFor();
  if (await go.isVisible()) await go.click();
  await dialog.getByRole('textbox', { name: /管理员密码/ }).fill(ADMIN_PIN);
  await dialog.getByRole('textbox', { name: /新证书密码/ }).fill(PIN);
  const again = dialog.getByRole('textbox', { name: '再输入一次' });
  await again.fill(`${PIN}7`);
  await dialog.getByRole('button', { name: '解锁 UKey' }).click();
  await dialog.getByText('两次输入的证书密码不一致').waitFor();
  await again.fill(PIN);
  await dialog.getByRole('button', { name: '解锁 UKey' }).click();
  await page.getByText('UKey 已解锁，请使用新的证书密码').waitFor();
});

it('[8.7e] explains what the browser asks, what to do when denied, and without a helper', async () => {
  const other = await newUser(browser);
  const session = await browser.newBrowserCDPSession();
  const own = await other.context.newCDPSession(other.page);
  const { targetInfo } = await own.send('Target.getTargetInfo');
  const setting = (state: 'denied' | 'granted') =>
    session.send('Browser.setPermission', {
      permission: { name: 'loopback-network' },
      setting: state,
      origin: product().baseUrl,
      browserContextId: targetInfo.browserContextId!,
    });
  await other.page.goto('/login?way=certificate');
  await other.page.getByText('接下来浏览器会询问是否允许本站访问本机上的程序').waitFor();
  await screenshot(other.page, 'ukey-explained');
  await setting('denied');
  await other.page.reload();
  await other.page.getByText('浏览器没有允许本站连接本机的证书助手').waitFor();
  await screenshot(other.page, 'ukey-denied');
  await setting('granted');
  await other.context.addInitScript(`localStorage.setItem('signet_agent_port', '1')`);
  await other.page.reload();
  await other.page
    .getByText('没有检测到证书环境')
    .or(other.page.getByText('把这个浏览器与证书助手配对'))
    .first()
    .waitFor();
  await untilFound(async () =>
    (await other.page.getByRole('link', { name: /证书助手/ }).count()) > 0 ? true : undefined,
  );
  await screenshot(other.page, 'ukey-missing');
  await other.context.close();
});
