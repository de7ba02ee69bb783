import { and, count, desc, eq, sql } from 'drizzle-orm';
import { batchColumns } from '#core/batch/batch.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError, isAppError } from '#core/errors.ts';
import type * as calls from '#core/signinglink/calls.ts';
import { signingLinkEntry, task } from '#db/schema/index.ts';
import { openCells, openSetup } from '#edge/batch/setup.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import { isIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { openContent, unsafeVersion } from '#edge/template/versions.ts';
import { type LinkRow, reachLink } from './links.ts';
import { initiatorOf } from './open-link.ts';
import { publisherOf } from './publisher.ts';
import { placeLeft, sendEntry } from './send-entry.ts';

/** Who came by a link, newest first, with what they filled in. Throws NOT_FOUND. */
export async function listSigningLinkEntries(
  input: ParsedInputOf<typeof calls.listSigningLinkEntries>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listSigningLinkEntries>> {
  const { db } = context;
  const link = await reachLink(context, input.linkId);
  const where = and(eq(signingLinkEntry.linkId, link.id), isIf(signingLinkEntry.state, input.state));
  const { below, paging } = await belowRow(db, input, {
    table: signingLinkEntry,
    by: signingLinkEntry.createdAt,
    key: signingLinkEntry.id,
    own: where,
  });
  const { rows, page } = await readPage(
    db,
    paging,
    db
      .select({ entry: signingLinkEntry, number: task.number })
      .from(signingLinkEntry)
      .leftJoin(task, eq(task.id, signingLinkEntry.taskId))
      .where(and(where, below))
      .orderBy(desc(signingLinkEntry.createdAt), desc(signingLinkEntry.id)),
    db.select({ n: count() }).from(signingLinkEntry).where(where),
  );
  const columns = await columnsOf(context, link);
  const records = await Promise.all(
    rows.map(async ({ entry, number }) => {
      const cells = await openCells(context, entry.id, entry.cellsSealed);
      const part = (wanted: string) =>
        cells[columns.find((one) => one.of === 'party' && one.part === wanted)?.key ?? ''] ?? '';
      return {
        entryId: entry.id,
        userName: part('userName'),
        mobile: part('mobile'),
        createTime: entry.createdAt,
        state: entry.state,
        values: columns.flatMap((one) =>
          one.of === 'field' ? [{ name: one.field.name, value: cells[one.key] ?? '' }] : [],
        ),
        planId: entry.taskId ?? '',
        planNumber: number ?? '',
      };
    }),
  );
  return { records, ...page };
}

/** The columns of a link within the actor's reach: of the version that it was published with, whatever became of the template. */
async function columnsOf(context: SignedInContext, link: LinkRow) {
  const setup = await openSetup(context, link.id, link.setupSealed);
  const contents = new Map();
  for (const { documentId, template } of setup.plan.documents)
    if (template)
      contents.set(documentId, await openContent(context, await unsafeVersion(context, template.versionId)));
  return batchColumns(setup, contents);
}

/**
 * Accepts what somebody filled in, which makes their task in the publisher's name and with the rights that they have now, or
 * declines it. Also after the link was stopped. Throws NOT_FOUND, SIGNING_LINK_DECIDED, SIGNING_LINK_FULL, and the errors
 * of sending a task.
 */
export async function decideSigningLinkEntry(
  parts: readonly SendingPart[],
  { linkId, entryId, accept }: ParsedInputOf<typeof calls.decideSigningLinkEntry>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof calls.decideSigningLinkEntry>> {
  const { db } = context;
  const link = await reachLink(context, linkId);
  const [entry] = await db
    .select()
    .from(signingLinkEntry)
    .where(and(eq(signingLinkEntry.id, entryId), eq(signingLinkEntry.linkId, link.id)));
  if (!entry) throw new AppError('NOT_FOUND');
  if (entry.state !== 'PENDING') throw new AppError('SIGNING_LINK_DECIDED');
  const isPending = and(eq(signingLinkEntry.id, entryId), eq(signingLinkEntry.state, 'PENDING'));
  const pending = sql`select 1 from ${signingLinkEntry} where ${isPending}`;
  if (!accept) {
    await commit(
      context,
      [pending],
      [
        db.update(signingLinkEntry).set({ state: 'DECLINED' }).where(eq(signingLinkEntry.id, entryId)),
        enqueue(context, `signing-link:${link.id}`, noticeEffect, {
          accountId: entry.accountId,
          ownerKey: personKey(entry.accountId),
          category: 'contract',
          template: 'SIGNING_LINK_DECLINED',
          params: { task: link.taskName, initiator: await initiatorOf(context, link) },
          taskId: '',
        }),
      ],
      new AppError('SIGNING_LINK_DECIDED'),
    );
    return { planId: '' };
  }
  try {
    const taskId = await sendEntry(parts, await publisherOf(context, link), {
      link,
      entryId,
      cells: await openCells(context, entryId, entry.cellsSealed),
      origin: context.env.PUBLIC_URL || request.url,
      guards: [pending, placeLeft(link)],
      statements: (id) => [
        db
          .update(signingLinkEntry)
          .set({ state: 'SENT', taskId: id })
          .where(eq(signingLinkEntry.id, entryId)),
      ],
    });
    return { planId: taskId };
  } catch (error) {
    const overtaken =
      error instanceof GuardFailed || (isAppError(error) && error.name === 'DRAFT_ALREADY_SENT');
    if (!overtaken) throw error;
    const still = await db.select({ id: signingLinkEntry.id }).from(signingLinkEntry).where(isPending);
    throw new AppError(still.length === 0 ? 'SIGNING_LINK_DECIDED' : 'SIGNING_LINK_FULL');
  }
}
