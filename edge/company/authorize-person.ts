import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OutputOf, Role } from '#core/call.ts';
import type { BusinessType } from '#core/company/business-types.ts';
import type { getAuthorizationChoices as choicesCall } from '#core/company/calls.ts';
import { GIVEN_ROLES, mayChangeRoles } from '#core/company/roles.ts';
import { AppError } from '#core/errors.ts';
import type { GrantLevel } from '#core/seal/states.ts';
import { seal, sealGrant } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { operatorOf, recordOf } from '#edge/seal/change-seal.ts';

export interface Authorization {
  roles: readonly Role[];
  businessTypes: BusinessType[] | null;
  stamps: readonly { stampId: string; level: GrantLevel }[];
}

const sealsOf = ({ db, actor }: SignedInContext) =>
  db
    .select({ stampId: seal.id, stampName: seal.name })
    .from(seal)
    .where(and(eq(seal.ownerKey, actor.ownerKey), isNull(seal.deletedAt)))
    .orderBy(asc(seal.createdAt), asc(seal.id));

/** What the actor can grant: the roles within their rights, and the enterprise's seals. */
export async function authorizationChoices(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof choicesCall>> {
  const roles = GIVEN_ROLES.filter((role) => mayChangeRoles(context.actor.roles, [], [role]));
  return { roles, stamps: await sealsOf(context) };
}

/**
 * Statements that make a person's seals exactly those of `wanted`, each change with a line in the seal's record. A
 * seal that was deleted meanwhile gets no grant. Throws INPUT_INVALID for a seal of anybody else.
 */
export async function setSeals(
  context: SignedInContext,
  accountId: string,
  personName: string,
  wanted: Authorization['stamps'],
): Promise<Statement[]> {
  const { db, actor, now } = context;
  const own = await sealsOf(context);
  const names = new Set(own.map(({ stampId }) => stampId));
  if (wanted.some(({ stampId }) => !names.has(stampId))) throw new AppError('INPUT_INVALID', {}, 'stamps');
  const before = own.length
    ? await db
        .select()
        .from(sealGrant)
        .where(and(eq(sealGrant.accountId, accountId), inArray(sealGrant.sealId, [...names])))
    : [];
  const operator = operatorOf(context);
  const levels = new Map(wanted.map(({ stampId, level }) => [stampId, level]));
  const removed = before.filter((g) => !levels.has(g.sealId));
  const changed = [...levels].filter(([id, level]) => before.find((g) => g.sealId === id)?.level !== level);
  return [
    ...removed.flatMap((g) => [
      db.delete(sealGrant).where(and(eq(sealGrant.sealId, g.sealId), eq(sealGrant.accountId, accountId))),
      recordOf(context, g.sealId, 'UNAUTHORIZED', operator, { remark: personName }),
    ]),
    ...changed.flatMap(([sealId, level]) => [
      db
        .insert(sealGrant)
        .values({ sealId, accountId, level, grantedBy: actor.accountId, grantedAt: now })
        .onConflictDoUpdate({
          target: [sealGrant.sealId, sealGrant.accountId],
          set: { level, grantedBy: actor.accountId, grantedAt: now },
        }),
      recordOf(context, sealId, 'AUTHORIZED', operator, { remark: `${personName} ${level}` }),
    ]),
  ];
}

/** Guard: the seals to be granted still exist. */
export const sealsStillThere = (wanted: Authorization['stamps']) =>
  wanted.map(
    ({ stampId }) => sql`select 1 from ${seal} where ${seal.id} = ${stampId} and ${seal.deletedAt} is null`,
  );
