import { and, eq, isNull } from 'drizzle-orm';
import type { Role } from '#core/call.ts';
import { member } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Accounts of an enterprise's administrator and of the holders of a role: the recipients of a request. */
export async function membersWho({ db }: Context, entId: string, role: Role): Promise<string[]> {
  const rows = await db
    .select({ accountId: member.accountId, roles: member.roles })
    .from(member)
    .where(and(eq(member.enterpriseId, entId), isNull(member.leftAt)));
  return rows
    .filter(({ roles }) => roles.includes('ENT_ADMIN') || roles.includes(role))
    .map(({ accountId }) => accountId);
}
