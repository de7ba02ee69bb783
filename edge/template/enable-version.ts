import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { filesOf } from '#core/template/check-content.ts';
import type { TemplateContent } from '#core/template/content.ts';
import {
  template,
  templateField,
  templateFile,
  type templateReview,
  templateRole,
  templateUse,
  templateVersion,
} from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { ownParts } from './content-facts.ts';
import { changeTime, recordLine, stillAsRead } from './part-history.ts';

export type Template = typeof template.$inferSelect;

/** A version to be enabled; `contentSealed` is empty if the version is already published. */
export type SubmittedVersion = Pick<
  typeof templateReview.$inferSelect,
  'versionId' | 'number' | 'contentSealed' | 'hash' | 'engine'
>;

/**
 * Enables a version on behalf of account `by`, with guards that the template and the parts its content refers to are
 * unchanged.
 */
export function enableVersion(
  context: Context,
  row: Template,
  { content, submitted, by }: { content: TemplateContent; submitted: SubmittedVersion; by: string },
): { guards: SQL[]; statements: Statement[] } {
  const { db } = context;
  const { versionId, number } = submitted;
  const isNew = submitted.contentSealed !== '';
  const set = {
    versionId,
    status: 'ENABLED',
    updatedBy: by,
    updatedAt: changeTime(context, row, undefined),
  } as const;
  return {
    guards: [stillAsRead('TEMPLATE', row), ...(isNew ? partsStillThere(content, row.ownerKey) : [])],
    statements: [
      ...(isNew ? newVersion(context, row, { content, submitted, by }) : []),
      db.update(template).set(set).where(eq(template.id, row.id)),
      recordLine(context, {
        kind: 'TEMPLATE',
        partId: row.id,
        name: row.name,
        record: isNew ? 'PUBLISHED' : 'ENABLED',
        ownerKey: row.ownerKey,
        operatorId: by,
        ...(isNew
          ? {
              changes: [
                { what: 'version', before: number === 1 ? '' : String(number - 1), after: String(number) },
              ],
            }
          : {}),
      }),
    ],
  };
}

function newVersion(
  context: Context,
  row: Template,
  { content, submitted, by }: { content: TemplateContent; submitted: SubmittedVersion; by: string },
): Statement[] {
  const { db, now } = context;
  const { versionId, number, contentSealed, hash, engine } = submitted;
  const files = filesOf(content);
  return [
    db.insert(templateVersion).values({
      id: versionId,
      templateId: row.id,
      ownerKey: row.ownerKey,
      templateName: row.name,
      kind: content.kind,
      ...{ number, contentSealed, hash, engine },
      createdBy: by,
      createdAt: now,
    }),
    ...partsUsed(context, row.id, content),
    ...(files.length > 0
      ? [
          db
            .insert(templateFile)
            .values(files.map((sha256) => ({ templateId: row.id, sha256 })))
            .onConflictDoNothing(),
        ]
      : []),
  ];
}

/** Records the roles and fields that the template now refers to, which blocks their removal. */
function partsUsed({ db }: Context, templateId: string, content: TemplateContent): Statement[] {
  const { roles, fields } = ownParts(content);
  const rows = [
    ...roles.map((partId) => ({ templateId, kind: 'ROLE', partId })),
    ...fields.map((partId) => ({ templateId, kind: 'FIELD', partId })),
  ];
  return [
    db.delete(templateUse).where(eq(templateUse.templateId, templateId)),
    ...(rows.length > 0 ? [db.insert(templateUse).values(rows)] : []),
  ];
}

/** Guards: the roles and fields that the content refers to still exist. */
function partsStillThere(content: TemplateContent, ownerKey: string) {
  const { roles, fields } = ownParts(content);
  const all = (table: typeof templateRole | typeof templateField, ids: string[]) =>
    ids.length > 0
      ? [
          sql`select 1 where (select ${count()} from ${table} where ${and(eq(table.ownerKey, ownerKey), inArray(table.id, ids))}) = ${ids.length}`,
        ]
      : [];
  return [...all(templateRole, roles), ...all(templateField, fields)];
}
