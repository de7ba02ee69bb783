import { and, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type {
  getEmployeeImage as getCall,
  removeEmployeeImage as removeCall,
  uploadEmployeeImage as uploadCall,
} from '#core/employee/calls.ts';
import { EMPLOYEE_IMAGE_RULE, IMAGES_PER_DAY } from '#core/employee/images.ts';
import { AppError } from '#core/errors.ts';
import { cleanPicture, PICTURE_MIME } from '#core/realname/clean-picture.ts';
import { employeeImage } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { lockPicture, unsafeReadPicture } from '#edge/kernel/storage/locked-picture.ts';
import { readEmployee, recordEmployee } from './read-employee.ts';

const DAY = 86_400_000;

/**
 * [3.2b] [5.10] Takes a certificate: judged by its content, rewritten without anything but picture, and stored under a key
 * of its own. Throws PICTURE_TYPE_WRONG, PICTURE_TOO_LARGE, PICTURE_DIMENSIONS, TOO_OFTEN.
 */
export async function uploadEmployeeImage(
  input: ParsedInputOf<typeof uploadCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof uploadCall>> {
  const { actor, db, now } = context;
  const row = await readEmployee(context, input.employeeId);
  const { maxBytes, types } = EMPLOYEE_IMAGE_RULE;
  if (input.file.size > maxBytes) throw new AppError('PICTURE_TOO_LARGE', { max: maxBytes / 1048576 });
  if ((await countAttempt(context, `employeeImage:${actor.accountId}`, DAY)) > IMAGES_PER_DAY)
    throw new AppError('TOO_OFTEN');
  const picture = cleanPicture(new Uint8Array(await input.file.arrayBuffer()), types);
  const locked = await lockPicture(context, context.newId(), picture.bytes);
  await db.batch([
    // The one before is nobody's any more: without its row nothing can read it.
    db
      .delete(employeeImage)
      .where(and(eq(employeeImage.employeeId, row.id), eq(employeeImage.kind, input.kind))),
    db.insert(employeeImage).values({
      ...locked,
      enterpriseId: actor.entId,
      employeeId: row.id,
      kind: input.kind,
      type: picture.type,
      width: picture.width,
      height: picture.height,
      createdAt: now,
    }),
    recordEmployee(context, row.id, 'IMAGE_ADDED', input.kind),
  ]);
  return { imageId: locked.id };
}

/** A picture of an employee of the enterprise that is acted for. Throws NOT_FOUND for every other. */
async function readImage({ actor, db }: SignedInContext, imageId: string) {
  const [row] = await db
    .select()
    .from(employeeImage)
    .where(and(eq(employeeImage.id, imageId), eq(employeeImage.enterpriseId, actor.entId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export async function getEmployeeImage(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const row = await readImage(context, input.imageId);
  await recordEmployee(context, row.employeeId, 'IMAGE_VIEWED', row.kind);
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

/** Removes a picture for good. Throws NOT_FOUND, also where it was removed or replaced meanwhile. */
export async function removeEmployeeImage(
  input: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const row = await readImage(context, input.imageId);
  const there = sql`select 1 from ${employeeImage} where ${employeeImage.id} = ${row.id}`;
  await commit(
    context,
    [there],
    [
      context.db.delete(employeeImage).where(eq(employeeImage.id, row.id)),
      recordEmployee(context, row.employeeId, 'IMAGE_REMOVED', row.kind),
    ],
    new AppError('NOT_FOUND'),
  );
  return null;
}
