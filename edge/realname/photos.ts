import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { getImage as getCall, updateImage as updateCall } from '#core/realname/calls.ts';
import { cleanPicture, PICTURE_MIME } from '#core/realname/clean-picture.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import { type PhotoKind, photoRule } from '#core/realname/photos.ts';
import { DAY_MS } from '#core/time.ts';
import { account, enterpriseProfile, realnameApplication, realnamePhoto } from '#db/schema/index.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { lockPicture, unsafeReadPicture } from '#edge/kernel/storage/locked-picture.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { titleOf } from './applications.ts';

export type PhotoRow = typeof realnamePhoto.$inferSelect;

/**
 * Receives a picture ([7.8d], [5.10], [9.7]): detects its type from the content, strips metadata, and stores it
 * encrypted with its own key. Throws PICTURE_TYPE_WRONG, PICTURE_TOO_LARGE, PICTURE_DIMENSIONS, TOO_OFTEN.
 */
export async function updateImage(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof updateCall>> {
  const { actor, db, now } = context;
  const rule = photoRule(input.kind);
  if (input.file.size > rule.maxBytes)
    throw new AppError('PICTURE_TOO_LARGE', { max: rule.maxBytes / 1048576 });
  if ((await countAttempt(context, `photo:${actor.accountId}`, DAY_MS)) > REALNAME_LIMITS.photosPerDay)
    throw new AppError('TOO_OFTEN');
  const picture = cleanPicture(new Uint8Array(await input.file.arrayBuffer()), rule.types);
  const id = context.newId();
  const { fileKey, wrappedKey } = await lockPicture(context, id, picture.bytes);
  const statements: [Statement, ...Statement[]] = [
    db.insert(realnamePhoto).values({
      id,
      accountId: actor.accountId,
      kind: input.kind,
      fileKey,
      wrappedKey,
      type: picture.type,
      width: picture.width,
      height: picture.height,
      size: picture.bytes.length,
      createdAt: now,
    }),
  ];
  if (input.kind === 'AVATAR') {
    // The former avatar becomes unreadable, because its key is deleted with its row.
    statements.unshift(
      db
        .delete(realnamePhoto)
        .where(and(eq(realnamePhoto.accountId, actor.accountId), eq(realnamePhoto.kind, 'AVATAR'))),
    );
    statements.push(db.update(account).set({ photoKey: id }).where(eq(account.id, actor.accountId)));
  }
  await db.batch(statements);
  return { imageId: id, width: picture.width, height: picture.height };
}

/**
 * A picture, for the person who uploaded it, reviewers, and the enterprise's administrators (licence only). Throws
 * NOT_FOUND.
 */
export async function getImage(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor, db } = context;
  const [row] = await db.select().from(realnamePhoto).where(eq(realnamePhoto.id, input.imageId));
  if (!row || !(await mayRead(context, row))) throw new AppError('NOT_FOUND');
  if (row.accountId !== actor.accountId) {
    // Written before the picture is sent, so that every view is logged.
    await auditOf(context, {
      action: 'PHOTO_VIEWED',
      targetKind: 'PHOTO',
      targetId: row.id,
      targetName: await nameOf(context, row.applicationId),
      remark: row.kind,
    });
  }
  const bytes = await unsafeReadPicture(context, row);
  const type = row.type;
  return {
    body: bytes,
    length: bytes.length,
    fileName: `${row.kind.toLowerCase()}.${type.toLowerCase()}`,
    contentType: PICTURE_MIME[type],
    inline: true,
  };
}

/** Display name of the application's subject, for the audit log. */
async function nameOf(context: Context, applicationId: string): Promise<string> {
  const [row] = await context.db
    .select()
    .from(realnameApplication)
    .where(eq(realnameApplication.id, applicationId));
  return row ? titleOf(context, row) : '';
}

async function mayRead({ actor, db }: SignedInContext, row: PhotoRow): Promise<boolean> {
  if (row.accountId === actor.accountId && !actor.sso) return true;
  if (row.applicationId === '') return false;
  // Reviewers have access only as individuals; acting for an enterprise they are ordinary members.
  if (actor.platformAdmin && actor.entId === '') return true;
  if (actor.entId === '' || !actor.roles.includes('ENT_ADMIN') || row.kind !== 'LICENCE') return false;
  const [profile] = await db
    .select({ applicationId: enterpriseProfile.applicationId })
    .from(enterpriseProfile)
    .where(eq(enterpriseProfile.enterpriseId, actor.entId));
  return profile?.applicationId === row.applicationId;
}

/**
 * The actor's pictures by id. Throws PICTURE_MISSING unless there is exactly one of each kind of `kinds` and no others.
 * Owners may reuse pictures of another application.
 */
export async function ownPhotos(
  { actor, db }: SignedInContext,
  ids: readonly string[],
  kinds: readonly PhotoKind[],
): Promise<PhotoRow[]> {
  const rows = await db
    .select()
    .from(realnamePhoto)
    .where(and(eq(realnamePhoto.accountId, actor.accountId), inArray(realnamePhoto.id, [...ids, ''])));
  const fits = kinds.every((kind) => rows.filter((row) => row.kind === kind).length === 1);
  if (!fits || rows.length !== kinds.length) throw new AppError('PICTURE_MISSING');
  return rows;
}

/** Binds pictures to an application, which makes them visible to reviewers. */
export const bindPhotos = (
  context: SignedInContext,
  ids: readonly string[],
  applicationId: string,
): Statement =>
  context.db
    .update(realnamePhoto)
    .set({ applicationId })
    .where(and(inArray(realnamePhoto.id, [...ids]), eq(realnamePhoto.accountId, context.actor.accountId)));
