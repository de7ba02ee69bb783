import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '#core/call.ts';
import { account, member } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** Who an enterprise's real name names: nobody gives these roles, and nobody takes them. */
const NAMED = ['LEGAL_REPRESENTATIVE', 'AUTHORIZER'] as const satisfies readonly Role[];

/**
 * Makes the members whom the real name of an enterprise names its legal representative and its authorizer, and nobody
 * else. `authorizedId`: the account that was authorized; `legalNumberIndex`: of the legal representative's document.
 */
export async function realNameRoles(
  { db }: Context,
  enterpriseId: string,
  { authorizedId, legalNumberIndex }: { authorizedId: string; legalNumberIndex: string },
): Promise<Statement[]> {
  const holds = (role: Role) => sql`exists (select 1 from json_each(${member.roles}) where value = ${role})`;
  const rows = await db
    .select({
      id: member.id,
      accountId: member.accountId,
      roles: member.roles,
      numberIndex: account.idNumberIndex,
    })
    .from(member)
    .innerJoin(account, eq(account.id, member.accountId))
    .where(
      and(
        eq(member.enterpriseId, enterpriseId),
        isNull(member.leftAt),
        or(eq(account.id, authorizedId), eq(account.idNumberIndex, legalNumberIndex), ...NAMED.map(holds)),
      ),
    );
  return rows.flatMap(({ id, accountId, roles, numberIndex }) => {
    const others = roles.filter((role) => !NAMED.some((one) => one === role));
    const next: Role[] = [
      ...others,
      ...(numberIndex === legalNumberIndex ? (['LEGAL_REPRESENTATIVE'] as const) : []),
      ...(accountId === authorizedId ? (['AUTHORIZER'] as const) : []),
    ];
    return String(next) === String(roles)
      ? []
      : [db.update(member).set({ roles: next }).where(eq(member.id, id))];
  });
}
