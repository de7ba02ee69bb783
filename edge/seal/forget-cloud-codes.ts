import { lt } from 'drizzle-orm';
import { cloudSealChallenge } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Job: removes expired QR codes of the cloud seal. */
export async function forgetCloudCodes({ db, now }: Context): Promise<void> {
  await db.delete(cloudSealChallenge).where(lt(cloudSealChallenge.expiresAt, now));
}
