import type { ApprovalEvent, ApprovalRefusal, Outcome } from '#core/approval/approval.ts';
import type { ApprovalSubject } from '#core/approval/states.ts';
import { AppError, type ErrorName } from '#core/errors.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import type { ApprovalRecord, ApprovalUpdate } from './change-statements.ts';

/** Who caused a change of an approval; the product itself for automatic changes. */
export interface ApprovalOperator {
  name: string;
  entName: string;
  roles: readonly string[];
}

export interface ApprovalChange {
  row: ApprovalRecord;
  changed: ApprovalUpdate;
  operator: ApprovalOperator;
  /** Statements that store the response of the call. */
  more: Statement[];
}

/**
 * A kind of thing that needs approval. Its domain, which depends on this one, reports the current state of the thing
 * and commits each change of the approval together with its effect on the thing.
 */
export interface ApprovalSubjectKind {
  subject: ApprovalSubject;
  open(
    context: Context,
    subjectId: string,
  ): Promise<{
    /** Digest of what approval would bring about now; empty if that is no longer possible. */
    digest: string;
    /** Throws GuardFailed if the thing or the approval changed concurrently. */
    write(change: ApprovalChange): Promise<void>;
  }>;
  /** Sizes of the pages of each file, for comments that are pinned to them; absent if there are no pages. */
  pages?(context: Context, subjectId: string): Promise<readonly (readonly PageSize[])[]>;
}

interface PageSize {
  widthMm: number;
  heightMm: number;
}

const REFUSALS = {
  NOT_REVIEWING: 'APPROVAL_CLOSED',
  NOT_YOUR_TURN: 'APPROVAL_NOT_YOUR_TURN',
  NO_APPROVER: 'APPROVAL_NO_APPROVER',
  OWN_APPLICATION: 'APPROVAL_OWN',
  ALREADY_APPROVER: 'APPROVAL_ALREADY_APPROVER',
} as const satisfies Record<ApprovalRefusal, ErrorName>;

/** The result of an act. Throws the error of its refusal. */
export function accepted(outcome: Outcome): Exclude<Outcome, { refused: ApprovalRefusal }> {
  if ('refused' in outcome) throw new AppError(REFUSALS[outcome.refused], { node: '' });
  return outcome;
}

export const endOf = (news: readonly ApprovalEvent[]) =>
  news.find((one): one is Extract<ApprovalEvent, { news: 'ENDED' }> => one.news === 'ENDED');
