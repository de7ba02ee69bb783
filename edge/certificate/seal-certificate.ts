import { and, eq, gt, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import type { OrderKind } from '#core/certificate/states.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type {
  applyCertificate as applyCall,
  updateCertificate as updateCall,
} from '#core/seal/certificate-calls.ts';
import { CERTIFICATE_MACHINE, UPDATE_MACHINE } from '#core/seal/states.ts';
import { DAY_MS } from '#core/time.ts';
import {
  account,
  certificate,
  certificateOrder,
  certificateOrderItem,
  enterprise,
  seal,
} from '#db/schema/index.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { commit, GuardFailed, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { certificateFor, personSubject } from '#edge/pki/authority.ts';
import type { CertificateRow } from '#edge/pki/key-store.ts';
import {
  certificateStateOf,
  readSealToManage,
  type SealTableRow,
  type SealView,
  updateStateOf,
} from '#edge/seal/access.ts';
import { changeSeal, operatorOf, recordOf } from '#edge/seal/change-seal.ts';
import { carryOutOrder, PRODUCT } from './carry-out-order.ts';
import { checkTypeConfigured } from './certificate-types.ts';
import { placeOrder } from './place-order.ts';
import { OPEN_STATES, openOrderOf } from './read-order.ts';
import { remindHolders } from './remind-holders.ts';
import { revokeOrder } from './revoke-order.ts';

type Input = { stampId: string };

/**
 * Applies for the certificate of a seal ([4.4a]): stores the application, then asks the authority. Certificates of
 * enterprises are ordered. Throws SEAL_CERTIFICATE_SUBMITTED if an application is open or succeeded ([4.4c]),
 * CERTIFICATE_TYPE_NOT_CONFIGURED, or the reason why the owner may not have one.
 */
export async function applyCertificate(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof applyCall>> {
  await withRetry(async () => {
    const view = await readSealToManage(context, input.stampId);
    await checkOwner(context);
    const state = next(CERTIFICATE_MACHINE, certificateStateOf(view, context.now), 'apply');
    if (state === null) throw new AppError('SEAL_CERTIFICATE_SUBMITTED');
    await checkTypeConfigured(context, view.row);
    await changeSeal(context, view.row, { certificateStatus: state }, [
      recordOf(context, view.row.id, 'CERTIFICATE_APPLIED', operatorOf(context)),
      ...orderFor(context, view.row, 'APPLY', operatorOf(context), context.actor.entName),
    ]);
  });
  // If the isolate dies here, the application stays open and is continued by hand or by the job.
  context.defer(carryOutApplication(context, input.stampId));
  return { certificateStatus: 'APPLYING' };
}

/** A person's certificate needs no order, because all seals of a person share it. */
const orderFor = (
  context: Context,
  row: SealTableRow,
  kind: OrderKind,
  creator: { id: string; name: string },
  ownerName: string,
): Statement[] =>
  row.ownerKey.startsWith('E:')
    ? placeOrder(context, { kind, ownerKey: row.ownerKey, ownerName, seals: [row], creator }).statements
    : [];

/** Continues an open application and waits for its end ([4.4b]). */
export async function continueCertificate(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof applyCall>> {
  const view = await readSealToManage(context, input.stampId);
  if (certificateStateOf(view, context.now) === 'APPLYING') await carryOutApplication(context, view.row.id);
  const after = await readSealToManage(context, input.stampId);
  return { certificateStatus: certificateStateOf(after, context.now) };
}

/** Withdraws an application and revokes its order. */
export async function withdrawCertificate(input: Input, context: SignedInContext): Promise<null> {
  const { row } = await readSealToManage(context, input.stampId);
  const orderId = await openOrderOf(context, row.id);
  if (orderId) {
    await revokeOrder({ orderId }, context);
    return null;
  }
  return withRetry(async () => {
    const view = await readSealToManage(context, input.stampId);
    const state = next(CERTIFICATE_MACHINE, certificateStateOf(view, context.now), 'withdraw');
    if (state === null) throw new AppError('CONFLICT');
    await changeSeal(context, view.row, { certificateStatus: state }, [
      recordOf(context, view.row.id, 'CERTIFICATE_WITHDRAWN', operatorOf(context)),
    ]);
    return null;
  });
}

/** Renews a certificate that expires within a month; the old one stays in use until the new one is issued ([4.4g]). */
export async function updateCertificate(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof updateCall>> {
  await withRetry(async () => {
    const view = await readSealToManage(context, input.stampId);
    await checkOwner(context);
    const update = next(UPDATE_MACHINE, updateStateOf(view, context.now), 'start');
    if (update === null) throw new AppError('SEAL_CERTIFICATE_SUBMITTED');
    await checkTypeConfigured(context, view.row);
    await changeSeal(context, view.row, { certificateUpdate: update }, [
      recordOf(context, view.row.id, 'CERTIFICATE_APPLIED', operatorOf(context)),
      ...orderFor(context, view.row, 'RENEW', operatorOf(context), context.actor.entName),
    ]);
  });
  await carryOutApplication(context, input.stampId);
  const after = await readSealToManage(context, input.stampId);
  const certificateUpdate = updateStateOf(after, context.now);
  if (certificateUpdate === 'TO_UPDATE')
    throw new AppError('SEAL_CERTIFICATE_FAILED', { name: after.row.name });
  return { certificateUpdate, certificateNotAfter: after.certificate?.notAfter ?? null };
}

/**
 * Asks the authority for the certificate of an open application or update. Of two concurrent runs one finds it done; if
 * the seal changed meanwhile, the application stays open for the job or "continue".
 */
export async function carryOutApplication(context: Context, sealId: string): Promise<void> {
  const view = await unsafeReadApplication(context, sealId);
  if (!view) return;
  if (view.row.ownerKey.startsWith('E:')) {
    const orderId = (await openOrderOf(context, sealId)) ?? (await orderAnew(context, view));
    if (orderId) await carryOutOrder(context, orderId);
    return;
  }
  const issued = await issueToPerson(context, view).catch((error: unknown) => {
    noteFault(`certificate of seal ${sealId}`, error);
    return null;
  });
  const updating = view.row.certificateUpdate === 'UPDATING';
  const record = !issued ? 'CERTIFICATE_FAILED' : updating ? 'CERTIFICATE_UPDATED' : 'CERTIFICATE_ISSUED';
  // A failed update keeps the old certificate, which stays due by its expiry.
  const state = next(CERTIFICATE_MACHINE, 'APPLYING', issued ? 'issue' : 'fail') ?? 'FAILED';
  const keeps = updating && !issued;
  await changeSeal(
    context,
    view.row,
    {
      certificateUpdate: 'NONE',
      ...(keeps ? {} : { certificateStatus: state }),
      ...(issued ? { certificateId: issued.id } : {}),
    },
    [recordOf(context, sealId, record, PRODUCT, { remark: issued?.serial ?? '' })],
  ).catch((error: unknown) => {
    if (!(error instanceof GuardFailed)) throw error;
  });
}

/**
 * Creates the order of an application older than orders; null if the application was completed since it was read.
 */
async function orderAnew(context: Context, { row }: SealView): Promise<string | null> {
  const [owner] = await context.db
    .select({ name: enterprise.name })
    .from(enterprise)
    .where(eq(enterprise.id, row.ownerKey.slice(2)));
  const { orderId, statements } = placeOrder(context, {
    kind: row.certificateUpdate === 'UPDATING' ? 'RENEW' : 'APPLY',
    ownerKey: row.ownerKey,
    ownerName: owner?.name ?? '',
    seals: [row],
    creator: PRODUCT,
  });
  const unchanged = sql`select 1 from ${seal} where ${seal.id} = ${row.id} and ${seal.version} = ${row.version}`;
  try {
    await commit(context, [unchanged], statements);
    return orderId;
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    return null;
  }
}

/** Pause before an authority that answered "later" is asked again, ms. */
const ASK_AGAIN_MS = 600_000;
/** Ends of certificates are noted for this long; one that ended earlier shows as ended by its date all the same. */
const NOTED_FOR_MS = 90 * DAY_MS;

/** Job: applications left open, orders that wait for the authority, expired certificates. */
export async function runCertificatesJob(context: Context): Promise<number> {
  const { db, now } = context;
  const waits = db
    .select({ id: certificateOrderItem.sealId })
    .from(certificateOrderItem)
    .innerJoin(certificateOrder, eq(certificateOrder.id, certificateOrderItem.orderId))
    .where(
      and(
        inArray(certificateOrder.state, OPEN_STATES),
        eq(certificateOrderItem.state, 'WAITING'),
        gt(certificateOrder.askedAt, now - ASK_AGAIN_MS),
      ),
    );
  const stuck = await db
    .select({ id: seal.id })
    .from(seal)
    .where(and(underWay, isNull(seal.deletedAt), notInArray(seal.id, waits)))
    .limit(50);
  for (const { id } of stuck) await carryOutApplication(context, id);
  const ended = await db
    .select({ row: seal })
    .from(seal)
    .innerJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(
      and(
        eq(seal.certificateStatus, 'SUCCESS'),
        lte(certificate.notAfter, now),
        gt(certificate.notAfter, now - NOTED_FOR_MS),
        isNull(seal.deletedAt),
      ),
    )
    .limit(50);
  for (const { row } of ended) {
    const state = next(CERTIFICATE_MACHINE, 'SUCCESS', 'expire') ?? 'EXPIRED';
    await changeSeal(context, row, { certificateStatus: state }, [
      recordOf(context, row.id, 'CERTIFICATE_EXPIRED', PRODUCT),
    ]).catch((error: unknown) => {
      if (!(error instanceof GuardFailed)) throw error;
    });
  }
  return stuck.length + ended.length + (await remindHolders(context));
}

const underWay = or(eq(seal.certificateStatus, 'APPLYING'), eq(seal.certificateUpdate, 'UPDATING'));

async function unsafeReadApplication(context: Context, sealId: string): Promise<SealView | null> {
  const [found] = await context.db
    .select({ row: seal, certificate })
    .from(seal)
    .leftJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(and(eq(seal.id, sealId), underWay, isNull(seal.deletedAt)));
  return found ? { ...found, grant: null } : null;
}

/** Throws unless the enterprise is authenticated or the person's real name verified ([8.3b], [8.4a]). */
export async function checkOwner({ actor, db }: SignedInContext): Promise<void> {
  if (actor.entId === '') {
    if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
    return;
  }
  const [owner] = await db
    .select({ auth: enterprise.authStatus })
    .from(enterprise)
    .where(eq(enterprise.id, actor.entId));
  if (owner?.auth !== 'AUTH') throw new AppError('ENTERPRISE_NOT_AUTHENTICATED');
}

async function issueToPerson(context: Context, { row }: Pick<SealView, 'row'>): Promise<CertificateRow> {
  const name = await nameOfPerson(context, row);
  return certificateFor(context, personSubject(row.ownerKey.slice(2), name), 'RSA');
}

async function nameOfPerson(context: Context, row: SealTableRow): Promise<string> {
  const [person] = await context.db
    .select({ ...REAL_NAME, auth: account.personalAuthStatus })
    .from(account)
    .where(eq(account.id, row.ownerKey.slice(2)));
  // The name may have been revoked meanwhile; then no certificate contains it.
  return person?.auth === 'AUTH' ? openRealName(context, person) : '';
}
