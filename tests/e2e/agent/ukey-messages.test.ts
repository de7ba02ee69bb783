import { eq } from 'drizzle-orm';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '#core/agent/client.ts';
import { bindUkey } from '#core/identity/ukey-calls.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { allowUkey, forbidUkey } from '#core/seal/certificate-calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { signBatch } from '#core/task/batch-calls.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { certificate } from '#db/schema/index.ts';
import { DEMO } from '#db/seed/demo.ts';
import { certifyKey } from '#tests/agent/documents.ts';
import { type ScriptedToken, scriptedToken } from '#tests/agent/scripted-token.ts';
import { agentForTest, type TestAgent } from '#tests/agent/with-agent.ts';
import type { ApiClient } from '#tests/client.ts';
import { openAs } from '#tests/e2e/open-as.ts';
import { once } from '#tests/fixtures/approvals.ts';
import {
  companyA,
  enterpriseSigner,
  newKey,
  personSigner,
  sendBetweenCompanies,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { database, newPerson } from '#tests/fixtures/people.ts';
import { sealingFirm } from '#tests/fixtures/seal-uses.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { proofOf, sealOnUkey } from '#tests/fixtures/ukeys.ts';
import { untilFound } from '#tests/fixtures/until.ts';
import { product } from '#tests/product.ts';
import { newUser, openBrowser, screenshot, stopClock } from '../browser.ts';
import { writeOn } from '../mouse.ts';
import { problemsLeft } from '../problems.ts';
import { fillWith, knowsAgent, reachUkeys } from './ways.ts';

const PIN = '1111';
let browser: Browser;
let agent: TestAgent;
/** Another page of the site, which prepares the UKeys. */
let helper: AgentClient;
let a: ApiClient;
let [mine, other]: ScriptedToken[] = [];
const serials = [0, 1].map(() => `SCRIPT-${crypto.randomUUID().slice(0, 8)}`) as [string, string];

beforeAll(async () => {
  [mine, other] = serials.map((serial) => scriptedToken(serial, PIN));
  agent = await agentForTest({ drivers: [mine!, other!], origins: [product().baseUrl] });
  helper = await agent.connect(product().baseUrl);
  browser = await openBrowser();
  a = await companyA();
});
afterAll(async () => {
  await browser?.close();
  await agent?.end();
});

/** Puts UKeys in and takes the others out; waits until the agent has seen it. */
async function putIn(...tokens: ScriptedToken[]): Promise<void> {
  for (const token of [mine!, other!]) token.present = tokens.includes(token);
  await untilFound(async () => {
    const { tokens: seen } = await helper.call('tokens.list', {});
    return seen.length === tokens.length ? true : undefined;
  });
}

/** Changes when a certificate is good, as the server knows it. */
async function setTimes(serial: string, change: Partial<{ notBefore: number; notAfter: number }>) {
  await database().update(certificate).set(change).where(eq(certificate.serial, serial));
}

it('[8.7a] [8.7b] [8.7c] [8.7m] says in the dialog what is wrong, and signs once nothing is', async () => {
  const [serial, otherSerial] = serials;
  await putIn(mine!);
  await helper.call('token.login', { serial, pin: PIN });
  const { certificate: foreign } = await certifyKey(helper, serial, 'EC');
  const { stampId, name } = await sealOnUkey(a, helper, serial, 'EC');
  const held = mine!.held!;
  const { serialHex, notBefore, notAfter } = parseCertificate(held.certificate!);
  const user = await newUser(browser);
  await knowsAgent(user, agent);
  const { page } = user;
  const dialog = page.getByRole('dialog', { name: '确认签署' });
  const pin = dialog.getByRole('textbox', { name: '证书密码' });
  const says = (words: string) =>
    dialog
      .getByText(words)
      .first()
      .waitFor()
      .catch(async (error: unknown) => {
        throw new Error(`the dialog says: ${await dialog.textContent()}`, { cause: error });
      });
  /** Presses the button; it is free again once what it does is over, one way or the other. */
  const press = async () => {
    await dialog.getByRole('button', { name: '确认签署' }).and(page.locator(':not([aria-busy])')).click();
  };
  try {
    const taskId = await sendBetweenCompanies(a);
    const plain = (await a.call(listUsableSeals, {})).find(
      (one) => !one.onUkey && one.category === 'ENTERPRISE',
    )!;
    await fillWith(page, taskId, plain.name);
    await dialog.getByText('UKey', { exact: true }).click();
    await reachUkeys(page, agent);
    await pin.fill(PIN);
    await press();
    await says(`当前 UKey 未获授权使用印章“${plain.name}”，请联系管理员。`);
    await screenshot(page, 'ukey-not-for-this-seal');

    await fillWith(page, taskId, name);
    await reachUkeys(page, agent);
    await press();
    await expect.poll(() => pin.getAttribute('aria-invalid')).toBe('true');
    await says('请输入证书密码');
    await pin.fill('0000');
    await press();
    await says('证书密码错误，还有 2 次机会。');
    await pin.fill('0000');
    await press();
    await says('证书密码错误，只剩最后 1 次机会，再错 UKey 将被锁定。');

    await putIn();
    await says('请插入 UKey');
    await expect.poll(() => dialog.getByRole('button', { name: '确认签署' }).isDisabled()).toBe(true);
    await putIn(other!);
    await pin.fill(PIN);
    await press();
    await says('当前 UKey 未授权，请联系管理员。');
    await a.call(allowUkey, { stampId, serial: otherSerial, proof: await proofOf(a) });
    await press();
    await says('当前 UKey 中没有可签署的印章');
    await a.call(forbidUkey, { stampId, serial: otherSerial });

    await putIn(mine!);
    await pin.fill(PIN);
    // Another certificate has taken its place, then none is left: somebody emptied the UKey.
    mine!.held = { ...held, certificate: foreign };
    await press();
    await says('请插入或切换 UKey');
    await screenshot(page, 'ukey-switch');
    mine!.held = undefined;
    await press();
    await says('没有可用的证书用户列表');
    mine!.held = held;
    await setTimes(serialHex, { notBefore: Date.now() + 3_600_000 });
    await press();
    await says('UKey 中的证书尚未生效，请在生效后再使用。');
    await setTimes(serialHex, { notBefore, notAfter: Date.now() - 1 });
    await press();
    await says(`印章“${name}”的证书已过期，请更新证书。`);
    await setTimes(serialHex, { notAfter });

    mine!.leaveAfter = 0;
    await press();
    await says('UKey 已拔出或接触不良，请重新插入后再试。');
    await says('请插入 UKey');
    await screenshot(page, 'ukey-pulled');
    // Nothing of all that has signed anything.
    const before = await a.call(getTask, { planId: taskId });
    expect([before.documents[0]?.revision, before.signerList.find((s) => s.mine)?.status]).toEqual([
      0,
      'SIGNING',
    ]);
    mine!.leaveAfter = Number.POSITIVE_INFINITY;
    await putIn(mine!);
    await pin.fill(PIN);
    await press();
    await page.getByText('您已签署').waitFor();
    expect((await a.call(getTask, { planId: taskId })).documents[0]?.revision).toBe(1);
  } finally {
    for (const one of serials) await a.call(forbidUkey, { stampId, serial: one }).catch(() => undefined);
    await user.context.close();
  }
});

it('[8.7d] [8.7f] [8.7g] [8.7h] says why a UKey is not bound or its certificate logs nobody in', async () => {
  const [serial] = serials;
  await putIn(mine!);
  await helper.call('token.login', { serial, pin: PIN });
  const signPassword = '730518';
  const [owner, stranger] = [await newPerson({ signPassword }), await newPerson({ signPassword })];
  const { keyId, request } = await helper.call('key.create', {
    serial,
    algorithm: 'EC',
    subject: owner.name,
  });
  const client = await signedIn(owner);
  const { certificate: der } = await client.call(bindUkey, {
    serial,
    label: 'U',
    request,
    proof: await proofOf(client, signPassword),
  });
  await helper.call('certificate.store', { serial, keyId, certificate: der });
  const held = mine!.held!;
  const { serialHex, notBefore } = parseCertificate(held.certificate!);

  const user = await newUser(browser, { width: 390, height: 844 });
  await knowsAgent(user, agent);
  const { page } = user;
  const token = JSON.stringify((await signedIn(stranger)).session);
  await page.goto('/login?way=certificate');
  await page.evaluate((value) => sessionStorage.setItem('sass_token', value), token);
  await page.goto('/account/accountInfo');
  await page.getByRole('button', { name: '绑定 UKey' }).click();
  await reachUkeys(page, agent);
  const dialog = page.getByRole('dialog', { name: '绑定 UKey' });
  await dialog.getByRole('textbox', { name: '证书密码' }).fill(PIN);
  await dialog.getByRole('textbox', { name: '签署密码' }).fill(signPassword);
  await dialog.getByRole('button', { name: '绑定', exact: true }).click();
  await dialog.getByText('绑定失败：该 UKey 已绑定其他账号，请先解绑。').waitFor();
  await screenshot(page, 'ukey-bind-failed-phone');

  await page.evaluate(() => sessionStorage.clear());
  const pin = page.getByRole('textbox', { name: '证书密码' });
  const logIn = async () => {
    await reachUkeys(page, agent);
    await pin.fill(PIN);
    await page.getByRole('button', { name: '证书登录' }).click();
  };
  const says = (words: string) => page.getByText(words).first().waitFor();
  // The attempt above left a key without a certificate in it: nobody to log in as.
  mine!.held = undefined;
  await page.goto('/login?way=certificate');
  await logIn();
  await says('没有可用的证书用户列表');
  // The PIN was not what was wrong.
  expect(await pin.getAttribute('aria-invalid')).toBe(null);
  await screenshot(page, 'ukey-no-users-phone');
  // Help is behind the login, so what to do is said here.
  mine!.pin = { state: 'locked', attemptsLeft: 0 };
  await page.reload();
  const go = page.getByRole('button', { name: '知道了，继续' });
  const locked = page.getByText('UKey 已锁定');
  await go.or(locked).first().waitFor();
  if (await go.isVisible()) await go.click();
  await says('请改用其他方式登录');
  await expect.poll(() => locked.count()).toBe(1);
  await screenshot(page, 'ukey-locked-phone');
  mine!.pin = { state: 'ok', attemptsLeft: 3 };
  await helper.call('token.login', { serial, pin: PIN });
  const { certificate: old } = await certifyKey(helper, serial, 'EC', [-30, -1]);
  mine!.held = { ...mine!.held!, certificate: old };
  await page.reload();
  await logIn();
  await says('UKey 中的证书已过期，请更新证书后再使用。');
  mine!.held = held;
  await page.reload();
  await setTimes(serialHex, { notBefore: Date.now() + 3_600_000 });
  await logIn();
  await says('UKey 中的证书尚未生效，请在生效后再使用。');
  await setTimes(serialHex, { notBefore });
  await page.getByRole('button', { name: '证书登录' }).click();
  await page.waitForURL('**/home');
  await user.context.close();
});

/** The notice about signing cannot be agreed to before its seconds are over, in a page whose clock stands still. */
async function countDown(page: Page, notice: Locator): Promise<void> {
  const box = notice.getByRole('checkbox');
  await notice.getByText('5 秒后可勾选').waitFor();
  expect(await box.isDisabled()).toBe(true);
  await page.clock.runFor(4_500);
  expect(await box.isDisabled()).toBe(true);
  await page.clock.runFor(1_000);
  await expect.poll(() => box.isDisabled()).toBe(false);
  await page.clock.resume();
  await box.check();
  await notice.getByRole('button', { name: '继续签署' }).click();
}

/** Signs with a signature that is drawn on the board of a phone. */
async function signOnBoard(who: ApiClient, taskId: string): Promise<void> {
  const hand = await newUser(browser, { width: 390, height: 844 });
  await openAs(hand.page, who, `/fileSign/fileSign?planId=${taskId}`);
  await hand.page.getByRole('button', { name: /^全部放上/ }).click();
  await writeOn(hand.page.locator('canvas[data-ready="true"]'));
  await screenshot(hand.page, 'whole-signing-board-390');
  await hand.page.getByRole('button', { name: '使用这个签名' }).click();
  await hand.page.getByRole('button', { name: '使用您的签名签署' }).click();
  await hand.page.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await hand.page.keyboard.press('Enter');
  await hand.page.getByRole('heading', { name: '全部签署完成' }).waitFor();
  expect(await problemsLeft(hand.problems)).toEqual([]);
  await hand.context.close();
}

/** Refuses a task, which asks for a reason. */
async function refuseOnScreen(page: Page, taskId: string, reason: string): Promise<void> {
  await page.goto(`/fileSign/fileSign?planId=${taskId}`);
  await page.getByRole('button', { name: '拒签' }).click();
  const refuse = page.getByRole('alertdialog');
  await refuse.getByRole('button', { name: '拒签' }).click();
  await expect.poll(() => refuse.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await refuse.getByRole('textbox').fill(reason);
  await refuse.getByRole('button', { name: '拒签' }).click();
  await page.waitForURL('**/contract/issuedContract');
}

/** Chooses a document of the task, which shows its place. Resolves to the place. */
async function choosesDocument(page: Page, name: string, onPage: number): Promise<Locator> {
  await page.getByRole('button', { name: '签署文件' }).click();
  await page.getByRole('option', { name }).click();
  const spot = page.locator(`[data-page="${onPage}"] [data-spot]`);
  await spot.waitFor();
  return spot;
}

it('[2.17] the signing screen from the first document to a batch’s last, by UKey, QR and hand', async () => {
  const [, serial] = serials;
  const firm = await sealingFirm();
  await putIn(other!);
  await helper.call('token.login', { serial, pin: PIN });
  const { name: ukeySeal } = await sealOnUkey(firm.admin, helper, serial, 'EC');
  const boss = { realName: firm.boss.name, mobile: firm.boss.mobile };
  const outside = await newPerson({ signPassword: DEMO.signPassword });
  const outsideToo = personSigner({ realName: outside.name, mobile: outside.mobile });
  const stem = `整屏${newKey().slice(0, 6)}`;
  const planOf = (what: string) =>
    taskToSend(firm.admin, [enterpriseSigner(firm.ent, boss), outsideToo], { taskName: `${stem}${what}` });
  const sendOne = async (plan: Awaited<ReturnType<typeof planOf>>) =>
    (await firm.admin.call(sendTask, plan, once())).planId;
  const stateOf = async (taskId: string) => {
    const { status, signerList, documents } = await firm.admin.call(getTask, { planId: taskId });
    return [status, signerList.find(({ mine: own }) => own)?.status, ...documents.map((one) => one.revision)];
  };
  const second = await sendOne(await planOf('一份'));
  const twoFiles = await planOf('两份');
  const [file] = twoFiles.planSendDocumentVOList;
  const annex = newKey();
  twoFiles.planSendDocumentVOList.push({ ...file!, documentId: annex, fileName: '附件.pdf' });
  twoFiles.placementList!.push(
    ...twoFiles.placementList!.map((one) => ({
      ...one,
      placementId: newKey(),
      documentId: annex,
      page: 2,
    })),
  );
  const first = await sendOne(twoFiles);

  const user = await newUser(browser);
  await knowsAgent(user, agent);
  const { page } = user;
  await openAs(page, firm.admin, `/fileSign/fileSign?planId=${first}`);
  await page.evaluate(() => localStorage.removeItem('sass_signNotice'));
  await page.reload();

  await page.locator('[data-spot]').waitFor();
  await choosesDocument(page, '附件.pdf', 1);
  const spot = await choosesDocument(page, '采购合同.pdf', 0);
  // One place takes the seal that is dragged there, the others all at once.
  const tools = page.getByRole('complementary');
  await page.getByRole('button', { name: '全部放上（2 处）' }).waitFor();
  await tools.getByRole('button', { name: ukeySeal }).dragTo(spot);
  await page.getByRole('button', { name: '全部放上（1 处）' }).click();
  const sign = page.getByRole('button', { name: /^使用.*签署$/ });
  await sign.waitFor();
  await screenshot(page, 'whole-signing-filled');

  // The notice counts down before its box can be ticked.
  const notice = page.getByRole('dialog', { name: '签署须知' });
  await stopClock(page);
  await sign.click();
  await countDown(page, notice);

  // Willingness by the password of the UKey.
  const dialog = page.getByRole('dialog', { name: '确认签署' });
  await reachUkeys(page, agent);
  const pin = dialog.getByRole('textbox', { name: '证书密码' });
  const confirm = dialog.getByRole('button', { name: '确认签署' }).and(page.locator(':not([aria-busy])'));
  await pin.fill('0000');
  await confirm.click();
  await dialog
    .getByText(/证书密码错误/)
    .first()
    .waitFor();
  expect(await stateOf(first)).toEqual(['IN_PROGRESS', 'SIGNING', 0, 0]);
  await pin.fill(PIN);
  await confirm.click();
  await page.getByText('您已签署').waitFor();
  expect(await stateOf(first)).toEqual(['IN_PROGRESS', 'SIGNED', 1, 1]);

  // Submitted: to end, or to go on with the next.
  await page.getByRole('button', { name: '结束' }).waitFor();
  await screenshot(page, 'whole-signing-next');
  await page.getByRole('button', { name: '签署下一份' }).click();
  await page.waitForURL(`**/fileSign/fileSign?planId=${second}`);
  // The next one is confirmed on a phone by a QR code.
  await tools.getByRole('button', { name: firm.sealName }).click();
  await page.getByRole('button', { name: '全部放上（1 处）' }).click();
  await sign.click();
  await dialog.waitFor();
  expect(await notice.count()).toBe(0);
  await page.getByRole('radio', { name: '协同应用' }).click();
  await page.getByRole('img', { name: '协同应用二维码' }).waitFor();
  await screenshot(page, 'whole-signing-qr');
  const phone = await newUser(browser, { width: 390, height: 844 });
  await phone.page.goto((await page.getByRole('link', { name: '在本设备上打开' }).getAttribute('href'))!);
  await phone.page.getByRole('button', { name: '同意签署' }).click();
  await phone.page.getByRole('heading', { name: '已完成' }).waitFor();
  await phone.context.close();
  await page.getByText('您已签署').waitFor();
  expect(await stateOf(second)).toEqual(['IN_PROGRESS', 'SIGNED', 1]);
  await page.getByRole('button', { name: '结束' }).click();
  await page.waitForURL('**/contract/issuedContract');

  // The other side signs it by hand, on the board.
  await signOnBoard(await signedIn(outside), second);
  // The job that makes the signatures last may have appended a revision already.
  const [ended, signed, revision] = await stateOf(second);
  expect([ended, signed]).toEqual(['ENDED', 'SIGNED']);
  expect(revision).toBeGreaterThanOrEqual(2);

  // One is refused, with a reason alone.
  const third = await sendOne(await planOf('拒签'));
  await refuseOnScreen(page, third, '单价与报价单不符');
  expect(await firm.admin.call(getTask, { planId: third })).toMatchObject({
    endReason: 'REJECTED',
    rejectReason: '单价与报价单不符',
  });

  // The others are signed as a batch, whose window shows how far each is.
  const rest = [await sendOne(await planOf('批量甲')), await sendOne(await planOf('批量乙'))];
  await page.goto(`/contract/issuedContract?keyword=${encodeURIComponent(`${stem}批量`)}`);
  await page.getByText('共 2 条').first().waitFor();
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page.getByRole('button', { name: '批量签署' }).first().click();
  const batch = page.getByRole('dialog', { name: '批量签署' });
  await expect.poll(() => batch.locator('li[data-state=waiting]').count()).toBe(2);
  await batch.getByRole('radio', { name: '签署密码' }).click();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**${signBatch.path}`, async (route) => {
    await held;
    await route.continue();
  });
  await batch.getByRole('textbox', { name: '签署密码' }).fill(DEMO.signPassword);
  await batch.getByRole('button', { name: '开始签署（2 份）' }).click();
  await expect.poll(() => batch.locator('li[data-state=signing]').count()).toBe(2);
  await screenshot(page, 'whole-signing-batch');
  await page.keyboard.press('Escape');
  await page.getByText('批量签署尚未完成').waitFor();
  letGo();
  await batch.getByText('全部签署完成').waitFor();
  expect(await batch.locator('li[data-state=success]').count()).toBe(2);
  for (const taskId of rest) expect(await stateOf(taskId)).toEqual(['IN_PROGRESS', 'SIGNED', 1]);
  expect(await problemsLeft(user.problems)).toEqual([]);
  await user.context.close();
});
