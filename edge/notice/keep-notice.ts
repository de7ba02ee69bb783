import type { z } from 'zod';
import { notice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { noticeEffect } from './effects.ts';

/**
 * Stores a notice for its reader. It bears the time of what it reports: notices of different events may be stored in
 * another order, and late.
 */
export async function keepNotice(
  { db }: Context,
  { template, noticeId, ...rest }: z.output<typeof noticeEffect.payload>,
  id: string,
  causedAt: number,
): Promise<void> {
  await db
    .insert(notice)
    .values({ id: noticeId || id, ...rest, kind: template, createdAt: causedAt })
    .onConflictDoNothing();
}
