import { eq, inArray } from 'drizzle-orm';
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
import { type StaffNow, whatIsDue } from '#core/approval/due.ts';
import { APPROVAL_STATES, type Decision } from '#core/approval/states.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { account, approvalSubstitute, task } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { enableFlow, type Firm, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { newKey, sign } from '#tests/fixtures/contracts.ts';
import { database, type Person, setCompany } from '#tests/fixtures/people.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';

/** The histories of this one come to every end that there is. */
const SEED = 20_261_135;
const RUNS = 20;
const ENDS = APPROVAL_STATES.filter((state) => state !== 'REVIEWING');
/** The sender, two approvers and the administrator. */
const PEOPLE = 4;

/** Somebody of the firm, by their account. */
interface Who {
  id: string;
  client: ApiClient;
}
interface Model {
  /** As the rules of the core have it. */
  approval: Approval;
  /** Who of the firm is there, and who decides for whom. */
  staff: StaffNow;
  /** What would be sent is no longer what was asked about. */
  changed: boolean;
}
interface Real {
  planId: string;
  approvalId: string;
  digest: string;
  sender: ApiClient;
  outside: ApiClient;
  ent: Firm['ent'];
  entId: string;
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
  const { status } = await real.sender.call(getTask, { planId: real.planId });
  expect(status).toBe(
    approval.state === 'REVIEWING' ? 'REVIEWING' : approval.state === 'APPROVED' ? 'IN_PROGRESS' : 'ENDED',
  );
  const found = (await real.outside.envelope(getTask, { planId: real.planId })).code === 200;
  expect(found).toBe(approval.state === 'APPROVED');
}

const isThere = ({ members }: StaffNow, id: string): boolean =>
  members.some(({ accountId }) => accountId === id);

/** An act on both: where the rules refuse it the call does, and the other way round. */
abstract class Act implements fc.AsyncCommand<Model, Real> {
  /** Accounts that it needs: who is disabled does nothing, and is given nothing. */
  abstract those: readonly string[];
  check({ staff }: Model): boolean {
    return this.those.every((id) => isThere(staff, id));
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
    const { substitutes, members } = model.staff;
    // A step that begins while somebody is away or gone asks them until the next minute's run.
    if (substitutes.size > 0 || members.length < PEOPLE) await due(model, real);
    else await compare(model, real);
  }
}

const deciding = (who: Who, decision: Decision) =>
  new (class extends Act {
    those = [who.id];
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
    check: ({ approval, staff }) => {
      const who = asked(approval);
      return who !== undefined && isThere(staff, who.id);
    },
    run: (model, real) => deciding(asked(model.approval)!, 'PASS').run(model, real),
    toString: () => `asked ${n} PASS`,
  };
};
const transferring = (who: Who, to: Who) =>
  new (class extends Act {
    those = [who.id, to.id];
    rule = (one: Approval) => transfer(one, { by: who.id, to: to.id });
    ask = ({ approvalId }: Real) => who.client.envelope(transferApproval, { approvalId, to: to.id }, once());
    toString = () => `${who.id} transfers to ${to.id}`;
  })();
const adding = (who: Who, other: Who, where: 'BEFORE' | 'AFTER') =>
  new (class extends Act {
    those = [who.id, other.id];
    rule = (one: Approval) => add(one, { by: who.id, who: other.id, where, key: newKey(), name: '', now: 0 });
    ask = ({ approvalId }: Real) =>
      who.client.envelope(addApprover, { approvalId, who: other.id, where }, once());
    toString = () => `${who.id} adds ${other.id} ${where}`;
  })();
const withdrawing = (who: Who) =>
  new (class extends Act {
    those = [who.id];
    rule = (one: Approval) => withdraw(one, who.id);
    ask = ({ approvalId }: Real) => who.client.envelope(withdrawApproval, { approvalId }, once());
    toString = () => `${who.id} withdraws`;
  })();
/** The same yes, as one of several. */
const passingOneOfMany = (who: Who) =>
  new (class extends Act {
    those = [who.id];
    rule = (one: Approval) => decide(one, { by: who.id, decision: 'PASS', words: '', now: 0 });
    override check(model: Model) {
      return super.check(model) && waitingFor(model.approval).includes(who.id);
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
/** What is due by the staff as it is now, on both. */
async function due(model: Model, real: Real): Promise<void> {
  await runJobs();
  const { approval } = whatIsDue(model.approval, model.staff, Date.now());
  model.approval = approval;
  await compare(model, real);
}
/** An approver is away, and names a colleague; written past the check, so that circles are possible, as of two at once. */
const leavingTo = (who: Who, to: Who): fc.AsyncCommand<Model, Real> => ({
  check: ({ approval }) => approval.state === 'REVIEWING' && who.id !== to.id,
  run: async (model, real) => {
    const [fromAt, toAt] = [Date.now() - 1_000, Date.now() + 86_400_000];
    const value = { enterpriseId: real.entId, accountId: who.id, substituteId: to.id, fromAt, toAt };
    await database()
      .insert(approvalSubstitute)
      .values(value)
      .onConflictDoUpdate({
        target: [approvalSubstitute.enterpriseId, approvalSubstitute.accountId],
        set: { substituteId: to.id },
      });
    model.staff = { ...model.staff, substitutes: new Map([...model.staff.substitutes, [who.id, to.id]]) };
    await due(model, real);
  },
  toString: () => `${who.id} is away, for them ${to.id}`,
});
/** An approver's account is disabled. */
const disabling = (who: Who): fc.AsyncCommand<Model, Real> => ({
  check: ({ approval, staff }) => approval.state === 'REVIEWING' && isThere(staff, who.id),
  run: async (model, real) => {
    await database().update(account).set({ status: 'DISABLE' }).where(eq(account.id, who.id));
    const members = model.staff.members.filter(({ accountId }) => accountId !== who.id);
    const administrators = model.staff.administrators.filter((one) => one !== who.id);
    model.staff = { ...model.staff, members, administrators };
    await due(model, real);
  },
  toString: () => `${who.id} is disabled`,
});
/** The firm is disabled for a while: nobody of it decides, and nobody outside signs. */
const freezing = (people: readonly Who[]): fc.AsyncCommand<Model, Real> => {
  const asked = ({ approval, staff }: Model) =>
    people.find(({ id }) => waitingFor(approval).includes(id) && isThere(staff, id));
  return {
    check: (model) => model.approval.state === 'REVIEWING' && asked(model) !== undefined,
    run: async (model, real) => {
      const { approvalId, digest } = real;
      const who = asked(model)!;
      const code = async () => (await who.client.envelope(getApproval, { approvalId })).code;
      await setCompany(real.ent, { businessStatus: 'DISABLE' });
      // A session is believed for three seconds.
      await expect.poll(code).not.toBe(200);
      const yes = { approvalId, digest, decision: 'PASS' as const, words: '' };
      expect((await who.client.envelope(decideApproval, yes, once())).code).not.toBe(200);
      await expect(sign(real.outside, real.planId)).rejects.toThrow();
      await runJobs();
      await setCompany(real.ent, { businessStatus: 'ENABLE' });
      await expect.poll(code).toBe(200);
      await compare(model, real);
    },
    toString: () => 'the firm is disabled for a while',
  };
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

it(`[4.10a] [4.10b] [4.10c] nobody signs before every yes, over ${RUNS} histories of calls (seed ${SEED})`, async () => {
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
  const staff: StaffNow = {
    members: [...approvers, sender].map(({ id }) => ({ accountId: id, roles: [], departmentId: '' })),
    substitutes: new Map(),
    administrators: [own.boss.id],
  };
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
      fc.tuple(someone, someone).map(([who, to]) => leavingTo(who, to)),
      fc.constantFrom(...approvers.slice(0, 2)).map(disabling),
      fc.constant(freezing(approvers.slice(0, 2))),
      fc.constant(changing),
      fc.constant(ending),
      fc.constant(signing),
    ],
    { maxCommands: 12, size: 'max' },
  );
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      const model: Model = { approval: {} as Approval, changed: false, staff };
      await fc.asyncModelRun(async () => {
        // Who was away or disabled in the history before is back.
        await database().delete(approvalSubstitute).where(eq(approvalSubstitute.enterpriseId, own.ent.id));
        await database()
          .update(account)
          .set({ status: 'ENABLE' })
          .where(inArray(account.id, [first.id, second.id]));
        const { planId: taskId } = await own.sender.call(sendTask, await planOf(own), once());
        const { approvalId, digest, steps } = await own.sender.call(getApproval, { planId: taskId });
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
        const { ent, outside } = own;
        return {
          model,
          real: { planId: taskId, approvalId, digest, sender: own.sender, outside, ent, entId: ent.id },
        };
      }, history);
      ends.add(currentStep(model.approval)?.state ?? model.approval.state);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  // Every end is come to, and some are under way.
  expect([...ends].toSorted()).toEqual(['IN_PROGRESS', ...ENDS].toSorted());
});
