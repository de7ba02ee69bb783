import { lt } from 'drizzle-orm';
import { ssoUsedLink } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { LINK_LIFE_MS } from './read-link.ts';

/** Job: deletes records of used links that are long expired; such links are refused because of their expiry. */
export async function forgetLinks({ db, now }: Context): Promise<void> {
  await db.delete(ssoUsedLink).where(lt(ssoUsedLink.expiresAt, now - LINK_LIFE_MS));
}
