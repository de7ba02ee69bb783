/**
 * A running approval and its transitions. They are pure functions that return a new approval; storage, notices and
 * clocks are outside of this module.
 */

import { next } from '#core/machine.ts';
import type { LATE_ACTS } from './flow.ts';
import {
  APPROVAL_MACHINE,
  type ApprovalState,
  type Decision,
  type StepMode,
  type StepState,
} from './states.ts';

export interface StepApprover {
  accountId: string;
  /** Undefined while undecided. */
  decision?: Decision;
  /** ms since 1970. */
  at?: number;
  words?: string;
  /** Added because the step was late or had nobody left to decide: one PASS of such an approver passes the step. */
  forAll?: boolean;
}

export interface ApprovalStep {
  key: string;
  name: string;
  mode: StepMode;
  state: StepState;
  approvers: readonly StepApprover[];
  copies: readonly string[];
  ownAllowed: boolean;
  late: (typeof LATE_ACTS)[number];
  hours?: number;
  /** ms since 1970. */
  startedAt?: number;
  /** When the overdue notice was sent, ms since 1970; it is sent once. */
  lateAt?: number;
}

export interface Approval {
  state: ApprovalState;
  applicantId: string;
  /**
   * SHA-256 of what is approved: files, parties, placements and values. What is carried out must have the same digest.
   */
  digest: string;
  steps: readonly ApprovalStep[];
}

/** Events that a transition causes, for notices and the audit trail. */
export type ApprovalEvent =
  | { news: 'ASKED'; step: string; accounts: readonly string[] }
  | { news: 'COPIED'; step: string; accounts: readonly string[] }
  | { news: 'DECIDED'; step: string; by: string; decision: Decision; words: string }
  | { news: 'LATE'; step: string; accounts: readonly string[] }
  | { news: 'STUCK'; step: string }
  | { news: 'ENDED'; state: ApprovalState };

/** Why a transition was refused. */
export type ApprovalRefusal =
  | 'NOT_REVIEWING'
  | 'NOT_YOUR_TURN'
  | 'NO_APPROVER'
  | 'OWN_APPLICATION'
  | 'ALREADY_APPROVER';

export type Outcome = { approval: Approval; news: readonly ApprovalEvent[] } | { refused: ApprovalRefusal };

const HOUR = 3_600_000;

export const currentStep = (approval: Approval): ApprovalStep | undefined =>
  approval.state === 'REVIEWING' ? approval.steps.find((step) => step.state === 'IN_PROGRESS') : undefined;

/** Accounts that can decide now. */
export function waitingFor(approval: Approval): string[] {
  const step = currentStep(approval);
  return step ? undecided(step) : [];
}

/** When the step in progress is due, in ms since 1970; undefined if it has no time limit. */
export function dueAt(step: ApprovalStep): number | undefined {
  return step.hours === undefined || step.startedAt === undefined
    ? undefined
    : step.startedAt + step.hours * HOUR;
}

const withStep = (
  approval: Approval,
  key: string,
  change: (step: ApprovalStep) => ApprovalStep,
): Approval => ({
  ...approval,
  steps: approval.steps.map((step) => (step.key === key ? change(step) : step)),
});

/** Ends the approval; steps that have not started keep their state. */
function end(
  approval: Approval,
  event: 'pass' | 'reject' | 'sendBack' | 'withdraw' | 'expire' | 'void',
): Outcome {
  const state = next(APPROVAL_MACHINE, approval.state, event);
  if (!state) return { refused: 'NOT_REVIEWING' };
  return { approval: { ...approval, state }, news: [{ news: 'ENDED', state }] };
}

/** Whether the step has passed. A PASS of an approver with `forAll` passes it; the step does not wait for theirs. */
const isPassed = ({ mode, approvers }: ApprovalStep): boolean => {
  const said = approvers.filter(({ decision }) => decision === 'PASS');
  if (said.some(({ forAll }) => forAll)) return true;
  const must = approvers.filter(({ forAll }) => !forAll);
  return mode === 'SINGLE' ? said.length > 0 : must.length > 0 && must.length === said.length;
};

const undecided = (step: ApprovalStep): string[] =>
  step.approvers.filter(({ decision }) => decision === undefined).map(({ accountId }) => accountId);

/** Starts the next step, or passes the approval if none is left. A step whose approvers have all left is STUCK. */
function goOn(approval: Approval, now: number): Outcome {
  const step = approval.steps.find((one) => one.state === 'NOT_STARTED');
  if (!step) return end(approval, 'pass');
  const accounts = undecided(step);
  return {
    approval: withStep(approval, step.key, (one) => ({ ...one, state: 'IN_PROGRESS', startedAt: now })),
    news: [
      accounts.length > 0 ? { news: 'ASKED', step: step.key, accounts } : { news: 'STUCK', step: step.key },
      ...(step.copies.length > 0 ? [{ news: 'COPIED' as const, step: step.key, accounts: step.copies }] : []),
    ],
  };
}

/** Starts an approval with its first step. Refused with NO_APPROVER if one of its steps has no approver. */
export function begin(
  { applicantId, digest, steps }: Pick<Approval, 'applicantId' | 'digest' | 'steps'>,
  now: number,
): Outcome {
  if (steps.some((step) => step.approvers.length === 0)) return { refused: 'NO_APPROVER' };
  return goOn({ state: 'REVIEWING', applicantId, digest, steps }, now);
}

/** Prepends earlier events to those of the outcome. */
const after = (news: readonly ApprovalEvent[], outcome: Outcome): Outcome =>
  'refused' in outcome ? outcome : { ...outcome, news: [...news, ...outcome.news] };

/**
 * [4.10c] An approver passes, rejects or returns. One REJECT or RETURN ends the approval; a step is complete when one
 * approver (SINGLE) or all of them (JOINT) have passed it.
 */
export function decide(
  approval: Approval,
  { by, decision, words, now }: { by: string; decision: Decision; words: string; now: number },
): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  const step = currentStep(approval);
  const own = step?.approvers.find(
    (approver) => approver.accountId === by && approver.decision === undefined,
  );
  if (!step || !own) return { refused: 'NOT_YOUR_TURN' };
  if (by === approval.applicantId && !step.ownAllowed) return { refused: 'OWN_APPLICATION' };
  const approvers = step.approvers.map((approver) =>
    approver === own ? { ...approver, decision, at: now, words } : approver,
  );
  const isOver = decision !== 'PASS' || isPassed({ ...step, approvers });
  const decided = withStep(approval, step.key, (one) => ({
    ...one,
    approvers,
    state: isOver ? 'REVIEWED' : 'IN_PROGRESS',
  }));
  const news: ApprovalEvent[] = [{ news: 'DECIDED', step: step.key, by, decision, words }];
  if (decision !== 'PASS') return after(news, end(decided, decision === 'REJECT' ? 'reject' : 'sendBack'));
  return isOver ? after(news, goOn(decided, now)) : { approval: decided, news };
}

/** An approver hands their turn to somebody else. */
export function transfer(approval: Approval, { by, to }: { by: string; to: string }): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  const step = currentStep(approval);
  if (!step || !waitingFor(approval).includes(by)) return { refused: 'NOT_YOUR_TURN' };
  if (step.approvers.some((approver) => approver.accountId === to)) return { refused: 'ALREADY_APPROVER' };
  if (to === approval.applicantId && !step.ownAllowed) return { refused: 'OWN_APPLICATION' };
  return {
    approval: withStep(approval, step.key, (one) => ({
      ...one,
      approvers: one.approvers.map((approver) =>
        approver.accountId === by && approver.decision === undefined ? { accountId: to } : approver,
      ),
    })),
    news: [{ news: 'ASKED', step: step.key, accounts: [to] }],
  };
}

/**
 * An approver adds another one before or after their own step. BEFORE: their step waits, and starts again once the
 * other has passed; AFTER: the other decides once their step is complete.
 */
export function addApprover(
  approval: Approval,
  {
    by,
    who,
    where,
    key,
    name,
    now,
  }: { by: string; who: string; where: 'BEFORE' | 'AFTER'; key: string; name: string; now: number },
): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  const step = currentStep(approval);
  if (!step || !waitingFor(approval).includes(by)) return { refused: 'NOT_YOUR_TURN' };
  if (who === approval.applicantId) return { refused: 'OWN_APPLICATION' };
  const added: ApprovalStep = {
    key,
    name,
    mode: 'SINGLE',
    state: 'NOT_STARTED',
    approvers: [{ accountId: who }],
    copies: [],
    ownAllowed: false,
    late: 'REMIND',
  };
  const at = approval.steps.indexOf(step);
  const steps = [...approval.steps];
  if (where === 'AFTER') {
    steps.splice(at + 1, 0, added);
    return { approval: { ...approval, steps }, news: [] };
  }
  const { startedAt: _started, lateAt: _late, ...again } = step;
  steps.splice(at, 1, added, { ...again, state: 'NOT_STARTED' });
  return goOn({ ...approval, steps }, now);
}

/** The applicant withdraws the approval. */
export function withdraw(approval: Approval, by: string): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  return by === approval.applicantId ? end(approval, 'withdraw') : { refused: 'NOT_YOUR_TURN' };
}

/** The applicant takes back what was approved: nothing may be carried out on it any more. */
export const revoke = (approval: Approval): Outcome =>
  approval.state === 'APPROVED' ? end(approval, 'void') : { refused: 'NOT_REVIEWING' };

/** Voids the approval if the digest differs: what would be carried out is no longer what was submitted. */
export const voidIfChanged = (approval: Approval, digest: string): Outcome =>
  approval.digest === digest ? { approval, news: [] } : end(approval, 'void');

/** Whether the approval permits this: it is approved and has the same digest. */
export const allows = (approval: Approval, digest: string): boolean =>
  approval.state === 'APPROVED' && approval.digest === digest;

/** Ends the approval because the deadline of its subject has passed. */
export const expire = (approval: Approval): Outcome => end(approval, 'expire');

/**
 * Handles a step that is past its time limit: reminds once, asks the administrators as well, or ends the approval.
 * Returns undefined if nothing is due.
 */
export function lapse(
  approval: Approval,
  now: number,
  administrators: readonly string[],
): Outcome | undefined {
  const step = currentStep(approval);
  const due = step && dueAt(step);
  if (!step || due === undefined || now < due || step.lateAt !== undefined) return undefined;
  if (step.late === 'END') return end(approval, 'expire');
  const approvers = new Set(step.approvers.map((approver) => approver.accountId));
  const more =
    step.late === 'ESCALATE'
      ? administrators.filter(
          (one) => !approvers.has(one) && (step.ownAllowed || one !== approval.applicantId),
        )
      : [];
  return {
    approval: withStep(approval, step.key, (one) => ({
      ...one,
      lateAt: now,
      approvers: [...one.approvers, ...more.map((accountId) => ({ accountId, forAll: true }))],
    })),
    news: [
      { news: 'LATE', step: step.key, accounts: waitingFor(approval) },
      ...(more.length > 0 ? [{ news: 'ASKED' as const, step: step.key, accounts: more }] : []),
    ],
  };
}

/**
 * Removes an approver who can no longer decide (left, frozen). If nobody else of a step is left to decide, the accounts
 * of `instead` (whom the flow names now, or the administrators) replace them; a step that nobody can decide is STUCK
 * until somebody can. A departure does not count as a PASS: in a JOINT step that all others passed, `instead` is still
 * asked.
 */
export function replaceApprover(
  approval: Approval,
  { gone, instead }: { gone: string; instead: (step: ApprovalStep) => readonly string[] },
): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  const news: ApprovalEvent[] = [];
  const steps = approval.steps.map((step) => {
    const isApprover = step.approvers.some((one) => one.accountId === gone && one.decision === undefined);
    if (step.state === 'REVIEWED' || !isApprover) return step;
    const left = step.approvers.filter((one) => one.accountId !== gone || one.decision !== undefined);
    const filled = fill({ ...step, approvers: left }, approval, instead);
    if (step.state === 'IN_PROGRESS') news.push(...newsOfFilled(step, filled));
    return filled;
  });
  return { approval: { ...approval, steps }, news };
}

/** Finds approvers again for a STUCK step. Refused with NO_APPROVER if there is still nobody. */
export function unstick(approval: Approval, instead: (step: ApprovalStep) => readonly string[]): Outcome {
  const step = currentStep(approval);
  if (!step || undecided(step).length > 0) return { refused: 'NOT_REVIEWING' };
  const filled = fill(step, approval, instead);
  if (undecided(filled).length === 0) return { refused: 'NO_APPROVER' };
  return {
    approval: withStep(approval, step.key, () => filled),
    news: newsOfFilled(step, filled),
  };
}

/** Adds approvers if nobody is left to decide; never the applicant, unless the step allows it. */
function fill(
  step: ApprovalStep,
  { applicantId }: Approval,
  instead: (step: ApprovalStep) => readonly string[],
): ApprovalStep {
  if (undecided(step).length > 0) return step;
  const has = new Set(step.approvers.map((one) => one.accountId));
  const more = instead(step).filter((one) => !has.has(one) && (step.ownAllowed || one !== applicantId));
  return {
    ...step,
    approvers: [...step.approvers, ...more.map((accountId) => ({ accountId, forAll: true }))],
  };
}

function newsOfFilled(before: ApprovalStep, filled: ApprovalStep): ApprovalEvent[] {
  const accounts = undecided(filled).filter((one) => !before.approvers.some((had) => had.accountId === one));
  if (accounts.length > 0) return [{ news: 'ASKED', step: filled.key, accounts }];
  return undecided(filled).length === 0 ? [{ news: 'STUCK', step: filled.key }] : [];
}
