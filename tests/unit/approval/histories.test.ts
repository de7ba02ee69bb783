import { describe, expect, it } from 'vitest';
import {
  type Approval,
  addApprover,
  allows,
  begin,
  currentStep,
  decide,
  expire,
  lapse,
  type Outcome,
  replaceApprover,
  transfer,
  unstick,
  voidIfChanged,
  waitingFor,
  withdraw,
} from '#core/approval/approval.ts';
import { resolveSteps, type Staff } from '#core/approval/find-approvers.ts';
import { approvalFlow } from '#core/approval/flow.ts';
import { APPROVAL_MACHINE, APPROVAL_STATES, DECISIONS } from '#core/approval/states.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

const SEED = 20_261_123;
const HISTORIES = 100_000;
const HOUR = 3_600_000;
const PEOPLE = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', 'eeeeeeee', 'ffffffff'];
const ADMINISTRATORS = ['ffffffff', 'gggggggg'];

const staff: Staff = {
  members: [...PEOPLE, 'gggggggg'].map((accountId) => ({
    accountId,
    roles:
      accountId < 'cccccccc' ? ['SEAL_ADMIN'] : ADMINISTRATORS.includes(accountId) ? ['BUSINESS_ADMIN'] : [],
    departmentId: 'sales',
  })),
  departments: [
    { id: 'sales', parentId: 'all', headId: 'dddddddd' },
    { id: 'all', parentId: '', headId: 'eeeeeeee' },
  ],
  substitutes: new Map([['cccccccc', 'bbbbbbbb']]),
  sealKeepers: ['aaaaaaaa', 'eeeeeeee'],
};

/** A flow of one to three nodes of any kind. */
function flowFrom(random: () => number) {
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  return approvalFlow.parse({
    name: 'flow',
    subjects: ['TASK'],
    applies: 'ALWAYS',
    nodes: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) => ({
      key: `node000000${i}`,
      name: `node ${i}`,
      mode: pick('JOINT', 'SINGLE'),
      approvers: pick(
        { by: 'PERSONS', accounts: PEOPLE.filter(() => random() < 0.4).concat('bbbbbbbb') },
        { by: 'ROLE', role: 'SEAL_ADMIN' },
        { by: 'DEPARTMENT_HEAD', up: pick(0, 1) },
        { by: 'SEAL_KEEPER' },
      ),
      hours: pick(undefined, 1, 3),
      late: pick('REMIND', 'ESCALATE', 'END'),
      ownAllowed: random() < 0.2,
    })),
  });
}

/** Who said yes to what, kept beside the approval and by other rules than its own. */
interface Witness {
  /** Accounts that could decide in a step, when they said yes. */
  yes: Map<string, Set<string>>;
  everNo: boolean;
}

/** What is wrong with an approval, judged from outside; empty when nothing is. */
function wrong(before: Approval, now: Approval, witness: Witness): string {
  if (
    before.state !== now.state &&
    !Object.values(APPROVAL_MACHINE.transitions[before.state]).includes(now.state)
  )
    return `${before.state} became ${now.state}`;
  if (now.steps.filter((step) => step.state === 'IN_PROGRESS').length > 1) return 'two steps at once';
  const firstOpen = now.steps.findIndex((step) => step.state !== 'REVIEWED');
  if (firstOpen >= 0 && now.steps.slice(firstOpen + 1).some((step) => step.state !== 'NOT_STARTED'))
    return 'a later step began before an earlier was over';
  for (const step of now.steps)
    for (const one of step.approvers)
      if (one.decision && one.accountId === now.applicantId && !step.ownAllowed)
        return 'the applicant decided their own application';
  if (now.state === 'APPROVED' && witness.everNo) return 'passed although somebody said no';
  if (now.state === 'APPROVED' || now.state === 'REVIEWING')
    for (const step of now.steps.filter((one) => one.state === 'REVIEWED')) {
      const yes = witness.yes.get(step.key) ?? new Set();
      if (yes.size === 0) return `step ${step.key} passed with nobody’s yes`;
      const missing = step.approvers.filter((one) => !one.forAll && !yes.has(one.accountId));
      const byOne =
        step.mode === 'SINGLE' || step.approvers.some((one) => one.forAll && yes.has(one.accountId));
      if (!byOne && missing.length > 0)
        return `joint step ${step.key} passed without ${missing[0]!.accountId}`;
    }
  if (now.state === 'APPROVED' && now.steps.some((step) => step.state !== 'REVIEWED'))
    return 'passed before all steps were over';
  return '';
}

describe('approvals', () => {
  it(`[4.10a] [4.10b] [4.10c] pass by every asked yes alone, over ${HISTORIES} histories (seed ${SEED})`, () => {
    const random = randomFrom(SEED);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const seen = new Set<string>();
    const refused = new Set<string>();
    let begun = 0;
    const flows = Array.from({ length: 2_000 }, () => flowFrom(random));
    for (let i = 0; i < HISTORIES; i++) {
      const applicant = { accountId: pick(PEOPLE), departmentId: 'sales' };
      const facts = { businessType: 'SALES', counterparties: [], senderRoles: [] };
      const { steps } = resolveSteps(pick(flows), facts, applicant, staff);
      let now = 1_700_000_000_000;
      const first = begin({ applicantId: applicant.accountId, digest: 'one', steps }, now);
      if ('refused' in first) {
        refused.add(first.refused);
        if (steps.every((step) => step.approvers.length > 0)) expect.fail('refused although all can decide');
        continue;
      }
      begun++;
      let approval = first.approval;
      let digest = 'one';
      const witness: Witness = { yes: new Map(), everNo: false };
      const history: string[] = [];
      for (let n = 0; n < 14; n++) {
        const step = currentStep(approval);
        const could = waitingFor(approval);
        const who = random() < 0.7 && could.length > 0 ? pick(could) : pick(PEOPLE);
        const kind = random();
        let outcome: Outcome | undefined;
        let act = '';
        if (kind < 0.62) {
          const decision = random() < 0.86 ? 'PASS' : pick(DECISIONS);
          act = `${who} ${decision}`;
          outcome = decide(approval, { by: who, decision, words: '', now });
          if (!('refused' in outcome)) {
            if (!could.includes(who)) expect.fail(`${act}, whose turn it was not`);
            if (decision !== 'PASS') witness.everNo = true;
            else witness.yes.set(step!.key, new Set([...(witness.yes.get(step!.key) ?? []), who]));
          }
        } else if (kind < 0.7) {
          const to = pick(PEOPLE);
          act = `${who} transfers to ${to}`;
          outcome = transfer(approval, { by: who, to });
        } else if (kind < 0.76) {
          const where = pick(['BEFORE', 'AFTER'] as const);
          act = `${who} adds ${where}`;
          outcome = addApprover(approval, {
            by: who,
            who: pick(PEOPLE),
            where,
            key: `added00000${n}`,
            name: 'added',
            now,
          });
        } else if (kind < 0.82) {
          now += 2 * HOUR;
          act = 'two hours';
          outcome = lapse(approval, now, ADMINISTRATORS);
        } else if (kind < 0.9) {
          act = `${who} leaves`;
          outcome = replaceApprover(approval, {
            gone: who,
            instead: () => (random() < 0.7 ? ADMINISTRATORS : []),
          });
        } else if (kind < 0.93) {
          act = 'unstick';
          outcome = unstick(approval, () => ADMINISTRATORS);
        } else if (kind < 0.95) {
          act = `${who} withdraws`;
          outcome = withdraw(approval, who);
        } else if (kind < 0.98) {
          digest = random() < 0.5 ? 'other' : 'one';
          act = `it is ${digest} now`;
          outcome = voidIfChanged(approval, digest);
        } else {
          act = 'ended';
          outcome = expire(approval);
        }
        history.push(act);
        if (outcome && !('refused' in outcome)) {
          const fault = wrong(approval, outcome.approval, witness);
          if (fault)
            expect.fail(`history ${i}: ${fault}\n${JSON.stringify({ history, approval: outcome.approval })}`);
          approval = outcome.approval;
        } else if (outcome) refused.add(outcome.refused);
        seen.add(approval.state);
        for (const state of approval.steps.map((one) => one.state)) seen.add(state);
      }
      if (allows(approval, 'other') || allows(approval, 'one') !== (approval.state === 'APPROVED'))
        expect.fail(`history ${i}: allowed as ${approval.state}`);
    }
    expect(begun).toBeGreaterThan(HISTORIES / 2);
    expect([...seen].toSorted()).toEqual(
      [...new Set([...APPROVAL_STATES, 'NOT_STARTED', 'IN_PROGRESS', 'REVIEWED'])].toSorted(),
    );
    for (const code of [
      'NOT_REVIEWING',
      'NOT_YOUR_TURN',
      'NO_APPROVER',
      'OWN_APPLICATION',
      'ALREADY_APPROVER',
    ])
      expect([...refused]).toContain(code);
  });
});
