import { and, eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { mayDoWith, type TemplateAccess } from '#core/template/record.ts';
import { template, templateGrant } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/**
 * A template that the enterprise may do this with. Throws NOT_FOUND where it is neither its own nor authorized to it,
 * NO_PERMISSION where it may see it only ([6.3c]).
 */
export async function readTemplate(
  { db, actor }: SignedInContext,
  id: string,
  deed: keyof ReturnType<typeof mayDoWith>,
) {
  const [found] = await db
    .select({ row: template, level: templateGrant.level })
    .from(template)
    .leftJoin(
      templateGrant,
      and(eq(templateGrant.templateId, template.id), eq(templateGrant.entId, actor.entId)),
    )
    .where(eq(template.id, id));
  const access = found?.row.ownerKey === actor.ownerKey ? 'OWNER' : found?.level;
  if (!found || !access) throw new AppError('NOT_FOUND');
  if (!mayDoWith(access as TemplateAccess)[deed]) throw new AppError('NO_PERMISSION');
  return found.row;
}
