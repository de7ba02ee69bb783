import { lt } from 'drizzle-orm';
import { firmLogin, ssoUsedLink } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { LINK_LIFE_MS } from './read-link.ts';

/**
 * Job: deletes records of used links that are long expired, which are refused because of their expiry, and logins at
 * identity providers that were never completed.
 */
export async function forgetLinks({ db, now }: Context): Promise<void> {
  await db.batch([
    db.delete(ssoUsedLink).where(lt(ssoUsedLink.expiresAt, now - LINK_LIFE_MS)),
    db.delete(firmLogin).where(lt(firmLogin.expiresAt, now)),
  ]);
}
