import { eq, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import type { revokeEnterpriseAuth as call } from '#core/company/calls.ts';
import { AppError } from '#core/errors.ts';
import { enterprise } from '#db/schema/index.ts';
import { enterpriseKey, type SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { revokeStatement } from '#edge/pki/revocation.ts';
import { membersWho } from './members-who.ts';
import { readAsAdministrator, stillAdministrator } from './read-company.ts';
import { recordCompany, tellPerson } from './records.ts';
import { standStill, withForgottenSessions } from './sessions-acting.ts';

/**
 * [6.2d] The administrator revokes the enterprise's real name. Nobody can act for it until it is verified again
 * ([4.18a]): its sessions fall back to the person, and certificates with its name are revoked, so that its seals need
 * new ones. Its running tasks are frozen until then; existing signatures stay valid. Throws ENTERPRISE_REVOKE_FAILED
 * ([8.16a]) if the enterprise has no verified name.
 */
export async function revokeEnterpriseAuth(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db } = context;
  const revoke = async () => {
    const { enterprise: ent } = await readAsAdministrator(context, input.entId, actor.accountId);
    if (ent.authStatus !== 'AUTH') throw new AppError('ENTERPRISE_REVOKE_FAILED', { name: ent.name });
    const managers = await membersWho(context, ent.id, 'BUSINESS_ADMIN');
    await commit(
      context,
      [
        stillAdministrator(ent.id, actor.accountId),
        sql`select 1 from ${enterprise} where ${enterprise.id} = ${ent.id} and ${enterprise.authStatus} = 'AUTH'`,
      ],
      [
        db.update(enterprise).set({ authStatus: 'REVOKE' }).where(eq(enterprise.id, ent.id)),
        revokeStatement(context, { ownerKey: enterpriseKey(ent.id) }, 'cessationOfOperation'),
        ...standStill(context, ent.id),
        recordCompany(context, ent.id, 'AUTH_REVOKED', {
          operatorId: actor.accountId,
          remark: input.reason,
        }),
        ...managers.map((id) =>
          tellPerson(context, id, 'ENTERPRISE_REVOKED', { enterprise: ent.name, name: actor.name }),
        ),
      ],
    );
  };
  await withForgottenSessions(context, input.entId, undefined, () => withRetry(revoke));
  return null;
}
