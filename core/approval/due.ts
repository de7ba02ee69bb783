import {
  type Approval,
  type ApprovalStep,
  lapse,
  type Outcome,
  replaceApprover,
  transfer,
  unstick,
  waitingFor,
} from './approval.ts';
import type { Staff } from './find-approvers.ts';

type SettledOutcome = Exclude<Outcome, { refused: unknown }>;

/** Current members of the enterprise, and who decides if no approver is left. */
export type StaffNow = Pick<Staff, 'members' | 'substitutes'> & { administrators: readonly string[] };

/** Changes of an approval that result from the time (ms since 1970) and from the current staff; no news if none. */
export function whatIsDue(before: Approval, staff: StaffNow, now: number): SettledOutcome {
  let done: SettledOutcome = { approval: before, news: [] };
  const go = (outcome: Outcome | undefined) => {
    if (outcome && !('refused' in outcome))
      done = { approval: outcome.approval, news: [...done.news, ...outcome.news] };
  };
  const known = new Set(staff.members.map(({ accountId }) => accountId));
  const instead = (step: ApprovalStep) =>
    staff.administrators.filter((one) => step.ownAllowed || one !== before.applicantId);
  const steps = before.steps
    .filter(({ state }) => state !== 'REVIEWED')
    .flatMap(({ approvers }) => approvers.filter(({ decision }) => !decision).map((one) => one.accountId));
  for (const gone of new Set(steps.filter((one) => !known.has(one))))
    go(replaceApprover(done.approval, { gone, instead }));
  for (const by of waitingFor(done.approval)) {
    const to = staff.substitutes.get(by);
    // Skip substitutes who are absent themselves: two people who substitute each other would pass it back and forth every
    // minute.
    if (to && known.has(to) && !staff.substitutes.has(to)) go(transfer(done.approval, { by, to }));
  }
  go(unstick(done.approval, instead));
  go(lapse(done.approval, now, staff.administrators));
  return done;
}
