import { and, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { AppError } from '#core/errors.ts';
import { can, type Machine } from '#core/machine.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { TEMPLATE_MACHINE, type TemplateEvent, type TemplateStatus } from '#core/template/record.ts';
import type {
  disableTemplate as disableCall,
  enableTemplate as enableCall,
  publishTemplate as publishCall,
} from '#core/template/version-calls.ts';
import { rowFieldsOf } from '#core/template/word-marks.ts';
import { TYPESET_ENGINE } from '#core/typeset/font-files.ts';
import { template, type templateVersion, wordLayout } from '#db/schema/index.ts';
import { resolveApproval } from '#edge/approval/resolve-approval.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { type ReachedTemplate, reachTemplate } from '#edge/template-use/reach-template.ts';
import { openContent, packContent, sealContent, unsafeVersion } from '#edge/template-use/versions.ts';
import { enableVersion, type SubmittedVersion } from './enable-version.ts';
import { refuseLacking } from './lacking.ts';
import { changeTime, recordPart, stillAsRead } from './part-history.ts';
import { askForReview, voidReview, wasApproved } from './review-template.ts';

/** Maximum number of versions of a template; not reached in practice. */
const MOST_VERSIONS = 10_000;

/**
 * [4.3a,b] Publishes the snapshot of a draft as the next version and enables the template, or submits it for approval
 * if a flow applies. An unchanged content creates no new version and is only enabled. Throws NOT_FOUND, NO_PERMISSION,
 * TEMPLATE_PUBLISHED_MEANWHILE, and TEMPLATE_LACKS with the path of each problem.
 */
export async function publishTemplate(
  input: ParsedInputOf<typeof publishCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof publishCall>> {
  const { kind } = input.content;
  return withRetry(async () => {
    const row = await reachTemplate(context, input.id, 'publish');
    if (row.type !== kind) throw new AppError('INPUT_INVALID', {}, 'content.kind');
    const current = row.versionId ? await unsafeVersion(context, row.versionId) : undefined;
    const last = current?.number ?? 0;
    if (last !== input.number) throw new AppError('TEMPLATE_PUBLISHED_MEANWHILE', { number: last });
    // What a content names can be downloaded with the template: to an embedded page a digest alone must open no file.
    await refuseLacking(context, row, input.content, context.actor.embed ? row.id : undefined);
    const content = await withRowFields(context, input.content);
    const { text, hash } = await packContent(content);
    if (current?.hash === hash) {
      const approvalId = row.status === 'ENABLED' ? '' : await switchOn(context, row, current, content);
      return { versionId: current.id, number: last, approvalId };
    }
    if (last >= MOST_VERSIONS) throw new AppError('TEMPLATE_PARTS_FULL', { max: MOST_VERSIONS });
    const versionId = context.newId();
    const submitted = {
      versionId,
      number: last + 1,
      contentSealed: await sealContent(context, versionId, text),
      hash,
      engine: await engineOf(context, content),
    };
    const approvalId = await enableOrAsk(context, row, submitted, content);
    return approvalId
      ? { versionId: current?.id ?? '', number: last, approvalId }
      : { versionId, number: last + 1, approvalId };
  });
}

/**
 * Enables a version, or submits it for approval if a flow of the enterprise applies. Returns the approval's id, empty
 * without approval.
 */
async function enableOrAsk(
  context: SignedInContext,
  row: ReachedTemplate,
  submitted: SubmittedVersion,
  content: TemplateContent,
): Promise<string> {
  const facts = { businessType: row.businessType };
  const planned = await resolveApproval(context, { subject: 'TEMPLATE', facts, chosen: [] });
  if (planned.flows.length > 0 && !(await wasApproved(context, row, submitted)))
    return askForReview(context, row, submitted, planned);
  const over = await voidReview(context, row.id, '');
  const by = context.actor.accountId;
  const { guards, statements } = enableVersion(context, row, { content, submitted, by });
  await commit(context, [...guards, planned.guard, ...over.guards], [...statements, ...over.statements]);
  return '';
}

/** Enables an already published version or submits it for approval. Throws TEMPLATE_STATE. */
async function switchOn(
  context: SignedInContext,
  row: ReachedTemplate,
  version: typeof templateVersion.$inferSelect,
  content: TemplateContent,
): Promise<string> {
  refuseEvent(row, 'enable');
  const { id, number, hash, engine } = version;
  return enableOrAsk(context, row, { versionId: id, number, hash, engine, contentSealed: '' }, content);
}

function refuseEvent(row: ReachedTemplate, event: TemplateEvent): void {
  const machine: Machine<TemplateStatus, TemplateEvent> = TEMPLATE_MACHINE;
  if (!can(machine, row.status, event)) throw new AppError('TEMPLATE_STATE');
}

/** Layout engine of the content: for a docx the one that made the previewed pages; empty if there was no preview. */
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

/** Adds the fields of repeated rows from the docx to the content, because filling-in happens without the docx. */
async function withRowFields({ files }: SignedInContext, content: TemplateContent): Promise<TemplateContent> {
  if (content.kind === 'WEB' || content.rows.length === 0) return content;
  return { ...content, rowFields: rowFieldsOf(openDocx(await files.get(content.docx)), content) };
}

/**
 * [4.3a,b] Enables the last version again, or submits it for approval if a flow applies. Throws TEMPLATE_NOT_PUBLISHED,
 * TEMPLATE_STATE, TEMPLATE_LACKS.
 */
export async function enableTemplate(
  { id }: ParsedInputOf<typeof enableCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof enableCall>> {
  return withRetry(async () => {
    const row = await reachTemplate(context, id, 'publish');
    if (!row.versionId) throw new AppError('TEMPLATE_NOT_PUBLISHED');
    const version = await unsafeVersion(context, row.versionId);
    const content = await openContent(context, version);
    await refuseLacking(context, row, content);
    return { approvalId: await switchOn(context, row, version, content) };
  });
}

/** [4.3a,b] Disables a template: no new tasks can be started from it. Throws TEMPLATE_STATE. */
export async function disableTemplate(
  { id }: ParsedInputOf<typeof disableCall>,
  context: SignedInContext,
): Promise<null> {
  await withRetry(async () => {
    const row = await reachTemplate(context, id, 'publish');
    refuseEvent(row, 'disable');
    const updatedAt = changeTime(context, row, undefined);
    await commit(
      context,
      [stillAsRead('TEMPLATE', row)],
      [
        context.db
          .update(template)
          .set({ status: 'DISABLED', updatedBy: context.actor.accountId, updatedAt })
          .where(eq(template.id, row.id)),
        recordPart(context, { kind: 'TEMPLATE', partId: row.id, name: row.name, record: 'DISABLED' }),
      ],
    );
  });
  return null;
}
