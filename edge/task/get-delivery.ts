import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { subjectOf } from '#core/notice/delivery.ts';
import type { getDelivery as call } from '#core/task/delivery-calls.ts';
import { delivery, invitation } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readTask } from './read-task.ts';

/** Messages of one task that are shown, the newest. */
const MOST = 2_000;

/**
 * How the messages to each party fared; for the sender's side only, as it says when somebody opened a link. Names no number.
 * Throws NOT_FOUND, NO_PERMISSION.
 */
export async function getDelivery(
  { planId: taskId }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db } = context;
  const { parts, signers, ccParties } = await readTask(context, taskId);
  if (!parts.has('INITIATOR')) throw new AppError('NO_PERMISSION');
  const [messages, links] = await Promise.all([
    db
      .select()
      .from(delivery)
      .where(and(eq(delivery.taskId, taskId), sql`${delivery.taskId} <> ''`))
      .orderBy(desc(delivery.createdAt), desc(delivery.id))
      .limit(MOST),
    db
      .select()
      .from(invitation)
      .where(
        and(
          inArray(
            invitation.partyId,
            [...signers, ...ccParties].map(({ id }) => id),
          ),
          or(isNotNull(invitation.openedAt), isNotNull(invitation.remindersOffAt)),
        ),
      ),
  ]);
  const sent = Map.groupBy(messages, ({ partyId }) => partyId);
  return {
    parties: [...signers, ...ccParties].map(({ id: partyId, mobileIndex }) => {
      const link = links.find((one) => one.partyId === partyId && one.mobileIndex === mobileIndex);
      const silenced = link?.remindersOffAt != null;
      return {
        partyId,
        openedAt: link?.openedAt ?? null,
        silenced,
        remindAt: silenced ? null : (signers.find(({ id }) => id === partyId)?.remindAt ?? null),
        messages: (sent.get(partyId) ?? []).map((row) => ({
          messageId: row.id,
          channel: row.channel,
          subject: subjectOf(row.template),
          state: row.state,
          reason: row.reason,
          former: row.recipientIndex !== mobileIndex,
          askedAt: row.askedAt,
          sentAt: row.sentAt,
          settledAt: row.settledAt,
        })),
      };
    }),
  };
}
