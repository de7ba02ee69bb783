import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Bytes, utf8 } from '#core/bytes.ts';
import type { MarkBox } from '#core/docx/laid-out.ts';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Plan, PlanPlacement } from '#core/task/plan.ts';
import { planPathToWire } from '#core/task/plan-wire.ts';
import { canonical } from '#core/template/canonical.ts';
import { filesOf } from '#core/template/check-content.ts';
import type { TemplateContent, WebContent } from '#core/template/content.ts';
import { picturesOf, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { makeTemplateFile } from '#core/template/fill/make-file.ts';
import { type FieldPlace, isSameBlank, placeFields } from '#core/template/fill/place-fields.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import type { TemplateSource } from '#core/template/source.ts';
import { newTypesetBudget, type TypesetBudget } from '#core/typeset/budget.ts';
import type { PlacedBox } from '#core/typeset/display.ts';
import { ownedFile, template, templateMadeFile, templateVersion, wordLayout } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import type { CheckedSource, CheckedSources, MadeFile } from '#edge/sending/sending-part.ts';
import { typesetFonts } from '#edge/typeset/load-fonts.ts';
import { type ReachedTemplate, reachTemplate } from './reach-template.ts';
import { openContent, unsafeVersion } from './versions.ts';

/**
 * Checks the documents of a plan that were made from templates. Each template must be accessible, enabled, of the
 * plan's business type and used once ([5.11c,d]); its values must be valid, and the file must be what the version
 * yields for them. Returns the sources by document id. `known`: files just made by the server from the same input, by
 * SHA-256. Throws INPUT_INVALID with the paths, NOT_FOUND, TEMPLATE_DISABLED, TEMPLATE_FILE_DIFFERS; TOO_LARGE and
 * DOCX_TOO_MANY_PAGES if all documents together exceed `TYPESET_LIMITS`.
 */
export async function checkSources(
  plan: Plan,
  context: SignedInContext,
  known: ReadonlyMap<string, MadeFile> = new Map(),
): Promise<CheckedSources> {
  // All templates are judged before the file of any is made again.
  const judged = await judgeSources(plan, context);
  const checked = new Map<string, CheckedSource>();
  const budget = newTypesetBudget();
  for (const { document, source, version, row, content, refuse } of judged) {
    const made =
      known.get(document.fileKey) ??
      (await remake({ content, row }, source, document.fileKey, plan.taskFileType, context, budget));
    if (!made) throw new AppError('TEMPLATE_FILE_DIFFERS', { name: document.fileName });
    const wanted = placeFields(content, made.boxes, made.pages);
    const own = blanksOf(plan, document);
    const fills = matchBlanks(plan, wanted, own, { content, language: source.language });
    if (!fills) return refuse('fieldWithoutSigner');
    checked.set(document.documentId, {
      versionId: version.id,
      hash: version.hash,
      values: source.values,
      fills,
    });
  }
  return checked;
}

interface JudgedSource {
  document: Plan['documents'][number];
  source: TemplateSource;
  version: Awaited<ReturnType<typeof unsafeVersion>>;
  row: ReachedTemplate;
  content: TemplateContent;
  /** Throws INPUT_INVALID with the path of this document's template. */
  refuse: (problem: string, path?: string) => never;
}

const blanksOf = (plan: Plan, { documentId }: Plan['documents'][number]): PlanPlacement[] =>
  plan.placements.filter((one) => one.kind === 'FIELD' && one.documentId === documentId);

/** The templates of a plan's documents, which the actor may use for this plan with these values. */
async function judgeSources(plan: Plan, context: SignedInContext): Promise<JudgedSource[]> {
  const judged: JudgedSource[] = [];
  const used = new Set<string>();
  for (const [i, document] of plan.documents.entries()) {
    const { template: source } = document;
    if (!source) {
      // The fields of a form were compared with its file before.
      if (document.formFields !== 'FILL') refuseBlanks(plan, blanksOf(plan, document));
      continue;
    }
    const refuse = (problem: string, path = ''): never => {
      throw new InputRefused([{ path: planPathToWire(`documents.${i}.template${path}`), problem }]);
    };
    const version = await unsafeVersion(context, source.versionId);
    const row = await reachTemplate(context, version.templateId, 'see');
    if (row.status !== 'ENABLED') throw new AppError('TEMPLATE_DISABLED', { name: row.name });
    if (row.businessType !== plan.businessType) refuse('templateOtherBusiness');
    if (row.scene !== plan.scenario) refuse('templateOtherScene');
    if (used.has(row.id)) refuse('templateRepeated');
    used.add(row.id);
    const content = await openContent(context, version);
    const [wrong] = problemsOf(content, source.values);
    if (wrong) refuse(wrong.problem, wrong.field ? `.values.${wrong.field}` : '.values');
    judged.push({ document, source, version, row, content, refuse });
  }
  return judged;
}

/** Guards: all templates are still enabled when the task is committed. */
export const stillEnabled = (sources: CheckedSources) =>
  [...new Set([...sources.values()].map(({ versionId }) => versionId))].map(
    (versionId) =>
      sql`select 1 from ${template} inner join ${templateVersion} on ${templateVersion.templateId} = ${template.id} where ${templateVersion.id} = ${versionId} and ${template.status} = 'ENABLED'`,
  );

/** Throws TEMPLATE_DISABLED if a template was disabled meanwhile. */
export async function refuseDisabled(context: SignedInContext, sources: CheckedSources): Promise<void> {
  for (const { versionId } of sources.values()) {
    const { templateId } = await unsafeVersion(context, versionId);
    const row = await reachTemplate(context, templateId, 'see');
    if (row.status !== 'ENABLED') throw new AppError('TEMPLATE_DISABLED', { name: row.name });
  }
}

/** Throws INPUT_INVALID if signers are to fill in fields of an uploaded file: only templates have fields. */
function refuseBlanks(plan: Plan, own: readonly PlanPlacement[]): void {
  const [first] = own;
  if (!first) return;
  const path = `placements.${plan.placements.indexOf(first)}.kind`;
  throw new InputRefused([{ path: planPathToWire(path), problem: 'fieldWithoutTemplate' }]);
}

/**
 * Maps a document's placements of kind FIELD to their fields. Undefined if the placements do not match the file's
 * blanks one to one and in position, or if a role is split between signers.
 */
function matchBlanks(
  plan: Plan,
  wanted: readonly FieldPlace[],
  own: readonly PlanPlacement[],
  { content, language }: { content: TemplateContent; language: TemplateSource['language'] },
): ReadonlyMap<string, SignersField> | undefined {
  if (wanted.length !== own.length) return undefined;
  const fills = new Map<string, SignersField>();
  const cast = new Map<string, string>();
  for (const place of wanted) {
    const found = own.find((one) => isSameBlank(one, place));
    if (!found || fills.has(found.placementId) || found.keyword || found.toPage) return undefined;
    const signer = cast.get(place.signer) ?? found.signerId;
    if (signer !== found.signerId || !plan.signers.some((one) => one.signerId === signer)) return undefined;
    cast.set(place.signer, signer);
    const { name, types, length, input, format, choices, required } = content.fields.find(
      ({ key }) => key === place.fills.field,
    )!;
    const { row } = place.fills;
    const shown = row === undefined ? name : `${name} ${row + 1}`;
    fills.set(found.placementId, {
      ...place.fills,
      ...{ name: shown, types, length, input, format, choices, required, language },
    });
  }
  return fills;
}

/**
 * Field positions of the file that a version yields for the values; undefined if it is not the given file. Web
 * templates are rendered again; for Word templates, the file must have been converted for this owner before.
 */
export async function remake(
  { content, row }: { content: TemplateContent; row: Pick<ReachedTemplate, 'ownerKey'> },
  source: TemplateSource,
  fileKey: string,
  fileType: Plan['taskFileType'],
  context: SignedInContext,
  budget: TypesetBudget = newTypesetBudget(),
): Promise<MadeFile | undefined> {
  if (content.kind === 'WORD')
    return (await wasConverted(source, fileKey, context)) ? readLayout(fileKey, context) : undefined;
  const { values, title, language, madeAt } = source;
  const pictures = await readPictures(content, source, row.ownerKey, context);
  const { data, typeset } = await makeTemplateFile(
    { content, values, title, language, fileType, madeAt, pictures, budget },
    typesetFonts(context),
  );
  if ((await sha256Hex(data)) !== fileKey) return undefined;
  const pages = typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
  return { boxes: typeset.boxes, pages };
}

/** Field positions of a converted Word file. */
async function readLayout(pdf: string, { db }: SignedInContext): Promise<MadeFile> {
  const [row] = await db.select({ facts: wordLayout.facts }).from(wordLayout).where(eq(wordLayout.pdf, pdf));
  if (!row) return { boxes: [], pages: [] };
  return { boxes: fieldBoxes(row.facts.boxes), pages: row.facts.pages };
}

/**
 * Pictures of the text, which belong to the template's owner, and of the values, which belong to the sender. Throws
 * FILE_NOT_UPLOADED.
 */
export async function readPictures(
  content: WebContent,
  { values }: TemplateSource,
  ownerKey: string,
  { db, files, actor }: SignedInContext,
): Promise<ReadonlyMap<string, Bytes>> {
  const ofText = new Set(filesOf(content));
  const wanted = picturesOf(content, values);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ ownerKey: ownedFile.ownerKey, sha256: ownedFile.sha256 })
    .from(ownedFile)
    .where(
      and(
        inArray(ownedFile.ownerKey, [ownerKey, actor.ownerKey]),
        inArray(ownedFile.sha256, wanted),
        inArray(ownedFile.fileType, ['PNG', 'JPEG']),
      ),
    );
  const may = (sha256: string) =>
    rows.some((one) => one.sha256 === sha256 && (one.ownerKey === actor.ownerKey || ofText.has(sha256)));
  const missing = wanted.find((sha256) => !may(sha256));
  if (missing) throw new AppError('FILE_NOT_UPLOADED', { name: missing.slice(0, 8) });
  return new Map(await Promise.all(wanted.map(async (sha256) => [sha256, await files.get(sha256)] as const)));
}

const valuesDigest = (values: TemplateSource['values']): Promise<string> =>
  sha256Hex(utf8(canonical(values)));

/** Converts boxes of Word controls to the typesetter's field boxes, whose pages count from 0. */
const fieldBoxes = (boxes: readonly MarkBox[]): PlacedBox[] =>
  boxes.map(({ key, page, ...box }) => ({ kind: 'field', id: key, page: page - 1, ...box }));

async function wasConverted(
  { versionId, values }: TemplateSource,
  sha256: string,
  { db, actor }: SignedInContext,
): Promise<boolean> {
  const [row] = await db
    .select({ sha256: templateMadeFile.sha256 })
    .from(templateMadeFile)
    .where(
      and(
        eq(templateMadeFile.ownerKey, actor.ownerKey),
        eq(templateMadeFile.sha256, sha256),
        eq(templateMadeFile.versionId, versionId),
        eq(templateMadeFile.valuesDigest, await valuesDigest(values)),
      ),
    );
  return row !== undefined;
}

/** Records that the server made this file from a version of a Word template with these values for the actor's owner. */
export async function recordMadeFile(
  { db, actor, now }: SignedInContext,
  made: { sha256: string; versionId: string; values: TemplateSource['values'] },
): Promise<void> {
  const { sha256, versionId, values } = made;
  await db
    .insert(templateMadeFile)
    .values({
      ownerKey: actor.ownerKey,
      sha256,
      versionId,
      valuesDigest: await valuesDigest(values),
      createdAt: now,
    })
    .onConflictDoNothing();
}
