import { desc, eq } from 'drizzle-orm';
import { type Approval, begin } from '#core/approval/approval.ts';
import type { ApprovalSubject } from '#core/approval/states.ts';
import { AppError } from '#core/errors.ts';
import { approval, type SubjectFacts } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { columnsOf, tellNews, writeParts } from './change-statements.ts';
import type { ResolvedApproval } from './resolve-approval.ts';

interface ApprovalRequest {
  subject: ApprovalSubject;
  subjectId: string;
  title: string;
  facts: SubjectFacts;
  /** SHA-256 of the content to be approved. */
  digest: string;
  /** Common key of repeated submissions of the same thing. */
  thread: string;
}

/**
 * Creates an approval; its statements are to be committed with the subject. A repeated submission refers to the
 * previous approval of its thread. Throws APPROVAL_NO_APPROVER, with the names of the nodes, if a step has no possible
 * approver.
 */
export async function beginApproval(
  context: SignedInContext,
  { subject, subjectId, title, facts, digest, thread }: ApprovalRequest,
  planned: ResolvedApproval,
): Promise<{ id: string; digest: string; approval: Approval; statements: Statement[] }> {
  const { actor, db, now } = context;
  const outcome = begin({ applicantId: actor.accountId, digest, steps: planned.steps }, now);
  if ('refused' in outcome)
    throw new AppError('APPROVAL_NO_APPROVER', { node: planned.withoutApprover.join('、') });
  const [before] = await db
    .select({ id: approval.id, enterpriseId: approval.enterpriseId })
    .from(approval)
    .where(eq(approval.thread, thread))
    .orderBy(desc(approval.createdAt))
    .limit(1);
  const row = {
    id: context.newId(),
    enterpriseId: actor.entId,
    subject,
    subjectId,
    title,
    flows: planned.flows.map(({ id, version, body }) => ({
      flowId: id,
      version,
      name: body.name,
      ...(planned.unread.has(id) ? { unread: true as const } : {}),
    })),
    applicantId: actor.accountId,
    applicantName: actor.name,
    digest,
    facts,
    thread,
    beforeId: before?.enterpriseId === actor.entId ? before.id : '',
    createdAt: now,
    ...columnsOf(outcome.approval),
  };
  return {
    id: row.id,
    digest,
    approval: outcome.approval,
    statements: [
      db.insert(approval).values(row),
      ...writeParts(context, row, outcome.approval),
      ...tellNews(context, row, outcome.news, actor.name),
    ],
  };
}
