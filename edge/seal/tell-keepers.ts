import { and, eq, isNull } from 'drizzle-orm';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { member } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import { tellOfKey } from '#edge/identity/tell-of-key.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SealTableRow } from './access.ts';

/**
 * Statements that notify all seal managers of an enterprise that a UKey may now use one of its seals; the
 * administrator and the acting person also get a text message.
 */
export async function tellKeepers(
  context: SignedInContext,
  row: SealTableRow,
  serial: string,
): Promise<Statement[]> {
  const { actor, db } = context;
  const members = await db
    .select({ accountId: member.accountId, roles: member.roles })
    .from(member)
    .where(and(eq(member.enterpriseId, actor.entId), isNull(member.leftAt)));
  const keepers = members.filter(({ roles }) => mayAs({ roles }, SEAL_KEEPERS));
  const phoned = keepers.filter(
    ({ accountId, roles }) => roles.includes('ENT_ADMIN') || accountId === actor.accountId,
  );
  return tellOfKey(context, {
    noticed: keepers.map(({ accountId }) => accountId),
    phoned: phoned.map(({ accountId }) => accountId),
    ownerKey: row.ownerKey,
    template: 'SEAL_KEY_BOUND',
    params: { name: actor.name, serial, enterprise: actor.entName, seal: row.name },
  });
}
