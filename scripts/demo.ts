/**
 * npm run demo: the main workflow without a browser, through /ecapi only. Two companies, a contract, both sign, the
 * file is written to out/ and verified. Uses the product running at SIGNET_URL or PORT, or starts one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { downloadDocument, getTrail } from '#core/task/calls.ts';
import { listTasks } from '#core/task/list-calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from './api-client.ts';
import { contractPdf } from './contract-pdf.ts';
import { sendContract, signContract, untilPreserved } from './demo-contract.ts';
import { root } from './install.mjs';
import { withProduct } from './product/with-product.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run demo
  The main job without a browser: two companies sign a contract through /ecapi, and the file is verified.
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
}

await withProduct(main);
