import { inArray, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#core/time.ts';
import { embedLink, ownedFile } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { uploaderKey } from '#edge/upload/named-files.ts';

/** A day after its end, a link and the session that it began are both over. */
const RETENTION_MS = DAY_MS;

/** Job: deletes links that ended long ago, and what their sessions uploaded is recorded for the enterprise alone. */
export async function forgetEmbedLinks({ db, now }: Context): Promise<void> {
  const old = lt(embedLink.expiresAt, now - RETENTION_MS);
  const uploaders = db
    .select({ key: sql<string>`${uploaderKey('')} || ${embedLink.sessionId}` })
    .from(embedLink)
    .where(old);
  await db.batch([
    db.delete(ownedFile).where(inArray(ownedFile.ownerKey, uploaders)),
    db.delete(embedLink).where(old),
  ]);
}
