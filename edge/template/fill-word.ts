import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { fillDocx } from '#core/docx/fill-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import type { DocxPicture } from '#core/docx/pictures.ts';
import { AppError } from '#core/errors.ts';
import { picturesOf, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { formatValue } from '#core/template/fill/format-value.ts';
import { pictureSize } from '#core/template/fill/picture-size.ts';
import { boxesOfControls } from '#core/template/fill/word-boxes.ts';
import type { fillWord as call } from '#core/template/word-calls.ts';
import { ownedFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { mayName } from '#edge/upload/named-files.ts';
import { storeFile } from '#edge/upload/store-upload.ts';
import { recordMadeFile } from './check-sources.ts';
import { layOutDocx, readTemplateDocx } from './lay-out-word.ts';
import { reachTemplate } from './reach-template.ts';
import { openContent, unsafeVersion } from './versions.ts';

/** Problems that are allowed while a draft is still being filled in. */
const UNFILLED: ReadonlySet<string> = new Set(['required', 'tooFewRows']);

/**
 * Fills in a version of a Word template that is visible to the enterprise. The file belongs to the caller's owner, like
 * an upload. Throws NOT_FOUND, INPUT_INVALID with the problems of the values, and the errors of the Word conversion.
 */
export async function fillWord(
  { versionId, values }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const version = await unsafeVersion(context, versionId);
  const row = await reachTemplate(context, version.templateId, 'see');
  const content = await openContent(context, version);
  if (content.kind !== 'WORD') throw new AppError('INPUT_INVALID', {}, 'versionId');
  // A draft may be incomplete; missing values are rejected when it is sent.
  const problems = problemsOf(content, values).filter(({ problem }) => !UNFILLED.has(problem));
  if (problems.length > 0)
    throw new InputRefused(
      problems.map(({ field, rows, row: number, problem }) => ({
        path: ['values', ...(rows ? ['rows', rows, number] : ['fields']), field]
          .filter((part) => part !== undefined)
          .join('.'),
        problem,
      })),
    );
  const docx = openDocx(await readTemplateDocx(context, row, content.docx));
  const filled = fillDocx(docx, content, values, {
    format: (field, value) => formatValue(field, value, context.language),
    pictures: await readPictures(context, picturesOf(content, values)),
  });
  const { layout, fonts } = await layOutDocx(context, openDocx(filled), {
    docx: content.docx,
    isPreview: false,
  });
  const bytes = await context.files.get(layout.pdf);
  const pages = await storeFile(
    { ownerKey: context.actor.ownerKey, sha256: layout.pdf, bytes, fileType: 'PDF' },
    context,
  );
  await recordMadeFile(context, { sha256: layout.pdf, versionId, values });
  return {
    engine: layout.engine,
    ms: layout.ms,
    fonts,
    fileKey: layout.pdf,
    size: layout.size,
    pages,
    boxes: boxesOfControls(layout.facts.boxes, content.anchors),
  };
}

/** Maximum size of pictures in the text, mm. */
const WIDEST = 150;
const HIGHEST = 100;
const MM_PER_PX = 25.4 / 96;

/** Pictures among the values, which the caller must be able to name. Throws INPUT_INVALID for any other. */
async function readPictures(
  context: SignedInContext,
  digests: readonly string[],
): Promise<Map<string, DocxPicture>> {
  const { db, actor, files } = context;
  const pictures = new Map<string, DocxPicture>();
  if (digests.length === 0) return pictures;
  const rows = await db
    .select({ sha256: ownedFile.sha256, fileType: ownedFile.fileType })
    .from(ownedFile)
    .where(
      and(eq(ownedFile.ownerKey, actor.ownerKey), inArray(ownedFile.sha256, [...digests]), mayName(context)),
    );
  for (const digest of digests) {
    const found = rows.find(({ sha256 }) => sha256 === digest);
    if (found?.fileType !== 'PNG' && found?.fileType !== 'JPEG')
      throw new AppError('INPUT_INVALID', {}, 'values');
    const bytes = await files.get(digest);
    const size = pictureSize(bytes);
    if (!size) throw new AppError('INPUT_INVALID', {}, 'values');
    const [width, height] = [size.width * MM_PER_PX, size.height * MM_PER_PX];
    const scale = Math.min(1, WIDEST / width, HIGHEST / height);
    const type = found.fileType === 'PNG' ? 'png' : 'jpeg';
    pictures.set(digest, { bytes, type, width: width * scale, height: height * scale });
  }
  return pictures;
}
