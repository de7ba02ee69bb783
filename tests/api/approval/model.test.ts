import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Approval,
  addApprover as add,
  begin,
  currentStep,
  decide,
  expire,
  type Outcome,
  transfer,
  voidIfChanged,
  waitingFor,
  withdraw,
} from '#core/approval/approval.ts';
import {
  addApprover,
  decideApproval,
  getApproval,
  passApprovals,
  transferApproval,
  withdrawApproval,
} from '#core/approval/calls.ts';
import type { Decision } from '#core/approval/states.ts';
import { getPlan, sendPlan } from '#core/task/calls.ts';
import { task } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { database, type Person } from '#tests/fixtures/people.ts';
import { newKey, sign } from '#tests/fixtures/plans.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';

const SEED = 20_261_123;
const RUNS = 20;

/** Somebody of the firm, by their account. */
interface Who {
  id: string;
  client: ApiClient;
}
interface Model {
  /** As the rules of the core have it. */
  approval: Approval;
  /** What would be sent is no longer what was asked about. */
  changed: boolean;
}
interface Real {
  planId: string;
  approvalId: string;
  digest: string;
  sender: ApiClient;
  outside: ApiClient;
}

/** Both say the same: what is over, whose turn it is, and whether anybody outside can sign. */
async function compare({ approval }: Model, real: Real): Promise<void> {
  const shown = await real.sender.call(getApproval, { approvalId: real.approvalId });
  expect([shown.state, shown.steps.map(({ state }) => state)]).toEqual([
    approval.state,
    approval.steps.map(({ state }) => state),
  ]);
  const open = shown.steps.find(({ state }) => state === 'IN_PROGRESS');
  const asked = open?.approvers.filter(({ decision }) => decision === null).map((one) => one.accountId) ?? [];
  if (approval.state === 'REVIEWING') expect(asked.toSorted()).toEqual(waitingFor(approval).toSorted());
  const { status } = await real.sender.call(getPlan, { planId: real.planId });
  expect(status).toBe(
    approval.state === 'REVIEWING' ? 'REVIEWING' : approval.state === 'APPROVED' ? 'IN_PROGRESS' : 'ENDED',
  );
  const found = (await real.outside.envelope(getPlan, { planId: real.planId })).code === 200;
  expect(found).toBe(approval.state === 'APPROVED');
}

/** An act on both: where the rules refuse it the call does, and the other way round. */
abstract class Act implements fc.AsyncCommand<Model, Real> {
  check(_model: Model): boolean {
    return true;
  }
  abstract rule(approval: Approval): Outcome;
  abstract ask(real: Real): Promise<{ code: number }>;
  abstract toString(): string;
  async run(model: Model, real: Real): Promise<void> {
    const outcome = this.rule(model.approval);
    const { code } = await this.ask(real);
    expect(code === 200, `${this.toString()} ${JSON.stringify(outcome)}`).toBe(!('refused' in outcome));
    if (!('refused' in outcome)) {
      const voids = outcome.approval.state === 'APPROVED' && model.changed;
      const ended = voids ? voidIfChanged(outcome.approval, 'another') : outcome;
      if ('refused' in ended) throw new Error(ended.refused);
      model.approval = ended.approval;
    }
    await compare(model, real);
  }
}

const deciding = (who: Who, decision: Decision) =>
  new (class extends Act {
    rule = (one: Approval) => decide(one, { by: who.id, decision, words: '意见', now: 0 });
    ask = ({ approvalId, digest }: Real) =>
      who.client.envelope(decideApproval, { approvalId, digest, decision, words: '意见' }, once());
    toString = () => `${who.id} ${decision}`;
  })();
/** The n-th of those who are asked says yes. */
const passing = (n: number, people: readonly Who[]): fc.AsyncCommand<Model, Real> => {
  const asked = (approval: Approval) => {
    const waiting = waitingFor(approval);
    return people.find(({ id }) => id === waiting[n % waiting.length]);
  };
  return {
    check: ({ approval }) => asked(approval) !== undefined,
    run: (model, real) => deciding(asked(model.approval)!, 'PASS').run(model, real),
    toString: () => `asked ${n} PASS`,
  };
};
const transferring = (who: Who, to: Who) =>
  new (class extends Act {
    rule = (one: Approval) => transfer(one, { by: who.id, to: to.id });
    ask = ({ approvalId }: Real) => who.client.envelope(transferApproval, { approvalId, to: to.id }, once());
    toString = () => `${who.id} transfers to ${to.id}`;
  })();
const adding = (who: Who, other: Who, where: 'BEFORE' | 'AFTER') =>
  new (class extends Act {
    rule = (one: Approval) => add(one, { by: who.id, who: other.id, where, key: newKey(), name: '', now: 0 });
    ask = ({ approvalId }: Real) =>
      who.client.envelope(addApprover, { approvalId, who: other.id, where }, once());
    toString = () => `${who.id} adds ${other.id} ${where}`;
  })();
const withdrawing = (who: Who) =>
  new (class extends Act {
    rule = (one: Approval) => withdraw(one, who.id);
    ask = ({ approvalId }: Real) => who.client.envelope(withdrawApproval, { approvalId }, once());
    toString = () => `${who.id} withdraws`;
  })();
/** The same yes, as one of several. */
const passingOneOfMany = (who: Who) =>
  new (class extends Act {
    rule = (one: Approval) => decide(one, { by: who.id, decision: 'PASS', words: '', now: 0 });
    override check({ approval }: Model) {
      return waitingFor(approval).includes(who.id);
    }
    async ask({ approvalId, digest }: Real) {
      const { results } = await who.client.call(passApprovals, {
        approvals: [{ approvalId, digest }],
        words: '',
      });
      return { code: results[0]!.passed ? 200 : 0 };
    }
    toString = () => `${who.id} passes it as one of several`;
  })();
/** The contract changes behind the back of the approval. */
const changing: fc.AsyncCommand<Model, Real> = {
  check: ({ approval, changed }) => approval.state === 'REVIEWING' && !changed,
  run: async (model, real) => {
    await database().update(task).set({ name: '另一份合同' }).where(eq(task.id, real.planId));
    model.changed = true;
    await compare(model, real);
  },
  toString: () => 'the contract changes',
};
/** Its deadline comes. */
const ending: fc.AsyncCommand<Model, Real> = {
  check: ({ approval }) => approval.state === 'REVIEWING',
  run: async (model, real) => {
    await database()
      .update(task)
      .set({ deadline: Date.now() - 1 })
      .where(eq(task.id, real.planId));
    await runJobs();
    const outcome = expire(model.approval);
    if ('refused' in outcome) throw new Error(outcome.refused);
    model.approval = outcome.approval;
    await compare(model, real);
  },
  toString: () => 'the deadline comes',
};
/** Signing before the approval is passed. */
const signing: fc.AsyncCommand<Model, Real> = {
  check: ({ approval }) => approval.state !== 'APPROVED',
  run: async (model, real) => {
    await expect(sign(real.outside, real.planId)).rejects.toThrow();
    await compare(model, real);
  },
  toString: () => 'signs',
};

it(`[4.10a] [4.10b] [4.10c] the calls do what the rules say, and nobody signs before every yes, over ${RUNS} random histories (seed ${SEED})`, async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople as [Person, Person];
  const sender: Who = { id: own.senderPerson.id, client: own.sender };
  const approvers: Who[] = [
    { id: first.id, client: own.approvers[0]! },
    { id: second.id, client: own.approvers[1]! },
    { id: own.boss.id, client: own.admin },
  ];
  await enableFlow(
    own.admin,
    flowOf([
      node([first.id]),
      node([first.id, second.id], { mode: 'JOINT' }),
      node([own.boss.id, second.id]),
    ]),
  );
  const someone = fc.constantFrom(...approvers, sender);
  const commands = fc.commands(
    [
      // Mostly yeses of those who are asked, so that histories come to an end of each kind.
      ...[0, 1, 2, 3, 4, 5].map(() => fc.nat(3).map((n) => passing(n, approvers))),
      fc
        .tuple(someone, fc.constantFrom('PASS' as const, 'REJECT' as const, 'RETURN' as const))
        .map(([who, decision]) => deciding(who, decision)),
      fc.tuple(someone, someone).map(([who, to]) => transferring(who, to)),
      fc
        .tuple(someone, someone, fc.constantFrom('BEFORE' as const, 'AFTER' as const))
        .map(([who, other, where]) => adding(who, other, where)),
      someone.map(withdrawing),
      someone.map(passingOneOfMany),
      fc.constant(changing),
      fc.constant(ending),
      fc.constant(signing),
    ],
    { maxCommands: 12, size: 'max' },
  );
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      const model: Model = { approval: {} as Approval, changed: false };
      await fc.asyncModelRun(async () => {
        const { planId } = await own.sender.call(sendPlan, await planOf(own), once());
        const { approvalId, digest, steps } = await own.sender.call(getApproval, { planId });
        const begun = begin(
          {
            applicantId: sender.id,
            digest,
            steps: steps.map(({ key, name, mode, approvers: some }) => ({
              ...{ key, name, mode, state: 'NOT_STARTED', copies: [], ownAllowed: false, late: 'REMIND' },
              approvers: some.map(({ accountId }) => ({ accountId })),
            })),
          },
          0,
        );
        if ('refused' in begun) throw new Error(begun.refused);
        model.approval = begun.approval;
        return { model, real: { planId, approvalId, digest, sender: own.sender, outside: own.outside } };
      }, history);
      ends.add(currentStep(model.approval)?.state ?? model.approval.state);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  // The histories come to ends of each kind, and some are under way.
  expect([...ends]).toEqual(
    expect.arrayContaining(['APPROVED', 'EXPIRED', 'IN_PROGRESS', 'VOIDED', 'WITHDRAWN']),
  );
}, 180_000);
