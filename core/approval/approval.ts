/**
 * A running approval as data, and what may happen to it. Every act takes the approval and gives another; nothing here knows
 * storage, notices or clocks.
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
  /** Absent while undecided. */
  decision?: Decision;
  /** ms since 1970. */
  at?: number;
  words?: string;
  /** Joined because the step was late or had nobody left: one yes of theirs is enough. */
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
  /** Told once that its time is over. */
  lateAt?: number;
}

export interface Approval {
  state: ApprovalState;
  applicantId: string;
  /** SHA-256 of what is approved: files, parties, places and values. What happens must have the same. */
  digest: string;
  steps: readonly ApprovalStep[];
}

/** What an act leads to, for notices and the trail. */
export type ApprovalNews =
  | { news: 'ASKED'; step: string; accounts: readonly string[] }
  | { news: 'COPIED'; step: string; accounts: readonly string[] }
  | { news: 'DECIDED'; step: string; by: string; decision: Decision; words: string }
  | { news: 'LATE'; step: string; accounts: readonly string[] }
  | { news: 'STUCK'; step: string }
  | { news: 'ENDED'; state: ApprovalState };

/** Why an act was refused. */
export type ApprovalRefusal =
  | 'NOT_REVIEWING'
  | 'NOT_YOUR_TURN'
  | 'NO_APPROVER'
  | 'OWN_APPLICATION'
  | 'ALREADY_APPROVER';

export type Outcome = { approval: Approval; news: readonly ApprovalNews[] } | { refused: ApprovalRefusal };

const HOUR = 3_600_000;

export const currentStep = (approval: Approval): ApprovalStep | undefined =>
  approval.state === 'REVIEWING' ? approval.steps.find((step) => step.state === 'IN_PROGRESS') : undefined;

/** Accounts that can decide now. */
export function waitingFor(approval: Approval): string[] {
  const step = currentStep(approval);
  return step ? undecided(step) : [];
}

/** When the step in progress is due, in ms since 1970; undefined where it has no limit. */
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

/** Ends it; steps that had not begun stay as they were. */
function end(
  approval: Approval,
  event: 'pass' | 'reject' | 'sendBack' | 'withdraw' | 'expire' | 'void',
): Outcome {
  const state = next(APPROVAL_MACHINE, approval.state, event);
  if (!state) return { refused: 'NOT_REVIEWING' };
  return { approval: { ...approval, state }, news: [{ news: 'ENDED', state }] };
}

/** Whether everybody said yes who must. Whoever joined late decides for all, and nobody waits for them. */
const isPassed = ({ mode, approvers }: ApprovalStep): boolean => {
  const said = approvers.filter(({ decision }) => decision === 'PASS');
  if (said.some(({ forAll }) => forAll)) return true;
  const must = approvers.filter(({ forAll }) => !forAll);
  return mode === 'SINGLE' ? said.length > 0 : must.length > 0 && must.length === said.length;
};

const undecided = (step: ApprovalStep): string[] =>
  step.approvers.filter(({ decision }) => decision === undefined).map(({ accountId }) => accountId);

/** Begins the next step, or passes where none is left. A step whose approvers have all left meanwhile is STUCK. */
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

/** Begins an approval: its first step asks. Refused with NO_APPROVER where any of its steps has nobody. */
export function begin(
  { applicantId, digest, steps }: Pick<Approval, 'applicantId' | 'digest' | 'steps'>,
  now: number,
): Outcome {
  if (steps.some((step) => step.approvers.length === 0)) return { refused: 'NO_APPROVER' };
  return goOn({ state: 'REVIEWING', applicantId, digest, steps }, now);
}

/** Adds what was done before to what it leads to. */
const after = (news: readonly ApprovalNews[], outcome: Outcome): Outcome =>
  'refused' in outcome ? outcome : { ...outcome, news: [...news, ...outcome.news] };

/**
 * [4.10c] An approver passes, rejects or returns. One no of any approver ends the approval; a step is over when one (SINGLE) or
 * all (JOINT) said yes.
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
  const news: ApprovalNews[] = [{ news: 'DECIDED', step: step.key, by, decision, words }];
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
 * An approver adds another before or after the own step. Before: the own step waits and asks again once the other said yes;
 * after: the other is asked once the own step is over.
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

/** The applicant takes it back. */
export function withdraw(approval: Approval, by: string): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  return by === approval.applicantId ? end(approval, 'withdraw') : { refused: 'NOT_YOUR_TURN' };
}

/** What is to happen is no longer what was asked about: the approval does not hold, whatever was decided. */
export const voidIfChanged = (approval: Approval, digest: string): Outcome =>
  approval.digest === digest ? { approval, news: [] } : end(approval, 'void');

/** Whether this may happen now: approved, and for exactly this. */
export const allows = (approval: Approval, digest: string): boolean =>
  approval.state === 'APPROVED' && approval.digest === digest;

/** Ends it because what it is about had to happen by now. */
export const expire = (approval: Approval): Outcome => end(approval, 'expire');

/**
 * What time brings: the step in progress is past its limit. It reminds once, asks the administrators too, or ends the
 * approval. Nothing is returned where nothing is due.
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
  const asked = new Set(step.approvers.map((approver) => approver.accountId));
  const more =
    step.late === 'ESCALATE'
      ? administrators.filter((one) => !asked.has(one) && (step.ownAllowed || one !== approval.applicantId))
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
 * Somebody can no longer decide (left, frozen). Where nobody else of a step is left to decide, `instead` (whom the flow names
 * now, or the administrators) takes their place; a step that nobody can decide stays, STUCK, until somebody can. Somebody who
 * left takes no yes with them: in a joint step that others passed, one of `instead` is still asked.
 */
export function replaceApprover(
  approval: Approval,
  { gone, instead }: { gone: string; instead: (step: ApprovalStep) => readonly string[] },
): Outcome {
  if (approval.state !== 'REVIEWING') return { refused: 'NOT_REVIEWING' };
  const news: ApprovalNews[] = [];
  const steps = approval.steps.map((step) => {
    const isAsked = step.approvers.some((one) => one.accountId === gone && one.decision === undefined);
    if (step.state === 'REVIEWED' || !isAsked) return step;
    const left = step.approvers.filter((one) => one.accountId !== gone || one.decision !== undefined);
    const filled = fill({ ...step, approvers: left }, approval, instead);
    if (step.state === 'IN_PROGRESS') news.push(...newsOfFilled(step, filled));
    return filled;
  });
  return { approval: { ...approval, steps }, news };
}

/** Asks again for steps that nobody could decide. Refused with NO_APPROVER where there is still nobody. */
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

/** Adds approvers where none is left to decide; never the applicant unless the step says so. */
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

function newsOfFilled(before: ApprovalStep, filled: ApprovalStep): ApprovalNews[] {
  const accounts = undecided(filled).filter((one) => !before.approvers.some((had) => had.accountId === one));
  if (accounts.length > 0) return [{ news: 'ASKED', step: filled.key, accounts }];
  return undecided(filled).length === 0 ? [{ news: 'STUCK', step: filled.key }] : [];
}
