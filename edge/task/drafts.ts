import { and, count, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { ownerRoomId } from '#core/sync/owner-room.ts';
import { roomKind } from '#core/sync/token.ts';
import * as calls from '#core/task/draft-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { draft } from '#db/schema/index.ts';
import { limitsInForce } from '#edge/config/settings.ts';
import { checkAccess } from '#edge/identity/check-access.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { forgetDraftEffect } from '#edge/sync/effects.ts';
import { giveTicket } from '#edge/sync/tickets.ts';
import { roomAccess } from '#edge/template/enter-room.ts';

/** Creates or updates a draft of the owner. Throws NOT_FOUND for another owner's draft. */
export async function saveDraft(
  input: ParsedInputOf<typeof calls.saveDraft>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  await claimDraft(context, input.draftId);
  await db
    .update(draft)
    .set({ taskName: input.taskName, fileNum: input.fileNum, savedAt: now })
    .where(and(eq(draft.id, input.draftId), eq(draft.ownerKey, actor.ownerKey), isNull(draft.closedAt)));
  return null;
}

/** Creates the draft for this owner unless it exists. Throws NOT_FOUND, DRAFT_ALREADY_SENT, DRAFT_QUOTA. */
async function claimDraft(context: SignedInContext, draftId: string): Promise<void> {
  const { actor, db, now } = context;
  const [known] = await db.select({ id: draft.id }).from(draft).where(eq(draft.id, draftId));
  if (!known) await checkQuota(context);
  await db
    .insert(draft)
    .values({
      id: draftId,
      ownerKey: actor.ownerKey,
      creatorId: actor.accountId,
      creatorName: actor.name,
      savedAt: now,
    })
    .onConflictDoNothing();
  const [row] = await db.select().from(draft).where(eq(draft.id, draftId));
  if (!row || row.ownerKey !== actor.ownerKey) throw new AppError('NOT_FOUND');
  if (row.closedAt !== null) throw new AppError('DRAFT_ALREADY_SENT');
}

/**
 * Checks that the owner may open another draft. Drafts with content count until they are sent or deleted; empty ones
 * are not listed, so that nobody could delete them, and count for a day only. Throws DRAFT_QUOTA.
 */
async function checkQuota(context: SignedInContext): Promise<void> {
  const { draftsPerOwner: max } = await limitsInForce(context);
  const [open] = await context.db
    .select({ n: count() })
    .from(draft)
    .where(
      and(
        eq(draft.ownerKey, context.actor.ownerKey),
        isNull(draft.closedAt),
        or(hasContent, gt(draft.savedAt, context.now - DAY_MS)),
      ),
    );
  if ((open?.n ?? 0) >= max) throw new AppError('DRAFT_QUOTA', { max });
}

/** Condition of listed drafts: a draft is created when it is opened, but listed only once it has content. */
export const hasContent = and(
  or(ne(draft.taskName, ''), gt(draft.fileNum, 0)),
  // Drafts of batch rows are sent again from their batch and cannot be opened.
  sql`not exists (select 1 from batch_row where batch_row.id = draft.id)`,
);

export async function listDrafts(
  input: ParsedInputOf<typeof calls.listDrafts>,
  { actor, db }: SignedInContext,
): Promise<OutputOf<typeof calls.listDrafts>> {
  const own = and(
    eq(draft.ownerKey, actor.ownerKey),
    isNull(draft.closedAt),
    hasContent,
    containsIf(draft.taskName, input.taskName),
  );
  const { rows: records, page } = await readPage(
    db,
    input,
    db.select().from(draft).where(own).orderBy(desc(draft.savedAt)),
    db.select({ n: count() }).from(draft).where(own),
  );
  return {
    records: records.map((row) => ({
      draftId: row.id,
      taskName: row.taskName,
      fileNum: row.fileNum,
      creator: row.creatorName,
      latestSavingTime: row.savedAt,
    })),
    ...page,
  };
}

export async function deleteDraft(
  input: ParsedInputOf<typeof calls.deleteDraft>,
  context: SignedInContext,
): Promise<null> {
  const { actor, db, now } = context;
  const { draftId } = input;
  const open = and(eq(draft.id, draftId), eq(draft.ownerKey, actor.ownerKey), isNull(draft.closedAt));
  await commit(
    context,
    [sql`select 1 from ${draft} where ${open}`],
    [
      db.update(draft).set({ closedAt: now }).where(open),
      enqueue(context, `draft:${draftId}`, forgetDraftEffect, { draftId }),
    ],
    new AppError('NOT_FOUND'),
  );
  return null;
}

/** Issues a ticket for a sync room: a draft or template of the owner, or the events of the identity. */
export async function getSyncTicket(
  input: ParsedInputOf<typeof calls.getSyncTicket>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getSyncTicket>> {
  const { actor } = context;
  const kind = roomKind(input.room);
  const roomId = input.room.slice(input.room.indexOf(':') + 1);
  if (kind === 'template') return giveTicket(context, input.room, await roomAccess(context, roomId));
  if (kind === 'draft') {
    checkAccess(calls.saveDraft.access, actor);
    await claimDraft(context, roomId);
  } else if (kind === 'events') {
    const own = [
      ownerRoomId(actor.ownerKey),
      ...(actor.sso ? [] : [ownerRoomId(personKey(actor.accountId))]),
    ];
    if (!own.includes(roomId)) throw new AppError('NO_PERMISSION');
  } else throw new AppError('NO_PERMISSION');
  return giveTicket(context, input.room, kind === 'events' ? 'read' : 'write');
}
