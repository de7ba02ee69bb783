import { templateField, templateRole } from '#db/schema/index.ts';
import { DEMO, type DemoEnterprise } from '#db/seed/demo.ts';
import { type Context, enterpriseKey } from '#edge/kernel/context.ts';

/** Roles and fields of templates that a demo enterprise has made for itself. */
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
}
