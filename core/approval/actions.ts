import { type Approval, currentStep, waitingFor } from './approval.ts';
import { RESUBMITTABLE } from './states.ts';

export const APPROVAL_ACTIONS = ['decide', 'urge', 'withdraw', 'resubmit', 'delete'] as const;
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number];

/** What one account may do with an approval now; whoever decides may also transfer it or add an approver. */
export function approvalActions(
  approval: Approval,
  { accountId, canAskAgain }: { accountId: string; canAskAgain: boolean },
): ApprovalAction[] {
  const actions: ApprovalAction[] = [];
  const isApplicant = approval.applicantId === accountId;
  const step = currentStep(approval);
  if (step && waitingFor(approval).includes(accountId) && (step.ownAllowed || !isApplicant))
    actions.push('decide');
  if (!isApplicant) return actions;
  if (approval.state === 'REVIEWING') return [...actions, 'urge', 'withdraw'];
  if (canAskAgain && RESUBMITTABLE.includes(approval.state)) actions.push('resubmit');
  return [...actions, 'delete'];
}
