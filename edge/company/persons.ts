import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf, Role } from '#core/call.ts';
import type {
  listPersons as listCall,
  removePerson as removeCall,
  savePerson as saveCall,
} from '#core/company/calls.ts';
import { mayChangeRoles } from '#core/company/roles.ts';
import { AppError } from '#core/errors.ts';
import { account, member, seal, sealGrant } from '#db/schema/index.ts';
import { secondProofOnce } from '#edge/identity/judge-second-proof.ts';
import { openDisplayName, openRealName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import { operatorOf } from '#edge/seal/change-seal.ts';
import { sealsStillThere, setSeals } from './authorize-person.ts';
import { departmentPaths, departmentsUnder } from './departments.ts';
import { judgeAppointment } from './judge-appointment.ts';
import { membersNamed } from './members-named.ts';
import { maskedMobile } from './people.ts';
import { readMembership, stillMember } from './read-company.ts';
import { recordCompany, tellPerson } from './records.ts';
import { endMembership } from './release-authorizations.ts';
import { withForgottenSessions } from './sessions-acting.ts';

/** [3.2a] People of the enterprise by name; mobiles are masked. */
export async function listPersons(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db, actor } = context;
  const name = input.name?.replace(/\s+/g, '');
  const inRole = input.role
    ? sql`exists (select 1 from json_each(${member.roles}) where json_each.value = ${input.role})`
    : undefined;
  const from = (input.current - 1) * input.size;
  const [under, pathOf] = await Promise.all([
    departmentsUnder(context, actor.entId, input.departmentId),
    departmentPaths(context, actor.entId),
  ]);
  const among = and(inRole, under ? inArray(member.departmentId, under) : undefined);
  const named = name ? await membersNamed(context, actor.entId, name, among) : null;
  const where = named
    ? inArray(member.id, [...named.slice(from, from + input.size), ''])
    : and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt), among);
  const [rows, [total]] = await db.batch([
    db
      .select({ member, account })
      .from(member)
      .innerJoin(account, eq(account.id, member.accountId))
      .where(where)
      .orderBy(asc(member.joinedAt), asc(member.id))
      .limit(input.size)
      .offset(named ? 0 : from),
    db.select({ n: count() }).from(member).where(where),
  ]);
  const ids = rows.map((row) => row.account.id);
  const grants = ids.length
    ? await db
        .select({
          accountId: sealGrant.accountId,
          stampId: seal.id,
          stampName: seal.name,
          level: sealGrant.level,
        })
        .from(sealGrant)
        .innerJoin(seal, eq(seal.id, sealGrant.sealId))
        .where(
          and(inArray(sealGrant.accountId, ids), eq(seal.ownerKey, actor.ownerKey), isNull(seal.deletedAt)),
        )
        .orderBy(asc(seal.createdAt))
    : [];
  const records = await Promise.all(
    rows.map(async ({ member: row, account: person }) => ({
      userId: person.id,
      name: await openDisplayName(context, person),
      mobile: await maskedMobile(context, person),
      personalAuthStatus: person.personalAuthStatus,
      roles: row.roles,
      businessTypes: row.businessTypes,
      departmentId: row.departmentId,
      department: pathOf(row.departmentId),
      stamps: grants
        .filter((g) => g.accountId === person.id)
        .map(({ stampId, stampName, level }) => ({ stampId, stampName, level })),
      salaryWithheld: row.salaryWithheld,
      joinTime: row.joinedAt,
      self: person.id === actor.accountId,
      editable: person.id !== actor.accountId && mayChangeRoles(actor.roles, row.roles, []),
    })),
  );
  return { records, total: named?.length ?? total?.n ?? 0, current: input.current, size: input.size };
}

/** A member whom the actor may change. Throws NOT_FOUND, ROLE_NOT_YOURS; nobody changes their own roles. */
async function readOther(
  context: SignedInContext,
  userId: string,
  wanted: readonly Role[],
  judged?: readonly Role[],
) {
  const { actor } = context;
  const found = await readMembership(context, actor.entId, userId);
  const { roles } = found.member;
  const may = judged ? roles.join() === judged.join() : mayChangeRoles(actor.roles, roles, wanted);
  if (userId === actor.accountId || !may) throw new AppError('ROLE_NOT_YOURS', {}, 'roles');
  const [person] = await context.db.select().from(account).where(eq(account.id, userId));
  if (!person) throw new AppError('NOT_FOUND');
  return { ...found, person };
}

/** Guard: the member's roles are unchanged since they were read. */
const sameRoles = (entId: string, accountId: string, roles: readonly Role[]): SQL =>
  sql`select 1 from ${member} where ${member.enterpriseId} = ${entId} and ${member.accountId} = ${accountId} and ${member.leftAt} is null and ${member.roles} = ${JSON.stringify(roles)}`;

/** Changes what a member may do. Roles that follow from the enterprise's real name stay with them. */
export async function savePerson(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const judge = input.proof ? secondProofOnce(context, input.proof, 'APPOINT') : null;
  const save = async () => {
    const { member: row, person } = await readOther(context, input.userId, input.roles);
    const remaining = row.roles.filter((role) => role === 'LEGAL_REPRESENTATIVE' || role === 'AUTHORIZER');
    const roles = [...new Set([...input.roles, ...remaining])];
    const name = await openRealName(context, person);
    const { proofs, notices: messages } = await judgeAppointment(
      context,
      { before: row, after: input, member: name },
      judge,
    );
    await commitSpending(
      context,
      proofs,
      [sameRoles(actor.entId, input.userId, row.roles), ...sealsStillThere(input.stamps)],
      [
        db
          .update(member)
          .set({
            roles,
            businessTypes: input.businessTypes,
            // The right to salaries belongs to HR: it is not kept for a role that is given later.
            salaryWithheld: roles.includes('HR') && (input.salaryWithheld ?? row.salaryWithheld),
          })
          .where(eq(member.id, row.id)),
        ...(await setSeals(context, person.id, name, input.stamps)),
        recordCompany(context, actor.entId, 'MEMBER_CHANGED', {
          operatorId: actor.accountId,
          subjectId: person.id,
          remark: roles.join(' '),
        }),
        ...messages,
      ],
    );
  };
  await withForgottenSessions(context, actor.entId, input.userId, () => withRetry(save));
  return null;
}

/**
 * What removes a member with all their authorizations, to be committed inside of `withForgottenSessions`. Throws NOT_FOUND,
 * and ROLE_NOT_YOURS for oneself, the administrator and who may not be changed by the actor. With `judged`, the roles for
 * which the caller has judged otherwise that the actor may, it throws for every other role.
 */
export async function removalOf(context: SignedInContext, userId: string, judged?: readonly Role[]) {
  const { actor } = context;
  const { member: row, person } = await readOther(context, userId, [], judged);
  const name = await openRealName(context, person);
  return {
    guards: [stillMember(actor.entId, person.id), sameRoles(actor.entId, person.id, row.roles)],
    statements: [
      ...(await endMembership(context, actor.entId, person.id, operatorOf(context), name)),
      recordCompany(context, actor.entId, 'MEMBER_REMOVED', {
        operatorId: actor.accountId,
        subjectId: person.id,
      }),
      tellPerson(context, person.id, 'MEMBER_REMOVED', { enterprise: actor.entName }),
    ],
  };
}

/** [4.9d] Removes a member with all their authorizations; the administrator cannot be removed. */
export async function removePerson(
  input: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const remove = async () => {
    const { guards, statements } = await removalOf(context, input.userId);
    await commit(context, guards, statements);
  };
  await withForgottenSessions(context, context.actor.entId, input.userId, () => withRetry(remove));
  return null;
}
