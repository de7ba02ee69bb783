import { and, eq, notExists } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { changesOf } from '#core/template/parts.ts';
import type {
  removeTemplate as removeCall,
  saveTemplate as saveCall,
  updateTemplate as updateCall,
} from '#core/template/record-calls.ts';
import {
  document,
  template,
  templateFile,
  templateGrant,
  templateGroupMember,
  templateUse,
  templateVersion,
} from '#db/schema/index.ts';
import { asksAnybody } from '#edge/approval/resolve-approval.ts';
import { keyReaches } from '#edge/identity/key-types.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { forgetTemplateEffect } from '#edge/sync/effects.ts';
import { reachTemplate } from '#edge/template-use/reach-template.ts';
import { openContent, unsafeVersion } from '#edge/template-use/versions.ts';
import { countRunning, noneRunning } from './content-facts.ts';
import { refuseLacking } from './lacking.ts';
import { addParts, changeTime, checkName, named, newPart, recordPart, stillAsRead } from './part-history.ts';
import { voidReview } from './review-template.ts';

/** An API key makes no template of a business type that it does not reach, nor moves one there, where it would lose it. */
function refuseBeyondKey({ actor }: SignedInContext, businessType: string): void {
  if (!keyReaches(actor, businessType)) throw new AppError('BUSINESS_TYPE_NOT_GIVEN', {}, 'businessType');
}

/** [5.1a] Creates a template as a draft. Throws TEMPLATE_NAME_TAKEN, TEMPLATE_PARTS_FULL. */
export async function saveTemplate(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const { templateName: name, templateType: type, businessType, sceneType: scene } = input;
  refuseBeyondKey(context, businessType);
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
      ...context.remember({ id }),
    ]),
  );
  return { id };
}

/**
 * Changes a template that the enterprise owns or may edit. Throws NOT_FOUND, NO_PERMISSION, CONFLICT,
 * TEMPLATE_NAME_TAKEN; for an enabled template also TEMPLATE_LACKS if its content does not meet the requirements of the
 * other scene, and TEMPLATE_ASKS if an approval flow applies to the change.
 */
export async function updateTemplate(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  const { templateName: name, businessType, sceneType: scene } = input;
  refuseBeyondKey(context, businessType);
  const update = async () => {
    const row = await reachTemplate(context, input.id, 'edit');
    const updatedAt = changeTime(context, row, input.updateTime);
    await checkName(context, 'TEMPLATE', name, 'templateName', row);
    const changes = changesOf(
      { name: row.name, businessType: row.businessType, scene: row.scene },
      { name, businessType, scene },
    );
    if (changes.length === 0) return;
    const isOther = row.businessType !== businessType || row.scene !== scene;
    if (row.status === 'ENABLED' && isOther) {
      const facts = { businessType };
      if (await asksAnybody(context, row.ownerKey.slice(2), 'TEMPLATE', facts))
        throw new AppError('TEMPLATE_ASKS', {}, 'businessType');
    }
    if (row.status === 'ENABLED' && row.versionId && row.scene !== scene) {
      const content = await openContent(context, await unsafeVersion(context, row.versionId));
      await refuseLacking(context, { ...row, scene }, content);
    }
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

/**
 * [4.3c] Removes an own template, closes its room and releases the parts it refers to. Versions that tasks were made
 * from stay with the tasks. Throws NOT_FOUND, NO_PERMISSION, TEMPLATE_IN_USE while tasks are running.
 */
export async function removeTemplate(
  { id }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  await withRetry(async () => {
    const row = await reachTemplate(context, id, 'remove');
    const over = await voidReview(context, id, '');
    const running = await countRunning(context, id);
    if (running > 0) throw new AppError('TEMPLATE_IN_USE', { count: running });
    await commit(
      context,
      [stillAsRead('TEMPLATE', row), noneRunning(context, id), ...over.guards],
      [
        ...over.statements,
        db.delete(templateVersion).where(and(eq(templateVersion.templateId, id), unused(context))),
        db.delete(templateFile).where(eq(templateFile.templateId, id)),
        db.delete(templateGroupMember).where(eq(templateGroupMember.templateId, id)),
        db.delete(templateGrant).where(eq(templateGrant.templateId, id)),
        db.delete(templateUse).where(eq(templateUse.templateId, id)),
        db.delete(template).where(eq(template.id, id)),
        recordPart(context, { kind: 'TEMPLATE', partId: id, name: row.name, record: 'REMOVED' }),
        enqueue(context, `template:${id}`, forgetTemplateEffect, { templateId: id }),
      ],
    );
  });
  return null;
}

/** Condition on versions: no document was made from the version. */
const unused = ({ db }: SignedInContext) =>
  notExists(
    db.select({ id: document.id }).from(document).where(eq(document.templateVersionId, templateVersion.id)),
  );
