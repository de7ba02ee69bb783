import { eq, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { removeHelpVideo as call } from '#core/help/calls.ts';
import { helpVideo } from '#db/schema/index.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';

/** Removes a video from the list, so that its file is no longer served. Throws NOT_FOUND. */
export async function removeVideo(
  { id }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  const [row] = await db.select().from(helpVideo).where(eq(helpVideo.id, id));
  if (!row) throw new AppError('NOT_FOUND');
  const there = sql`select 1 from ${helpVideo} where ${helpVideo.id} = ${id}`;
  const remark = `video: ${row.title} →`;
  await commit(
    context,
    [there],
    [
      db.delete(helpVideo).where(eq(helpVideo.id, id)),
      auditOf(context, { action: 'HELP_CHANGED', targetKind: 'SYSTEM', targetId: id, remark }),
    ],
    new AppError('NOT_FOUND'),
  );
  return null;
}
