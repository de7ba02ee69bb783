import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { mayDoWith, type TemplateAccess } from '#core/template/record.ts';
import { template, templateGrant } from '#db/schema/index.ts';
import { keyReaches, typesOfKey } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

export type ReachedTemplate = typeof template.$inferSelect & { access: TemplateAccess };

/**
 * A template that the enterprise may do this with. Throws NOT_FOUND where it is neither its own nor authorized to it,
 * NO_PERMISSION where its authorization does not go so far ([6.3c]).
 */
export async function reachTemplate(
  { db, actor }: SignedInContext,
  id: string,
  deed: keyof ReturnType<typeof mayDoWith>,
): Promise<ReachedTemplate> {
  const [found] = await db
    .select({ row: template, level: templateGrant.level })
    .from(template)
    .leftJoin(
      templateGrant,
      and(eq(templateGrant.templateId, template.id), eq(templateGrant.entId, actor.entId)),
    )
    .where(eq(template.id, id));
  const access = (found?.row.ownerKey === actor.ownerKey ? 'OWNER' : found?.level) as
    | TemplateAccess
    | undefined;
  if (!found || !access || !keyReaches(actor, found.row.businessType)) throw new AppError('NOT_FOUND');
  if (!mayDoWith(access)[deed]) throw new AppError('NO_PERMISSION');
  return { ...found.row, access };
}

/** Whether the enterprise owns a template or is authorized to it, for a query of `template`. */
export const reached = ({ db, actor }: SignedInContext): SQL =>
  sql`(${template.ownerKey} = ${actor.ownerKey} or exists ${db
    .select({ level: templateGrant.level })
    .from(templateGrant)
    .where(and(eq(templateGrant.templateId, template.id), eq(templateGrant.entId, actor.entId)))})${
    actor.key?.businessTypes ? sql` and ${typesOfKey(actor, template.businessType)}` : sql``
  }`;
