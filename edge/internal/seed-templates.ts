import { template, templateField, templateRole, templateVersion } from '#db/schema/index.ts';
import { DEMO, type DemoEnterprise } from '#db/seed/demo.ts';
import { DEMO_TEMPLATE } from '#db/seed/demo-template.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';
import { packContent, sealContent } from '#edge/template/versions.ts';

/** Demo template roles and fields of an enterprise, and an enabled web template. */
export async function seedTemplates(context: Context, demo: DemoEnterprise): Promise<void> {
  const { db, now } = context;
  const made = (kind: 'r' | 'f', at: number) => ({
    id: `${demo.id}${kind}${at}`,
    ownerKey: enterpriseKey(demo.id),
    ownerType: demo.ownerType,
    createdBy: demo.administrator,
    createdAt: now,
    updatedBy: demo.administrator,
    updatedAt: now,
  });
  await db
    .insert(templateRole)
    .values(DEMO.templateRoles.map((role, at) => ({ ...made('r', at), ...role })))
    .onConflictDoNothing();
  await db
    .insert(templateField)
    .values(DEMO.templateFields.map((field, at) => ({ ...made('f', at), ...field })))
    .onConflictDoNothing();
  const { id: _, ...by } = made('r', 0);
  const [templateId, versionId] = [`${demo.id}t0`, `${demo.id}v0`];
  const { text, hash } = await packContent(DEMO_TEMPLATE.content);
  await db
    .insert(template)
    .values({
      ...by,
      id: templateId,
      name: DEMO_TEMPLATE.name,
      type: 'WEB',
      businessType: 'PURCHASE',
      scene: 'ENT',
      status: 'ENABLED',
      versionId,
    })
    .onConflictDoNothing();
  await db
    .insert(templateVersion)
    .values({
      id: versionId,
      templateId,
      ownerKey: by.ownerKey,
      number: 1,
      kind: 'WEB',
      contentSealed: await sealContent(context, versionId, text),
      hash,
      createdBy: by.createdBy,
      createdAt: now,
    })
    .onConflictDoNothing();
}
