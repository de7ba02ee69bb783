import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import {
  CERTIFICATE_STATES,
  type CertificateState,
  type GrantLevel,
  type SealState,
  UPDATE_AHEAD_MS,
  type UpdateState,
} from '#core/seal/states.ts';
import { certificate, seal, sealGrant } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import type { Actor, SignedInContext } from '#edge/kernel/context.ts';

export type SealTableRow = typeof seal.$inferSelect;
export type CertificateTableRow = typeof certificate.$inferSelect;

/** A seal with what the identity may do with it. */
export interface SealView {
  row: SealTableRow;
  certificate: CertificateTableRow | null;
  /** Null for the owner of a personal seal, who needs no grant, and for members without one. */
  grant: GrantLevel | null;
}

/** Whether the actor manages all seals of the owner: a person their own, in an enterprise by role. */
export const managesSeals = (actor: Actor): boolean =>
  actor.entId === '' || mayAs(actor, ['SEAL_ADMIN', 'BUSINESS_ADMIN']);

/**
 * Whether the actor may stamp with it: the owner of a personal seal, whoever is authorized ([6.3a]), or the product under an
 * opening of automatic signing.
 */
export const mayUse = (actor: Actor, { row, grant }: Pick<SealView, 'row' | 'grant'>): boolean =>
  row.ownerKey === `P:${actor.accountId}` || grant !== null || row.id === actor.automaticSeal;

/** Whether the actor may rename, enable, disable and authorize: by managing seals, or with the grant EDITABLE. */
export const mayEdit = (actor: Actor, { grant }: Pick<SealView, 'grant'>): boolean =>
  managesSeals(actor) || grant === 'EDITABLE';

/** Reads a seal that the identity may see. Throws NOT_FOUND for any other and for deleted ones. */
export async function readSeal(context: SignedInContext, sealId: string): Promise<SealView> {
  const { actor, db } = context;
  const [found] = await db
    .select({ row: seal, certificate, level: sealGrant.level })
    .from(seal)
    .leftJoin(certificate, eq(certificate.id, seal.certificateId))
    .leftJoin(sealGrant, and(eq(sealGrant.sealId, seal.id), eq(sealGrant.accountId, actor.accountId)))
    .where(and(eq(seal.id, sealId), eq(seal.ownerKey, actor.ownerKey), isNull(seal.deletedAt)));
  if (!found) throw new AppError('NOT_FOUND');
  const view = { row: found.row, certificate: found.certificate, grant: found.level };
  if (!managesSeals(actor) && !mayUse(actor, view)) throw new AppError('NOT_FOUND');
  return view;
}

/** Like `readSeal`, for a change. Throws NO_PERMISSION if the actor may only use it. */
export async function readSealToEdit(context: SignedInContext, sealId: string): Promise<SealView> {
  const view = await readSeal(context, sealId);
  if (!mayEdit(context.actor, view)) throw new AppError('NO_PERMISSION');
  return view;
}

/** Like `readSeal`, for acts reserved to seal managers: deletion, certificates, UKeys. */
export async function readSealToManage(context: SignedInContext, sealId: string): Promise<SealView> {
  const view = await readSeal(context, sealId);
  if (!managesSeals(context.actor)) throw new AppError('NO_PERMISSION');
  return view;
}

export const stateOf = (row: Pick<SealTableRow, 'deletedAt' | 'enabled'>): SealState =>
  row.deletedAt !== null ? 'DELETED' : row.enabled ? 'ENABLED' : 'DISABLED';

/** Current state of the certificate: an expired or revoked one does not count as issued, even before a job has updated it. */
export function certificateStateOf(
  { row, certificate: certificateRow }: Pick<SealView, 'row' | 'certificate'>,
  now: number,
): CertificateState {
  const state = CERTIFICATE_STATES.find((state) => state === row.certificateStatus) ?? 'NOT_APPLIED';
  if (state !== 'SUCCESS') return state;
  return certificateRow && certificateRow.revokedAt === null && certificateRow.notAfter > now
    ? 'SUCCESS'
    : 'EXPIRED';
}

/** [4.4g]: TO_UPDATE follows from the certificate's end, UPDATING is kept. */
export function updateStateOf(view: Pick<SealView, 'row' | 'certificate'>, now: number): UpdateState {
  if (view.row.certificateUpdate === 'UPDATING') return 'UPDATING';
  const due = view.certificate !== null && view.certificate.notAfter - now <= UPDATE_AHEAD_MS;
  return due && certificateStateOf(view, now) === 'SUCCESS' ? 'TO_UPDATE' : 'NONE';
}
