import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import { TEMPLATES } from '#core/template/access.ts';
import type { tellMentioned as call } from '#core/template/version-calls.ts';
import { account, member } from '#db/schema/index.ts';
import { mayAs } from '#edge/identity/check-access.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countSlidingBelow } from '#edge/kernel/count-attempts.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { reachTemplate } from './reach-template.ts';

/** Limit of messages with mentions per person and hour; generous for human use. */
const MOST_AN_HOUR = 200;
const HOUR = 3_600_000;

/**
 * Notifies each mentioned colleague of the caller's enterprise who may open the template; ignores the others.
 * Idempotent: the notice's id is derived from the message and the recipient. Throws NOT_FOUND, NO_PERMISSION and
 * TOO_OFTEN.
 */
export async function tellMentioned(
  { id, message, accountIds }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db, actor } = context;
  const row = await reachTemplate(context, id, 'edit');
  const name = `mention:${actor.accountId}`;
  if (!(await countSlidingBelow(context, { name, windowMs: HOUR }, MOST_AN_HOUR)))
    throw new AppError('TOO_OFTEN');
  const colleagues = await db
    .select({ accountId: member.accountId, roles: member.roles })
    .from(member)
    .innerJoin(account, eq(account.id, member.accountId))
    .where(
      and(
        eq(member.enterpriseId, actor.entId),
        isNull(member.leftAt),
        eq(account.status, 'ENABLE'),
        inArray(member.accountId, accountIds),
      ),
    );
  const readers = colleagues
    .filter((one) => one.accountId !== actor.accountId && mayAs(one, TEMPLATES.roles))
    .map(({ accountId }) => accountId);
  const noticeIds = await Promise.all(readers.map((accountId) => idOf(row.id, message, accountId)));
  await commit(
    context,
    [],
    readers.map((accountId, at) =>
      enqueue(context, `notice:${accountId}`, noticeEffect, {
        accountId,
        ownerKey: actor.ownerKey,
        category: 'system',
        template: 'TEMPLATE_MENTIONED',
        params: { name: actor.name, template: row.name },
        taskId: '',
        templateId: row.id,
        noticeId: noticeIds[at]!,
      }),
    ),
  );
  return { told: readers };
}

async function idOf(...parts: string[]): Promise<string> {
  return (await sha256Hex(parts.join(' '))).slice(0, 32);
}
