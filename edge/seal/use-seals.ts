import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { signatureDrawing } from '#core/seal/signature-drawing.ts';
import { type SealFacts, sealProblem, stampProblem } from '#core/seal/usable.ts';
import { certificate, seal, sealGrant, signingKey } from '#db/schema/index.ts';
import { type Actor, personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { guardStatements } from '#edge/kernel/storage/guard-statements.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type CertificateRow, withKey } from '#edge/pki/key-store.ts';
import { certificateStateOf, mayUse, type SealTableRow, type SealView, stateOf } from './access.ts';
import { operatorOf, recordOf } from './change-seal.ts';

/**
 * Owners whose seals an actor may stamp with: the identity, and for an enterprise's operator also their own, except in a
 * session of single sign-on, which represents the enterprise only.
 */
export const ownersOf = ({ ownerKey, accountId, sso }: Actor): string[] =>
  sso ? [ownerKey] : [ownerKey, personKey(accountId)];

export type UsableSeal = { seal: SealTableRow; certificate: CertificateRow };

/** Seals with their certificates and the actor's grants, including deleted ones. */
export async function readOwnSeals(context: SignedInContext, where: SQL, order: SQL): Promise<SealView[]> {
  const { db, actor } = context;
  const rows = await db
    .select({ row: seal, certificate, level: sealGrant.level })
    .from(seal)
    .leftJoin(certificate, eq(certificate.id, seal.certificateId))
    .leftJoin(sealGrant, and(eq(sealGrant.sealId, seal.id), eq(sealGrant.accountId, actor.accountId)))
    .where(where)
    .orderBy(order);
  return rows.map(({ row, certificate: certificateRow, level }) => ({
    row,
    certificate: certificateRow,
    grant: level,
  }));
}

/** Facts that decide whether the actor may stamp with the seal now. */
export const factsOf = (view: SealView, { actor, now }: SignedInContext): SealFacts => ({
  name: view.row.name,
  state: stateOf(view.row),
  certificateState: certificateStateOf(view, now),
  notAfter: view.certificate?.notAfter ?? null,
  granted: mayUse(actor, view),
});

/** Reason why the actor cannot stamp with the seal now; null if it can. */
export const problemOf = (view: SealView, context: SignedInContext): AppError | null =>
  sealProblem(factsOf(view, context), context.now);

/** Reason why the actor has no usable seal; null if there is one ([8.14]). */
export async function whyNothingStamps(context: SignedInContext): Promise<AppError | null> {
  const own = and(eq(seal.ownerKey, context.actor.ownerKey), isNull(seal.deletedAt));
  const views = await readOwnSeals(context, own ?? sql`false`, sql`${seal.id}`);
  return stampProblem(
    views.map((view) => factsOf(view, context)),
    context.now,
  );
}

/**
 * Reads the seals that a signer chose: of the enterprise acted for, or the person's own. Throws the
 * reason for the first that cannot be used ([8.14b,c]): SEAL_NOT_CREATED for a seal of another owner,
 * SIGNATURE_NOT_INK for a saved signature that contains more than ink.
 */
export async function sealsToUse(
  context: SignedInContext,
  sealIds: readonly string[],
): Promise<Map<string, UsableSeal>> {
  const { actor } = context;
  if (sealIds.length === 0) return new Map();
  const own = and(inArray(seal.id, [...new Set(sealIds)]), inArray(seal.ownerKey, ownersOf(actor)));
  const [views, keys] = await Promise.all([
    readOwnSeals(context, own ?? sql`false`, sql`${seal.id}`),
    context.db
      .select({ certificateId: certificate.id, key: signingKey })
      .from(seal)
      .innerJoin(certificate, eq(certificate.id, seal.certificateId))
      .innerJoin(signingKey, eq(signingKey.id, certificate.keyId))
      .where(own),
  ]);
  const found = new Map(views.map((view) => [view.row.id, view]));
  const keyOf = new Map(keys.map(({ certificateId, key }) => [certificateId, key]));
  const usable = new Map<string, UsableSeal>();
  for (const id of sealIds) {
    const view = found.get(id);
    const problem = view ? problemOf(view, context) : new AppError('SEAL_NOT_CREATED');
    if (problem) throw problem;
    if (view?.certificate)
      usable.set(id, {
        seal: asUsed(view.row),
        certificate: withKey(view.certificate, keyOf.get(view.certificate.id)),
      });
  }
  return usable;
}

/** Signatures saved under earlier rules may violate the current ones. */
const asUsed = (row: SealTableRow): SealTableRow =>
  row.category === 'HANDWRITTEN' ? { ...row, drawing: signatureDrawing(row) } : row;

/**
 * Statements for the transaction that writes a signature: they make it fail, like a guard, if a seal was
 * disabled, deleted or withdrawn from the person since it was read ([4.4e,f]), and add an entry to each seal's history.
 */
export function recordStamping(
  context: SignedInContext,
  seals: readonly SealTableRow[],
  task: { id: string; name: string },
): Statement[] {
  const { actor } = context;
  const each = [...new Map(seals.map((row) => [row.id, row])).values()];
  return each.flatMap((row) => {
    const granted =
      row.ownerKey === personKey(actor.accountId) || row.id === actor.automaticSeal
        ? sql``
        : sql` and exists (select 1 from ${sealGrant} where ${sealGrant.sealId} = ${row.id} and ${sealGrant.accountId} = ${actor.accountId})`;
    const inForce = sql`select 1 from ${seal} where ${seal.id} = ${row.id} and ${seal.enabled} = 1 and ${seal.deletedAt} is null${granted}`;
    return [
      ...guardStatements(context, [inForce]),
      recordOf(context, row.id, 'USED', operatorOf(context), { taskId: task.id, taskName: task.name }),
    ];
  });
}
