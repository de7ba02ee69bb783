import { and, eq, inArray, sql } from 'drizzle-orm';
import { adminApplication, department, member, seal, sealGrant, session } from '#db/schema/index.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { recordOf } from '#edge/seal/change-seal.ts';
import { handOverEffect } from './effects.ts';

type Operator = { id: string; name: string };

/**
 * Takes every authorization for seals of an enterprise from a person, with a line in each seal's record ([4.9d],
 * [4.14b]). Grants given meanwhile go too: the deletion is by person, not by what was read.
 */
export async function releaseSeals(
  context: Context,
  entId: string,
  accountId: string,
  operator: Operator,
  personName: string,
): Promise<Statement[]> {
  const { db } = context;
  const ownerKey = enterpriseKey(entId);
  const authorizations = await db
    .select({ sealId: sealGrant.sealId })
    .from(sealGrant)
    .innerJoin(seal, eq(seal.id, sealGrant.sealId))
    .where(and(eq(sealGrant.accountId, accountId), eq(seal.ownerKey, ownerKey)));
  const seals = db.select({ id: seal.id }).from(seal).where(eq(seal.ownerKey, ownerKey));
  return [
    db.delete(sealGrant).where(and(eq(sealGrant.accountId, accountId), inArray(sealGrant.sealId, seals))),
    ...authorizations.map(({ sealId }) =>
      recordOf(context, sealId, 'UNAUTHORIZED', operator, { remark: personName }),
    ),
  ];
}

/**
 * Everything that ends with a membership ([4.9d]): roles, business types, seals, an open application for
 * administrator, and the sessions' right to act for the enterprise. `handOverTasks` then hands the person's pending
 * signatures to the administrator. Write it with the guard `stillMember`.
 */
export async function endMembership(
  context: Context,
  entId: string,
  accountId: string,
  operator: Operator,
  personName: string,
): Promise<Statement[]> {
  const { db, now } = context;
  return [
    db
      .update(member)
      .set({ leftAt: now, roles: [], businessTypes: [], departmentId: '', salaryWithheld: false })
      .where(and(eq(member.enterpriseId, entId), eq(member.accountId, accountId))),
    db
      .update(department)
      .set({ headId: '' })
      .where(and(eq(department.enterpriseId, entId), eq(department.headId, accountId))),
    ...(await releaseSeals(context, entId, accountId, operator, personName)),
    db
      .update(adminApplication)
      .set({ state: 'CANCELLED', decidedAt: now, decidedBy: operator.id })
      .where(
        and(
          eq(adminApplication.enterpriseId, entId),
          eq(adminApplication.accountId, accountId),
          sql`${adminApplication.state} = 'TO_APPROVE'`,
        ),
      ),
    db
      .update(session)
      .set({ entId: '' })
      .where(and(eq(session.accountId, accountId), eq(session.entId, entId))),
    enqueue(context, `handover:${entId}`, handOverEffect, { entId, accountId, operator: operator.name }),
  ];
}
