import { and, eq, isNull, sql } from 'drizzle-orm';
import { creditWarning, enterprise, member } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { availableCredits } from './ledger.ts';

const RECIPIENTS: readonly string[] = ['ENT_ADMIN', 'BUSINESS_ADMIN'];

/** Notifies the administrators of an enterprise that few credits are left, once until credits are added. */
export async function warnLow(context: Context, { enterpriseId }: { enterpriseId: string }): Promise<void> {
  const { db, now } = context;
  const [[balance], [row], members, { lowCopies }] = await Promise.all([
    availableCredits(context, enterpriseId),
    db.select({ name: enterprise.name }).from(enterprise).where(eq(enterprise.id, enterpriseId)),
    db
      .select({ accountId: member.accountId, roles: member.roles })
      .from(member)
      .where(and(eq(member.enterpriseId, enterpriseId), isNull(member.leftAt))),
    limitsInForce(context),
  ]);
  const credits = Number(balance?.credits ?? 0);
  if (!row || credits >= lowCopies) return;
  const administrators = members.filter(({ roles }) => roles.some((role) => RECIPIENTS.includes(role)));
  await commit(
    context,
    [
      sql`select 1 where not exists (select 1 from ${creditWarning} where ${creditWarning.enterpriseId} = ${enterpriseId})`,
    ],
    [
      db.insert(creditWarning).values({ enterpriseId, at: now }),
      ...administrators.map(({ accountId }) =>
        enqueue(context, `copies:${enterpriseId}:${accountId}`, noticeEffect, {
          accountId,
          ownerKey: enterpriseKey(enterpriseId),
          category: 'system',
          template: 'COPIES_LOW',
          params: { enterprise: row.name, n: String(credits) },
          taskId: '',
        }),
      ),
    ],
  ).catch((error: unknown) => {
    // They have been notified.
    if (!(error instanceof GuardFailed)) throw error;
  });
}
