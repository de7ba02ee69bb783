import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { enterprise } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** [6.6g] Whether the identity acts for an enterprise of the business edition. */
export async function hasBusinessEdition({ db, actor }: SignedInContext): Promise<boolean> {
  if (actor.entId === '') return false;
  const [row] = await db
    .select({ isBiz: enterprise.isBiz })
    .from(enterprise)
    .where(eq(enterprise.id, actor.entId));
  return row?.isBiz ?? false;
}

/** Throws BUSINESS_EDITION_NEEDED. */
export async function needBusinessEdition(context: SignedInContext): Promise<void> {
  if (!(await hasBusinessEdition(context))) throw new AppError('BUSINESS_EDITION_NEEDED');
}
