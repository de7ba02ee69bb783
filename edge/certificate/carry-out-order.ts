import { and, eq, isNull, sql } from 'drizzle-orm';
import { fromBase64, toBase64 } from '#core/bytes.ts';
import { ORDER_MACHINE, orderEvent } from '#core/certificate/states.ts';
import { next } from '#core/machine.ts';
import {
  buildCertificateRequest,
  parseCertificateRequest,
} from '#core/pki/certificate/certificate-request.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { pkcs8Signer } from '#core/pki/key/signer.ts';
import { CERTIFICATE_MACHINE, type SealRecord } from '#core/seal/states.ts';
import { certificate, certificateOrder, certificateOrderItem, enterprise, seal } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { rowOf } from '#edge/pki/authority.ts';
import { openCa } from '#edge/pki/ca.ts';
import type { CaAnswer } from '#edge/pki/certificate-authority.ts';
import { keepChain } from '#edge/pki/chain-of.ts';
import { makeKey } from '#edge/pki/key-store.ts';
import type { SealTableRow } from '#edge/seal/access.ts';
import { recordOf } from '#edge/seal/change-seal.ts';
import { sealsChanged } from '#edge/seal/void-seals.ts';
import { applicantOf } from './applicant-of.ts';
import { type ItemRow, OPEN_STATES, type OrderRow, unchangedOrder, unsafeReadOrder } from './read-order.ts';

/** The actor in the record of automatic changes. */
export const PRODUCT = { id: '', name: 'Signet' };

/**
 * Asks the authority for the pending items of an open order and stores its answers: certificates and the states of the
 * seals and the order. Of two concurrent runs one finds it done. A deleted seal gets nothing.
 */
export async function carryOutOrder(context: Context, orderId: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt(context, orderId);
    } catch (error) {
      // Another run was faster, or a seal changed meanwhile: after a few attempts the job takes over the order.
      if (!(error instanceof GuardFailed)) throw error;
      if (tries === 3) return;
    }
  }
}

async function attempt(context: Context, orderId: string): Promise<void> {
  const found = await unsafeReadOrder(context, orderId);
  if (!found || !OPEN_STATES.includes(found.order.state)) return;
  const { order, items } = found;
  const waiting = items.filter(({ item }) => item.state === 'WAITING');
  const answers: ItemAnswer[] = [];
  for (const { item, seal: sealRow } of waiting) {
    const answer: CaAnswer =
      sealRow && awaits(order, sealRow)
        ? await ask(context, order, item, sealRow)
        : { state: 'REJECTED', reason: '' };
    answers.push({ item, seal: sealRow, answer });
    // If the authority refuses the order as a whole, its pending items end too.
    if (answer.state === 'TERMINATED') break;
  }
  await write(context, order, answers, waiting);
  // Continues at once what waited for a certificate, without waiting for the job.
}

/** Whether the seal still waits for this order. */
const awaits = (order: OrderRow, sealRow: SealTableRow): boolean =>
  order.kind === 'RENEW'
    ? sealRow.certificateUpdate === 'UPDATING'
    : sealRow.certificateStatus === 'APPLYING';

type ItemAnswer = { item: ItemRow; seal: SealTableRow | null; answer: CaAnswer };

async function ask(
  context: Context,
  order: OrderRow,
  item: ItemRow,
  sealRow: SealTableRow,
): Promise<CaAnswer> {
  const [owner] = await context.db
    .select()
    .from(enterprise)
    .where(eq(enterprise.id, order.ownerKey.slice(2)));
  if (owner?.authStatus !== 'AUTH') return { state: 'REJECTED', reason: '' };
  const subject = {
    organization: owner.name,
    commonName: `${owner.name} ${sealRow.name}`.slice(0, 64),
  };
  try {
    const request = fromBase64(item.request || (await prepare(context, order, item, subject)));
    return await openCa(context).enroll({
      orderId: order.id,
      ownerKey: order.ownerKey,
      renewal: order.kind === 'RENEW',
      ...subject,
      spki: parseCertificateRequest(request).publicKey.spki,
      request,
      applicant: await applicantOf(context, order),
    });
  } catch (error) {
    noteFault(`certificate order ${order.number}`, error);
    return { state: 'PENDING', reason: '' };
  }
}

/** Makes the key and its signed request (base64) once per item, because the authority may be asked many times. */
async function prepare(
  context: Context,
  order: OrderRow,
  item: ItemRow,
  { organization, commonName }: { organization: string; commonName: string },
): Promise<string> {
  const key = await makeKey(context, 'RSA-2048');
  const name = [
    ['C', 'CN'],
    ['O', organization],
    ['CN', commonName],
  ] as const;
  const der = await buildCertificateRequest(
    { subject: name, publicKey: key.spki },
    await pkcs8Signer(key.pkcs8),
  );
  const request = toBase64(der);
  const own = and(eq(certificateOrderItem.orderId, order.id), eq(certificateOrderItem.sealId, item.sealId));
  const written = commit(
    context,
    [
      sql`select 1 from ${certificateOrderItem} where ${certificateOrderItem.orderId} = ${order.id} and ${certificateOrderItem.sealId} = ${item.sealId} and ${isNull(certificateOrderItem.keyId)}`,
    ],
    [key.statement, context.db.update(certificateOrderItem).set({ keyId: key.id, request }).where(own)],
  );
  try {
    await written;
    item.keyId = key.id;
    item.request = request;
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    // A concurrent run: both ask for the same key, and one of them stores the answer.
    const [other] = await context.db.select().from(certificateOrderItem).where(own);
    if (!other?.request) throw error;
    item.keyId = other.keyId;
    item.request = other.request;
  }
  return item.request;
}

async function write(
  context: Context,
  order: OrderRow,
  answers: readonly ItemAnswer[],
  waiting: readonly { item: ItemRow; seal: SealTableRow | null }[],
): Promise<void> {
  const { db, now } = context;
  const states = answers.map(({ answer }) => answer.state);
  const event = orderEvent(states);
  const state = next(ORDER_MACHINE, order.state, event) ?? order.state;
  const guards = [unchangedOrder(order)];
  const statements: Statement[] = [];
  for (const { item, seal: sealRow } of waiting) {
    const answer = answers.find((one) => one.item === item)?.answer ?? TERMINATED;
    if (answer.state === 'PENDING' || answer.state === 'NOT_SCHEDULED') continue;
    const issued = answer.state === 'ISSUED' ? await certificateRow(context, order, item, answer) : null;
    statements.push(
      ...(issued?.statements ?? []),
      db
        .update(certificateOrderItem)
        .set({ state: issued ? 'ISSUED' : 'REJECTED', certificateId: issued?.id ?? null })
        .where(and(eq(certificateOrderItem.orderId, order.id), eq(certificateOrderItem.sealId, item.sealId))),
    );
    if (!sealRow || !awaits(order, sealRow)) continue;
    guards.push(
      sql`select 1 from ${seal} where ${seal.id} = ${sealRow.id} and ${seal.version} = ${sealRow.version} and ${seal.deletedAt} is null`,
    );
    statements.push(...sealStatements(context, order, sealRow, issued));
  }
  await commit(context, guards, [
    ...statements,
    ...(states.includes('ISSUED') ? sealsChanged(context, order.ownerKey, []) : []),
    db
      .update(certificateOrder)
      .set({
        state,
        reason: answers.map(({ answer }) => ('reason' in answer ? answer.reason : '')).find(Boolean) ?? '',
        askedAt: now,
        ...(OPEN_STATES.includes(state) ? { endedAt: null } : { endedAt: now, applicantSealed: null }),
        version: order.version + 1,
      })
      .where(eq(certificateOrder.id, order.id)),
  ]);
}

const TERMINATED: CaAnswer = { state: 'TERMINATED', reason: '' };

/** The effect of an answer on a seal; a failed renewal keeps the old certificate. */
function sealStatements(
  context: Context,
  order: OrderRow,
  sealRow: SealTableRow,
  issued: { id: string; serial: string } | null,
): Statement[] {
  const renewal = order.kind === 'RENEW';
  const status = renewal ? 'SUCCESS' : next(CERTIFICATE_MACHINE, 'APPLYING', issued ? 'issue' : 'fail');
  const record: SealRecord = !issued
    ? 'CERTIFICATE_FAILED'
    : renewal
      ? 'CERTIFICATE_UPDATED'
      : 'CERTIFICATE_ISSUED';
  return [
    context.db
      .update(seal)
      .set({
        certificateUpdate: 'NONE',
        ...(renewal && !issued ? {} : { certificateStatus: status ?? sealRow.certificateStatus }),
        ...(issued ? { certificateId: issued.id } : {}),
        version: sealRow.version + 1,
      })
      .where(eq(seal.id, sealRow.id)),
    recordOf(context, sealRow.id, record, PRODUCT, { remark: issued?.serial ?? '' }),
  ];
}

async function certificateRow(
  context: Context,
  order: OrderRow,
  item: ItemRow,
  answer: Extract<CaAnswer, { state: 'ISSUED' }>,
): Promise<{ id: string; serial: string; statements: Statement[] }> {
  const { issuerId, statements } = await keepChain(context, answer.chain);
  const row = {
    ...rowOf(context, parseCertificate(answer.certificate)),
    purpose: 'SEAL',
    ownerKey: order.ownerKey,
    keyId: item.keyId,
    issuerId,
  };
  return {
    id: row.id,
    serial: row.serial,
    statements: [...statements, context.db.insert(certificate).values(row)],
  };
}
