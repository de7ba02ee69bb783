/** An outside certificate authority (EST) and an outside time stamp authority (RFC 3161), each a real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBase64 } from '#core/bytes.ts';
import { continueOrder, listOrders, listTrustAnchors, refreshOrder } from '#core/certificate/calls.ts';
import { createSeal, getSeal } from '#core/seal/calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { downloadDocument, getTask, signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { DEMO } from '#db/seed/demo.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { type OutsideAuthorities, startOutsideAuthorities } from '#tests/fixtures/outside-authorities.ts';
import { until } from '#tests/fixtures/until.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

/** A build at hand saves making one. */
const built = process.env.SIGNET_BUILT ? { build: process.env.SIGNET_BUILT } : {};

let outside: OutsideAuthorities;
let product: Product;
const dataDir = mkdtempSync(join(tmpdir(), 'signet-outside-product-'));
const settings = () => ({
  CA_URL: `${outside.url}/est`,
  CA_AUTHORIZATION: 'Basic c2lnbmV0OnNlY3JldA==',
  TSA_URL: `${outside.url}/tsa`,
  TSA_AUTHORIZATION: 'Bearer tsa',
  TSA_POLICY: '1.2.3.4.1',
  REVOCATION_HOSTS: outside.host,
});

beforeAll(async () => {
  outside = await startOutsideAuthorities();
  Object.assign(process.env, settings());
  product = await startProduct({ dataDir, ...built });
});
afterAll(async () => {
  for (const name of Object.keys(settings())) delete process.env[name];
  await product.stop();
  await outside.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const member = async (account: { loginName: string }, entId: string) =>
  (await new ApiClient(product.baseUrl).login(account.loginName, DEMO.password)).switchTo(entId);

async function applied(client: ApiClient, name: string): Promise<{ stampId: string; orderId: string }> {
  const { stampId } = await client.call(createSeal, {
    stampName: name,
    stampCategory: 'ENTERPRISE',
    picture: { kind: 'DESIGN', design: presetDesign('CONTRACT_40', { name: COMPANY_A.name, seed: name }) },
  });
  await client.call(applyCertificate, { stampId });
  const [order] = (await client.call(listOrders, {})).records;
  return { stampId, orderId: order!.orderId };
}

it('[4.5a] takes an order through EST: later, not planned, rejected, ended, issued, one key', async () => {
  const a = await member(ADMIN_A, COMPANY_A.id);
  outside.answers.push(202, 202, 503, 503, 200);
  const { stampId, orderId } = await applied(a, '外部证书章');
  const stands = async () => (await a.call(refreshOrder, { orderId })).status;
  await until(async () => expect(await stands()).toBe('NO_SCHEDULED_PULL'));
  await until(async () => expect((await a.call(continueOrder, { orderId })).status).toBe('COMPLETED'));
  expect((await a.call(getSeal, { stampId })).certificate?.subject).toContain(COMPANY_A.name);
  expect(outside.asked).toContain('/est/simpleenroll Basic c2lnbmV0OnNlY3JldA==');

  for (const [status, state] of [
    [400, 'REJECTED'],
    [410, 'TERMINATED'],
  ] as const) {
    outside.answers.push(status, status);
    const { orderId } = await applied(a, `外部 ${status}`);
    await expect
      .poll(() => a.call(refreshOrder, { orderId }))
      .toEqual({ status: state, reason: 'the clerk says so' });
    outside.answers.length = 0;
  }
  // A fault of the settings or of the server is none of the applicant's: the order stays open.
  outside.answers.push(401, 500, 500, 500);
  const faulty = await applied(a, '外部故障');
  expect((await a.call(refreshOrder, { orderId: faulty.orderId })).status).toBe('IN_PROGRESS');
  outside.answers.length = 0;
});

it('signs with the outside authority’s certificate and time stamps, and makes it last', async () => {
  const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
  const taskId = await sendBetweenCompanies(a);
  await sign(b, taskId);
  const { stampId } = await applied(a, '外部签署章');
  await expect.poll(async () => (await a.call(getSeal, { stampId })).certificateStatus).toBe('SUCCESS');
  const task = await a.call(getTask, { planId: taskId });
  const mine = task.signerList.find((s) => s.mine)!;
  await a.call(signTask, {
    planId: taskId,
    seen: seenOf(task.documents),
    consent: { method: 'PASSWORD', password: await a.seal(DEMO.signPassword) },
    fillings: task.placements
      .filter((p) => p.signerId === mine.signerId)
      .map((p) => ({ placementId: p.placementId, sealId: stampId })),
  });
  await untilPreserved(a, taskId);
  const { bytes } = await a.download(downloadDocument, { planId: taskId, fileIndex: 0 });
  expect(judge(bytes)).toEqual({ signatures: 2, valid: 2, wholeFile: 1, clean: true });
  const own = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
  const verified = await verifyFile(bytes, { trustAnchors: [...own, outside.root.der], time: Date.now() });
  expect(verified.verdict).toBe('valid');
  expect(verified.signatures.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA']);
  // Without the outside root nobody vouches for the second signer.
  const alone = await verifyFile(bytes, { trustAnchors: own, time: Date.now() });
  expect(alone.verdict).not.toBe('valid');
  expect(outside.asked.filter((line) => line === '/tsa Bearer tsa').length).toBeGreaterThanOrEqual(3);
  expect(outside.asked.some((line) => line.startsWith('/ocsp'))).toBe(true);
});

it('tells the signer when the time stamp authority cannot be reached, and changes nothing', async () => {
  const [a, b] = await Promise.all([member(ADMIN_A, COMPANY_A.id), member(ADMIN_B, COMPANY_B.id)]);
  const taskId = await sendBetweenCompanies(a);
  await outside.close();
  await expect(sign(b, taskId)).rejects.toThrow(/470003/);
  expect((await a.call(getTask, { planId: taskId })).documents[0]!.revision).toBe(0);
});
