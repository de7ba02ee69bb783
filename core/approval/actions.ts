import { type Approval, currentStep, waitingFor } from './approval.ts';
import { RESUBMITTABLE } from './states.ts';

export const APPROVAL_ACTIONS = ['decide', 'urge', 'withdraw', 'resubmit', 'delete', 'stamp'] as const;
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number];

/** What one account may do with an approval now; `decide` includes transferring it and adding an approver. */
export function approvalActions(
  approval: Approval,
  {
    accountId,
    canAskAgain,
    mayStamp = false,
    mayWithdraw = true,
  }: {
    accountId: string;
    canAskAgain: boolean;
    /** A use of seals waits for this account to stamp. */
    mayStamp?: boolean;
    /** False where the account is no longer the one to take back what was asked in its name. */
    mayWithdraw?: boolean;
  },
): ApprovalAction[] {
  const actions: ApprovalAction[] = [];
  const isApplicant = approval.applicantId === accountId;
  const step = currentStep(approval);
  if (step && waitingFor(approval).includes(accountId) && (step.ownAllowed || !isApplicant))
    actions.push('decide');
  if (mayStamp) actions.push('stamp');
  if (!isApplicant) return actions;
  if (approval.state === 'REVIEWING')
    return [...actions, 'urge', ...(mayWithdraw ? (['withdraw'] as const) : [])];
  if (canAskAgain && RESUBMITTABLE.includes(approval.state)) actions.push('resubmit');
  return [...actions, 'delete'];
}
