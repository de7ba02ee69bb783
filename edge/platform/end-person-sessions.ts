import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { endPersonSessions as call } from '#core/platform/calls.ts';
import { maskName } from '#core/realname/mask.ts';
import { account } from '#db/schema/index.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import { endSessions } from '#edge/identity/sessions.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';

/**
 * Ends all sessions of the person with this mobile, but the one that asks. The audit log is written first, so that nobody
 * is logged out without a line in it. Throws NOT_FOUND at the mobile.
 */
export async function endPersonSessions(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, keys } = context;
  const [row] = await db
    .select({ id: account.id, name: REAL_NAME })
    .from(account)
    .where(eq(account.mobileIndex, await keys.indexOf(input.mobile, 'mobile')));
  if (!row) throw new AppError('NOT_FOUND', {}, 'mobile');
  await commit(
    context,
    [],
    [
      auditOf(context, {
        action: 'SESSIONS_ENDED',
        targetKind: 'PERSON',
        targetId: row.id,
        targetName: maskName(await openRealName(context, row.name)),
        remark: input.reason,
      }),
    ],
  );
  return { ended: await endSessions(context, row.id, actor.sessionId) };
}
