/**
 * npm run demo: the main workflow without a browser, through /ecapi only. Two companies, a contract, both sign, the
 * file is written to out/ and verified; then a contract to somebody without an account, and the link that leads there. Uses
 * the product running at SIGNET_URL or PORT, or starts one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { listSimulatedMessages } from '#core/internal/calls.ts';
import { openInvitation } from '#core/invitation/calls.ts';
import { downloadDocument, getTrail } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from './api-client.ts';
import { contractPdf } from './contract-pdf.ts';
import { newKey, sendContract, signContract, untilPreserved } from './demo-contract.ts';
import { root } from './install.mjs';
import { withProduct } from './product/with-product.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run demo
  The main job without a browser: two companies sign a contract through /ecapi, and the file is verified.
  A second contract goes to somebody without an account; the link in the message to them is printed.
    SIGNET_URL, PORT    the product that runs there; without one, a product is started for it`,
  {},
);

const [companyA, companyB] = DEMO.enterprises;
const [userA, userB] = DEMO.accounts;

let began = performance.now();
const step = (text: string) => {
  const now = performance.now();
  console.log(`${String(Math.round(now - began)).padStart(6)} ms  ${text}`);
  began = now;
};

async function main(baseUrl: string): Promise<void> {
  const a = await new ApiClient(baseUrl).login(userA!.loginName, DEMO.password);
  await a.switchTo(companyA!.id);
  step(`${userA!.realName} 登录并切换到 ${companyA!.name}`);
  const fileKey = await a.upload(await contractPdf(companyA!.name, companyB!.name));
  step('合同上传');
  const { planId: taskId, number } = await sendContract(a, {
    name: '采购框架合同',
    businessType: 'PURCHASE',
    businessTypeName: '采购合同',
    fileKey,
    signers: [userA!, userB!],
  });
  step(`发起签署任务 ${number}`);

  const b = await new ApiClient(baseUrl).login(userB!.loginName, DEMO.password);
  await b.switchTo(companyB!.id);
  const waiting = await b.call(listTasks, { box: 'pending' });
  if (!waiting.records.some((row) => row.planId === taskId))
    throw new Error('the task is not among those that wait for the other side');
  step(`${userB!.realName} 在"待我签"中看到任务`);
  for (const [client, name] of [
    [b, companyB!.name],
    [a, companyA!.name],
  ] as const) {
    const answer = await signContract(client, taskId);
    step(`${name} 签署完成（${answer.steps.map((s) => `${s.step} ${s.ms} ms`).join('，')}）`);
  }
  await untilPreserved(a, taskId);
  step('写入长期验证信息与时间戳');
  const { bytes, fileName } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  const file = join(out, `${number}-${fileName}`);
  writeFileSync(file, bytes);
  step(`下载 ${file}（${bytes.length} 字节）`);
  const anchors = (await a.call(listTrustAnchors, {})).map((anchor) => fromBase64(anchor.der));
  const result = await verifyFile(bytes, { trustAnchors: anchors, time: Date.now() });
  for (const s of result.signatures)
    console.log(`           ${s.name}: ${s.verdict}, ${s.level}, ${s.signer}`);
  const { entries } = await a.call(getTrail, { planId: taskId });
  if ((await firstBrokenLink(entries)) !== null) throw new Error('the trail is broken');
  step(`验证：文件 ${result.verdict}，${result.signatures.length} 个签名，轨迹 ${entries.length} 条完整`);
  if (result.verdict !== 'valid' || result.signatures.length !== 2)
    throw new Error(`the file is ${result.verdict}`);
  await sendToNewcomer(a);
}

/** A contract to somebody whom the product does not know: the message to them has the link with which they begin. */
async function sendToNewcomer(a: ApiClient): Promise<void> {
  // By mail: an address of example.com reaches nobody, whatever gateway is connected; each mobile number may be somebody's.
  const newcomer = { realName: '新签署人', mobile: '', email: `newcomer-${newKey()}@example.com` };
  const { number } = await sendContract(a, {
    name: '服务合同',
    businessType: 'SERVICE',
    businessTypeName: '服务合同',
    fileKey: await a.upload(await contractPdf(companyA!.name, newcomer.realName)),
    signers: [newcomer],
  });
  const link = await linkSentTo(a.baseUrl, newcomer.email);
  const { state, reader } = await new ApiClient(a.baseUrl).call(openInvitation, {
    code: link.slice(link.lastIndexOf('/') + 1),
  });
  if (state !== 'OPEN' || reader !== 'NOBODY') throw new Error(`the link is ${state}, for ${reader}`);
  step(`发起签署任务 ${number}，签署人还没有账号`);
  console.log(`           签署人从邮件中的链接开始：${link}`);
  console.log(`           发给签署人的验证码：${a.baseUrl}/sim`);
}

/** The link in the message to an address, as the simulator of mails shows it. */
async function linkSentTo(baseUrl: string, target: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const messages = await new ApiClient(baseUrl).call(listSimulatedMessages, { target });
    const link = messages.map(({ text }) => /https?:\S+\/i\/[0-9a-z]+/.exec(text)?.[0]).find(Boolean);
    if (link) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('no message with a link was sent to the newcomer');
}

await withProduct(main);
