import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { listKeys as listCall, removeKey as removeCall } from '#core/account/calls.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { certificate, enterprise, member, seal, sealUkey } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { listMyUkeys, unbindUkey } from '#edge/identity/ukeys.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { changeSeal } from '#edge/seal/change-seal.ts';
import { takingBack } from '#edge/seal/ukeys.ts';

type Key = OutputOf<typeof listCall>[number];

/**
 * Every key that this person bound and that survives the end of all sessions: those of the account, and those that the
 * person allowed for a seal which they still manage. Newest first.
 */
export async function listKeys(_input: unknown, context: SignedInContext): Promise<Key[]> {
  const [own, ofSeals] = await Promise.all([listMyUkeys({}, context), keysOfSeals(context)]);
  const keys: Key[] = [
    ...own.map(({ id, serial, label, bindTime, certificateNotAfter }) => ({
      keyId: id,
      kind: 'ACCOUNT' as const,
      serial,
      label,
      sealName: '',
      entName: '',
      boundAt: bindTime,
      certificateNotAfter,
    })),
    ...ofSeals.map(({ key, seal: row, entName, notAfter }) => ({
      keyId: `${row.id}:${key.serial}`,
      kind: 'SEAL' as const,
      serial: key.serial,
      label: key.serial,
      sealName: row.name,
      entName,
      boundAt: key.createdAt,
      certificateNotAfter: notAfter,
    })),
  ];
  return keys.sort((a, b) => b.boundAt - a.boundAt);
}

/** UKeys that the person allowed for seals, without those of enterprises whose seals they no longer manage. */
async function keysOfSeals({ actor, db }: SignedInContext) {
  const rows = await db
    .select({
      key: sealUkey,
      seal,
      entName: enterprise.name,
      roles: member.roles,
      notAfter: certificate.notAfter,
    })
    .from(member)
    .innerJoin(enterprise, eq(enterprise.id, member.enterpriseId))
    .innerJoin(seal, eq(seal.ownerKey, sql`'E:' || ${member.enterpriseId}`))
    .innerJoin(sealUkey, eq(sealUkey.sealId, seal.id))
    .leftJoin(certificate, eq(certificate.id, sealUkey.certificateId))
    .where(
      and(
        eq(member.accountId, actor.accountId),
        isNull(member.leftAt),
        isNull(seal.deletedAt),
        eq(sealUkey.createdBy, actor.accountId),
      ),
    )
    .orderBy(desc(sealUkey.createdAt))
    .limit(500);
  return rows.filter(({ roles }) => mayAs({ roles }, SEAL_KEEPERS));
}

/** Removes a key, which stops working at once. Throws NOT_FOUND for keys of others. */
export async function removeKey(
  { keyId }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const [sealId = '', serial] = keyId.split(':');
  if (serial === undefined) return unbindUkey({ id: sealId }, context);
  return withRetry(async () => {
    const found = (await keysOfSeals(context)).find(
      ({ key, seal: row }) => row.id === sealId && key.serial === serial,
    );
    if (!found) throw new AppError('NOT_FOUND');
    await changeSeal(context, found.seal, {}, takingBack(context, found.seal, found.key));
    return null;
  });
}
