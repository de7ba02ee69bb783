import { expect, it } from 'vitest';
import {
  type Approval,
  addApprover,
  allows,
  begin,
  decide,
  expire,
  type Outcome,
  transfer,
  voidIfChanged,
  waitingFor,
  withdraw,
} from '#core/approval/approval.ts';
import { whatIsDue } from '#core/approval/due.ts';
import { resolveSteps, type Staff } from '#core/approval/find-approvers.ts';
import { approvalFlow, type ApprovalFlow as Flow } from '#core/approval/flow.ts';
import { SEAL_USE_MACHINE, type SealUseState } from '#core/approval/seal-use.ts';
import { DECISIONS } from '#core/approval/states.ts';
import { next } from '#core/machine.ts';
import { TASK_MACHINE, type TaskState } from '#core/task/states.ts';
import { randomFrom } from '#tests/fixtures/random.ts';

const SEED = 20_261_124;
const HISTORIES = 100_000;
const ACTS = 18;
const HOUR = 3_600_000;
const START = 1_700_000_000_000;
const SENDER = 'sender00';
const PEOPLE = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd', SENDER];
const BOSS = 'boss0000';

/** The enterprise as it changes in a history. */
class Firm {
  gone = new Set<string>();
  away = new Map<string, string>();
  frozen = false;
  staff(): Staff & { administrators: string[] } {
    const accounts = [...PEOPLE, BOSS].filter((one) => !this.gone.has(one));
    return {
      members: accounts.map((accountId) => ({
        accountId,
        roles: accountId === BOSS ? ['ENT_ADMIN'] : ['APPROVER'],
        departmentId: '',
      })),
      departments: [],
      substitutes: this.away,
      sealKeepers: ['aaaaaaaa', 'bbbbbbbb'],
      administrators: accounts.filter((one) => one === BOSS),
    };
  }
}

/**
 * An approval with what its people said, recorded beside it: who said yes in which step at a time when they belonged to
 * the enterprise and it was not frozen, and whether somebody said no.
 */
class Watched {
  yes = new Map<string, Set<string>>();
  no = false;
  approval: Approval;
  constructor(approval: Approval) {
    this.approval = approval;
  }

  /** Why this approval has no right to be APPROVED; empty if it has. Judged by what was recorded alone. */
  unfounded(): string {
    if (this.no) return 'somebody said no';
    for (const { key, mode, approvers } of this.approval.steps) {
      const yes = this.yes.get(key) ?? new Set<string>();
      if (yes.size === 0) return `nobody said yes in ${key}`;
      const instead = approvers.some(({ accountId, forAll }) => forAll && yes.has(accountId));
      if (
        mode === 'JOINT' &&
        !instead &&
        approvers.some(({ accountId, forAll }) => !forAll && !yes.has(accountId))
      )
        return `not all said yes in ${key}`;
    }
    return '';
  }
}

const node = (
  key: string,
  mode: 'JOINT' | 'SINGLE',
  accounts: string[],
  late: string,
  ownAllowed = false,
) => ({
  ...{ key, name: key, mode, late, ownAllowed, hours: 2 },
  approvers: { by: 'PERSONS', accounts },
});

/**
 * A contract that asks for approval before it is sent, is then signed by the other party, and last by its sender's
 * enterprise with a seal whose use asks for another approval.
 */
class History {
  firm = new Firm();
  now = START;
  deadline = START + 24 * HOUR;
  task: TaskState = 'REVIEWING';
  use: SealUseState | undefined;
  digest = 'one';
  signed = { other: false, own: false };
  sending: Watched;
  sealing: Watched | undefined;
  /** What it came to, over all histories. */
  static ends = new Set<string>();

  private random: () => number;
  private flows: readonly Flow[];

  constructor(random: () => number, flows: readonly Flow[]) {
    this.random = random;
    this.flows = flows;
    this.sending = this.begin()!;
  }

  pick = <T>(of: readonly T[]): T => of[Math.floor(this.random() * of.length)]!;

  private begin(): Watched | undefined {
    const facts = { businessType: 'SALES', counterparties: [], senderRoles: [] };
    const applicant = { accountId: SENDER, departmentId: '' };
    const { steps } = resolveSteps(this.pick(this.flows), facts, applicant, this.firm.staff());
    const begun = begin({ applicantId: SENDER, digest: this.digest, steps }, this.now);
    return 'refused' in begun ? undefined : new Watched(begun.approval);
  }

  /** Puts an outcome in force, as the calls do: a last yes to something else than was asked for is void. */
  private apply(watched: Watched, outcome: Outcome): boolean {
    if ('refused' in outcome) return false;
    let { approval } = outcome;
    if (approval.state === 'APPROVED' && !allows(approval, this.digest)) {
      const voided = voidIfChanged(approval, this.digest);
      if ('refused' in voided) throw new Error('cannot be void');
      approval = voided.approval;
    }
    watched.approval = approval;
    if (approval.state === 'APPROVED' && watched.unfounded())
      throw new Error(`${watched.unfounded()}: ${JSON.stringify(approval)}`);
    if (watched === this.sending) this.afterSending(approval);
    else this.afterSealing(approval);
    return true;
  }

  private afterSending({ state }: Approval) {
    if (this.task !== 'REVIEWING' || state === 'REVIEWING') return;
    if (state !== 'APPROVED') this.task = next(TASK_MACHINE, this.task, 'disapprove')!;
    else this.task = next(TASK_MACHINE, next(TASK_MACHINE, this.task, 'approve')!, 'start')!;
  }

  private afterSealing({ state }: Approval) {
    if (this.use !== 'REVIEWING' || state === 'REVIEWING') return;
    const event =
      state === 'APPROVED'
        ? 'pass'
        : state === 'REJECTED' || state === 'RETURNED'
          ? 'refuse'
          : state === 'WITHDRAWN'
            ? 'withdraw'
            : 'lapse';
    this.use = next(SEAL_USE_MACHINE, this.use, event)!;
  }

  private running = () =>
    this.task === 'REVIEWING' ? this.sending : this.use === 'REVIEWING' ? this.sealing : undefined;

  /** Whether this account can act at all: everybody of a frozen enterprise, and who left, is led out. */
  private mayAct = (who: string) => !this.firm.frozen && !this.firm.gone.has(who);

  decides(by: string, decision: (typeof DECISIONS)[number]) {
    const watched = this.running();
    if (!watched || !this.mayAct(by)) return;
    const step = watched.approval.steps.find(({ state }) => state === 'IN_PROGRESS');
    const outcome = decide(watched.approval, { by, decision, words: '', now: this.now });
    if ('refused' in outcome) return;
    if (decision !== 'PASS') watched.no = true;
    else watched.yes.set(step!.key, new Set(watched.yes.get(step!.key)).add(by));
    this.apply(watched, outcome);
  }

  acts(by: string, act: (approval: Approval) => Outcome) {
    const watched = this.running();
    if (watched && this.mayAct(by)) this.apply(watched, act(watched.approval));
  }

  /** What the jobs of every minute do. */
  job() {
    if (this.now >= this.deadline && !['ENDED', 'REVOKED'].includes(this.task)) {
      const watched = this.running();
      if (watched) this.apply(watched, expire(watched.approval));
      if (this.use && next(SEAL_USE_MACHINE, this.use, 'lapse'))
        this.use = next(SEAL_USE_MACHINE, this.use, 'lapse')!;
      if (this.task !== 'ENDED') this.task = next(TASK_MACHINE, this.task, 'expire')!;
      return;
    }
    const watched = this.running();
    if (watched) this.apply(watched, whatIsDue(watched.approval, this.firm.staff(), this.now));
  }

  freeze(frozen: boolean) {
    this.firm.frozen = frozen;
    this.task = next(TASK_MACHINE, this.task, frozen ? 'freeze' : 'thaw') ?? this.task;
  }

  /** The other party tries to sign. */
  otherSigns() {
    if (this.task !== 'IN_PROGRESS' || this.now >= this.deadline || this.signed.other) return;
    this.signed.other = true;
    if (this.sending.approval.state !== 'APPROVED' || this.sending.unfounded())
      throw new Error(`signed without approval: ${this.sending.unfounded()}`);
  }

  asksForSeal() {
    const free = this.use === undefined || ['REFUSED', 'WITHDRAWN', 'LAPSED'].includes(this.use);
    if (!this.signed.other || this.task !== 'IN_PROGRESS' || !free || !this.mayAct(SENDER)) return;
    const asked = this.begin();
    if (!asked) return;
    this.sealing = asked;
    this.use = 'REVIEWING';
  }

  /** The sender's enterprise tries to stamp. */
  ownStamps() {
    if (this.task !== 'IN_PROGRESS' || this.now >= this.deadline || !this.signed.other) return;
    const stamped = this.use && next(SEAL_USE_MACHINE, this.use, 'stamp');
    if (!stamped || !this.mayAct(SENDER) || !allows(this.sealing!.approval, this.digest)) return;
    this.use = stamped;
    this.signed.own = true;
    this.task = next(TASK_MACHINE, this.task, 'complete')!;
    if (this.sealing!.unfounded()) throw new Error(`stamped without approval: ${this.sealing!.unfounded()}`);
  }

  /** What must hold at every moment. */
  check() {
    if (this.signed.other && this.sending.approval.state !== 'APPROVED')
      throw new Error(`signed while the approval is ${this.sending.approval.state}`);
    if (this.use === 'REFUSED' && this.signed.own) throw new Error('stamped although it was refused');
    if (this.use === 'REFUSED' && this.signed.other && this.task === 'IN_PROGRESS')
      History.ends.add('refused after the first signature');
    for (const one of [this.sending, this.sealing])
      for (const step of one?.approval.steps ?? [])
        for (const { accountId, decision } of step.approvers)
          if (decision && accountId === SENDER && !step.ownAllowed)
            throw new Error('the applicant decided their own application');
  }
}

it(`[4.10a] [4.10b] [4.10c] no signing without every yes, over ${HISTORIES} histories (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  const flows = Array.from({ length: 500 }, () => {
    const pick = <T>(...of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    return approvalFlow.parse({
      ...{ name: 'flow', subjects: ['TASK', 'SEAL'], applies: 'ALWAYS' },
      nodes: Array.from({ length: 1 + Math.floor(random() * 2) }, (_, i) =>
        node(
          `node000000${i}`,
          pick('JOINT', 'SINGLE'),
          PEOPLE.filter(() => random() < 0.4).concat('aaaaaaaa'),
          pick('REMIND', 'ESCALATE', 'END'),
          random() < 0.1,
        ),
      ),
    });
  });
  let circles = 0;
  for (let i = 0; i < HISTORIES; i++) {
    const history = new History(random, flows);
    const { pick, firm } = history;
    const told: string[] = [];
    try {
      for (let n = 0; n < ACTS; n++) {
        const kind = random();
        const running = history.task === 'REVIEWING' ? history.sending : history.sealing;
        const asked = running ? waitingFor(running.approval) : [];
        const who = random() < 0.8 && asked.length > 0 ? pick(asked) : pick([...PEOPLE, BOSS]);
        const other = pick(PEOPLE);
        told.push(`${kind.toFixed(3)} ${who} ${other}`);
        if (kind < 0.4) history.decides(who, random() < 0.93 ? 'PASS' : pick(DECISIONS));
        else if (kind < 0.52) history.otherSigns();
        else if (kind < 0.6) history.asksForSeal();
        else if (kind < 0.68) history.ownStamps();
        else if (kind < 0.71) history.acts(who, (one) => transfer(one, { by: who, to: other }));
        else if (kind < 0.74)
          history.acts(who, (one) =>
            addApprover(one, {
              ...{ by: who, who: other, where: pick(['BEFORE', 'AFTER'] as const) },
              ...{ key: `added00000${n}`, name: 'added', now: history.now },
            }),
          );
        else if (kind < 0.8) {
          // Written as two do at the same instant: a circle is possible.
          if (firm.away.has(who)) firm.away.delete(who);
          else if (who !== other) firm.away.set(who, other);
          if ([...firm.away].some(([from, to]) => firm.away.get(to) === from)) circles++;
        } else if (kind < 0.83) firm.gone.has(who) ? firm.gone.delete(who) : firm.gone.add(who);
        else if (kind < 0.86) history.freeze(!firm.frozen);
        else if (kind < 0.89) history.now += pick([1, 3]) * HOUR;
        else if (kind < 0.9) history.now = history.deadline + 1;
        else if (kind < 0.91) history.digest = history.task === 'REVIEWING' ? 'other' : history.digest;
        else if (kind < 0.92) history.acts(SENDER, (one) => withdraw(one, SENDER));
        else history.job();
        history.check();
      }
    } catch (error) {
      expect.fail(`history ${i}: ${error}\n${told.join('\n')}`);
    }
    History.ends.add(`task ${history.task}`);
    History.ends.add(`sending ${history.sending.approval.state}`);
    if (history.sealing) History.ends.add(`sealing ${history.sealing.approval.state}`);
    if (history.use) History.ends.add(`use ${history.use}`);
    if (history.firm.frozen) History.ends.add('frozen');
  }
  expect(circles).toBeGreaterThan(1_000);
  // The histories come to everything that can become of a contract and of a use of seals.
  expect([...History.ends]).toEqual(
    expect.arrayContaining([
      ...['REVIEWING', 'IN_PROGRESS', 'FROZEN', 'ENDED'].map((state) => `task ${state}`),
      ...['REVIEWING', 'APPROVED', 'REJECTED', 'RETURNED', 'WITHDRAWN', 'EXPIRED', 'VOIDED'].map(
        (state) => `sending ${state}`,
      ),
      ...['REVIEWING', 'TO_STAMP', 'STAMPED', 'REFUSED', 'WITHDRAWN', 'LAPSED'].map(
        (state) => `use ${state}`,
      ),
      ...['frozen', 'refused after the first signature'],
    ]),
  );
});
