import type { ApprovalNews, ApprovalRefusal, Outcome } from '#core/approval/approval.ts';
import type { ApprovalSubject } from '#core/approval/states.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { ApprovalRecord, Changed } from './change-statements.ts';

/** Who caused a change of an approval; the product itself where time did. */
export interface ApprovalOperator {
  name: string;
  entName: string;
  roles: readonly string[];
}

export interface ApprovalChange {
  row: ApprovalRecord;
  changed: Changed;
  operator: ApprovalOperator;
  /** Of the call that caused it: what keeps its answer. */
  more: Statement[];
}

/**
 * Something that needs approval. Its domain, which stands above this one, says what is approved as it is now, and writes
 * each change of the approval in one transaction with what it means for the thing.
 */
export interface ApprovalSubjectKind {
  subject: ApprovalSubject;
  open(
    context: Context,
    subjectId: string,
  ): Promise<{
    /** Of what would happen; '' where nothing can happen any more. */
    digest: string;
    /** Throws GuardFailed where the thing or the approval changed meanwhile. */
    write(change: ApprovalChange): Promise<void>;
  }>;
}

const REFUSALS = {
  NOT_REVIEWING: 'APPROVAL_CLOSED',
  NOT_YOUR_TURN: 'APPROVAL_NOT_YOUR_TURN',
  NO_APPROVER: 'APPROVAL_NO_APPROVER',
  OWN_APPLICATION: 'APPROVAL_OWN',
  ALREADY_APPROVER: 'APPROVAL_ALREADY_APPROVER',
} as const satisfies Record<ApprovalRefusal, ErrorName>;

/** What an act leads to. Throws why it is refused. */
export function accepted(outcome: Outcome): Exclude<Outcome, { refused: ApprovalRefusal }> {
  if ('refused' in outcome) throw new AppError(REFUSALS[outcome.refused], { node: '' });
  return outcome;
}

export const endOf = (news: readonly ApprovalNews[]) =>
  news.find((one): one is Extract<ApprovalNews, { news: 'ENDED' }> => one.news === 'ENDED');
