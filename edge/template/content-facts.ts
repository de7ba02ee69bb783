import { and, count, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { ContentFacts } from '#core/template/check/content-problem.ts';
import type { TemplateContent } from '#core/template/content.ts';
import type { RoleType } from '#core/template/parts.ts';
import { standardFields, standardRoles } from '#core/template/standard-parts.ts';
import {
  document,
  ownedFile,
  task,
  templateField,
  templateFile,
  templateRole,
  templateVersion,
} from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';

/** Roles and fields that a template of this owner may refer to: its own by name, then the system's. */
export async function partsOf({ db, language }: Context, ownerKey: string) {
  const [roles, fields] = await db.batch([
    db
      .select({ id: templateRole.id, name: templateRole.name, type: templateRole.type })
      .from(templateRole)
      .where(eq(templateRole.ownerKey, ownerKey))
      .orderBy(templateRole.name),
    db
      .select({
        id: templateField.id,
        name: templateField.name,
        length: templateField.length,
        types: templateField.types,
      })
      .from(templateField)
      .where(eq(templateField.ownerKey, ownerKey))
      .orderBy(templateField.name),
  ]);
  return {
    roles: [
      ...roles.map((role) => ({ ...role, type: role.type as RoleType })),
      ...standardRoles(language).map(({ id, name, type }) => ({ id, name, type })),
    ],
    fields: [
      ...fields.map((field) => ({ ...field, types: field.types })),
      ...standardFields(language).map(({ types, ...field }) => ({ ...field, types: [...types] })),
    ],
  };
}

/**
 * Input of `checkContent` from the database: the owner's current roles, fields and files; with `filesOnlyOf` only the
 * files of that template.
 */
export async function contentFacts(
  context: Context,
  { ownerKey, scene }: { ownerKey: string; scene: ContentFacts['scene'] },
  files: readonly string[],
  filesOnlyOf?: string,
): Promise<ContentFacts> {
  const { db } = context;
  const { roles, fields } = await partsOf(context, ownerKey);
  const owned = files.length
    ? await db
        .select({ sha256: ownedFile.sha256 })
        .from(ownedFile)
        .where(
          and(
            eq(ownedFile.ownerKey, ownerKey),
            inArray(ownedFile.sha256, [...files]),
            inArray(ownedFile.fileType, ['DOCX', 'PNG', 'JPEG']),
            filesOnlyOf === undefined
              ? undefined
              : inArray(
                  ownedFile.sha256,
                  db
                    .select({ sha256: templateFile.sha256 })
                    .from(templateFile)
                    .where(eq(templateFile.templateId, filesOnlyOf)),
                ),
          ),
        )
    : [];
  return {
    scene,
    roles: new Map(roles.map((role) => [role.id, role])),
    parts: new Set(fields.map(({ id }) => id)),
    files: new Set(owned.map(({ sha256 }) => sha256)),
  };
}

/** The owner's own roles and fields that a content refers to. Built-in ones are left out: nobody can remove them. */
export function ownParts(content: TemplateContent): { roles: string[]; fields: string[] } {
  const isOwn = (id: string | undefined): id is string => id !== undefined && !id.startsWith('given');
  return {
    roles: [...new Set(content.signers.map(({ partId }) => partId).filter(isOwn))],
    fields: [...new Set(content.fields.map(({ partId }) => partId).filter(isOwn))],
  };
}

/** Running tasks made from any version of a template. */
const runningOn = ({ db }: SignedInContext, templateId: string) =>
  db
    .select({ id: task.id })
    .from(task)
    .where(
      and(
        notInArray(task.state, ['ENDED', 'REVOKED']),
        inArray(
          task.id,
          db
            .select({ id: document.taskId })
            .from(document)
            .innerJoin(templateVersion, eq(templateVersion.id, document.templateVersionId))
            .where(eq(templateVersion.templateId, templateId)),
        ),
      ),
    );

/** Number of running tasks of a template, of all senders. */
export async function countRunning(context: SignedInContext, templateId: string): Promise<number> {
  const [row] = await context.db.select({ n: count() }).from(runningOn(context, templateId).as('running'));
  return row?.n ?? 0;
}

/** Guard: no task of the template is running. */
export const noneRunning = (context: SignedInContext, templateId: string) =>
  sql`select 1 where not exists ${runningOn(context, templateId)}`;
