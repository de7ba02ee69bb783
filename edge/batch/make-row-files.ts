import { and, eq, inArray } from 'drizzle-orm';
import type { BatchContents, BatchSetup } from '#core/batch/batch.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Plan, PlanPlacement } from '#core/task/plan.ts';
import { placementIdOf, prefixOf } from '#core/task/template-placement.ts';
import type { WebContent } from '#core/template/content.ts';
import { makeTemplateFile } from '#core/template/fill/make-file.ts';
import { placeAnchors } from '#core/template/fill/place-anchors.ts';
import { placeFields } from '#core/template/fill/place-fields.ts';
import type { TemplateSource } from '#core/template/source.ts';
import { ownedFile } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { MadeFile } from '#edge/sending/sending-part.ts';
import { readPictures } from '#edge/template/check-sources.ts';
import { fillWord } from '#edge/template/fill-word.ts';
import { reachTemplate } from '#edge/template/reach-template.ts';
import { unsafeVersion } from '#edge/template/versions.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';
import { dropStored } from '#edge/upload/store-upload.ts';

/**
 * The plan of a row with its own files: templates are filled with the row's values, and placements that come from a
 * template are recomputed for the new file. Placements that the sender made by hand stay. `refused` gives the statements
 * for a row that is not sent: what was made for it is dropped. Where a file cannot be made, the others are dropped here.
 */
export async function makeRowFiles(
  plan: Plan,
  contents: BatchContents,
  casts: BatchSetup['casts'],
  context: SignedInContext,
): Promise<{ plan: Plan; made: Map<string, MadeFile>; refused: () => Statement[] }> {
  const stored: string[] = [];
  const refused = () => dropStored(context, context.actor.ownerKey, stored);
  try {
    return { ...(await makeFiles(plan, contents, casts, context, stored)), refused };
  } catch (error) {
    await commit(context, [], refused());
    throw error;
  }
}

/** The files are added to `stored` as they are made. */
async function makeFiles(
  plan: Plan,
  contents: BatchContents,
  casts: BatchSetup['casts'],
  context: SignedInContext,
  stored: string[],
): Promise<{ plan: Plan; made: Map<string, MadeFile> }> {
  const documents: Plan['documents'] = [];
  const made = new Map<string, MadeFile>();
  let placements = plan.placements;
  for (const document of plan.documents) {
    const content = contents.get(document.documentId);
    if (!content || !document.template) {
      documents.push(document);
      continue;
    }
    const template = { ...document.template, madeAt: context.now };
    const { documentId } = document;
    const file =
      content.kind === 'WORD'
        ? await fillWord({ versionId: template.versionId, values: template.values }, context)
        : await makeWebFile(content, template, plan.taskFileType, context);
    stored.push(file.fileKey);
    if (content.kind === 'WEB') made.set(file.fileKey, file);
    documents.push({ ...document, fileKey: file.fileKey, template });
    const cast = casts[documentId] ?? {};
    placements = [
      ...placements.filter((one) => !one.placementId.startsWith(prefixOf(documentId))),
      ...[
        ...placeAnchors(content.anchors, file.boxes, file.pages),
        ...placeFields(content, file.boxes, file.pages),
      ].flatMap(({ anchor, signer, ...place }): PlanPlacement[] => {
        const signerId = cast[signer];
        return signerId
          ? [{ ...place, placementId: placementIdOf(documentId, anchor), documentId, signerId }]
          : [];
      }),
    ];
  }
  return { plan: { ...plan, documents, placements }, made };
}

/** Removes made files from the owner's uploads: they belong to the task now. */
export const dropMade = (
  { db }: SignedInContext,
  ownerKey: string,
  made: ReadonlyMap<string, MadeFile>,
): Statement[] =>
  made.size > 0
    ? [
        db
          .delete(ownedFile)
          .where(and(eq(ownedFile.ownerKey, ownerKey), inArray(ownedFile.sha256, [...made.keys()]))),
      ]
    : [];

async function makeWebFile(
  content: WebContent,
  source: TemplateSource,
  fileType: Plan['taskFileType'],
  context: SignedInContext,
) {
  const { db, files, actor, now } = context;
  const { values, title, language, madeAt, versionId } = source;
  const row = await reachTemplate(context, (await unsafeVersion(context, versionId)).templateId, 'see');
  const pictures = await readPictures(content, source, row.ownerKey, context);
  const { data, typeset } = await makeTemplateFile(
    { content, values, title, language, fileType, madeAt, pictures },
    typesetFonts(context),
  );
  const pages = typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
  const sha256 = await sha256Hex(data);
  await files.put(data);
  await db
    .insert(ownedFile)
    .values({
      ownerKey: actor.ownerKey,
      sha256,
      size: data.length,
      fileType,
      pages,
      uploadedBy: actor.accountId,
      createdAt: now,
    })
    .onConflictDoNothing();
  return { fileKey: sha256, pages, boxes: typeset.boxes };
}
