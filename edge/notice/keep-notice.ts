import type { z } from 'zod';
import { notice } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { noticeEffect } from './effects.ts';

/** Writes a notice into its reader's list. */
export async function keepNotice(
  { db, now }: Context,
  { template, ...rest }: z.output<typeof noticeEffect.payload>,
  id: string,
): Promise<void> {
  await db
    .insert(notice)
    .values({ id, ...rest, kind: template, createdAt: now })
    .onConflictDoNothing();
}
