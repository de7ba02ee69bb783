import { and, eq, ne } from 'drizzle-orm';
import type * as calls from '#core/approval/template-calls.ts';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { makeTemplateFile } from '#core/template/fill/make-file.ts';
import { approval, templateVersion } from '#db/schema/index.ts';
import { readApproval } from '#edge/approval/read-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { readTrail } from '#edge/trail/trail-of.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';
import { readPictures } from './check-sources.ts';
import { layOutDocx, layoutFolder } from './lay-out-word.ts';
import { type Review, unsafeReadReview } from './review-template.ts';
import { openContent } from './versions.ts';

type Input = ParsedInputOf<typeof calls.getApprovedTemplate>;

/** Reads the subject of a template's approval, for anyone who may see the approval. Throws NOT_FOUND. */
async function openReview(context: SignedInContext, { approvalId }: Input) {
  const row = await readApproval(context, approvalId);
  if (!('templateId' in row.facts)) throw new AppError('NOT_FOUND');
  return { row, facts: row.facts, ...(await unsafeReadReview(context, row.subjectId)) };
}

/**
 * The content to be enabled, with the current version and the previously submitted content for comparison. Throws
 * NOT_FOUND.
 */
export async function getApprovedTemplate(
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.getApprovedTemplate>> {
  const { row, facts, review, content } = await openReview(context, input);
  const [submission] = row.beforeId
    ? await context.db
        .select({ id: approval.subjectId })
        .from(approval)
        // If that one was approved, it is the previous version, which is compared anyway.
        .where(and(eq(approval.id, row.beforeId), ne(approval.state, 'APPROVED')))
    : [];
  return {
    templateId: facts.templateId,
    templateName: facts.templateName,
    templateType: facts.kind,
    businessType: facts.businessType,
    sceneType: facts.scene,
    content,
    before: await versionBefore(context, review),
    askedBefore: submission ? (await unsafeReadReview(context, submission.id)).content : null,
    pages:
      (await pagesOf(context, { title: row.title, review, content }).catch(() => undefined))?.sizes ?? null,
    trail: await readTrail(context, row.id),
  };
}

/** Downloads the pages of the content to be enabled. Throws NOT_FOUND, WORD_NOT_AVAILABLE, WORD_FAILED. */
export async function downloadApprovedTemplate(input: Input, context: SignedInContext): Promise<FileAnswer> {
  const { row, review, content } = await openReview(context, input);
  const { bytes } = await pagesOf(context, { title: row.title, review, content });
  const body = await bytes();
  const digest = await sha256Hex(body);
  return {
    body,
    length: body.length,
    fileName: `${row.title}.pdf`,
    contentType: 'application/pdf',
    inline: true,
    etag: digest,
  };
}

const NO_VALUES = { fields: {}, rows: {}, options: {} };

/** Pages with blank fields: web templates are typeset, the docx of Word templates is converted. */
async function pagesOf(
  context: SignedInContext,
  { title, review, content }: { title: string; review: Review; content: TemplateContent },
): Promise<{ sizes: { widthMm: number; heightMm: number }[]; bytes: () => Promise<Bytes> }> {
  if (content.kind === 'WORD') {
    const docx = openDocx(await context.files.get(content.docx));
    const { layout } = await layOutDocx(context, docx, { docx: content.docx, isPreview: true });
    return {
      sizes: layout.facts.pages,
      bytes: () => context.files.kept(layoutFolder(layout.input), layout.pdf),
    };
  }
  const { language } = context;
  const source = {
    versionId: review.versionId,
    values: NO_VALUES,
    title,
    language,
    madeAt: review.createdAt,
  };
  const pictures = await readPictures(content, source, review.ownerKey, context);
  const { data, typeset } = await makeTemplateFile(
    {
      content,
      values: NO_VALUES,
      title,
      language,
      fileType: 'PDF',
      madeAt: review.createdAt,
      pictures,
      mode: 'BLANK',
    },
    typesetFonts(context),
  );
  const sizes = typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
  return { sizes, bytes: () => Promise.resolve(data) };
}

/** The version before a submitted one; null for the first, and if a published version is enabled again. */
async function versionBefore(context: SignedInContext, review: Review) {
  if (review.contentSealed === '') return null;
  const [row] = await context.db
    .select()
    .from(templateVersion)
    .where(
      and(eq(templateVersion.templateId, review.templateId), eq(templateVersion.number, review.number - 1)),
    );
  return row ? { number: row.number, content: await openContent(context, row) } : null;
}
