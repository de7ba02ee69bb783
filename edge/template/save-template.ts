import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { changesOf } from '#core/template/parts.ts';
import type {
  removeTemplate as removeCall,
  saveTemplate as saveCall,
  updateTemplate as updateCall,
} from '#core/template/record-calls.ts';
import { template, templateGrant, templateUse } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { addParts, changeTime, checkName, named, newPart, recordPart, stillAsRead } from './part-history.ts';
import { readTemplate } from './read-template.ts';

/** [5.1a] Begins a template as a draft. Throws TEMPLATE_NAME_TAKEN, TEMPLATE_PARTS_FULL. */
export async function saveTemplate(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const { templateName: name, templateType: type, businessType, sceneType: scene } = input;
  await checkName(context, 'TEMPLATE', name, 'templateName');
  const id = context.newId();
  await named(name, 'templateName', () =>
    addParts(context, 'TEMPLATE', 1, [
      context.db.insert(template).values({ ...newPart(context), id, name, type, businessType, scene }),
      recordPart(context, {
        kind: 'TEMPLATE',
        partId: id,
        name,
        record: 'ADDED',
        changes: changesOf({}, { type, businessType, scene }),
      }),
    ]),
  );
  return { id };
}

/** Changes a template, its own or one it may edit. Throws NOT_FOUND, NO_PERMISSION, CONFLICT, TEMPLATE_NAME_TAKEN. */
export async function updateTemplate(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  const { templateName: name, businessType, sceneType: scene } = input;
  const update = async () => {
    const row = await readTemplate(context, input.id, 'edit');
    const updatedAt = changeTime(context, row, input.updateTime);
    await checkName(context, 'TEMPLATE', name, 'templateName', row);
    const changes = changesOf(
      { name: row.name, businessType: row.businessType, scene: row.scene },
      { name, businessType, scene },
    );
    if (changes.length === 0) return;
    await commit(
      context,
      [stillAsRead('TEMPLATE', row)],
      [
        db
          .update(template)
          .set({ name, businessType, scene, updatedBy: actor.accountId, updatedAt })
          .where(eq(template.id, row.id)),
        recordPart(context, {
          kind: 'TEMPLATE',
          partId: row.id,
          name,
          record: 'CHANGED',
          changes,
          ownerKey: row.ownerKey,
        }),
      ],
    );
  };
  await named(name, 'templateName', () => withRetry(update));
  return null;
}

/** Removes an own template; what it referred to is free again. Throws NOT_FOUND, NO_PERMISSION. */
export async function removeTemplate(
  { id }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  await withRetry(async () => {
    const row = await readTemplate(context, id, 'remove');
    await commit(
      context,
      [stillAsRead('TEMPLATE', row)],
      [
        db.delete(templateGrant).where(eq(templateGrant.templateId, id)),
        db.delete(templateUse).where(eq(templateUse.templateId, id)),
        db.delete(template).where(eq(template.id, id)),
        recordPart(context, { kind: 'TEMPLATE', partId: id, name: row.name, record: 'REMOVED' }),
      ],
    );
  });
  return null;
}
