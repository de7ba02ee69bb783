import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type ApprovalEvent, voidIfChanged } from '#core/approval/approval.ts';
import { digestOfTemplate, type TemplateFacts } from '#core/approval/template.ts';
import { AppError } from '#core/errors.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { approval, template, templateReview } from '#db/schema/index.ts';
import { beginApproval } from '#edge/approval/begin-approval.ts';
import { approvalOf, changeStatements } from '#edge/approval/change-statements.ts';
import { approvalLines, endLine } from '#edge/approval/decision-lines.ts';
import type { ResolvedApproval } from '#edge/approval/resolve-approval.ts';
import { type ApprovalChange, type ApprovalSubjectKind, accepted, endOf } from '#edge/approval/subject.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { appendTrail } from '#edge/trail/trail-of.ts';
import { enableVersion, type SubmittedVersion, type Template } from './enable-version.ts';
import { lackingOf } from './lacking.ts';
import { changeTime, recordLine, recordPart, stillAsRead } from './part-history.ts';
import { openContent, unsafeVersion } from './versions.ts';

export type Review = typeof templateReview.$inferSelect;

const threadOf = (templateId: string) => `template:${templateId}`;

/** Condition: a version of the template in the query's row is under approval. */
export const isUnderReview = (): SQL<number> =>
  sql<number>`exists (select 1 from ${approval} where ${approval.thread} = 'template:' || ${template.id} and ${approval.state} = 'REVIEWING')`;

const factsOf = (
  row: Pick<Template, 'id' | 'name' | 'type' | 'businessType' | 'scene'>,
  { number, hash }: Pick<SubmittedVersion, 'number' | 'hash'>,
): TemplateFacts => ({
  subject: 'TEMPLATE',
  templateId: row.id,
  templateName: row.name,
  kind: row.type,
  businessType: row.businessType,
  scene: row.scene,
  number,
  hash,
});

/** Whether exactly this version was approved for the template's current business type and scene. */
export async function wasApproved(
  { db, actor }: SignedInContext,
  row: Template,
  version: Pick<SubmittedVersion, 'number' | 'hash'>,
): Promise<boolean> {
  const [found] = await db
    .select({ id: approval.id })
    .from(approval)
    .where(
      and(
        eq(approval.enterpriseId, actor.entId),
        eq(approval.thread, threadOf(row.id)),
        eq(approval.state, 'APPROVED'),
        eq(approval.digest, await digestOfTemplate(factsOf(row, version))),
      ),
    );
  return found !== undefined;
}

/** The last submitted approval of a template, without an access check. */
export async function unsafeLastReview({ db }: Context, templateId: string) {
  const [last] = await db
    .select()
    .from(approval)
    .where(eq(approval.thread, threadOf(templateId)))
    .orderBy(desc(approval.createdAt), desc(approval.id))
    .limit(1);
  return last;
}

/**
 * Guards and statements that void a running approval because another content is submitted or enabled; empty if none is
 * running.
 */
export async function voidReview(
  context: SignedInContext,
  templateId: string,
  digest: string,
): Promise<{ guards: SQL[]; statements: Statement[] }> {
  const last = await unsafeLastReview(context, templateId);
  if (last?.state !== 'REVIEWING') return { guards: [], statements: [] };
  const voided = accepted(voidIfChanged(approvalOf(last), digest));
  const changed = changeStatements(context, last, voided, context.actor.name);
  const lines = await appendTrail(context, last.id, endLine(last, changed, context.actor));
  return {
    guards: [...changed.guards, lines.guard],
    statements: [...changed.statements, ...lines.statements],
  };
}

/**
 * Submits a version for approval before it is enabled. Voids a running approval of another content; for the same
 * content, keeps it. Returns the approval's id. Throws APPROVAL_NO_APPROVER, GuardFailed.
 */
export async function askForReview(
  context: SignedInContext,
  row: Template,
  submitted: SubmittedVersion,
  planned: ResolvedApproval,
): Promise<string> {
  const { db, actor, now, newId } = context;
  const facts = factsOf(row, submitted);
  const digest = await digestOfTemplate(facts);
  const last = await unsafeLastReview(context, row.id);
  if (last?.state === 'REVIEWING' && last.digest === digest) return last.id;
  const over = await voidReview(context, row.id, digest);
  const id = newId();
  const submission = await beginApproval(
    context,
    { subject: 'TEMPLATE', subjectId: id, title: row.name, facts, digest, thread: threadOf(row.id) },
    planned,
  );
  const lines = await appendTrail(context, submission.id, [
    {
      event: 'SENT_FOR_REVIEW',
      operator: actor.name,
      agent: actor.entName,
      remark: row.name,
      evidence: { approved: digest },
    },
  ]);
  await commit(
    context,
    // The template's update time increases too, so that of two concurrent submissions one fails its guard and retries.
    [stillAsRead('TEMPLATE', row), planned.guard, lines.guard, ...over.guards],
    [
      db.insert(templateReview).values({
        id,
        templateId: row.id,
        ownerKey: row.ownerKey,
        ...submitted,
        createdBy: actor.accountId,
        createdAt: now,
      }),
      db
        .update(template)
        .set({ updatedAt: changeTime(context, row, undefined) })
        .where(eq(template.id, row.id)),
      recordPart(context, {
        kind: 'TEMPLATE',
        partId: row.id,
        name: row.name,
        record: 'REVIEW_ASKED',
        changes: [
          { what: 'version', before: '', after: String(submitted.number) },
          { what: 'digest', before: '', after: digest },
        ],
      }),
      ...over.statements,
      ...submission.statements,
      ...lines.statements,
    ],
  );
  return submission.id;
}

/** Reads a submission without an access check: the caller must check access. */
export async function unsafeReadReview(
  context: Context,
  reviewId: string,
): Promise<{ review: Review; content: TemplateContent }> {
  const [review] = await context.db.select().from(templateReview).where(eq(templateReview.id, reviewId));
  if (!review) throw new AppError('NOT_FOUND');
  const { versionId, contentSealed } = review;
  const version = contentSealed ? { id: versionId, contentSealed } : await unsafeVersion(context, versionId);
  return { review, content: await openContent(context, version) };
}

interface OpenReview {
  review: Review;
  /** Undefined if the template was removed. */
  row: Template | undefined;
  content: TemplateContent | undefined;
}

/** A template as subject of an approval: it is enabled once its enterprise approves it. */
export const reviewableTemplate: ApprovalSubjectKind = {
  subject: 'TEMPLATE',
  async open(context, reviewId) {
    const [review] = await context.db.select().from(templateReview).where(eq(templateReview.id, reviewId));
    if (!review) throw new AppError('NOT_FOUND');
    const [row] = await context.db.select().from(template).where(eq(template.id, review.templateId));
    const content = row && (await unsafeReadReview(context, reviewId)).content;
    const opened = { review, row, content };
    return { digest: await digestNow(context, opened), write: (change) => write(context, opened, change) };
  },
};

/**
 * Digest of what approval would enable now; empty if that is no longer possible because a newer version was published
 * or a field was removed.
 */
async function digestNow(context: Context, { review, row, content }: OpenReview): Promise<string> {
  if (!row || !content) return '';
  const current = row.versionId ? await unsafeVersion(context, row.versionId) : undefined;
  const isNext = review.contentSealed !== '' && review.number === (current?.number ?? 0) + 1;
  if (!isNext && review.versionId !== row.versionId) return '';
  if ((await lackingOf(context, row, content)).length > 0) return '';
  return digestOfTemplate(factsOf(row, review));
}

async function write(context: Context, { review, row, content }: OpenReview, change: ApprovalChange) {
  const { changed, more } = change;
  const isPassed = endOf(changed.news)?.state === 'APPROVED';
  // Removed concurrently: the retry reports it.
  if (isPassed && !(row && content)) throw new GuardFailed();
  const enabled =
    isPassed && row && content
      ? enableVersion(context, row, { content, submitted: review, by: review.createdBy })
      : { guards: row ? [stillAsRead('TEMPLATE', row)] : [], statements: [] };
  const lines = await appendTrail(context, change.row.id, await approvalLines(context, change));
  await commit(
    context,
    [...changed.guards, ...enabled.guards, lines.guard],
    [
      ...changed.statements,
      ...lines.statements,
      ...recordsOf(context, review, change),
      ...enabled.statements,
      ...more,
    ],
  );
}

/** History entries of the template: each decision with its node and digest, and the outcome of the approval. */
function recordsOf(context: Context, review: Review, { row, changed }: ApprovalChange): Statement[] {
  const line = { kind: 'TEMPLATE', partId: review.templateId, name: row.title } as const;
  const lineOf = (what: 'node' | 'decision' | 'digest' | 'review', after: string) => ({
    what,
    before: '',
    after,
  });
  return changed.news.flatMap((news: ApprovalEvent) => {
    if (news.news === 'DECIDED')
      return [
        recordLine(context, {
          ...line,
          ownerKey: review.ownerKey,
          operatorId: news.by,
          record: 'REVIEWED',
          changes: [
            lineOf('node', changed.approval.steps.find(({ key }) => key === news.step)?.name ?? '—'),
            lineOf('decision', news.decision),
            lineOf('digest', row.digest),
          ],
        }),
      ];
    if (news.news === 'ENDED' && news.state !== 'APPROVED')
      return [
        recordLine(context, {
          ...line,
          ownerKey: review.ownerKey,
          operatorId: '',
          record: 'REVIEW_ENDED',
          changes: [lineOf('review', news.state)],
        }),
      ];
    return [];
  });
}
