import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Staff } from '#core/approval/find-approvers.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { account, approvalSubstitute, department, member, seal, sealGrant } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';

export interface KnownStaff extends Staff {
  /** Approvers of steps that have nobody left, or that are overdue and escalate. */
  administrators: readonly string[];
  /** Members who manage the enterprise's seals. */
  sealAdministrators: readonly string[];
}

/**
 * Current members of an enterprise from which approvers are chosen. `sealKeepers` are the members who hold all of
 * `seals`, or any seal if `seals` is omitted.
 */
export async function readStaff(
  { db, now }: Context,
  entId: string,
  seals?: readonly string[],
): Promise<KnownStaff> {
  const [members, departments, substitutes, keepers] = await db.batch([
    db
      .select({ accountId: member.accountId, roles: member.roles, departmentId: member.departmentId })
      .from(member)
      .innerJoin(account, and(eq(account.id, member.accountId), eq(account.status, 'ENABLE')))
      .where(and(eq(member.enterpriseId, entId), isNull(member.leftAt))),
    db
      .select({ id: department.id, parentId: department.parentId, headId: department.headId })
      .from(department)
      .where(and(eq(department.enterpriseId, entId), isNull(department.closedAt))),
    db
      .select({ accountId: approvalSubstitute.accountId, substituteId: approvalSubstitute.substituteId })
      .from(approvalSubstitute)
      .where(
        and(
          eq(approvalSubstitute.enterpriseId, entId),
          lte(approvalSubstitute.fromAt, now),
          gt(approvalSubstitute.toAt, now),
        ),
      ),
    db
      .select({ accountId: sealGrant.accountId })
      .from(sealGrant)
      .innerJoin(seal, eq(seal.id, sealGrant.sealId))
      .where(
        and(
          eq(seal.ownerKey, enterpriseKey(entId)),
          isNull(seal.deletedAt),
          eq(seal.enabled, true),
          seals ? inArray(seal.id, [...seals]) : undefined,
        ),
      )
      .groupBy(sealGrant.accountId)
      .having(seals ? sql`count(*) = ${new Set(seals).size}` : sql`1`),
  ]);
  return {
    members,
    departments,
    substitutes: new Map(substitutes.map((one) => [one.accountId, one.substituteId])),
    sealKeepers: keepers.map(({ accountId }) => accountId),
    sealAdministrators: members
      .filter(({ roles }) => mayAs({ roles }, SEAL_KEEPERS))
      .map(({ accountId }) => accountId),
    administrators: members
      .filter(({ roles }) => roles.includes('ENT_ADMIN') || roles.includes('BUSINESS_ADMIN'))
      .map(({ accountId }) => accountId),
  };
}
