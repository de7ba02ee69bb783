import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { EntryState } from '#core/signinglink/calls.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { signer, signingLinkEntry, task } from '#db/schema/index.ts';
import { contactOf } from '#edge/identity/address-of.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { type LinkRow, openAllowed } from './links.ts';

/**
 * The number that whoever opens a link has now. Throws SIGNING_LINK_NUMBER_NEEDED without one, SIGNING_LINK_NOT_LISTED for
 * one that the link does not take.
 */
export async function numberOf(context: SignedInContext, link: LinkRow): Promise<string> {
  const mobile = await contactOf(context, context.actor.accountId);
  if (!isMobile(mobile)) throw new AppError('SIGNING_LINK_NUMBER_NEEDED');
  const allowed = await openAllowed(context, link);
  if (allowed.length > 0 && !allowed.includes(mobile)) throw new AppError('SIGNING_LINK_NOT_LISTED');
  return mobile;
}

/** What a person sent in counts for once: while it waits, and unless its task ended without being signed by all. */
const STANDS = sql`(${signingLinkEntry.state} = 'PENDING' or (${signingLinkEntry.state} = 'SENT' and ${task.state} <> 'REVOKED' and coalesce(${task.endReason}, 'COMPLETED') = 'COMPLETED'))`;

/** Guard that nothing stands that a person sent in; with `pending`, that nothing of theirs waits. */
export const nothingOf = ({ id }: LinkRow, accountId: string, pending: boolean): SQL =>
  sql`select 1 where not exists (
    select 1 from ${signingLinkEntry} left join ${task} on ${task.id} = ${signingLinkEntry.taskId}
    where ${and(
      eq(signingLinkEntry.linkId, id),
      eq(signingLinkEntry.accountId, accountId),
      pending ? eq(signingLinkEntry.state, 'PENDING') : STANDS,
    )})`;

/** The newest that a person sent in by a link, if it stands or was declined, and what they can do with it. */
export async function mineOf(
  { db, actor }: SignedInContext,
  { id }: LinkRow,
): Promise<{ state: EntryState; planId: string; signs: boolean; lacksName: boolean } | null> {
  const [found] = await db
    .select({
      state: signingLinkEntry.state,
      taskId: signingLinkEntry.taskId,
      stands: sql<number>`${STANDS}`,
      taskState: task.state,
      signs: signer.state,
    })
    .from(signingLinkEntry)
    .leftJoin(task, eq(task.id, signingLinkEntry.taskId))
    .leftJoin(
      signer,
      and(
        eq(signer.taskId, signingLinkEntry.taskId),
        eq(signer.accountId, signingLinkEntry.accountId),
        ne(signer.type, 'ENTERPRISE'),
      ),
    )
    .where(and(eq(signingLinkEntry.linkId, id), eq(signingLinkEntry.accountId, actor.accountId)))
    .orderBy(desc(signingLinkEntry.createdAt), desc(signingLinkEntry.id))
    .limit(1);
  if (!found || (found.state === 'SENT' && !found.stands)) return null;
  const signs = found.signs === 'SIGNING';
  return {
    state: found.state,
    planId: found.taskState === 'REVIEWING' ? '' : (found.taskId ?? ''),
    signs,
    lacksName: signs && actor.personalAuthStatus !== 'AUTH',
  };
}
