import { createClient } from '@libsql/client';
import { describe, expect, it } from 'vitest';
import {
  deleteSeal,
  disableSeal,
  enableSeal,
  getSeal,
  getStampProblem,
  listGrants,
  listRecords,
  listSeals,
  saveGrants,
} from '#core/seal/calls.ts';
import { applyCertificate } from '#core/seal/certificate-calls.ts';
import { signTask } from '#core/task/calls.ts';
import { refusal } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import {
  certified,
  certifiedSeal,
  endCertificateAt,
  inList,
  newSeal,
  operatorId,
  recordsOf,
  sealPeople,
  sendSealed,
  signing,
  someone,
  usable,
} from './seals.ts';

const [admin, operator, stranger] = await sealPeople();

const kinds = async (stampId: string) => (await recordsOf(admin, stampId)).map((r) => r.record).reverse();

describe('using seals', () => {
  it('[4.4d] [4.4e] cannot be used while it is disabled, and can again when it is enabled', async () => {
    const { stampId, name } = await certifiedSeal(admin);
    expect(await usable(admin)).toContain(stampId);
    await admin.call(disableSeal, { stampId });
    expect(await usable(admin)).not.toContain(stampId);
    expect(await inList(admin, name, { enabled: 'false' })).toHaveLength(1);
    const { planId: taskId } = await sendSealed(admin);
    expect(await refusal(admin, signTask, await signing(admin, taskId, stampId))).toBe('SEAL_NOT_ENABLED');
    await admin.call(enableSeal, { stampId });
    expect((await admin.call(signTask, await signing(admin, taskId, stampId))).status).toBe('ENDED');
    expect((await kinds(stampId)).slice(-3)).toEqual(['DISABLED', 'ENABLED', 'USED']);
  });

  it('[4.4f] a deleted seal stamps nothing that is in flight any more', async () => {
    const { stampId, name } = await certifiedSeal(admin);
    const { planId: taskId } = await sendSealed(admin);
    expect((await admin.call(getSeal, { stampId })).waitingTasks).toBeGreaterThan(0);
    const prepared = await signing(admin, taskId, stampId);
    await admin.call(deleteSeal, { stampId });
    expect(await refusal(admin, signTask, prepared)).toBe('SEAL_DELETED');
    expect(await inList(admin, name)).toEqual([]);
    expect(await refusal(admin, enableSeal, { stampId })).toBe('NOT_FOUND');
    await newSeal(admin, name);
  });

  it('[6.3a] needs an authorization: VIEWABLE stamps, EDITABLE also changes, nobody else sees it', async () => {
    const { stampId, name } = await certifiedSeal(admin);
    const admins = (await admin.call(listGrants, { stampId }))
      .filter((g) => g.level)
      .map(({ userId }) => ({ userId, level: 'EDITABLE' as const }));
    const grant = (level: 'EDITABLE' | 'VIEWABLE' | null) =>
      admin.call(saveGrants, {
        stampId,
        grants: [...admins, ...(level ? [{ userId: operatorId, level }] : [])],
      });

    expect(await inList(operator, name)).toEqual([]);
    expect(await usable(operator)).not.toContain(stampId);
    expect(await refusal(operator, disableSeal, { stampId })).toBe('NOT_FOUND');

    await grant('VIEWABLE');
    expect(await usable(operator)).toContain(stampId);
    expect((await inList(operator, name))[0]?.actions).toEqual(['use']);
    expect(await refusal(operator, disableSeal, { stampId })).toBe('NO_PERMISSION');
    expect(await refusal(operator, saveGrants, { stampId, grants: [] })).toBe('NO_PERMISSION');

    await grant('EDITABLE');
    await operator.call(disableSeal, { stampId });
    await operator.call(enableSeal, { stampId });
    expect(await refusal(operator, deleteSeal, { stampId })).toBe('NO_PERMISSION');

    await grant(null);
    expect(await usable(operator)).not.toContain(stampId);
    const lines = (await recordsOf(admin, stampId)).filter(
      (r) => r.record === 'AUTHORIZED' || r.record === 'UNAUTHORIZED',
    );
    expect(lines.map((r) => r.remark).reverse()).toEqual([
      '甲方经办人 VIEWABLE',
      '甲方经办人 EDITABLE',
      '甲方经办人',
    ]);
  });

  it('[8.14b] rejects an unauthorized member who tries to stamp with a seal anyway', async () => {
    const { stampId } = await certifiedSeal(admin);
    await admin.call(saveGrants, { stampId, grants: [] });
    const { planId: taskId } = await sendSealed(admin);
    expect(await refusal(admin, signTask, await signing(admin, taskId, stampId))).toBe('SEAL_NOT_AUTHORIZED');
    const foreign = await newSeal(stranger);
    expect(await refusal(admin, signTask, await signing(admin, taskId, foreign.stampId))).toBe(
      'SEAL_NOT_CREATED',
    );
  });

  it('[8.14c] says what is the matter with the certificate: not applied, expired', async () => {
    const { stampId } = await newSeal(admin);
    const { planId: taskId } = await sendSealed(admin);
    expect(await refusal(admin, signTask, await signing(admin, taskId, stampId))).toBe(
      'SEAL_CERTIFICATE_NOT_APPLIED',
    );
    await admin.call(applyCertificate, { stampId });
    await certified(admin, stampId);
    await endCertificateAt(stampId, Date.now() - 1000);
    expect(await refusal(admin, signTask, await signing(admin, taskId, stampId))).toBe(
      'SEAL_CERTIFICATE_EXPIRED',
    );
  });

  it('[8.14b] tells an identity without a usable seal why, and one with a seal nothing', async () => {
    expect(await admin.call(getStampProblem, {})).toEqual({ problem: '', message: '' });
    const platform = await someone('platform', '');
    const own = (await platform.call(listSeals, { size: 50 })).records;
    for (const { stampId } of own) await platform.call(disableSeal, { stampId });
    const { problem, message } = await platform.call(getStampProblem, {});
    expect(problem).toBe('SEAL_NOT_ENABLED');
    expect(message).toContain('未启用');
    for (const { stampId } of own) await platform.call(enableSeal, { stampId });
  });

  it('[4.4f] never stamps with a seal that was deleted first, whoever of both is quicker', async () => {
    const database = createClient({ url: product().libsqlUrl, authToken: product().libsqlToken });
    for (let round = 0; round < 3; round++) {
      const { stampId } = await certifiedSeal(admin);
      const { planId: taskId } = await sendSealed(admin);
      const prepared = await signing(admin, taskId, stampId);
      const [signed, deleted] = await Promise.all([
        admin.envelope(signTask, prepared),
        admin.envelope(deleteSeal, { stampId }),
      ]);
      expect(deleted.code).toBe(200);
      const { rows } = await database.execute({
        sql: "select record from seal_record where seal_id = ? and record in ('USED', 'DELETED') order by rowid",
        args: [stampId],
      });
      const order = rows.map((row) => row.record);
      expect(order).toEqual(signed.code === 200 ? ['USED', 'DELETED'] : ['DELETED']);
    }
    database.close();
  });

  it('records every use with who used it and for which task', async () => {
    const { stampId } = await certifiedSeal(admin);
    const { planId: taskId, taskName } = await sendSealed(admin);
    await admin.call(signTask, await signing(admin, taskId, stampId));
    const [last] = await recordsOf(admin, stampId);
    expect(last).toMatchObject({ record: 'USED', operator: '甲方管理员', planId: taskId, taskName });
    expect(await refusal(operator, listRecords, { stampId })).toBe('NOT_FOUND');
  });
});
