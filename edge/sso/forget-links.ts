import { lt } from 'drizzle-orm';
import { ssoUsedLink } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { LINK_LIFE_MS } from './read-link.ts';

/** A job's work: forgets used links that are long over; such a link is refused by its time. */
export async function forgetLinks({ db, now }: Context): Promise<void> {
  await db.delete(ssoUsedLink).where(lt(ssoUsedLink.expiresAt, now - LINK_LIFE_MS));
}
