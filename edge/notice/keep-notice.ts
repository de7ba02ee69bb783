import type { z } from 'zod';
import { notice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { noticeEffect } from './effects.ts';

/** Stores a notice for its reader. */
export async function keepNotice(
  { db, now }: Context,
  { template, noticeId, ...rest }: z.output<typeof noticeEffect.payload>,
  id: string,
): Promise<void> {
  await db
    .insert(notice)
    .values({ id: noticeId || id, ...rest, kind: template, createdAt: now })
    .onConflictDoNothing();
}
