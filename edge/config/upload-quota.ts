import { and, count, eq, gt, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { DAY_MS } from '#core/time.ts';
import { ownedFile } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { limitsInForce } from './settings.ts';

/**
 * Every call that stores a file of an owner asks this first, whatever the file is for. Throws UPLOAD_QUOTA if the owner's
 * quota for 24 hours is used up. Files that they already own are always allowed.
 */
export async function checkUploadQuota(
  context: Context,
  file: { ownerKey: string; sha256: string; size: number },
): Promise<void> {
  const { db, now } = context;
  const { uploadsPerDay: files, uploadBytesPerDay: bytes } = await limitsInForce(context);
  const own = eq(ownedFile.ownerKey, file.ownerKey);
  const [[known], [day]] = await db.batch([
    db
      .select({ sha256: ownedFile.sha256 })
      .from(ownedFile)
      .where(and(own, eq(ownedFile.sha256, file.sha256))),
    db
      .select({ files: count(), bytes: sql<number>`coalesce(sum(${ownedFile.size}), 0)` })
      .from(ownedFile)
      .where(and(own, gt(ownedFile.createdAt, now - DAY_MS))),
  ]);
  if (known || !day || (day.files < files && day.bytes + file.size <= bytes)) return;
  throw new AppError('UPLOAD_QUOTA', { files, megabytes: bytes / 1048576 });
}
