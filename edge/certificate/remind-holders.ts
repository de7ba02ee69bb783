import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import { chinaDay } from '#core/china-time.ts';
import { UPDATE_AHEAD_MS } from '#core/seal/states.ts';
import { certificate, member, seal } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';

const BATCH = 50;
/** The recipients: everyone who may renew it ([6.2a]). */
const RECIPIENTS: readonly string[] = ['ENT_ADMIN', 'BUSINESS_ADMIN', 'SEAL_ADMIN'];

/** Notifies the managers of an enterprise's seals of certificates that expire within a month, once per certificate ([9.33]). */
export async function remindHolders(context: Context): Promise<number> {
  const { db, now } = context;
  const due = await db
    .select({ row: seal, certificate })
    .from(certificate)
    .innerJoin(seal, eq(seal.certificateId, certificate.id))
    .where(
      and(
        eq(certificate.purpose, 'SEAL'),
        isNull(certificate.remindedAt),
        isNull(certificate.revokedAt),
        gt(certificate.notAfter, now),
        lte(certificate.notAfter, now + UPDATE_AHEAD_MS),
        isNull(seal.deletedAt),
      ),
    )
    .limit(BATCH);
  for (const view of due) {
    const entId = view.row.ownerKey.slice(2);
    const members = await db
      .select()
      .from(member)
      .where(and(eq(member.enterpriseId, entId), isNull(member.leftAt)));
    const recipients = members.filter(({ roles }) => roles.some((role) => RECIPIENTS.includes(role)));
    const day = chinaDay(view.certificate.notAfter);
    const statements: Statement[] = recipients.map(({ accountId }) =>
      enqueue(context, `notice:${accountId}`, noticeEffect, {
        accountId,
        ownerKey: view.row.ownerKey,
        category: 'system',
        template: 'CERTIFICATE_EXPIRING',
        params: { seal: view.row.name, day },
        taskId: '',
      }),
    );
    await commit(
      context,
      [],
      [
        ...statements,
        db
          .update(certificate)
          .set({ remindedAt: now })
          .where(inArray(certificate.id, [view.certificate.id])),
      ],
    );
  }
  return due.length;
}
