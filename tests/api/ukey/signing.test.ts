import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '#core/agent/client.ts';
import { toBase64 } from '#core/bytes.ts';
import { ERROR_CODES, type ErrorName } from '#core/errors.ts';
import { createQuickFiles, downloadQuickFile, getQuickFiles } from '#core/quicksign/calls.ts';
import { beginQuickUkey } from '#core/quicksign/ukey-calls.ts';
import { disableSeal, enableSeal } from '#core/seal/calls.ts';
import { allowUkey, forbidUkey } from '#core/seal/certificate-calls.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { downloadDocument, getTask, sendTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { beginTaskUkey, continueUkey } from '#core/task/ukey-calls.ts';
import { certificate, ukeySigning } from '#db/schema/index.ts';
import { agentForTest, type TestAgent } from '#tests/agent/with-agent.ts';
import type { ApiClient } from '#tests/client.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  newKey,
  sendBetweenCompanies,
  sign,
  taskToSend,
  twoPages,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import {
  certifyOnUkey,
  newUkey,
  proofOf,
  sealOnUkey,
  signToTheEnd,
  valuesFor,
} from '#tests/fixtures/ukeys.ts';

let agent: TestAgent;
let page: AgentClient;
let ukey: string;
let a: ApiClient;
let b: ApiClient;
const seals: Record<'RSA' | 'EC' | 'SM2', { stampId: string; name: string }> = {
  RSA: { stampId: '', name: '' },
  EC: { stampId: '', name: '' },
  SM2: { stampId: '', name: '' },
};
beforeAll(async () => {
  agent = await agentForTest();
  page = await agent.connect();
  [a, b] = [await companyA(), await companyB()];
  ukey = await newUkey(agent, page);
  for (const algorithm of ['RSA', 'EC', 'SM2'] as const)
    seals[algorithm] = await sealOnUkey(a, page, ukey, algorithm);
});
afterAll(async () => {
  for (const { stampId } of Object.values(seals)) await a.call(forbidUkey, { stampId, serial: ukey });
  await agent.end();
});

const nameOf = (code: number) =>
  (Object.keys(ERROR_CODES) as ErrorName[]).find((name) => ERROR_CODES[name] === code);
/** Fills company A's place with a seal on the UKey. */
async function begin(taskId: string, sealId: string, ukeySerial = ukey) {
  const task = await a.call(getTask, { planId: taskId });
  const mine = task.signerList.find((s) => s.mine);
  const fillings = task.placements
    .filter((p) => p.signerId === mine?.signerId && p.kind !== 'SIGN_DATE')
    .map((p) => ({ placementId: p.placementId, sealId }));
  return a.envelope(beginTaskUkey, { planId: taskId, seen: seenOf(task.documents), ukeySerial, fillings });
}
const begun = async (taskId: string, sealId: string) => {
  const envelope = await begin(taskId, sealId);
  expect([envelope.code, envelope.message]).toEqual([200, '']);
  return envelope.data;
};
const bytesOf = async (taskId: string) =>
  (await a.download(downloadDocument, { planId: taskId, fileIndex: 0 })).bytes;

it('[4.15a] [1.8] signs a task with RSA and EC keys of a UKey; the file holds before pdfsig', async () => {
  for (const algorithm of ['RSA', 'EC'] as const) {
    const taskId = await sendBetweenCompanies(a);
    const state = await begun(taskId, seals[algorithm].stampId);
    expect(state.items).toHaveLength(1);
    expect(state.items[0]).toMatchObject({ pages: 2 });
    expect(state.items[0]!.title).toContain('采购合同');
    const { state: end, rounds } = await signToTheEnd(a, page, ukey, state);
    expect(rounds).toBe(1);
    expect(end.done?.documents[0]?.revision).toBe(1);
    // What the agent's user reads is what was signed.
    expect(agent.log()).toContain(`${state.items[0]!.title}, 2 page(s), digest ${state.items[0]!.digest}`);
    await sign(b, taskId);
    expect((await a.call(getTask, { planId: taskId })).status).toBe('ENDED');
    expect(judge(await bytesOf(taskId))).toMatchObject({ valid: 2, signatures: 2, clean: true });
    const entries = await trailEntries(a, taskId);
    expect(entries.find(({ event }) => event === 'SIGNED')?.evidence).toMatchObject({
      consent: 'UKEY',
      certificate: state.certificateSerial,
    });
  }
});

it('[4.15a] signs OFD with SM2, one signature after the other if it shows several pictures', async () => {
  const fileKey = await a.upload(contractOfd(COMPANY_A.name, COMPANY_B.name), 'OFD');
  const signers = [enterpriseSigner(COMPANY_A, ADMIN_A, 1), enterpriseSigner(COMPANY_B, ADMIN_B, 2)];
  const plan = await taskToSend(a, signers, { taskFileType: 'OFD' });
  const { documentId } = plan.planSendDocumentVOList[0]!;
  const [first] = plan.placementList;
  const { planId: taskId } = await a.call(sendTask, {
    ...plan,
    planSendDocumentVOList: [{ documentId, fileName: '合同.ofd', fileKey }],
    placementList: [
      ...plan.placementList,
      { ...first!, placementId: newKey(), kind: 'SIGN_DATE', x: 20, y: 255, width: 40, height: 8 },
    ],
  });
  expect(nameOf((await begin(taskId, seals.RSA.stampId)).code)).toBe('UKEY_KEY_UNFIT');
  const seal = await begun(taskId, seals.SM2.stampId);
  const { signingId } = seal;
  const values = await valuesFor(page, ukey, seal);
  // Sent at once twice, and again as if the answer had been lost: one thing to sign next, the same each time.
  const [date, ...same] = await Promise.all([1, 2].map(() => a.call(continueUkey, { signingId, values })));
  same.push(await a.call(continueUkey, { signingId, values }));
  for (const one of same) expect(one.items).toEqual(date!.items);
  expect(date!.items.map(({ digest }) => digest)).not.toEqual(seal.items.map(({ digest }) => digest));
  const { state, rounds } = await signToTheEnd(a, page, ukey, date!);
  expect(rounds).toBe(1);
  expect(state.done?.documents).toHaveLength(1);
  await sign(b, taskId);
  expect((await a.call(getTask, { planId: taskId })).status).toBe('ENDED');
});

it('[4.15a] signs PDF with SM2 as well, and quick files', async () => {
  const taskId = await sendBetweenCompanies(a);
  await signToTheEnd(a, page, ukey, await begun(taskId, seals.SM2.stampId));
  expect((await a.call(getTask, { planId: taskId })).signerList[0]?.status).toBe('SIGNED');
  const fileKey = await a.upload(await twoPages());
  const { id } = await a.call(createQuickFiles, {
    taskName: '快速签 UKey',
    businessType: 'PURCHASE',
    planSendDocumentVOList: [1, 2].map((n) => ({ fileName: `文件 ${n}.pdf`, fileKey })),
  });
  const group = await a.call(getQuickFiles, { id });
  const placements = group.documents.map(({ documentId }) => ({
    placementId: newKey(),
    documentId,
    kind: 'ENT_SEAL' as const,
    page: 1,
    x: 30,
    y: 200,
    width: 40,
    height: 40,
    sealId: seals.EC.stampId,
  }));
  const state = await a.call(beginQuickUkey, {
    id,
    seen: seenOf(group.documents),
    ukeySerial: ukey,
    placements,
  });
  expect(state.items.map(({ title }) => title)).toEqual([
    '快速签 UKey / 文件 1.pdf',
    '快速签 UKey / 文件 2.pdf',
  ]);
  const end = await signToTheEnd(a, page, ukey, state);
  expect(end.state.done?.documents).toHaveLength(2);
  const { bytes } = await a.download(downloadQuickFile, { id, fileIndex: 1 });
  expect(judge(bytes)).toMatchObject({ valid: 1, signatures: 1, clean: true });
});

it('[4.15a] leaves the task to others while a device signs; it sees their changes, both get in', async () => {
  const taskId = await sendBetweenCompanies(a);
  const state = await begun(taskId, seals.EC.stampId);
  const values = await valuesFor(page, ukey, state);
  await sign(b, taskId);
  // The file has changed: what was signed fits no more, and whoever signs has to see the new one first.
  const late = await a.envelope(continueUkey, { signingId: state.signingId, values });
  expect(nameOf(late.code)).toBe('REVISION_CHANGED');
  const next = await begun(taskId, seals.EC.stampId);
  expect(next.done).toBeNull();
  expect(next.items[0]?.digest).not.toBe(state.items[0]?.digest);
  const { state: end } = await signToTheEnd(a, page, ukey, next);
  expect(end.done?.status).toBe('ENDED');
  expect(judge(await bytesOf(taskId))).toMatchObject({ valid: 2, signatures: 2, clean: true });
  // An answer that was lost is given again.
  const again = await a.call(continueUkey, { signingId: next.signingId, values });
  expect(again.done).toEqual(end.done);
});

it('[8.7i] is not wedged by a device that is gone: nothing happened, and it is signed later', async () => {
  const taskId = await sendBetweenCompanies(a);
  const abandoned = await begun(taskId, seals.EC.stampId);
  const before = await a.call(getTask, { planId: taskId });
  expect([before.documents[0]?.revision, before.signerList[0]?.status]).toEqual([0, 'SIGNING']);
  await sign(a, taskId);
  const values = await valuesFor(page, ukey, abandoned);
  const late = await a.envelope(continueUkey, { signingId: abandoned.signingId, values });
  expect(nameOf(late.code)).toBe('ALREADY_SIGNED');
});

it('takes no value of another key, of another message, or from another person', async () => {
  const taskId = await sendBetweenCompanies(a);
  const state = await begun(taskId, seals.EC.stampId);
  const { signingId } = state;
  const [value] = await valuesFor(page, ukey, state);
  const other = await begun(await sendBetweenCompanies(a), seals.EC.stampId);
  const [otherValue] = await valuesFor(page, ukey, other);
  for (const wrong of [otherValue!, toBase64(new Uint8Array(64)), toBase64(new Uint8Array(3))])
    expect(nameOf((await a.envelope(continueUkey, { signingId, values: [wrong] })).code)).toBe(
      'SIGNATURE_VALUE_INVALID',
    );
  expect(nameOf((await a.envelope(continueUkey, { signingId, values: [value, value] })).code)).toBe(
    'INPUT_INVALID',
  );
  expect(nameOf((await b.envelope(continueUkey, { signingId, values: [value] })).code)).toBe(
    'UKEY_SIGNING_ENDED',
  );
  expect((await a.call(continueUkey, { signingId, values: [value!] })).done).not.toBeNull();
});

it('[6.3b] [8.7k] [8.7l] [8.7m] signs only with a UKey that holds permission for the seal', async () => {
  const taskId = await sendBetweenCompanies(a);
  const plain = (await a.call(listUsableSeals, {})).find(
    (one) => !one.onUkey && one.category === 'ENTERPRISE',
  )!;
  const refusedFor = async (sealId: string, serial = ukey) => {
    const { code, message } = await begin(taskId, sealId, serial);
    return [nameOf(code), message];
  };
  expect(await refusedFor(plain.sealId)).toEqual([
    'SEAL_UKEY_NOT_ALLOWED',
    `当前 UKey 未获授权使用印章“${plain.name}”，请联系管理员。`,
  ]);
  expect(await refusedFor(seals.EC.stampId, 'UNKNOWN-UKEY')).toEqual([
    'UKEY_NOT_AUTHORIZED',
    '当前 UKey 未授权，请联系管理员。',
  ]);
  // Allowed, but without a certificate of its own for this seal.
  await a.call(allowUkey, {
    stampId: seals.EC.stampId,
    serial: 'UKEY-NO-CERT',
    proof: await proofOf(a),
  });
  expect((await refusedFor(seals.EC.stampId, 'UKEY-NO-CERT'))[0]).toBe('UKEY_NO_SEAL_CERTIFICATE');
  await a.call(forbidUkey, { stampId: seals.EC.stampId, serial: 'UKEY-NO-CERT' });
  // A seal whose only certificate is in the UKey is listed as such, and signs in no other way.
  const listed = (await a.call(listUsableSeals, {})).find((one) => one.sealId === seals.EC.stampId);
  expect(listed?.onUkey).toBe(true);
  // Taken back while the device signs.
  const { stampId } = await sealOnUkey(a, page, ukey, 'EC');
  const state = await begun(taskId, stampId);
  const values = await valuesFor(page, ukey, state);
  await a.call(forbidUkey, { stampId, serial: ukey });
  const late = await a.envelope(continueUkey, { signingId: state.signingId, values });
  // Its certificate in that UKey was its only one, and is revoked.
  expect(nameOf(late.code)).toBe('SEAL_CERTIFICATE_EXPIRED');
  expect((await a.call(getTask, { planId: taskId })).documents[0]?.revision).toBe(0);
});

it('[4.4e] [8.14c] stamps nothing once the seal or its certificate ends while a device signs', async () => {
  const { stampId } = await sealOnUkey(a, page, ukey, 'EC');
  const taskId = await sendBetweenCompanies(a);
  const state = await begun(taskId, stampId);
  const values = await valuesFor(page, ukey, state);
  const late = async () =>
    nameOf((await a.envelope(continueUkey, { signingId: state.signingId, values })).code);
  await a.call(disableSeal, { stampId });
  expect(await late()).toBe('SEAL_NOT_ENABLED');
  await a.call(enableSeal, { stampId });
  const row = eq(certificate.serial, state.certificateSerial);
  const [held] = await database().select().from(certificate).where(row);
  await database()
    .update(certificate)
    .set({ notAfter: Date.now() - 1 })
    .where(row);
  expect(await late()).toBe('SEAL_CERTIFICATE_EXPIRED');
  await database().update(certificate).set({ notAfter: held!.notAfter, revokedAt: Date.now() }).where(row);
  expect(await late()).toBe('SEAL_CERTIFICATE_EXPIRED');
  expect((await a.call(getTask, { planId: taskId })).documents[0]?.revision).toBe(0);
  // What was asked for is not lost by all that.
  await database().update(certificate).set({ revokedAt: null }).where(row);
  const { done } = await a.call(continueUkey, { signingId: state.signingId, values });
  expect(done?.documents[0]?.revision).toBe(1);
  await a.call(forbidUkey, { stampId, serial: ukey });
});

it('keeps a started signing for ten minutes and no longer', async () => {
  const taskId = await sendBetweenCompanies(a);
  const from = Date.now();
  const state = await begun(taskId, seals.EC.stampId);
  const until = Date.now();
  const { signingId } = state;
  const values = await valuesFor(page, ukey, state);
  const row = () => database().select().from(ukeySigning).where(eq(ukeySigning.id, signingId));
  await runJobs();
  const [kept] = await row();
  expect(kept!.expiresAt).toBeGreaterThanOrEqual(from + 10 * 60_000);
  expect(kept!.expiresAt).toBeLessThanOrEqual(until + 10 * 60_000);
  await database()
    .update(ukeySigning)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(ukeySigning.id, signingId));
  const late = () => a.envelope(continueUkey, { signingId, values });
  expect(nameOf((await late()).code)).toBe('UKEY_SIGNING_ENDED');
  await runJobs();
  expect(await row()).toEqual([]);
  expect(nameOf((await late()).code)).toBe('UKEY_SIGNING_ENDED');
  expect((await a.call(getTask, { planId: taskId })).documents[0]?.revision).toBe(0);
});

it('[2.19a] renews a seal’s certificate in its UKey: the new one signs, the old is revoked', async () => {
  const { stampId } = await sealOnUkey(a, page, ukey, 'EC');
  const taskId = await sendBetweenCompanies(a);
  const { certificateSerial: before } = await begun(taskId, stampId);
  const held = await begun(taskId, stampId);
  const values = await valuesFor(page, ukey, held);
  const after = await certifyOnUkey(a, page, ukey, 'EC', stampId);
  // What the old one signed meanwhile goes into no file.
  const late = await a.envelope(continueUkey, { signingId: held.signingId, values });
  expect(nameOf(late.code)).toBe('UKEY_SIGNING_ENDED');
  const state = await begun(taskId, stampId);
  expect([state.certificateSerial, after === before]).toEqual([after, false]);
  const [old] = await database().select().from(certificate).where(eq(certificate.serial, before));
  expect([old?.revokedAt !== null, old?.revocationReason]).toEqual([true, 'superseded']);
  const { state: end } = await signToTheEnd(a, page, ukey, state);
  expect(end.done?.documents).toHaveLength(1);
  await a.call(forbidUkey, { stampId, serial: ukey });
});
