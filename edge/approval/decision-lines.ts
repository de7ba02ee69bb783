import type { ApprovalEvent } from '#core/approval/approval.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { NewTrailEntry } from '#edge/trail/trail-of.ts';
import type { ApprovalRecord, ApprovalUpdate } from './change-statements.ts';
import { commentsDigest } from './comments.ts';
import { type ApprovalChange, type ApprovalOperator, endOf } from './subject.ts';

/**
 * Trail lines for the decisions: operator, roles, node, decision and the digest of what was decided on. Comments are
 * internal, but all parties can read the trail: it contains only the digest of the comment on the decision and that of
 * the comments on the pages, computed with the approval's id, which is unknown to the other parties.
 */
export async function decisionLines(
  context: Context,
  { row, changed, operator }: ApprovalChange,
): Promise<NewTrailEntry[]> {
  const isDecided = changed.news.some(({ news }) => news === 'DECIDED');
  const comments = isDecided ? await commentsDigest(context, row) : '';
  return Promise.all(
    changed.news
      .filter((one): one is Extract<ApprovalEvent, { news: 'DECIDED' }> => one.news === 'DECIDED')
      .map(async ({ step, decision, words }) => ({
        event: 'REVIEWED' as const,
        operator: operator.name,
        agent: operator.entName,
        evidence: {
          approved: row.digest,
          decision,
          node: changed.approval.steps.find(({ key }) => key === step)?.name ?? '',
          role: operator.roles.join(' '),
          ...(words ? { words: await remarkDigest(row.id, words) } : {}),
          ...(comments ? { comments } : {}),
        },
      })),
  );
}

/** Trail lines of an approval whose subject has no trail, in a trail of its own: its decisions and its end. */
export const approvalLines = async (context: Context, change: ApprovalChange): Promise<NewTrailEntry[]> => [
  ...(await decisionLines(context, change)),
  ...endLine(change.row, change.changed, change.operator),
];

/** The line of its end; none while it is running. What was approved becomes void by somebody's will, who is named. */
export function endLine(
  row: Pick<ApprovalRecord, 'digest' | 'state'>,
  { news }: Pick<ApprovalUpdate, 'news'>,
  operator: Pick<ApprovalOperator, 'name' | 'entName'>,
): NewTrailEntry[] {
  const end = endOf(news);
  if (!end) return [];
  const isTakenBack = end.state === 'WITHDRAWN' || row.state === 'APPROVED';
  return [
    {
      event: end.state === 'APPROVED' ? 'REVIEW_PASSED' : 'REVIEW_FAILED',
      operator: isTakenBack ? operator.name : 'Signet',
      agent: isTakenBack ? operator.entName : '',
      evidence: { approved: row.digest, ...(end.state === 'APPROVED' ? {} : { state: end.state }) },
    },
  ];
}

const remarkDigest = async (approvalId: string, remark: string): Promise<string> =>
  await sha256Hex(`${approvalId}\n${remark}`);
