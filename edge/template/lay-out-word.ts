import { and, desc, eq } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import type { FontReplacement } from '#core/docx/fonts.ts';
import { forConversion } from '#core/docx/for-conversion.ts';
import { readLaidOut } from '#core/docx/laid-out.ts';
import { type Docx, openDocx } from '#core/docx/open-docx.ts';
import { readText } from '#core/docx/read-text.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import { formatValue } from '#core/template/fill/format-value.ts';
import { triedOut } from '#core/template/fill/try-out-word.ts';
import type {
  layOutWord as call,
  downloadWordPages as downloadCall,
  tryOutWord as tryOutCall,
} from '#core/template/word-calls.ts';
import { ownedFile, templateFile, wordLayout } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countSlidingBelow } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { openWordConverter } from '#edge/kernel/providers/word.ts';
import { type ReachedTemplate, reachTemplate } from './reach-template.ts';

type Layout = typeof wordLayout.$inferSelect;

/** Limit of Word conversions per enterprise and hour: each takes seconds of CPU time. */
const MOST_AN_HOUR = 300;
const HOUR = 3_600_000;

/**
 * Converts a template's docx to pages. Throws NOT_FOUND, NO_PERMISSION, WORD_NOT_AVAILABLE, WORD_FAILED,
 * WORD_UNDER_WAY and the errors of `openDocx`.
 */
export async function layOutWord(
  { id, fileKey }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const row = await reachTemplate(context, id, 'see');
  const docx = openDocx(await readTemplateDocx(context, row, fileKey));
  const { layout, fonts } = await layOutDocx(context, docx, { docx: fileKey, isPreview: true });
  const { facts, engine, ms } = layout;
  return { ...facts, engine, ms, fonts, external: docx.external };
}

/**
 * Fills the docx of a draft with made-up values and converts it. Throws NOT_FOUND, NO_PERMISSION, WORD_NOT_AVAILABLE,
 * WORD_FAILED, WORD_UNDER_WAY, TOO_OFTEN and the errors of `openDocx`.
 */
export async function tryOutWord(
  { id, content: draft, mode, language }: ParsedInputOf<typeof tryOutCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const row = await reachTemplate(context, id, 'see');
  const bytes = await readTemplateDocx(context, row, draft.docx);
  await countConversion(context);
  const docx = openDocx(bytes);
  const { content, values } = triedOut(draft, mode, language);
  const filled = fillDocx(docx, content, values, {
    format: (field, value) => formatValue(field, value, language),
  });
  const prepared = forConversion(openDocx(filled), { faces: openWordConverter(context).faces });
  const { pdf } = readLaidOut(
    await openWordConverter(context).convert(prepared.bytes, context.tell),
    prepared.marks,
    0,
  );
  return {
    body: pdf,
    length: pdf.length,
    fileName: `${id}.pdf`,
    contentType: 'application/pdf',
    inline: true,
  };
}

/**
 * Downloads the pages of a template's docx. Throws NOT_FOUND if the template is not accessible or the docx has not been
 * laid out.
 */
export async function downloadWordPages(
  { id, fileKey }: ParsedInputOf<typeof downloadCall>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const row = await reachTemplate(context, id, 'see');
  await refuseStranger(context, row, fileKey);
  const [layout] = await context.db
    .select()
    .from(wordLayout)
    .where(and(eq(wordLayout.docx, fileKey), eq(wordLayout.isPreview, true)))
    .orderBy(desc(wordLayout.createdAt))
    .limit(1);
  if (!layout) throw new AppError('NOT_FOUND');
  const bytes = await context.files.kept(layoutFolder(layout.input), layout.pdf);
  return {
    body: bytes,
    length: layout.size,
    fileName: `${layout.pdf}.pdf`,
    contentType: 'application/pdf',
    inline: true,
    etag: layout.pdf,
  };
}

/**
 * Reads a template's docx. Checks that it belongs to the template, so that a digest alone opens no other file of the
 * owner. Throws NOT_FOUND.
 */
export async function readTemplateDocx(
  context: SignedInContext,
  row: ReachedTemplate,
  fileKey: string,
): Promise<Bytes> {
  await refuseStranger(context, row, fileKey);
  return context.files.get(fileKey);
}

async function refuseStranger({ db }: SignedInContext, row: ReachedTemplate, fileKey: string): Promise<void> {
  const [found] = await db
    .select({ fileType: ownedFile.fileType })
    .from(templateFile)
    .innerJoin(
      ownedFile,
      and(eq(ownedFile.sha256, templateFile.sha256), eq(ownedFile.ownerKey, row.ownerKey)),
    )
    .where(and(eq(templateFile.templateId, row.id), eq(templateFile.sha256, fileKey)));
  if (found?.fileType !== 'DOCX') throw new AppError('NOT_FOUND');
}

/** Folder for the pages of a draft. They live as long as their row; `drop-layouts.ts` deletes both. */
export const layoutFolder = (input: string): string => `word/${input}`;

/** Counts a conversion before anything is prepared for it. Throws TOO_OFTEN. */
async function countConversion(context: SignedInContext): Promise<void> {
  const name = `word:${context.actor.ownerKey}`;
  if (!(await countSlidingBelow(context, { name, windowMs: HOUR }, MOST_AN_HOUR)))
    throw new AppError('TOO_OFTEN');
}

/** Lays out a docx or returns the stored layout. Throws WORD_NOT_AVAILABLE, WORD_FAILED, WORD_UNDER_WAY, TOO_OFTEN. */
export async function layOutDocx(
  context: SignedInContext,
  docx: Docx,
  { docx: source, isPreview }: Pick<Layout, 'docx' | 'isPreview'>,
): Promise<{ layout: Layout; fonts: FontReplacement[] }> {
  const { faces } = openWordConverter(context);
  const { bytes, marks, fonts } = forConversion(docx, { faces, paragraphs: isPreview });
  const input = await sha256Hex(bytes);
  const [known] = await context.db.select().from(wordLayout).where(eq(wordLayout.input, input));
  if (known) return { layout: known, fonts };
  const began = Date.now();
  await countConversion(context);
  const pdf = await openWordConverter(context).convert(bytes, context.tell);
  const ms = Date.now() - began;
  const laidOut = readLaidOut(pdf, marks, isPreview ? readText(docx).length : 0);
  const layout: Layout = {
    input,
    docx: source,
    isPreview,
    // A filled file becomes a user's document; the pages of a draft can be recreated at any time.
    pdf: isPreview
      ? await context.files.keep(layoutFolder(input), laidOut.pdf)
      : await context.files.put(laidOut.pdf),
    size: laidOut.pdf.length,
    engine: laidOut.engine,
    ms,
    facts: {
      pages: laidOut.pages,
      boxes: laidOut.boxes,
      starts: laidOut.starts.map(({ paragraph, page, x, y }) => [paragraph, page, x, y]),
    },
    createdAt: context.now,
  };
  await context.db.insert(wordLayout).values(layout).onConflictDoNothing();
  return { layout, fonts };
}
