import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { bindUkey as bindCall, listMyUkeys as listCall } from '#core/identity/ukey-calls.ts';
import { certificate, userUkey } from '#db/schema/index.ts';
import { readKeyRequest } from '#edge/certificate/certify-ukey.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed, isUniqueError } from '#edge/kernel/storage/commit.ts';
import { certifyKey } from '#edge/pki/authority.ts';

const MOST = 5;

export async function listMyUkeys(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const rows = await context.db
    .select({ row: userUkey, certificate })
    .from(userUkey)
    .innerJoin(certificate, eq(certificate.id, userUkey.certificateId))
    .where(mine(context))
    .orderBy(desc(userUkey.boundAt));
  return rows.map(({ row, certificate: held }) => ({
    id: row.id,
    serial: row.serial,
    label: row.label,
    bindTime: row.boundAt,
    certificateSerial: held.serial,
    certificateNotAfter: held.notAfter,
  }));
}

const mine = ({ actor }: SignedInContext) =>
  and(eq(userUkey.accountId, actor.accountId), isNull(userUkey.unboundAt));

/**
 * Binds a UKey to the account and issues the person's certificate for its key ([7.8g]). A device that is the account's
 * already gets a new certificate, and the old one is revoked. Throws REAL_NAME_NEEDED, UKEY_TAKEN ([8.7h]),
 * SEAL_UKEY_TOO_MANY, and what the request is refused for.
 */
export async function bindUkey(
  input: ParsedInputOf<typeof bindCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof bindCall>> {
  const { actor, db, now } = context;
  if (actor.personalAuthStatus !== 'AUTH') throw new AppError('REAL_NAME_NEEDED');
  const { spki, family } = await readKeyRequest(input.request);
  const own = await db.select().from(userUkey).where(mine(context));
  const before = own.find((row) => row.serial === input.serial);
  if (!before && own.length >= MOST) throw new AppError('SEAL_UKEY_TOO_MANY', { max: MOST });
  const issued = await certifyKey(
    context,
    { ownerKey: personKey(actor.accountId), purpose: 'PERSON', organization: '', commonName: actor.name },
    spki,
    family,
  );
  const id = context.newId();
  const count = sql`select 1 where (select count(*) from ${userUkey} where ${mine(context)}) = ${own.length}`;
  const answer = { id, certificate: issued.der, certificateNotAfter: issued.notAfter };
  try {
    await commit(
      db,
      context.newId(),
      [count],
      [
        ...(before ? unbinding(context, before) : []),
        db.insert(certificate).values(issued),
        db.insert(userUkey).values({
          id,
          accountId: actor.accountId,
          serial: input.serial,
          label: input.label || input.serial,
          certificateId: issued.id,
          boundAt: now,
        }),
        ...context.remember(answer),
      ],
    );
  } catch (error) {
    if (isUniqueError(error)) throw new AppError('UKEY_TAKEN');
    if (error instanceof GuardFailed) throw new AppError('CONFLICT');
    throw error;
  }
  return answer;
}

/** [7.8h] Throws NOT_FOUND for one that is not the account's. */
export async function unbindUkey({ id }: { id: string }, context: SignedInContext): Promise<null> {
  const [row] = await context.db
    .select()
    .from(userUkey)
    .where(and(eq(userUkey.id, id), mine(context)));
  if (!row) throw new AppError('NOT_FOUND');
  await commit(context.db, context.newId(), [], unbinding(context, row));
  return null;
}

/** Nobody may go on signing as this person with that key. */
const unbinding = ({ db, now }: SignedInContext, row: typeof userUkey.$inferSelect) => [
  db.update(userUkey).set({ unboundAt: now }).where(eq(userUkey.id, row.id)),
  db
    .update(certificate)
    .set({ revokedAt: now, revocationReason: 'cessationOfOperation' })
    .where(and(eq(certificate.id, row.certificateId), isNull(certificate.revokedAt))),
];
