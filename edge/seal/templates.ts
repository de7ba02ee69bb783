import { and, asc, count, eq, ne } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  deleteSealTemplate as deleteCall,
  listSealTemplates as listCall,
  saveSealTemplate as saveCall,
} from '#core/seal/template-calls.ts';
import { sealTemplate } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

const MOST = 50;

/** Lists the seal templates with their parameters ([2.19b]). */
export async function listTemplates(
  _input: unknown,
  { db, actor }: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const rows = await db
    .select()
    .from(sealTemplate)
    .where(eq(sealTemplate.ownerKey, actor.ownerKey))
    .orderBy(asc(sealTemplate.name))
    .limit(MOST);
  return rows.map(({ id, name, design }) => ({ templateId: id, name, design }));
}

/** Saves a design's parameters under a name, replacing the enterprise's template of that name. Throws SEAL_TEMPLATES_FULL beyond 50. */
export async function saveTemplate(
  { name, design }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const { db, actor, now } = context;
  const others = and(eq(sealTemplate.ownerKey, actor.ownerKey), ne(sealTemplate.name, name));
  const [kept] = await db.select({ n: count() }).from(sealTemplate).where(others);
  if ((kept?.n ?? 0) >= MOST) throw new AppError('SEAL_TEMPLATES_FULL', { max: MOST });
  const [row] = await db
    .insert(sealTemplate)
    .values({
      id: context.newId(),
      ownerKey: actor.ownerKey,
      name,
      design,
      createdBy: actor.accountId,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [sealTemplate.ownerKey, sealTemplate.name],
      set: { design, createdBy: actor.accountId, createdAt: now },
    })
    .returning({ id: sealTemplate.id });
  return { templateId: row!.id };
}

export async function deleteTemplate(
  { templateId }: ParsedInputOf<typeof deleteCall>,
  { db, actor }: SignedInContext,
): Promise<null> {
  await db
    .delete(sealTemplate)
    .where(and(eq(sealTemplate.id, templateId), eq(sealTemplate.ownerKey, actor.ownerKey)));
  return null;
}
