import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { AppError } from '#core/errors.ts';
import { can, type Machine } from '#core/machine.ts';
import { type ContentProblem, pathOf } from '#core/template/check/content-problem.ts';
import { checkContent, filesOf } from '#core/template/check-content.ts';
import type { TemplateContent } from '#core/template/content.ts';
import type { PartRecord } from '#core/template/parts.ts';
import {
  TEMPLATE_MACHINE,
  type TemplateEvent,
  type TemplateScene,
  type TemplateStatus,
} from '#core/template/record.ts';
import type {
  disableTemplate as disableCall,
  enableTemplate as enableCall,
  publishTemplate as publishCall,
} from '#core/template/version-calls.ts';
import { marksOfDocx, rowFieldsOf } from '#core/template/word-marks.ts';
import { TYPESET_ENGINE } from '#core/typeset/font-files.ts';
import {
  template,
  templateField,
  templateFile,
  templateRole,
  templateUse,
  templateVersion,
  wordLayout,
} from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { type ReachedTemplate, reachTemplate } from '#edge/template-use/reach-template.ts';
import { openContent, packContent, sealContent, unsafeVersion } from '#edge/template-use/versions.ts';
import { contentFacts, ownParts } from './content-facts.ts';
import { changeTime, recordPart, stillAsRead } from './part-history.ts';

/** How many versions a template may have: a number that no person comes to. */
const MOST_VERSIONS = 10_000;

/**
 * [4.3a,b] Makes the snapshot of a draft the next version and enables the template; what is in force already is enabled
 * alone. Throws NOT_FOUND, NO_PERMISSION, TEMPLATE_PUBLISHED_MEANWHILE, and TEMPLATE_LACKS with the places of what is wrong.
 */
export async function publishTemplate(
  input: ParsedInputOf<typeof publishCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof publishCall>> {
  const { kind } = input.content;
  const { db, actor, now, newId } = context;
  return withRetry(async () => {
    const row = await reachTemplate(context, input.id, 'publish');
    if (row.type !== kind) throw new AppError('INPUT_INVALID', {}, 'content.kind');
    const current = row.versionId ? await unsafeVersion(context, row.versionId) : undefined;
    const last = current?.number ?? 0;
    if (last !== input.number) throw new AppError('TEMPLATE_PUBLISHED_MEANWHILE', { number: last });
    await refuseLacking(context, row, input.content);
    const content = await withRowFields(context, input.content);
    const { text, hash } = await packContent(content);
    const updatedAt = changeTime(context, row, undefined);
    if (current?.hash === hash) {
      if (row.status !== 'ENABLED') await switchTo(context, row, 'enable');
      return { versionId: current.id, number: current.number };
    }
    if (last >= MOST_VERSIONS) throw new AppError('TEMPLATE_PARTS_FULL', { max: MOST_VERSIONS });
    const versionId = newId();
    const number = last + 1;
    const files = filesOf(content);
    await commit(
      context,
      [stillAsRead('TEMPLATE', row), ...partsStillThere(content, row.ownerKey)],
      [
        db.insert(templateVersion).values({
          id: versionId,
          templateId: row.id,
          ownerKey: row.ownerKey,
          number,
          templateName: row.name,
          kind: content.kind,
          contentSealed: await sealContent(context, versionId, text),
          hash,
          engine: await engineOf(context, content),
          createdBy: actor.accountId,
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
        db
          .update(template)
          .set({ versionId, status: 'ENABLED', updatedBy: actor.accountId, updatedAt })
          .where(eq(template.id, row.id)),
        recordPart(context, {
          kind: 'TEMPLATE',
          partId: row.id,
          name: row.name,
          record: 'PUBLISHED',
          changes: [{ what: 'version', before: last === 0 ? '' : String(last), after: String(number) }],
        }),
      ],
    );
    return { versionId, number };
  });
}

/** What lays the content out: of a docx what laid out the pages that were looked at; empty where nobody looked at them. */
async function engineOf({ db }: SignedInContext, content: TemplateContent): Promise<string> {
  if (content.kind === 'WEB') return TYPESET_ENGINE;
  const [layout] = await db
    .select({ engine: wordLayout.engine })
    .from(wordLayout)
    .where(and(eq(wordLayout.docx, content.docx), eq(wordLayout.isPreview, true)))
    .orderBy(desc(wordLayout.createdAt))
    .limit(1);
  return layout?.engine ?? '';
}

/** The content with the fields of repeated rows, as the docx has them: whoever fills it in has no docx at hand. */
async function withRowFields({ files }: SignedInContext, content: TemplateContent): Promise<TemplateContent> {
  if (content.kind === 'WEB' || content.rows.length === 0) return content;
  return { ...content, rowFields: rowFieldsOf(openDocx(await files.get(content.docx)), content) };
}

/** [4.3a,b] Enables the last version again. Throws TEMPLATE_NOT_PUBLISHED, TEMPLATE_STATE, TEMPLATE_LACKS. */
export async function enableTemplate(
  { id }: ParsedInputOf<typeof enableCall>,
  context: SignedInContext,
): Promise<null> {
  await withRetry(async () => {
    const row = await reachTemplate(context, id, 'publish');
    if (!row.versionId) throw new AppError('TEMPLATE_NOT_PUBLISHED');
    await refuseLacking(
      context,
      row,
      await openContent(context, await unsafeVersion(context, row.versionId)),
    );
    await switchTo(context, row, 'enable');
  });
  return null;
}

/** [4.3a,b] No task is started from it any more. Throws TEMPLATE_STATE. */
export async function disableTemplate(
  { id }: ParsedInputOf<typeof disableCall>,
  context: SignedInContext,
): Promise<null> {
  await withRetry(async () => {
    const row = await reachTemplate(context, id, 'publish');
    await switchTo(context, row, 'disable');
  });
  return null;
}

const RECORDS = { enable: 'ENABLED', disable: 'DISABLED' } as const satisfies Record<string, PartRecord>;

async function switchTo(
  context: SignedInContext,
  row: ReachedTemplate,
  event: keyof typeof RECORDS,
): Promise<void> {
  const machine: Machine<TemplateStatus, TemplateEvent> = TEMPLATE_MACHINE;
  if (!can(machine, row.status, event)) throw new AppError('TEMPLATE_STATE');
  const updatedAt = changeTime(context, row, undefined);
  await commit(
    context,
    [stillAsRead('TEMPLATE', row)],
    [
      context.db
        .update(template)
        .set({ status: RECORDS[event], updatedBy: context.actor.accountId, updatedAt })
        .where(eq(template.id, row.id)),
      recordPart(context, { kind: 'TEMPLATE', partId: row.id, name: row.name, record: RECORDS[event] }),
    ],
  );
}

/** Everything that keeps a content from being in force, as things are now. */
export async function lackingOf(
  context: SignedInContext,
  row: { ownerKey: string; scene: TemplateScene },
  content: TemplateContent,
): Promise<ContentProblem[]> {
  const facts = await contentFacts(context, row, filesOf(content));
  if (content.kind === 'WORD' && facts.files?.has(content.docx))
    facts.marks = marksOfDocx(openDocx(await context.files.get(content.docx)), content);
  return checkContent(content, facts).problems;
}

/** Throws TEMPLATE_LACKS with each problem's place ([5.1d-j], [8.16g]). */
export async function refuseLacking(
  context: SignedInContext,
  row: { ownerKey: string; scene: TemplateScene },
  content: TemplateContent,
): Promise<void> {
  const problems = await lackingOf(context, row, content);
  if (problems.length === 0) return;
  throw new InputRefused(
    problems.map((one) => ({ path: pathOf(one), problem: one.problem })),
    'TEMPLATE_LACKS',
  );
}

/** Which roles and fields the template refers to from now on: in the way of their removal. */
function partsUsed({ db }: SignedInContext, templateId: string, content: TemplateContent): Statement[] {
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

/** Guards: nobody removed a role or a field that the content refers to since it was looked at. */
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
