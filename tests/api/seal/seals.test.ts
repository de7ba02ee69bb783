import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { boundsOfItems, type Drawing } from '#core/drawing.ts';
import { runJobs } from '#core/internal/calls.ts';
import {
  allowUkey,
  applyCertificate,
  certifyUkey,
  createSeal,
  deleteSeal,
  disableSeal,
  enableSeal,
  forbidUkey,
  getBuilderFacts,
  getPicture,
  getSeal,
  getStampProblem,
  listGrants,
  listRecords,
  listSeals,
  saveGrants,
  updateCertificate,
  updateSeal,
  withdrawCertificate,
} from '#core/seal/calls.ts';
import { readPng } from '#core/sealart/read-png.ts';
import { listUsableSeals, signPlan } from '#core/task/calls.ts';
import { product } from '#tests/product.ts';
import type { ApiClient } from '../../../scripts/api-client.ts';
import {
  ADMIN,
  COMPANY,
  certified,
  designPicture,
  freshName,
  newSeal,
  OPERATOR,
  OTHER_COMPANY_ADMIN,
  operatorId,
  refusal,
  sendTask,
  signing,
  someone,
} from './people.ts';

let admin: ApiClient;
let operator: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  [admin, operator, stranger] = await Promise.all([
    someone(ADMIN),
    someone(OPERATOR),
    someone(OTHER_COMPANY_ADMIN),
  ]);
}, 60_000);

const records = async (stampId: string) => (await admin.call(listRecords, { stampId, size: 50 })).records;
const kinds = async (stampId: string) => (await records(stampId)).map((r) => r.record).reverse();
const inList = async (client: ApiClient, stampName: string, more: object = {}) =>
  (await client.call(listSeals, { stampName, ...more })).records;

describe('making seals', () => {
  it('[2.19a] [3.5a] makes a seal from its design, draws it on the server and lists it with all its fields', async () => {
    const { stampId, name } = await newSeal(admin);
    const [row] = await inList(admin, name);
    expect(row).toMatchObject({
      stampId,
      stampName: name,
      stampCategory: 'ENTERPRISE',
      shape: 'CIRCLE',
      widthMm: 40,
      heightMm: 40,
      method: 'AUTO',
      certificateStatus: 'NOT_APPLIED',
      enabled: true,
      creator: '甲方管理员',
      authorized: ['甲方管理员'],
    });
    expect(boundsOfItems((row!.drawing as Drawing).items)?.width).toBeCloseTo(40, 2);
    const whole = await admin.call(getSeal, { stampId });
    expect(whole.picture).toEqual(designPicture());
    const { bytes, fileName } = await admin.download(getPicture, { stampId });
    const png = readPng(bytes);
    expect([png.dpi, png.width, fileName]).toEqual([600, 945, `${name}.png`]);
  });

  it('[5.5c] [5.5d] [5.5e] refuses a seal without a name, an ellipse that is not wider than high, and one without text', async () => {
    const make = (stampName: string, change: object) =>
      admin.envelope(createSeal, { stampName, stampCategory: 'ENTERPRISE', picture: designPicture(change) });
    const fields = async (stampName: string, change: object) =>
      ((await make(stampName, change)).fields ?? []).map((f) => f.path);
    expect(await fields(' ', {})).toEqual(['stampName']);
    expect(await fields('x', { shape: 'ELLIPSE', widthMm: 30, heightMm: 40 })).toEqual([
      'picture.design.widthMm',
    ]);
    const body = { ...designPicture().design.body, text: '' };
    expect(await fields('x', { body, sections: [] })).toEqual(['picture.design.body.text']);
    expect(await fields('x', { widthMm: undefined })).toEqual(['picture.design.widthMm']);
  });

  it('names the character that no font has, and takes no second seal of a name', async () => {
    const body = { ...designPicture().design.body, text: '示例\u{2CB29}' };
    const answer = await admin.envelope(createSeal, {
      stampName: freshName('缺字'),
      stampCategory: 'ENTERPRISE',
      picture: designPicture({ body }),
    });
    expect(answer.message).toContain('\u{2CB29}');
    const { name } = await newSeal(admin);
    const again = { stampName: name, stampCategory: 'ENTERPRISE', picture: designPicture() } as const;
    expect(await refusal(admin, createSeal, again)).toBe('SEAL_NAME_TAKEN');
    const both = freshName('同时');
    const twice = await Promise.all(
      [1, 2].map(() => admin.envelope(createSeal, { ...again, stampName: both })),
    );
    expect(twice.map((e) => e.code === 200).sort()).toEqual([false, true]);
  });

  it('[6.2a] lets only who manages seals make one, and tells the builder so', async () => {
    expect(
      await refusal(operator, createSeal, {
        stampName: 'x',
        stampCategory: 'GENERAL',
        picture: designPicture(),
      }),
    ).toBe('NO_PERMISSION');
    expect((await operator.call(getBuilderFacts, {})).maySeal).toBe(false);
    expect(await admin.call(getBuilderFacts, {})).toMatchObject({
      ownerName: COMPANY.name,
      creditCode: COMPANY.creditCode,
      maySeal: true,
    });
  });

  it('keeps the seals of one enterprise from another', async () => {
    const { stampId, name } = await newSeal(admin);
    expect(await inList(stranger, name)).toEqual([]);
    for (const call of [
      getSeal,
      deleteSeal,
      disableSeal,
      applyCertificate,
      listGrants,
      getPicture,
    ] as const) {
      expect(await refusal(stranger, call, { stampId }), call.id).toBe('NOT_FOUND');
    }
  });
});

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

  it('[4.4b] continues an application under way from the order page, once however often it is asked', async () => {
    const { stampId } = await newSeal(admin);
    await admin.call(applyCertificate, { stampId });
    const states = await Promise.all([1, 2, 3].map(() => certified(admin, stampId)));
    expect(await certified(admin, stampId)).toBe('SUCCESS');
    expect(states.every((s) => s === 'APPLYING' || s === 'SUCCESS')).toBe(true);
    expect((await kinds(stampId)).filter((kind) => kind === 'CERTIFICATE_ISSUED')).toHaveLength(1);
  });

  it('[4.4c] cannot be applied for again after success, nor the picture changed; renaming stays possible', async () => {
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

  it('[4.4a] [4.4g] shows it as expired after its end, and to be updated within the month before; an update renews it', async () => {
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

describe('what the product does by itself', () => {
  const runTheJobs = () => admin.call(runJobs, {}, { 'x-internal-key': product().internalKey });
  const change = async (set: string, stampId: string) => {
    const database = createClient({ url: product().libsqlUrl });
    await database.execute({ sql: `update seal set ${set} where id = ?`, args: [stampId] });
    database.close();
  };

  it('[4.4a] [4.4b] carries out an application or update that was left under way, and notes a certificate’s end', async () => {
    const { stampId } = await newSeal(admin);
    await change("certificate_status = 'APPLYING'", stampId);
    await runTheJobs();
    expect((await admin.call(getSeal, { stampId })).certificateStatus).toBe('SUCCESS');

    await endCertificateAt(stampId, Date.now() + 5 * 86_400_000);
    await change("certificate_update = 'UPDATING'", stampId);
    expect((await admin.call(getSeal, { stampId })).certificateUpdate).toBe('UPDATING');
    await runTheJobs();
    const renewed = await admin.call(getSeal, { stampId });
    expect(renewed.certificateUpdate).toBe('NONE');
    expect(renewed.certificateNotAfter).toBeGreaterThan(Date.now() + 365 * 86_400_000);

    await endCertificateAt(stampId, Date.now() - 1000);
    await runTheJobs();
    expect(await kinds(stampId)).toEqual([
      'CREATED',
      'CERTIFICATE_ISSUED',
      'CERTIFICATE_UPDATED',
      'CERTIFICATE_EXPIRED',
    ]);
  });
});

/** Time passes: the certificate of a seal ends at `notAfter`. */
async function endCertificateAt(stampId: string, notAfter: number): Promise<void> {
  const database = createClient({ url: product().libsqlUrl });
  await database.execute({
    sql: 'update certificate set not_after = ? where id = (select certificate_id from seal where id = ?)',
    args: [notAfter, stampId],
  });
  database.close();
}

describe('using seals', () => {
  const usable = async (client: ApiClient) => (await client.call(listUsableSeals, {})).map((s) => s.sealId);
  const certifiedSeal = async () => {
    const made = await newSeal(admin);
    await admin.call(applyCertificate, { stampId: made.stampId });
    expect(await certified(admin, made.stampId)).toBe('SUCCESS');
    return made;
  };

  it('[4.4d] [4.4e] cannot be used while it is disabled, and can again when it is enabled', async () => {
    const { stampId, name } = await certifiedSeal();
    expect(await usable(admin)).toContain(stampId);
    await admin.call(disableSeal, { stampId });
    expect(await usable(admin)).not.toContain(stampId);
    expect(await inList(admin, name, { enabled: 'false' })).toHaveLength(1);
    const { planId } = await sendTask(admin);
    expect(await refusal(admin, signPlan, await signing(admin, planId, stampId))).toBe('SEAL_NOT_ENABLED');
    await admin.call(enableSeal, { stampId });
    expect((await admin.call(signPlan, await signing(admin, planId, stampId))).status).toBe('ENDED');
    expect((await kinds(stampId)).slice(-3)).toEqual(['DISABLED', 'ENABLED', 'USED']);
  });

  it('[4.4f] a deleted seal stamps nothing that is in flight any more', async () => {
    const { stampId, name } = await certifiedSeal();
    const { planId } = await sendTask(admin);
    expect((await admin.call(getSeal, { stampId })).waitingTasks).toBeGreaterThan(0);
    const prepared = await signing(admin, planId, stampId);
    await admin.call(deleteSeal, { stampId });
    expect(await refusal(admin, signPlan, prepared)).toBe('SEAL_DELETED');
    expect(await inList(admin, name)).toEqual([]);
    expect(await refusal(admin, enableSeal, { stampId })).toBe('NOT_FOUND');
    await newSeal(admin, name);
  });

  it('[6.3a] needs an authorization: VIEWABLE may stamp, EDITABLE may also change, nobody else sees it', async () => {
    const { stampId, name } = await certifiedSeal();
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
    const lines = (await records(stampId)).filter(
      (r) => r.record === 'AUTHORIZED' || r.record === 'UNAUTHORIZED',
    );
    expect(lines.map((r) => r.remark).reverse()).toEqual([
      '甲方经办人 VIEWABLE',
      '甲方经办人 EDITABLE',
      '甲方经办人',
    ]);
  });

  it('[8.14b] says that a seal is not authorized for whoever tries to stamp with it anyway', async () => {
    const { stampId } = await certifiedSeal();
    await admin.call(saveGrants, { stampId, grants: [] });
    const { planId } = await sendTask(admin);
    expect(await refusal(admin, signPlan, await signing(admin, planId, stampId))).toBe('SEAL_NOT_AUTHORIZED');
    const foreign = await newSeal(stranger);
    expect(await refusal(admin, signPlan, await signing(admin, planId, foreign.stampId))).toBe(
      'SEAL_NOT_CREATED',
    );
  });

  it('[8.14c] says what is the matter with the certificate: not applied, expired', async () => {
    const { stampId } = await newSeal(admin);
    const { planId } = await sendTask(admin);
    expect(await refusal(admin, signPlan, await signing(admin, planId, stampId))).toBe(
      'SEAL_CERTIFICATE_NOT_APPLIED',
    );
    await admin.call(applyCertificate, { stampId });
    await certified(admin, stampId);
    await endCertificateAt(stampId, Date.now() - 1000);
    expect(await refusal(admin, signPlan, await signing(admin, planId, stampId))).toBe(
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
    const database = createClient({ url: product().libsqlUrl });
    for (let round = 0; round < 3; round++) {
      const { stampId } = await certifiedSeal();
      const { planId } = await sendTask(admin);
      const prepared = await signing(admin, planId, stampId);
      const [signed, deleted] = await Promise.all([
        admin.envelope(signPlan, prepared),
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
    const { stampId } = await certifiedSeal();
    const { planId, taskName } = await sendTask(admin);
    await admin.call(signPlan, await signing(admin, planId, stampId));
    const [last] = await records(stampId);
    expect(last).toMatchObject({ record: 'USED', operator: '甲方管理员', planId, taskName });
    expect(await refusal(operator, listRecords, { stampId })).toBe('NOT_FOUND');
  });

  it('[6.3b] [9.11] lets at most five UKeys use the seals of one type', async () => {
    const { stampId } = await admin.call(createSeal, {
      stampName: freshName('部门章'),
      stampCategory: 'DEPARTMENT',
      picture: designPicture(),
    });
    const serials = Array.from({ length: 5 }, (_, i) => `UK${Date.now() % 1_000_000}${i}`);
    for (const serial of serials) await admin.call(allowUkey, { stampId, serial });
    expect(await refusal(admin, allowUkey, { stampId, serial: 'UK-ONE-MORE' })).toBe('SEAL_UKEY_TOO_MANY');
    await admin.call(forbidUkey, { stampId, serial: serials[0]! });
    await admin.call(allowUkey, { stampId, serial: 'UK-ONE-MORE' });
    expect((await admin.call(getSeal, { stampId })).ukeys).toHaveLength(5);
    await admin.call(deleteSeal, { stampId });
  });

  it('[2.19a] certifies the key of a UKey from its request, as OpenSSL sees it, and revokes with the permission', async () => {
    const { stampId } = await admin.call(createSeal, {
      stampName: freshName('通用章'),
      stampCategory: 'GENERAL',
      picture: designPicture(),
    });
    const folder = mkdtempSync(join(tmpdir(), 'signet-ukey-'));
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString();
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'req.pem',
      '-subj',
      '/CN=ukey',
    );
    const request = readFileSync(join(folder, 'req.pem'), 'utf8');
    const serial = `UKEY-${Date.now()}`;
    const { certificates } = await admin.call(certifyUkey, { stampId, serial, request });
    ['own.pem', 'issuing.pem', 'root.pem'].forEach((name, i) => {
      writeFileSync(join(folder, name), certificates[i]!);
    });
    expect(openssl('verify', '-CAfile', 'root.pem', '-untrusted', 'issuing.pem', 'own.pem')).toContain(
      'own.pem: OK',
    );
    expect(openssl('x509', '-in', 'own.pem', '-noout', '-pubkey')).toBe(
      openssl('req', '-in', 'req.pem', '-noout', '-pubkey'),
    );

    const seal = await admin.call(getSeal, { stampId });
    expect(seal.certificateStatus).toBe('SUCCESS');
    expect(seal.ukeys).toMatchObject([{ serial, certificateNotAfter: expect.any(Number) }]);
    // Only the UKey has the key, so nothing can be stamped without it.
    expect(await usable(admin)).not.toContain(stampId);

    const forged = request.replace(/^(.{20})(.)/m, (_, head, c) => `${head}${c === 'A' ? 'B' : 'A'}`);
    expect(await refusal(admin, certifyUkey, { stampId, serial, request: forged })).toBe(
      'CERTIFICATE_REQUEST_BROKEN',
    );
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:1024',
      '-nodes',
      '-keyout',
      'weak.pem',
      '-out',
      'weak-req.pem',
      '-subj',
      '/CN=ukey',
    );
    const weak = readFileSync(join(folder, 'weak-req.pem'), 'utf8');
    expect(await refusal(admin, certifyUkey, { stampId, serial, request: weak })).toBe('KEY_UNSUPPORTED');
    expect(await refusal(operator, certifyUkey, { stampId, serial, request })).toBe('NOT_FOUND');

    await admin.call(forbidUkey, { stampId, serial });
    expect((await admin.call(getSeal, { stampId })).certificateStatus).toBe('EXPIRED');
    await admin.call(deleteSeal, { stampId });
  });
});
