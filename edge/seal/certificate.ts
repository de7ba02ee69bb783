import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { OutputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type { applyCertificate as applyCall, updateCertificate as updateCall } from '#core/seal/calls.ts';
import { CERTIFICATE_MACHINE, UPDATE_MACHINE } from '#core/seal/states.ts';
import { account, certificate, enterprise, seal } from '#db/schema/index.ts';
import { certificateFor, issueFor } from '../certificate/authority.ts';
import type { CertificateRow } from '../certificate/key-store.ts';
import type { Context, SignedInContext } from '../context.ts';
import { GuardFailed, withRetry } from '../storage/commit.ts';
import {
  certificateStateOf,
  readSealToManage,
  type SealTableRow,
  type SealView,
  updateStateOf,
} from './access.ts';
import { changeSeal, operatorOf, recordOf } from './change-seal.ts';

type Input = { stampId: string };
/** Who the record names for what the product does by itself. */
const PRODUCT = { id: '', name: 'Signet' };

/**
 * Applies for the certificate of a seal ([4.4a]): the application is written first, then the authority is asked. Throws
 * SEAL_CERTIFICATE_SUBMITTED for one that is under way or succeeded ([4.4c]), and what keeps the owner from having one.
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
    await changeSeal(context, view.row, { certificateStatus: state }, [
      recordOf(context, view.row.id, 'CERTIFICATE_APPLIED', operatorOf(context)),
    ]);
  });
  // If this dies with its isolate, the application stays under way and is continued by hand or by the job.
  context.defer(carryOutApplication(context, input.stampId).then(() => undefined));
  return { certificateStatus: 'APPLYING' };
}

/** Goes on with an application that is under way, and waits for its end ([4.4b]). */
export async function continueCertificate(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof applyCall>> {
  const view = await readSealToManage(context, input.stampId);
  if (certificateStateOf(view, context.now) === 'APPLYING') await carryOutApplication(context, view.row.id);
  const after = await readSealToManage(context, input.stampId);
  return { certificateStatus: certificateStateOf(after, context.now) };
}

export function withdrawCertificate(input: Input, context: SignedInContext): Promise<null> {
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

/** Renews a certificate that ends within a month; the old one serves until the new one is there ([4.4g]). */
export async function updateCertificate(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof updateCall>> {
  await withRetry(async () => {
    const view = await readSealToManage(context, input.stampId);
    await checkOwner(context);
    const update = next(UPDATE_MACHINE, updateStateOf(view, context.now), 'start');
    if (update === null) throw new AppError('SEAL_CERTIFICATE_SUBMITTED');
    await changeSeal(context, view.row, { certificateUpdate: update }, [
      recordOf(context, view.row.id, 'CERTIFICATE_APPLIED', operatorOf(context)),
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
 * Asks the authority for the certificate of an application or update under way. Run twice, one of both finds it done;
 * where the seal was changed meanwhile it stays under way, for the job or "continue".
 */
export async function carryOutApplication(context: Context, sealId: string): Promise<void> {
  const view = await unsafeReadApplication(context, sealId);
  if (!view) return;
  const issued = await issueForSeal(context, view).catch((error: unknown) => {
    console.error(`certificate of seal ${sealId}:`, error instanceof Error ? error.message : 'unknown error');
    return null;
  });
  const updating = view.row.certificateUpdate === 'UPDATING';
  const record = !issued ? 'CERTIFICATE_FAILED' : updating ? 'CERTIFICATE_UPDATED' : 'CERTIFICATE_ISSUED';
  // A failed update leaves the old certificate as it is; that it is due follows from its end.
  const state = next(CERTIFICATE_MACHINE, 'APPLYING', issued ? 'issue' : 'fail') ?? 'FAILED';
  const keeps = updating && !issued;
  try {
    await changeSeal(
      context,
      view.row,
      {
        certificateUpdate: 'NONE',
        ...(keeps ? {} : { certificateStatus: state }),
        ...(issued ? { certificateId: issued.id } : {}),
      },
      [recordOf(context, sealId, record, PRODUCT, { remark: issued?.serial ?? '' })],
    );
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    // Somebody withdrew it or was quicker: a certificate that no seal has must not be good.
    if (issued && view.row.ownerKey.startsWith('E:')) {
      await context.db
        .update(certificate)
        .set({ revokedAt: context.now, revocationReason: 'superseded' })
        .where(eq(certificate.id, issued.id));
    }
  }
}

/** A job's work: applications that nobody carried out, and certificates that ended. */
export async function tendCertificates(context: Context): Promise<void> {
  const stuck = await context.db
    .select({ id: seal.id })
    .from(seal)
    .where(and(underWay, isNull(seal.deletedAt)))
    .limit(50);
  for (const { id } of stuck) await carryOutApplication(context, id);
  const ended = await context.db
    .select({ row: seal })
    .from(seal)
    .innerJoin(certificate, eq(certificate.id, seal.certificateId))
    .where(
      and(
        eq(seal.certificateStatus, 'SUCCESS'),
        lte(certificate.notAfter, context.now),
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

/** An enterprise must be authenticated, a person real-name verified, before anything is certified ([8.3b], [8.4a]). */
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

async function issueForSeal(context: Context, { row }: Pick<SealView, 'row'>): Promise<CertificateRow> {
  if (row.ownerKey.startsWith('P:')) {
    const name = await nameOfPerson(context, row);
    return certificateFor(
      context,
      { ownerKey: row.ownerKey, purpose: 'PERSON', organization: '', commonName: name },
      'RSA',
    );
  }
  const [owner] = await context.db
    .select()
    .from(enterprise)
    .where(eq(enterprise.id, row.ownerKey.slice(2)));
  if (owner?.authStatus !== 'AUTH') throw new AppError('ENTERPRISE_NOT_AUTHENTICATED');
  return issueFor(
    context,
    {
      ownerKey: row.ownerKey,
      purpose: 'SEAL',
      organization: owner.name,
      commonName: `${owner.name} ${row.name}`.slice(0, 64),
    },
    'RSA',
  );
}

async function nameOfPerson(context: Context, row: SealTableRow): Promise<string> {
  const [person] = await context.db
    .select({ name: account.realName })
    .from(account)
    .where(eq(account.id, row.ownerKey.slice(2)));
  return person?.name ?? '';
}
