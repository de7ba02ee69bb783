import { createClient } from '@libsql/client';
import { expect } from 'vitest';
import { toHex } from '#core/bytes.ts';
import type { InputOf } from '#core/call.ts';
import { createSeal, listRecords, listSeals, uploadPicture } from '#core/seal/calls.ts';
import { applyCertificate, continueCertificate } from '#core/seal/certificate-calls.ts';
import type { SealPicture } from '#core/seal/picture.ts';
import { listUsableSeals } from '#core/seal/usable-calls.ts';
import { presetDesign } from '#core/sealart/presets.ts';
import { getTask, sendTask, type signTask } from '#core/task/calls.ts';
import { seenOf } from '#core/task/seen.ts';
import { DEMO } from '#db/seed/demo.ts';
import type { ApiClient } from '#tests/client.ts';
import { ADMIN_A, COMPANY_A, enterpriseSigner, taskToSend } from '#tests/fixtures/contracts.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';

export const COMPANY = COMPANY_A;

/** Somebody of the demo data, acting for their enterprise, or as themself with `entId` ''. */
export async function someone(loginName: string, entId?: string): Promise<ApiClient> {
  const account = DEMO.accounts.find((a) => a.loginName === loginName)!;
  return signedIn(loginName, entId ?? account.enterprise ?? '');
}

export const ADMIN = 'jia';
export const OPERATOR = 'jia2';
export const OTHER_COMPANY_ADMIN = 'yi';
export const PERSON = 'bing';
export const operatorId = DEMO.accounts.find((a) => a.loginName === OPERATOR)!.id;

export const designPicture = (change: object = {}): Extract<SealPicture, { kind: 'DESIGN' }> => ({
  kind: 'DESIGN',
  design: { ...presetDesign('CONTRACT_40', { name: COMPANY.name, seed: 'api' }), ...change },
});

export async function newSeal(
  client: ApiClient,
  name = freshName('合同章'),
): Promise<{ stampId: string; name: string }> {
  const { stampId } = await client.call(createSeal, {
    stampName: name,
    stampCategory: 'ENTERPRISE',
    picture: designPicture(),
  });
  return { stampId, name };
}

/** Waits for the end of a certificate application, as the certificate order page does. */
export const certified = async (client: ApiClient, stampId: string): Promise<string> =>
  (await client.call(continueCertificate, { stampId })).certificateStatus;

export async function uploadPng(client: ApiClient, png: Uint8Array<ArrayBuffer>, pictureKey?: string) {
  const key = pictureKey ?? toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', png)));
  const input = { pictureKey: key, body: png } as InputOf<typeof uploadPicture>;
  return { key, envelope: await client.envelope(uploadPicture, input) };
}

/** A task that waits for one stamp of the demo enterprise. */
export async function sendSealed(client: ApiClient): Promise<{ planId: string; taskName: string }> {
  const taskName = freshName('盖章任务');
  const input = await taskToSend(client, [enterpriseSigner(COMPANY, ADMIN_A)], { taskName });
  return { ...(await client.call(sendTask, input)), taskName };
}

/** What is sent to sign a task with one seal. */
export async function signing(
  client: ApiClient,
  taskId: string,
  sealId: string,
): Promise<InputOf<typeof signTask>> {
  const task = await client.call(getTask, { planId: taskId });
  return {
    planId: taskId,
    seen: seenOf(task.documents),
    consent: { method: 'PASSWORD', password: await client.seal(DEMO.signPassword) },
    fillings: task.placements.map((p) => ({ placementId: p.placementId, sealId })),
  };
}

/** What the seal's record says, the newest first. */
export const recordsOf = async (client: ApiClient, stampId: string) =>
  (await client.call(listRecords, { stampId, size: 50 })).records;

export const inList = async (client: ApiClient, stampName: string, more: object = {}) =>
  (await client.call(listSeals, { stampName, ...more })).records;

/** Seals that stamp without a UKey. */
export const usable = async (client: ApiClient): Promise<string[]> =>
  (await client.call(listUsableSeals, {})).filter((s) => !s.onUkey).map((s) => s.sealId);

export async function certifiedSeal(client: ApiClient): Promise<{ stampId: string; name: string }> {
  const made = await newSeal(client);
  await client.call(applyCertificate, { stampId: made.stampId });
  expect(await certified(client, made.stampId)).toBe('SUCCESS');
  return made;
}

/** Time passes: the certificate of a seal ends at `notAfter`. */
export async function endCertificateAt(stampId: string, notAfter: number): Promise<void> {
  const database = createClient({ url: product().libsqlUrl, authToken: product().libsqlToken });
  await database.execute({
    sql: 'update certificate set not_after = ? where id = (select certificate_id from seal where id = ?)',
    args: [notAfter, stampId],
  });
  database.close();
}

/** The administrator and the operator of one enterprise, and the administrator of another. */
export const sealPeople = () =>
  Promise.all([someone(ADMIN), someone(OPERATOR), someone(OTHER_COMPANY_ADMIN)]);
