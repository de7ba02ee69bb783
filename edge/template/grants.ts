import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { TemplateLevel } from '#core/template/record.ts';
import type {
  listTemplateGrants as listCall,
  saveTemplateGrants as saveCall,
} from '#core/template/record-calls.ts';
import { enterprise, template, templateGrant } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { changeTime, recordPart, stillAsRead } from './part-history.ts';
import { reachTemplate } from './reach-template.ts';

/** [6.3c] Organizations authorized to use an own template, sorted by name. */
export async function listTemplateGrants(
  { id }: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  await reachTemplate(context, id, 'authorize');
  return grantsOf(context, id);
}

const grantsOf = async ({ db }: SignedInContext, id: string) =>
  (
    await db
      .select({ entId: enterprise.id, entName: enterprise.name, level: templateGrant.level })
      .from(templateGrant)
      .innerJoin(enterprise, eq(enterprise.id, templateGrant.entId))
      .where(eq(templateGrant.templateId, id))
      .orderBy(asc(enterprise.name))
  ).map((row) => ({ ...row, level: row.level }));

/**
 * [6.3c] Sets which organizations may edit or view an own template. Throws NOT_FOUND, NO_PERMISSION, CONFLICT, and
 * TEMPLATE_ORGANIZATION_TYPE for an organization of another type or the owner itself ([8.16h]).
 */
export async function saveTemplateGrants(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor, now } = context;
  const wanted = new Map(input.grants.map(({ entId, level }) => [entId, level]));
  await withRetry(async () => {
    const row = await reachTemplate(context, input.id, 'authorize');
    const updatedAt = changeTime(context, row, input.updateTime);
    const names = await organizations(context, [...wanted.keys()]);
    const before = new Map((await grantsOf(context, row.id)).map((grant) => [grant.entId, grant]));
    const changed = [...new Set([...before.keys(), ...wanted.keys()])].filter(
      (entId) => before.get(entId)?.level !== wanted.get(entId),
    );
    if (changed.length === 0) return;
    const changes = changed.map((entId) => {
      const old = before.get(entId);
      const name = old?.entName ?? names.get(entId) ?? '';
      const describe = (level: TemplateLevel | undefined) => (level ? `${name} ${level}` : '');
      return { what: 'grant' as const, before: describe(old?.level), after: describe(wanted.get(entId)) };
    });
    // Only changed rows are written, so the others keep who granted them and when.
    const rows = changed.flatMap((entId) => {
      const level = wanted.get(entId);
      return level ? [{ templateId: row.id, entId, level, grantedBy: actor.accountId, grantedAt: now }] : [];
    });
    await commit(
      context,
      [stillAsRead('TEMPLATE', row)],
      [
        db
          .delete(templateGrant)
          .where(and(eq(templateGrant.templateId, row.id), inArray(templateGrant.entId, changed))),
        ...(rows.length > 0 ? [db.insert(templateGrant).values(rows)] : []),
        db.update(template).set({ updatedBy: actor.accountId, updatedAt }).where(eq(template.id, row.id)),
        recordPart(context, { kind: 'TEMPLATE', partId: row.id, name: row.name, record: 'CHANGED', changes }),
      ],
    );
  });
  return null;
}

/** Names of the organizations to authorize. Throws NOT_FOUND, TEMPLATE_ORGANIZATION_TYPE. */
async function organizations(
  { db, actor }: SignedInContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = ids.length
    ? await db
        .select({ id: enterprise.id, name: enterprise.name, ownerType: enterprise.ownerType })
        .from(enterprise)
        .where(inArray(enterprise.id, [...ids]))
    : [];
  if (rows.length < ids.length) throw new AppError('ENTERPRISE_NOT_FOUND');
  const other = rows.find(({ id, ownerType }) => ownerType !== actor.entOwnerType || id === actor.entId);
  if (other) throw new AppError('TEMPLATE_ORGANIZATION_TYPE', { name: other.name });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
