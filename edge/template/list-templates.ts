import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { listTemplates as call, TemplateRow } from '#core/template/record-calls.ts';
import { enterprise, template, templateGrant, templateVersion } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { containsIf, isIf } from '#edge/kernel/storage/filters.ts';
import { orderBy } from '#edge/kernel/storage/order-by.ts';
import { ownSlice } from './own-then-standard.ts';
import { reached } from './reach-template.ts';
import { isUnderReview } from './review-template.ts';

const SORTABLE = {
  template_name: template.name,
  template_type: template.type,
  create_time: template.createdAt,
  update_time: template.updatedAt,
};

/** [3.7] [6.3c] The enterprise's own templates and those authorized to it, newest first. */
export async function listTemplates(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db, actor } = context;
  const where = and(
    reached(context),
    containsIf(template.name, input.templateName),
    isIf(template.type, input.templateType),
    isIf(template.businessType, input.businessType),
    isIf(template.status, input.status),
  );
  const { below, paging } = await belowRow(db, input, {
    table: template,
    by: template.createdAt,
    key: template.id,
    own: reached(context),
  });
  const { limit, offset } = ownSlice(paging);
  const [rows, [counted]] = await db.batch([
    db
      .select({
        row: template,
        entName: enterprise.name,
        level: templateGrant.level,
        number: templateVersion.number,
        reviewing: isUnderReview(),
        authorizedNum: sql<number>`(select count(*) from ${templateGrant} where ${templateGrant.templateId} = ${template.id})`,
      })
      .from(template)
      .innerJoin(enterprise, eq(enterprise.id, sql`substr(${template.ownerKey}, 3)`))
      .leftJoin(templateVersion, eq(templateVersion.id, template.versionId))
      .leftJoin(
        templateGrant,
        and(eq(templateGrant.templateId, template.id), eq(templateGrant.entId, actor.entId)),
      )
      .where(and(where, below))
      .orderBy(...orderBy(input, SORTABLE), desc(template.createdAt), desc(template.id))
      .limit(limit)
      .offset(offset),
    db.select({ n: count() }).from(template).where(where),
  ]);
  const own = (ownerKey: string) => ownerKey === actor.ownerKey;
  const names = await namesOf(
    context,
    rows.flatMap(({ row }) => (own(row.ownerKey) ? [row.createdBy] : [])),
  );
  return {
    records: rows.map(
      ({ row, entName, level, number, reviewing, authorizedNum }): TemplateRow => ({
        id: row.id,
        templateName: row.name,
        templateType: row.type,
        businessType: row.businessType,
        sceneType: row.scene,
        status: row.status,
        reviewing: own(row.ownerKey) && Boolean(reviewing),
        entName,
        access: own(row.ownerKey) ? 'OWNER' : (level ?? 'VIEWABLE'),
        number: number ?? 0,
        authorizedNum: own(row.ownerKey) ? authorizedNum : 0,
        createUserName: own(row.ownerKey) ? (names.get(row.createdBy) ?? '') : '',
        createTime: row.createdAt,
        updateTime: row.updatedAt,
      }),
    ),
    total: counted?.n ?? 0,
    current: input.current,
    size: input.size,
  };
}
