import { eq, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import type { EnterpriseEdition } from '#core/company/states.ts';
import { AppError } from '#core/errors.ts';
import type { changeEdition as call } from '#core/platform/calls.ts';
import { enterprise } from '#db/schema/index.ts';
import { describeChange } from '#edge/config/describe-change.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { readEnterprise } from '#edge/realname/ent-applications.ts';
import { tellApplicant } from '#edge/realname/pass-enterprise.ts';

export const editionOf = (row: { isBiz: boolean }): EnterpriseEdition =>
  row.isBiz ? 'BUSINESS' : 'STANDARD';

/**
 * [6.6g] Grants or ends the business edition of an enterprise. Sessions continue: menu and calls check the edition each
 * time. Template roles and fields are kept, so they reappear if the edition is granted again. Throws NOT_FOUND, and
 * CONFLICT if the edition differs from `from`.
 */
export async function changeEdition(
  { entId, from, to, reason }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const row = await readEnterprise(context, entId);
  if (row?.nodeType !== 'ENTERPRISE-ENTERPRISE') throw new AppError('NOT_FOUND');
  if (editionOf(row) !== from || from === to) throw new AppError('CONFLICT');
  const isBiz = to === 'BUSINESS';
  await commit(
    context,
    [
      sql`select 1 from ${enterprise} where ${enterprise.id} = ${entId} and ${enterprise.isBiz} = ${row.isBiz}`,
    ],
    [
      db.update(enterprise).set({ isBiz }).where(eq(enterprise.id, entId)),
      auditOf(context, {
        action: 'EDITION_CHANGED',
        targetKind: 'ENTERPRISE',
        targetId: entId,
        targetName: row.name,
        remark: `${describeChange({ edition: from }, { edition: to })}; ${reason}`,
      }),
      ...(row.administratorId
        ? [
            tellApplicant(
              context,
              row.administratorId,
              isBiz ? 'BUSINESS_EDITION_BEGUN' : 'BUSINESS_EDITION_ENDED',
              { enterprise: row.name, ...(isBiz ? {} : { reason }) },
            ),
          ]
        : []),
      ...context.remember(null),
    ],
    new AppError('CONFLICT'),
  );
  return null;
}
