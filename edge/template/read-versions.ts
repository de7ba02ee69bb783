import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { pathOf } from '#core/template/check/content-problem.ts';
import type { TemplateAccess } from '#core/template/record.ts';
import type {
  listUsable as listUsableCall,
  listVersions as listVersionsCall,
  readTemplate as readTemplateCall,
  readUsable as readUsableCall,
  readVersion as readVersionCall,
} from '#core/template/version-calls.ts';
import { enterprise, template, templateFile, templateGrant, templateVersion } from '#db/schema/index.ts';
import { mayUseBusinessType } from '#edge/company/check-business-type.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { countRunning, partsOf } from './content-facts.ts';
import { lackingOf } from './lacking.ts';
import { type ReachedTemplate, reached, reachTemplate } from './reach-template.ts';
import { unsafeLastReview } from './review-template.ts';
import { openContent, unsafeVersion, versionRow } from './versions.ts';

/** Reads a template for the editor. Throws NOT_FOUND. */
export async function readForEditing(
  { id }: ParsedInputOf<typeof readTemplateCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof readTemplateCall>> {
  const row = await reachTemplate(context, id, 'see');
  const version = row.versionId ? await unsafeVersion(context, row.versionId) : undefined;
  const lacking = version ? await lackingOf(context, row, await openContent(context, version)) : [];
  const files = await context.db
    .select({ sha256: templateFile.sha256 })
    .from(templateFile)
    .where(eq(templateFile.templateId, id));
  return {
    ...(await factsOf(context, row)),
    updateTime: row.updatedAt,
    version: version ? versionRow(version, await authorsOf(context, row, [version])) : null,
    running: await countRunning(context, id),
    review: await reviewOf(context, row),
    lacking: lacking.map((one) => ({ path: pathOf(one), problem: one.problem })),
    ...(await partsOf(context, row.ownerKey)),
    files: files.map(({ sha256 }) => sha256),
  };
}

/** Versions of a template, newest first. Throws NOT_FOUND. */
export async function listVersions(
  input: ParsedInputOf<typeof listVersionsCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listVersionsCall>> {
  const { db } = context;
  const row = await reachTemplate(context, input.id, 'see');
  const { contentSealed: _, ...columns } = getTableColumns(templateVersion);
  const own = eq(templateVersion.templateId, row.id);
  const { below, paging } = await belowRow(db, input, {
    table: templateVersion,
    by: templateVersion.number,
    key: templateVersion.id,
    own,
  });
  const { rows, page } = await readPage(
    db,
    paging,
    db.select(columns).from(templateVersion).where(and(own, below)).orderBy(desc(templateVersion.number)),
    db.select({ n: count() }).from(templateVersion).where(own),
  );
  const names = await authorsOf(context, row, rows);
  return { records: rows.map((one) => versionRow(one, names)), ...page };
}

/**
 * Reads a published version with its content. Throws NOT_FOUND, also if its template is removed or no longer
 * accessible.
 */
export async function readVersion(
  { versionId }: ParsedInputOf<typeof readVersionCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof readVersionCall>> {
  const version = await unsafeVersion(context, versionId);
  const row = await reachTemplate(context, version.templateId, 'see');
  return {
    ...(await factsOf(context, row)),
    version: versionRow(version, await authorsOf(context, row, [version])),
    isInForce: row.status === 'ENABLED' && row.versionId === versionId,
    content: await openContent(context, version),
  };
}

/**
 * Reads the usable version of a template. Throws NOT_FOUND, also if the template is removed or no longer accessible.
 */
export async function readUsable(
  { id }: ParsedInputOf<typeof readUsableCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof readUsableCall>> {
  const { name, businessType, status, versionId } = await reachTemplate(context, id, 'see');
  const [version] = versionId
    ? await context.db
        .select({ versionId: templateVersion.id, number: templateVersion.number })
        .from(templateVersion)
        .where(eq(templateVersion.id, versionId))
    : [];
  const businessTypeGiven = await mayUseBusinessType(context, businessType);
  return { templateName: name, businessType, status, businessTypeGiven, version: version ?? null };
}

/** [5.11c] Enabled templates, own and authorized ones, last changed first. */
export async function listUsable(
  input: ParsedInputOf<typeof listUsableCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listUsableCall>> {
  const { db, actor } = context;
  const where = and(
    reached(context),
    eq(template.status, 'ENABLED'),
    containsIf(template.name, input.templateName),
    isIf(template.businessType, input.businessType),
    isIf(template.scene, input.sceneType),
  );
  const { below, paging } = await belowRow(db, input, {
    table: template,
    by: template.updatedAt,
    key: template.id,
    own: reached(context),
  });
  const { rows, page } = await readPage(
    db,
    paging,
    db
      .select({
        row: template,
        entName: enterprise.name,
        level: templateGrant.level,
        number: templateVersion.number,
        versionId: templateVersion.id,
      })
      .from(template)
      .innerJoin(templateVersion, eq(templateVersion.id, template.versionId))
      .innerJoin(enterprise, eq(enterprise.id, ownerId))
      .leftJoin(
        templateGrant,
        and(eq(templateGrant.templateId, template.id), eq(templateGrant.entId, actor.entId)),
      )
      .where(and(where, below))
      .orderBy(desc(template.updatedAt), desc(template.id)),
    db.select({ n: count() }).from(template).where(where),
  );
  return {
    records: rows.map(({ row, entName, level, number, versionId }) => ({
      ...rowFacts(row, entName, row.ownerKey === actor.ownerKey ? 'OWNER' : (level as TemplateAccess)),
      versionId,
      number,
      updateTime: row.updatedAt,
    })),
    ...page,
  };
}

const ownerId = sql`substr(${template.ownerKey}, 3)`;

const rowFacts = (row: typeof template.$inferSelect, entName: string, access: TemplateAccess) => ({
  id: row.id,
  templateName: row.name,
  templateType: row.type,
  businessType: row.businessType,
  sceneType: row.scene,
  status: row.status,
  entName,
  access,
});

/** The last submitted approval unless its content is already enabled; null for templates of other owners. */
async function reviewOf(context: SignedInContext, row: ReachedTemplate) {
  const last = row.access === 'OWNER' ? await unsafeLastReview(context, row.id) : undefined;
  return last && last.state !== 'APPROVED' ? { approvalId: last.id, state: last.state } : null;
}

async function factsOf({ db }: SignedInContext, row: ReachedTemplate) {
  const [owner] = await db
    .select({ name: enterprise.name })
    .from(enterprise)
    .where(eq(enterprise.id, row.ownerKey.slice(2)));
  return rowFacts(row, owner?.name ?? '', row.access);
}

/** Names of those who published versions; hidden from other organizations. */
const authorsOf = (
  context: SignedInContext,
  { access }: ReachedTemplate,
  versions: readonly { createdBy: string }[],
): Promise<ReadonlyMap<string, string>> =>
  namesOf(context, access === 'OWNER' ? versions.map(({ createdBy }) => createdBy) : []);
