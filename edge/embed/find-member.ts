import { and, eq, isNull } from 'drizzle-orm';
import type { Role } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { account, member } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { mobileTarget } from '#edge/identity/judge-auth-code.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/**
 * The member of the actor's enterprise with this mobile number who holds one of the roles. Throws EMBED_NOT_MEMBER, which
 * does not tell whether somebody else has the number.
 */
export async function findMember(
  context: SignedInContext,
  mobile: string,
  roles: readonly Role[],
): Promise<{ accountId: string; language: string }> {
  const { actor, db } = context;
  const [found] = await db
    .select({
      accountId: account.id,
      language: account.language,
      status: account.status,
      roles: member.roles,
    })
    .from(account)
    .innerJoin(
      member,
      and(eq(member.accountId, account.id), eq(member.enterpriseId, actor.entId), isNull(member.leftAt)),
    )
    .where(eq(account.mobileIndex, await mobileTarget(context, mobile)));
  if (found?.status !== 'ENABLE' || !mayAs(found, roles))
    throw new AppError('EMBED_NOT_MEMBER', {}, 'mobile');
  return found;
}
