/**
 * npm run demo: the main job without a browser, through /ecapi alone. Two companies, a contract, both sign, the file
 * is written to out/ and verified. Against the product that runs at SIGNET_URL or PORT, or one started for it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { downloadDocument, getPlan, getTrail, listPlans, sendPlan, signPlan } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { ApiClient } from './api-client.ts';
import { contractPdf } from './contract-pdf.ts';
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
  const { planId, number } = await a.call(sendPlan, planOf(fileKey), { 'X-Request-Id': crypto.randomUUID() });
  step(`发起签署任务 ${number}`);

  const b = await new ApiClient(baseUrl).login(userB!.loginName, DEMO.password);
  await b.switchTo(companyB!.id);
  const waiting = await b.call(listPlans, { box: 'pending' });
  if (!waiting.records.some((row) => row.planId === planId))
    throw new Error('the task is not among those that wait for the other side');
  step(`${userB!.realName} 在"待我签"中看到任务`);
  for (const [client, name] of [
    [b, companyB!.name],
    [a, companyA!.name],
  ] as const) {
    const answer = await sign(client, planId);
    step(`${name} 签署完成（${answer.steps.map((s) => `${s.step} ${s.ms} ms`).join('，')}）`);
  }
  await untilPreserved(a, planId);
  step('写入长期验证信息与时间戳');
  const { bytes, fileName } = await a.download(downloadDocument, { planId, fileIndex: 0 });
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  const file = join(out, `${number}-${fileName}`);
  writeFileSync(file, bytes);
  step(`下载 ${file}（${bytes.length} 字节）`);
  const anchors = (await a.call(listTrustAnchors, {})).map((anchor) => fromBase64(anchor.der));
  const result = await verifyFile(bytes, { trustAnchors: anchors, time: Date.now() });
  for (const s of result.signatures)
    console.log(`           ${s.name}: ${s.verdict}, ${s.level}, ${s.signer}`);
  const { entries } = await a.call(getTrail, { planId });
  if ((await firstBrokenLink(entries)) !== null) throw new Error('the trail is broken');
  step(`验证：文件 ${result.verdict}，${result.signatures.length} 个签名，轨迹 ${entries.length} 条完整`);
  if (result.verdict !== 'valid' || result.signatures.length !== 2)
    throw new Error(`the file is ${result.verdict}`);
}

/** Waits for the job that makes the signatures last; without it the file is good too, only not for as long. */
async function untilPreserved(client: ApiClient, planId: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { entries } = await client.call(getTrail, { planId });
    if (entries.some(({ event }) => event === 'PRESERVED')) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

function planOf(fileKey: string) {
  const random = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const [signerA, signerB, documentId] = [random(), random(), random()];
  const seal = (signatoryId: string, x: number) => ({
    placementId: random(),
    signatoryId,
    documentId,
    kind: 'ENT_SEAL' as const,
    page: 1,
    x,
    y: 200,
    width: 42,
    height: 42,
  });
  return {
    draftId: random(),
    taskName: '采购框架合同',
    businessType: 'PURCHASE',
    businessTypeName: '采购合同',
    planSendDocumentVOList: [{ documentId, fileName: '采购框架合同.pdf', fileKey }],
    planSendSignatoryOrderVOList: [
      {
        signatoryId: signerA,
        signatoryType: 'ENTERPRISE' as const,
        entId: companyA!.id,
        entName: companyA!.name,
        userName: userA!.realName,
        mobile: userA!.mobile,
        signOrder: 1,
      },
      {
        signatoryId: signerB,
        signatoryType: 'ENTERPRISE' as const,
        entName: companyB!.name,
        userName: userB!.realName,
        mobile: userB!.mobile,
        signOrder: 1,
      },
    ],
    placementList: [
      seal(signerA, 30),
      seal(signerB, 120),
      {
        ...seal(signerB, 120),
        placementId: random(),
        kind: 'SIGN_DATE' as const,
        y: 245,
        width: 40,
        height: 8,
      },
    ],
  };
}

async function sign(client: ApiClient, planId: string) {
  const task = await client.call(getPlan, { planId });
  const mine = task.signerList.find((s) => s.mine)!;
  const seals = await client.call(listUsableSeals, {});
  const contractSeal = seals.find((s) => s.category === 'ENTERPRISE' && s.name.includes('合同')) ?? seals[0]!;
  const fillings = task.placements
    .filter((p) => p.signerId === mine.signerId && p.kind === 'ENT_SEAL')
    .map((p) => ({ placementId: p.placementId, sealId: contractSeal.sealId }));
  const password = await client.seal(DEMO.signPassword);
  return client.call(
    signPlan,
    { planId, seen: seenOf(task.documents), consent: { method: 'PASSWORD', password }, fillings },
    { 'X-Request-Id': crypto.randomUUID() },
  );
}

await withProduct(main);
