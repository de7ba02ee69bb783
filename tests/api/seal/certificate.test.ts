import { createClient } from '@libsql/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { getSeal, updateSeal } from '#core/seal/calls.ts';
import { applyCertificate, updateCertificate, withdrawCertificate } from '#core/seal/certificate-calls.ts';
import type { ApiClient } from '#tests/client.ts';
import { freshName } from '#tests/fixtures/new-number.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import {
  ADMIN,
  COMPANY,
  certified,
  designPicture,
  endCertificateAt,
  inList,
  newSeal,
  recordsOf,
  someone,
} from './seals.ts';

let admin: ApiClient;
beforeAll(async () => {
  admin = await someone(ADMIN);
});

const kinds = async (stampId: string) => (await recordsOf(admin, stampId)).map((r) => r.record).reverse();

describe('the certificate of a seal', () => {
  it('[4.4a] goes from not applied over applying to success, and the list filters by each', async () => {
    const { stampId, name } = await newSeal(admin);
    expect(await inList(admin, name, { certificateStatus: 'NOT_APPLIED' })).toHaveLength(1);
    expect(await admin.call(applyCertificate, { stampId })).toEqual({ certificateStatus: 'APPLYING' });
    expect(await certified(admin, stampId)).toBe('SUCCESS');
    expect(await inList(admin, name, { certificateStatus: 'SUCCESS' })).toHaveLength(1);
    expect(await inList(admin, name, { certificateStatus: 'NOT_APPLIED' })).toEqual([]);
    const { certificate } = await admin.call(getSeal, { stampId });
    expect(certificate?.subject).toContain(COMPANY.name);
    expect(await kinds(stampId)).toEqual(['CREATED', 'CERTIFICATE_APPLIED', 'CERTIFICATE_ISSUED']);
  });

  it('[4.4b] continues an application under way from the order page, once however often asked', async () => {
    const { stampId } = await newSeal(admin);
    await admin.call(applyCertificate, { stampId });
    const states = await Promise.all([1, 2, 3].map(() => certified(admin, stampId)));
    expect(await certified(admin, stampId)).toBe('SUCCESS');
    expect(states.every((s) => s === 'APPLYING' || s === 'SUCCESS')).toBe(true);
    expect((await kinds(stampId)).filter((kind) => kind === 'CERTIFICATE_ISSUED')).toHaveLength(1);
  });

  it('[4.4c] is not applied for again after success, nor repainted; renaming stays possible', async () => {
    const { stampId } = await newSeal(admin);
    await admin.call(updateSeal, { stampId, picture: designPicture({ colour: '#1f3fbf' }) });
    await admin.call(applyCertificate, { stampId });
    expect(await certified(admin, stampId)).toBe('SUCCESS');
    expect(await refusal(admin, applyCertificate, { stampId })).toBe('SEAL_CERTIFICATE_SUBMITTED');
    expect(await refusal(admin, updateSeal, { stampId, picture: designPicture() })).toBe(
      'SEAL_PICTURE_LOCKED',
    );
    await admin.call(updateSeal, { stampId, stampName: freshName('改名') });
    const { actions } = await admin.call(getSeal, { stampId });
    expect(actions).not.toContain('apply');
    expect(actions).not.toContain('redraw');
    expect(await refusal(admin, withdrawCertificate, { stampId })).toBe('CONFLICT');
  });

  it('[4.4a] [4.4g] is shown as expired, and the month before as to be updated; an update renews', async () => {
    const { stampId, name } = await newSeal(admin);
    await admin.call(applyCertificate, { stampId });
    await certified(admin, stampId);
    expect(await refusal(admin, updateCertificate, { stampId })).toBe('SEAL_CERTIFICATE_SUBMITTED');
    await endCertificateAt(stampId, Date.now() + 20 * 86_400_000);
    expect((await inList(admin, name))[0]).toMatchObject({
      certificateStatus: 'SUCCESS',
      certificateUpdate: 'TO_UPDATE',
    });
    const renewed = await admin.call(updateCertificate, { stampId });
    expect(renewed.certificateUpdate).toBe('NONE');
    expect(renewed.certificateNotAfter).toBeGreaterThan(Date.now() + 365 * 86_400_000);
    await endCertificateAt(stampId, Date.now() - 1000);
    expect(await inList(admin, name, { certificateStatus: 'EXPIRED' })).toHaveLength(1);
    expect(await inList(admin, name, { certificateStatus: 'SUCCESS' })).toEqual([]);
    await admin.call(applyCertificate, { stampId });
    expect(await certified(admin, stampId)).toBe('SUCCESS');
  });
});

describe('automatic jobs', () => {
  const change = async (set: string, stampId: string) => {
    const database = createClient({ url: product().libsqlUrl, authToken: product().libsqlToken });
    await database.execute({ sql: `update seal set ${set} where id = ?`, args: [stampId] });
    database.close();
  };

  it('[4.4a] [4.4b] complete an interrupted application or update, and record an expiry', async () => {
    const { stampId } = await newSeal(admin);
    await change("certificate_status = 'APPLYING'", stampId);
    await runJobs();
    expect((await admin.call(getSeal, { stampId })).certificateStatus).toBe('SUCCESS');

    await endCertificateAt(stampId, Date.now() + 5 * 86_400_000);
    await change("certificate_update = 'UPDATING'", stampId);
    expect((await admin.call(getSeal, { stampId })).certificateUpdate).toBe('UPDATING');
    await runJobs();
    const renewed = await admin.call(getSeal, { stampId });
    expect(renewed.certificateUpdate).toBe('NONE');
    expect(renewed.certificateNotAfter).toBeGreaterThan(Date.now() + 365 * 86_400_000);

    await endCertificateAt(stampId, Date.now() - 1000);
    await runJobs();
    expect(await kinds(stampId)).toEqual([
      'CREATED',
      'CERTIFICATE_ISSUED',
      'CERTIFICATE_UPDATED',
      'CERTIFICATE_EXPIRED',
    ]);
  });
});
