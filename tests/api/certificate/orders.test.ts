/** Orders for certificates: their states, what the authority answers, renewals and the reminder a month before. */
import { createClient } from '@libsql/client';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  continueOrder,
  getExpiring,
  getOrder,
  listBusinessTypes,
  listCertificates,
  listOrders,
  refreshOrder,
  renewCertificates,
  revokeOrder,
  sendUserAuthToOrder,
} from '#core/certificate/calls.ts';
import {
  answerSimulatedOrder,
  holdSimulatedOrders,
  listSimulatedOrders,
} from '#core/certificate/sim-calls.ts';
import type { CaAnswerState } from '#core/certificate/states.ts';
import { deleteSeal, getSeal, listSeals } from '#core/seal/calls.ts';
import { applyCertificate, withdrawCertificate } from '#core/seal/certificate-calls.ts';
import { auditEntry, certificateOrder } from '#db/schema/index.ts';
import { sentNotices } from '#tests/fixtures/messages.ts';
import { addMember, database, newPerson } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { product } from '#tests/product.ts';
import { COMPANY, certified, newSeal, sealPeople } from '../seal/seals.ts';

const [admin, operator, stranger] = await sealPeople();

async function sql(statement: string, ...args: (string | number)[]): Promise<void> {
  const database = createClient({ url: product().libsqlUrl, authToken: product().libsqlToken });
  await database.execute({ sql: statement, args });
  database.close();
}

const rowOf = async (orderId: string) =>
  (await database().select().from(certificateOrder).where(eq(certificateOrder.id, orderId)))[0]!;

/** Orders of the enterprise wait for a hand while `work` runs. */
async function held<T>(work: () => Promise<T>): Promise<T> {
  await admin.call(holdSimulatedOrders, { organization: COMPANY.name, hold: true });
  try {
    return await work();
  } finally {
    await admin.call(holdSimulatedOrders, { organization: COMPANY.name, hold: false });
  }
}

/** A seal with an application that the authority has not answered, and its order. */
async function applied(): Promise<{ stampId: string; orderId: string }> {
  const { stampId } = await newSeal(admin);
  await admin.call(applyCertificate, { stampId });
  expect(await certified(admin, stampId)).toBe('APPLYING');
  const [order] = (await admin.call(listOrders, { size: 10 })).records;
  expect((await admin.call(getOrder, { orderId: order!.orderId })).items[0]!.stampId).toBe(stampId);
  return { stampId, orderId: order!.orderId };
}

const answer = (orderId: string, said: CaAnswerState) =>
  admin.call(answerSimulatedOrder, { orderId, answer: said });
const statusOf = async (stampId: string) => (await admin.call(getSeal, { stampId })).certificateStatus;

async function certifiedSeal(): Promise<{ stampId: string; name: string }> {
  const made = await newSeal(admin);
  await admin.call(applyCertificate, { stampId: made.stampId });
  expect(await certified(admin, made.stampId)).toBe('SUCCESS');
  return made;
}

const endsIn = (stampId: string, days: number) =>
  sql(
    'update certificate set not_after = ? where id = (select certificate_id from seal where id = ?)',
    Date.now() + days * 86_400_000,
    stampId,
  );

describe('an order', () => {
  it('[3.6b] [4.5a] has number, count, time, organization and type; completed once all is issued', async () => {
    const { stampId } = await newSeal(admin);
    const before = Date.now();
    await admin.call(applyCertificate, { stampId });
    expect(await certified(admin, stampId)).toBe('SUCCESS');
    const [order] = (await admin.call(listOrders, { status: 'COMPLETED' })).records;
    expect(order).toMatchObject({
      orderNumber: expect.stringMatching(/^CA\d{18}$/),
      count: 1,
      organization: COMPANY.name,
      sealCategory: 'ENTERPRISE',
      kind: 'APPLY',
      status: 'COMPLETED',
      creator: '甲方管理员',
      actions: [],
    });
    expect(order!.createTime).toBeGreaterThanOrEqual(before);
    expect(order!.createTime).toBeLessThanOrEqual(Date.now());
    expect(await refusal(admin, revokeOrder, { orderId: order!.orderId })).toBe('CERTIFICATE_ORDER_CLOSED');
    expect(await refusal(admin, continueOrder, { orderId: order!.orderId })).toBe('CERTIFICATE_ORDER_CLOSED');
  });

  it('[7.8m] waits at an authority that checks applicants, until a keeper sends their real name', () =>
    held(async () => {
      const { orderId } = await applied();
      const person = await newPerson();
      const company = { id: COMPANY.id, name: COMPANY.name };
      await addMember(company, person, ['SEAL_ADMIN']);
      const keeper = await signedIn(person, company);
      expect(await refusal(operator, sendUserAuthToOrder, { orderId })).toBe('NO_PERMISSION');
      expect(await refusal(stranger, sendUserAuthToOrder, { orderId })).toBe('NOT_FOUND');
      await sql("update account set personal_auth_status = 'REVOKE' where id = ?", person.id);
      expect(await refusal(keeper, sendUserAuthToOrder, { orderId })).toBe('REAL_NAME_NEEDED');
      await sql("update account set personal_auth_status = 'AUTH' where id = ?", person.id);
      expect((await keeper.call(getOrder, { orderId })).applicantTime).toBeNull();

      await answer(orderId, 'PENDING');
      expect(await keeper.call(sendUserAuthToOrder, { orderId })).toMatchObject({ status: 'IN_PROGRESS' });
      const kept = await rowOf(orderId);
      expect(kept).toMatchObject({ applicantId: person.id, applicantAt: expect.any(Number) });
      expect(Object.keys(kept.applicantSealed ?? {}).sort()).toEqual([
        'idNumber',
        'idType',
        'mobile',
        'name',
      ]);
      for (const plain of [person.name, person.mobile]) expect(JSON.stringify(kept)).not.toContain(plain);

      const other = await applied();
      expect(await keeper.call(refreshOrder, { orderId: other.orderId })).toMatchObject({
        status: 'IN_PROGRESS',
      });
      expect(await keeper.call(sendUserAuthToOrder, { orderId: other.orderId })).toMatchObject({
        status: 'COMPLETED',
      });
      expect(await statusOf(other.stampId)).toBe('SUCCESS');
      const { applicantTime, actions } = await keeper.call(getOrder, { orderId: other.orderId });
      expect([typeof applicantTime, actions]).toEqual(['number', []]);
      // What was sent is not kept beyond the order; that it was sent, is.
      expect((await rowOf(other.orderId)).applicantSealed).toBeNull();
      await admin.call(revokeOrder, { orderId });
      expect((await rowOf(orderId)).applicantSealed).toBeNull();
      expect(await refusal(keeper, sendUserAuthToOrder, { orderId })).toBe('CERTIFICATE_ORDER_CLOSED');
      const lines = await database().select().from(auditEntry).where(eq(auditEntry.actorId, person.id));
      expect(lines.map(({ action, targetName }) => [action, targetName])).toEqual(
        Array(2).fill(['APPLICANT_SENT', `**${person.name.at(-1)}`]),
      );
    }));

  it('[4.4b] [4.5b] in progress can be refreshed, continued and revoked; the seal is unchanged', () =>
    held(async () => {
      const { stampId, orderId } = await applied();
      const order = await admin.call(getOrder, { orderId });
      expect(order).toMatchObject({
        status: 'IN_PROGRESS',
        actions: ['continue', 'refresh', 'sendApplicant', 'revoke'],
      });
      expect(await admin.call(refreshOrder, { orderId })).toMatchObject({ status: 'IN_PROGRESS' });
      await answer(orderId, 'ISSUED');
      expect(await admin.call(continueOrder, { orderId })).toMatchObject({ status: 'COMPLETED' });
      expect(await statusOf(stampId)).toBe('SUCCESS');

      const second = await applied();
      await admin.call(revokeOrder, { orderId: second.orderId });
      expect((await admin.call(getOrder, { orderId: second.orderId })).status).toBe('REVOKED');
      expect(await statusOf(second.stampId)).toBe('NOT_APPLIED');
      // What comes after a revocation changes nothing.
      await answer(second.orderId, 'ISSUED');
      expect((await admin.call(refreshOrder, { orderId: second.orderId })).status).toBe('REVOKED');
      const third = await applied();
      await admin.call(withdrawCertificate, { stampId: third.stampId });
      expect((await admin.call(getOrder, { orderId: third.orderId })).status).toBe('REVOKED');
    }));

  it('[4.5a] [4.4a] is rejected, put off, taken up or ended with the business by the authority', () =>
    held(async () => {
      const rejected = await applied();
      await answer(rejected.orderId, 'REJECTED');
      const told = await admin.call(refreshOrder, { orderId: rejected.orderId });
      expect(told).toMatchObject({ status: 'REJECTED', reason: expect.stringMatching(/./) });
      expect(await statusOf(rejected.stampId)).toBe('FAILED');
      const listed = async (certificateStatus: 'APPLYING' | 'FAILED') =>
        (await admin.call(listSeals, { certificateStatus, size: 50 })).records.map(({ stampId }) => stampId);
      expect(await listed('FAILED')).toContain(rejected.stampId);

      const later = await applied();
      await answer(later.orderId, 'NOT_SCHEDULED');
      expect((await admin.call(refreshOrder, { orderId: later.orderId })).status).toBe('NO_SCHEDULED_PULL');
      expect(await statusOf(later.stampId)).toBe('APPLYING');
      expect(await listed('APPLYING')).toContain(later.stampId);
      expect(await listed('FAILED')).not.toContain(later.stampId);
      await answer(later.orderId, 'PENDING');
      expect((await admin.call(continueOrder, { orderId: later.orderId })).status).toBe('IN_PROGRESS');
      await answer(later.orderId, 'ISSUED');
      expect((await admin.call(refreshOrder, { orderId: later.orderId })).status).toBe('COMPLETED');

      const ended = await applied();
      await answer(ended.orderId, 'TERMINATED');
      expect((await admin.call(refreshOrder, { orderId: ended.orderId })).status).toBe('TERMINATED');
      expect(await statusOf(ended.stampId)).toBe('FAILED');
      const { orders } = await admin.call(listSimulatedOrders, {});
      expect(orders.find(({ orderId }) => orderId === ended.orderId)?.answer).toBe('TERMINATED');
      // The seal can be applied for again, by a new order.
      expect(await admin.call(applyCertificate, { stampId: ended.stampId })).toMatchObject({
        certificateStatus: 'APPLYING',
      });
    }));

  it('issues once for concurrent requests, and nothing for a deleted seal', () =>
    held(async () => {
      const { stampId, orderId } = await applied();
      await answer(orderId, 'ISSUED');
      await Promise.all([1, 2, 3].map(() => admin.call(refreshOrder, { orderId })));
      const database = createClient({ url: product().libsqlUrl, authToken: product().libsqlToken });
      const { rows } = await database.execute({
        sql: "select count(*) as n from seal_record where seal_id = ? and record = 'CERTIFICATE_ISSUED'",
        args: [stampId],
      });
      expect(rows[0]!.n).toBe(1);
      database.close();
      const gone = await applied();
      await admin.call(deleteSeal, { stampId: gone.stampId });
      await answer(gone.orderId, 'ISSUED');
      expect((await admin.call(refreshOrder, { orderId: gone.orderId })).status).toBe('REJECTED');
    }));

  it('is seen and moved only by those who look after the enterprise’s seals', async () => {
    const [order] = (await admin.call(listOrders, {})).records;
    const { orderId } = order!;
    for (const call of [getOrder, refreshOrder, continueOrder, revokeOrder] as const) {
      expect(await refusal(stranger, call, { orderId }), call.id).toBe('NOT_FOUND');
      expect(await refusal(operator, call, { orderId }), call.id).toBe('NO_PERMISSION');
    }
    expect(await refusal(operator, listOrders, {})).toBe('NO_PERMISSION');
    const others = (await stranger.call(listOrders, { size: 50 })).records;
    expect(others.every(({ organization }) => organization !== COMPANY.name)).toBe(true);
  });
});

describe('renewal', () => {
  it('[3.6a] [4.4g] [2.25e] lists type, number, end, state; renews several, one order a type', async () => {
    const seals = [await certifiedSeal(), await certifiedSeal()];
    const stampIds = seals.map(({ stampId }) => stampId);
    expect(await refusal(admin, renewCertificates, { stampIds })).toBe('CERTIFICATE_NOT_DUE');
    for (const id of stampIds) await endsIn(id, 20);
    const due = async (status: 'TO_UPDATE' | 'UPDATING') =>
      (await admin.call(listCertificates, { status, size: 50 })).records.filter(({ stampId }) =>
        stampIds.includes(stampId),
      );
    expect(await due('TO_UPDATE')).toMatchObject([
      { sealCategory: 'ENTERPRISE', certificateStatus: 'SUCCESS', update: 'TO_UPDATE', actions: ['update'] },
      { serial: expect.stringMatching(/^[0-9a-f]{32}$/), certTypeId: 'SERVER' },
    ]);
    const { count, firstNotAfter } = await admin.call(getExpiring, {});
    expect(count).toBeGreaterThanOrEqual(2);
    expect(firstNotAfter).toBeLessThan(Date.now() + 21 * 86_400_000);
    expect(await operator.call(getExpiring, {})).toEqual({ count: 0, firstNotAfter: null });
    await held(async () => {
      expect(await admin.call(renewCertificates, { stampIds })).toEqual({ orders: 1 });
      expect(await due('UPDATING')).toHaveLength(2);
      expect(await refusal(admin, renewCertificates, { stampIds })).toBe('CERTIFICATE_NOT_DUE');
      const [order] = (await admin.call(listOrders, {})).records;
      expect(order).toMatchObject({ kind: 'RENEW', count: 2, status: 'IN_PROGRESS' });
      await answer(order!.orderId, 'ISSUED');
      expect((await admin.call(refreshOrder, { orderId: order!.orderId })).status).toBe('COMPLETED');
    });
    for (const stampId of stampIds) {
      const seal = await admin.call(getSeal, { stampId });
      expect(seal).toMatchObject({ certificateStatus: 'SUCCESS', certificateUpdate: 'NONE' });
      expect(seal.certificateNotAfter).toBeGreaterThan(Date.now() + 365 * 86_400_000);
    }
    expect(await refusal(stranger, renewCertificates, { stampIds })).toBe('NOT_FOUND');
  });

  it('[4.4g] leaves the old certificate in force when the renewal is rejected', async () => {
    const { stampId } = await certifiedSeal();
    await endsIn(stampId, 10);
    await held(async () => {
      await admin.call(renewCertificates, { stampIds: [stampId] });
      const [order] = (await admin.call(listOrders, {})).records;
      await answer(order!.orderId, 'REJECTED');
      expect((await admin.call(refreshOrder, { orderId: order!.orderId })).status).toBe('REJECTED');
    });
    expect(await admin.call(getSeal, { stampId })).toMatchObject({
      certificateStatus: 'SUCCESS',
      certificateUpdate: 'TO_UPDATE',
    });
  });

  it('[8.16d] does not renew in a batch what lies in a unit’s UKey, and none of the others then', async () => {
    const [own, ukey] = [await certifiedSeal(), await certifiedSeal()];
    for (const { stampId } of [own, ukey]) await endsIn(stampId, 10);
    await sql(
      'update certificate set key_id = null where id = (select certificate_id from seal where id = ?)',
      ukey.stampId,
    );
    const stampIds = [own.stampId, ukey.stampId];
    expect(await refusal(admin, renewCertificates, { stampIds })).toBe('CERTIFICATE_UKEY_NO_BATCH');
    expect((await admin.call(getSeal, { stampId: own.stampId })).certificateUpdate).toBe('TO_UPDATE');
    const rows = (await admin.call(listCertificates, { stampName: ukey.name })).records;
    expect(rows).toMatchObject([{ certTypeId: 'UKEY', actions: [] }]);
  });

  it('[7.6h] [8.16c] says which certificates there are, and refuses a type of seal that has none', async () => {
    const types = await admin.call(listBusinessTypes, { businessType: 'CA_APPLY_CONFIG' });
    expect(types.map(({ sealCategory }) => sealCategory)).toContain('ENTERPRISE');
    const { stampId } = await newSeal(admin);
    const only = JSON.stringify(types.filter(({ sealCategory }) => sealCategory === 'GENERAL'));
    await sql('insert into setting (name, value, updated_at) values (?, ?, 0)', 'CA_APPLY_CONFIG', only);
    try {
      expect(await refusal(admin, applyCertificate, { stampId })).toBe('CERTIFICATE_TYPE_NOT_CONFIGURED');
      expect(await statusOf(stampId)).toBe('NOT_APPLIED');
    } finally {
      await sql("delete from setting where name = 'CA_APPLY_CONFIG'");
    }
  });

  it('[9.33] sends one notice when a certificate expires within a month', async () => {
    const { stampId, name } = await certifiedSeal();
    await endsIn(stampId, 31);
    const told = async () => {
      await runJobs();
      const { records } = await sentNotices(admin, { normalMessageCategory: 'system', size: 50 });
      return records.filter(({ subject }) => subject.includes(name));
    };
    expect(await told()).toEqual([]);
    await endsIn(stampId, 29);
    const [notice, ...more] = await told();
    expect(notice).toMatchObject({ normalMessageCategory: 'system' });
    expect(notice!.subject).toContain(`印章“${name}”的证书将于`);
    expect(more).toEqual([]);
    expect(await told()).toHaveLength(1);
  });
});
