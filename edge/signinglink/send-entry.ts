import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type BatchCells, planOfRow } from '#core/batch/batch.ts';
import { DAY_MS } from '#core/time.ts';
import { signingLink } from '#db/schema/index.ts';
import { dropMade, makeRowFiles } from '#edge/batch/make-row-files.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { SendingPart } from '#edge/sending/sending-part.ts';
import { sendDraft } from '#edge/task/send-draft.ts';
import type { LinkRow } from './links.ts';
import type { publisherOf } from './publisher.ts';

/** That a link has a place left. */
const hasPlace = (): SQL | undefined =>
  or(isNull(signingLink.limit), lt(signingLink.sent, sql`${signingLink.limit}`));

/** Guard that a place is left, whatever else became of the link. */
export const placeLeft = ({ id }: LinkRow): SQL =>
  sql`select 1 from ${signingLink} where ${and(eq(signingLink.id, id), hasPlace())}`;

/** Guard that a link still takes people, by the address with which it was read. */
export const stillOpen = ({ id, codeHash }: LinkRow, now: number): SQL =>
  sql`select 1 from ${signingLink} where ${and(
    eq(signingLink.id, id),
    eq(signingLink.codeHash, codeHash),
    eq(signingLink.state, 'OPEN'),
    or(isNull(signingLink.until), gt(signingLink.until, now)),
    hasPlace(),
  )}`;

/** What somebody filled in, to become a task of its own. */
interface EntryToSend {
  link: LinkRow;
  entryId: string;
  cells: BatchCells;
  /** Base URL of the product, for addresses in files. */
  origin: string;
  guards: readonly SQL[];
  statements: (taskId: string) => readonly Statement[];
}

/**
 * Makes the task of an entry in the publisher's name, and counts it, in one transaction with the writes of the entry.
 * Resolves to the task's id. Throws the errors of sending a task; DRAFT_ALREADY_SENT where a guard failed.
 */
export async function sendEntry(
  parts: readonly SendingPart[],
  { publisher, setup, contents }: Awaited<ReturnType<typeof publisherOf>>,
  { link, entryId, cells, origin, guards, statements }: EntryToSend,
): Promise<string> {
  const { db, actor, now } = publisher;
  const row = planOfRow(setup, { rowKey: entryId, cells });
  const planned = link.signDays === null ? row : { ...row, endTime: now + link.signDays * DAY_MS };
  const { plan, made, refused } = await makeRowFiles(planned, contents, setup.casts, publisher);
  try {
    const { planId: taskId } = await sendDraft(parts, plan, publisher, origin, {
      voids: '',
      made,
      // An entry has no shared document of its own.
      hasRoom: false,
      evidence: { signingLink: link.id },
      guards,
      statements: (id) => [
        db
          .update(signingLink)
          .set({ sent: sql`${signingLink.sent} + 1` })
          .where(eq(signingLink.id, link.id)),
        ...statements(id),
        ...dropMade(publisher, actor.ownerKey, made),
      ],
    });
    return taskId;
  } catch (error) {
    await commit(publisher, [], refused());
    throw error;
  }
}
