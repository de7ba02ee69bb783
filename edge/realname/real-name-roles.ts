import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '#core/call.ts';
import { account, member } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** Roles derived from an enterprise's real-name data; they cannot be granted or withdrawn manually. */
const NAMED = ['LEGAL_REPRESENTATIVE', 'AUTHORIZER'] as const satisfies readonly Role[];

/**
 * Statements that give exactly the members named in the enterprise's real-name data the roles of legal representative
 * and authorizer. `authorizedId`: the authorised account; `legalNumberIndex`: digest of the legal representative's
 * document.
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
