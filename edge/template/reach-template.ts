import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { mayDoWith, type TemplateAccess } from '#core/template/record.ts';
import { template, templateGrant } from '#db/schema/index.ts';
import { keyReaches, typesOf, typesOfKey } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

export type ReachedTemplate = typeof template.$inferSelect & { access: TemplateAccess };

/**
 * Reads a template for an operation. Throws NOT_FOUND if it is neither the enterprise's own nor authorized to it, or
 * outside of the API key's business types, or not the one of an embedded page; NO_PERMISSION if the authorization does not cover the operation ([6.3c]).
 */
export async function reachTemplate(
  { db, actor }: SignedInContext,
  id: string,
  action: keyof ReturnType<typeof mayDoWith>,
): Promise<ReachedTemplate> {
  if (actor.embed && actor.embed.templateId !== id) throw new AppError('NOT_FOUND');
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
  if (!mayDoWith(access)[action]) throw new AppError('NO_PERMISSION');
  return { ...found.row, access };
}

/**
 * SQL condition on `template`: owned by the enterprise or authorized to it, and within the API key's business types.
 */
export const reached = ({ db, actor }: SignedInContext): SQL =>
  sql`(${template.ownerKey} = ${actor.ownerKey} or ${template.id} in ${db
    .select({ id: templateGrant.templateId })
    .from(templateGrant)
    .where(eq(templateGrant.entId, actor.entId))})${
    typesOf(actor) ? sql` and ${typesOfKey(actor, template.businessType)}` : sql``
  }`;
