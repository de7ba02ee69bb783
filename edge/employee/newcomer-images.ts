import { and, eq, ne } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { getEntryImage as getCall, uploadEntryImage as uploadCall } from '#core/employee/entry-calls.ts';
import { isAsked, NEWCOMER_LIMITS, PAPER_RULE } from '#core/employee/newcomer.ts';
import type { uploadNewcomerImage as hrCall } from '#core/employee/newcomer-calls.ts';
import { AppError } from '#core/errors.ts';
import { cleanPicture } from '#core/realname/clean-picture.ts';
import { DAY_MS } from '#core/time.ts';
import { newcomer, newcomerImage, newcomerItem } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { lockPicture } from '#edge/kernel/storage/locked-picture.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { pictureAnswer } from './get-newcomer.ts';
import {
  changeNewcomer,
  type NewcomerSource,
  newcomerUnchanged,
  readForChange,
  readItems,
  readNewcomer,
  readOwnNewcomer,
  recordNewcomer,
  sealValue,
} from './read-newcomer.ts';

const PDF = '%PDF';

/** Checks the picture's content, stores it under its own key, and returns the statements that put it in place. */
async function keepPicture(context: SignedInContext, row: NewcomerSource, itemId: string, file: Blob) {
  const { actor, db, now } = context;
  if (file.size > PAPER_RULE.maxBytes)
    throw new AppError('PICTURE_TOO_LARGE', { max: PAPER_RULE.maxBytes / 1048576 });
  if (
    (await countAttempt(context, `newcomerImage:${actor.accountId}`, DAY_MS)) > NEWCOMER_LIMITS.imagesPerDay
  )
    throw new AppError('TOO_OFTEN');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (String.fromCharCode(...bytes.subarray(0, PDF.length)) === PDF) throw new AppError('PAPER_IS_PDF');
  const picture = cleanPicture(bytes, PAPER_RULE.types);
  const locked = await lockPicture(context, context.newId(), picture.bytes);
  const statements: Statement[] = [
    db.insert(newcomerImage).values({
      ...locked,
      enterpriseId: row.enterpriseId,
      newcomerId: row.id,
      itemId,
      type: picture.type,
      width: picture.width,
      height: picture.height,
      createdAt: now,
    }),
    // The previous picture cannot be read any more: its key was in the row.
    db.delete(newcomerImage).where(and(eq(newcomerImage.itemId, itemId), ne(newcomerImage.id, locked.id))),
  ];
  return { imageId: locked.id, statements };
}

/**
 * Takes the photo of a paper that the newcomer is asked for. Throws PAPER_IS_PDF, PICTURE_TYPE_WRONG, PICTURE_TOO_LARGE,
 * PICTURE_DIMENSIONS, TOO_OFTEN, NEWCOMER_CHANGED where it is not asked for any more.
 */
export async function uploadEntryImage(
  input: ParsedInputOf<typeof uploadCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof uploadCall>> {
  const row = await readOwnNewcomer(context, input.newcomerId);
  const item = (await readItems(context, [row.id])).find(({ id }) => id === input.itemId);
  if (item?.type !== 'IMAGE' || !isAsked(item) || row.state === 'TO_REVIEW')
    throw new AppError('NEWCOMER_CHANGED');
  const { imageId, statements } = await keepPicture(context, row, item.id, input.file);
  await commit(context, [newcomerUnchanged(row)], statements, new AppError('NEWCOMER_CHANGED'));
  return { imageId };
}

/** A document that the newcomer uploaded. Throws NOT_FOUND for documents of others. */
export async function getEntryImage(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const [found] = await context.db
    .select({ image: newcomerImage })
    .from(newcomerImage)
    .innerJoin(newcomer, eq(newcomer.id, newcomerImage.newcomerId))
    .where(and(eq(newcomerImage.id, input.imageId), eq(newcomer.accountId, context.actor.accountId)));
  if (!found) throw new AppError('NOT_FOUND');
  return pictureAnswer(context, found.image);
}

/** Stores the photo of a document that only HR sees. Throws as `uploadEntryImage` does. */
export async function uploadNewcomerImage(
  input: ParsedInputOf<typeof hrCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof hrCall>> {
  const { version } = await readNewcomer(context, input.newcomerId);
  const { row } = await readForChange(context, { newcomerId: input.newcomerId, version }, 'fill');
  const item = (await readItems(context, [row.id])).find(({ id }) => id === input.itemId);
  if (item?.type !== 'IMAGE' || item.shownTo !== 'HR') throw new AppError('NEWCOMER_CHANGED');
  const { imageId, statements } = await keepPicture(context, row, item.id, input.file);
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      ...statements,
      context.db
        .update(newcomerItem)
        .set({ state: 'APPROVED', valueSealed: await sealValue(context, item.id, imageId) })
        .where(eq(newcomerItem.id, item.id)),
      changeNewcomer(context, row, {}),
      recordNewcomer(context, row, 'FILLED', item.name),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return { imageId };
}
