import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { can } from '#core/machine.ts';
import { CONSEQUENCES, consequenceOf, passesOn } from '#core/task/consequences.ts';
import { type Advance, advance, type Occurrence, type TaskLife } from '#core/task/lifecycle.ts';
import {
  FREEZE_REASONS,
  TASK_EVENTS,
  TASK_MACHINE,
  TASK_STATES,
  type TaskEvent,
  type TaskState,
  type TrailEvent,
} from '#core/task/states.ts';
import { lifecycleDocument } from '#scripts/lifecycle-document.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { STATE_AFTER } from '#tests/fixtures/trail-states.ts';

const NOW = 1_700_000_000_000;
const HISTORIES = 100_000;
const EVENTS_EACH = 16;

/** Two signers in order, the second not called yet, with a CC party; sent by the boss. */
const life = (change: Partial<TaskLife> = {}): TaskLife => ({
  state: 'IN_PROGRESS',
  voidState: '',
  voids: '',
  ordered: true,
  startAt: NOW,
  deadline: NOW + 1,
  initiatorId: 'boss',
  signers: [
    { id: 's1', accountId: 'first', signOrder: 1, state: 'SIGNING' },
    { id: 's2', accountId: 'second', signOrder: 2, state: 'UNSIGNED' },
  ],
  ccParties: [{ id: 'c1', accountId: 'reader' }],
  ...change,
});

function after(from: TaskLife, occurrence: Occurrence): Advance {
  const result = advance(from, occurrence, occurrence.event === 'expire' ? from.deadline : NOW);
  if ('refused' in result) throw new Error(result.refused);
  return result;
}

/** Everybody who is told, by their ids; `sender` for who sent it. */
const told = ({ notifications }: Advance) =>
  notifications.map(({ template, signerIds, ccPartyIds, initiator }) => [
    template,
    ...signerIds,
    ...ccPartyIds,
    ...(initiator ? ['sender'] : []),
  ]);

it('is printed in docs/contract-lifecycle.md', () => {
  const text =
    readFileSync('docs/contract-lifecycle.md', 'utf8') === lifecycleDocument()
      ? ''
      : 'run npm run lifecycle and commit docs/contract-lifecycle.md';
  expect(text).toBe('');
});

it('a corrected signer is called at their turn; a sender hears of it who did not do it', () => {
  const current = after(life(), { event: 'correct', by: 'boss', signerIds: ['s1'] });
  expect(current).toMatchObject({ state: 'IN_PROGRESS', called: ['s1'], signers: [], quota: null });
  expect(told(current)).toEqual([['TASK_CORRECTED']]);
  const later = after(life(), { event: 'correct', by: 'admin', signerIds: ['s2'] });
  expect(later.called).toEqual([]);
  expect(told(later)).toEqual([['TASK_CORRECTED', 'sender']]);
  for (const state of ['ENDED', 'REVOKED'] as const)
    expect(advance(life({ state }), { event: 'correct', by: 'boss', signerIds: ['s1'] }, NOW)).toEqual({
      refused: 'TASK_CLOSED',
    });
});

it('the last signature completes a contract, the first spends the quota and calls the next', () => {
  const first = after(life(), { event: 'sign', by: 'first', signerIds: ['s1'] });
  expect(first).toMatchObject({ state: 'IN_PROGRESS', endReason: null, quota: 'SPEND', called: ['s2'] });
  expect(first.signers).toEqual([
    { id: 's1', state: 'SIGNED' },
    { id: 's2', state: 'SIGNING' },
  ]);
  expect(told(first)).toEqual([]);
  const signers = life().signers.map((one) => ({
    ...one,
    state: one.id === 's1' ? ('SIGNED' as const) : ('SIGNING' as const),
  }));
  const last = after(life({ signers }), { event: 'sign', by: 'second', signerIds: ['s2'] });
  expect(last).toMatchObject({ state: 'ENDED', endReason: 'COMPLETED', quota: null, called: [] });
  expect(last.events).toEqual(['sign', 'complete']);
  expect(last.effects).toEqual(['PRESERVE_DOCUMENTS']);
  // The completion is nobody's act: who signed last is told, too.
  expect(told(last)).toEqual([['TASK_COMPLETED', 's1', 's2', 'c1', 'sender']]);
});

it('a refusal reaches the sender, the CC parties and who was called, not who never was', () => {
  const refused = after(life(), { event: 'reject', by: 'first', signerIds: ['s1'] });
  expect(refused).toMatchObject({ state: 'ENDED', endReason: 'REJECTED', quota: 'SPEND' });
  expect(told(refused)).toEqual([['TASK_REJECTED', 'c1', 'sender']]);
  const signers = life().signers.map((one) => ({ ...one, state: 'SIGNING' as const }));
  const unordered = after(life({ signers }), { event: 'reject', by: 'first', signerIds: ['s1'] });
  expect(told(unordered)).toEqual([['TASK_REJECTED', 's2', 'c1', 'sender']]);
});

it('the sender hears of an administrator’s withdrawal, and not of their own', () => {
  expect(told(after(life(), { event: 'revoke', by: 'admin' }))).toEqual([
    ['TASK_REVOKED', 's1', 'c1', 'sender'],
  ]);
  expect(told(after(life(), { event: 'revoke', by: 'boss' }))).toEqual([['TASK_REVOKED', 's1', 'c1']]);
});

it('during the approval only the sender is told, and the draft and the quota come back', () => {
  const reviewing = life({ state: 'REVIEWING' });
  const revoked = after(reviewing, { event: 'revoke', by: 'admin' });
  expect(revoked).toMatchObject({ state: 'REVOKED', quota: 'RETURN', refreshes: 'SENDER' });
  expect(revoked.effects).toEqual(['REOPEN_DRAFT']);
  expect(told(revoked)).toEqual([['TASK_REVOKED', 'sender']]);
  const expired = after(reviewing, { event: 'expire', by: '' });
  expect(expired).toMatchObject({ quota: 'RETURN', effects: ['REOPEN_DRAFT'], notifications: [] });
});

it('a hold says what holds the contract; an agreement that ends settles what it voids', () => {
  for (const frozenReason of FREEZE_REASONS) {
    const [notification] = after(life(), { event: 'freeze', by: '', frozenReason }).notifications;
    expect(notification).toMatchObject({ signerIds: [], ccPartyIds: [], initiator: true });
    expect(notification!.template).toBe(
      frozenReason.startsWith('ENTERPRISE')
        ? `TASK_HELD${frozenReason.slice('ENTERPRISE'.length)}`.replace('_DISABLED', '')
        : 'TASK_FROZEN',
    );
  }
  const agreement = life({ voids: 'contract' });
  expect(after(agreement, { event: 'expire', by: '' }).effects).toEqual(['SETTLE_VOIDED_CONTRACT']);
  expect(after(agreement, { event: 'extend', by: 'boss' }).effects).toEqual([]);
});

it('what cannot happen is refused with the reason', () => {
  const refusal = (state: TaskState | null, event: TaskEvent, change: Partial<TaskLife> = {}) =>
    advance(life({ state, ...change }), { event, by: 'first', signerIds: ['s1'] }, NOW);
  expect(refusal('REVIEWING', 'sign')).toEqual({ refused: 'TASK_REVIEWING' });
  expect(refusal('FROZEN', 'reject')).toEqual({ refused: 'TASK_FROZEN' });
  expect(refusal('ENDED', 'revoke')).toEqual({ refused: 'TASK_CLOSED' });
  expect(refusal('ENDED', 'beginVoid', { voidState: 'VOIDED' })).toEqual({ refused: 'TASK_CLOSED' });
  expect(advance(life(), { event: 'sign', by: 'second', signerIds: ['s2'] }, NOW)).toEqual({
    refused: 'NOT_YOUR_TURN',
  });
  expect(advance(life(), { event: 'sign', by: 'second' }, NOW)).toEqual({ refused: 'NOT_YOUR_TURN' });
});

it('[4.1g] [4.1h] every running state has an exit, and no event leads out of an end', () => {
  const runs = TASK_STATES.filter((state) => !['ENDED', 'REVOKED'].includes(state));
  expect(runs.filter((state) => !can(TASK_MACHINE, state, 'expire'))).toEqual([]);
  for (const state of ['ENDED', 'REVOKED'] as const)
    expect([...new Set(Object.values(TASK_MACHINE.transitions[state]))]).toEqual([state]);
});

/** A contract with what its people heard, recorded beside it. */
class History {
  life: TaskLife;
  trail: TrailEvent[] = [];
  quota: string[] = [];
  called: string[] = [];
  heard: string[] = [];
  readonly random: () => number;
  constructor(random: () => number) {
    this.random = random;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const accounts = ['boss', 'a', 'b', 'c', ''];
    this.life = life({
      state: null,
      ordered: random() < 0.6,
      startAt: NOW + (random() < 0.3 ? 1 : 0),
      voids: random() < 0.1 ? 'contract' : '',
      signers: Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) => ({
        id: `s${i}`,
        accountId: pick(accounts),
        signOrder: 1 + Math.floor(random() * 3),
        state: 'UNSIGNED' as const,
      })),
      ccParties: Array.from({ length: Math.floor(random() * 3) }, (_, i) => ({
        id: `c${i}`,
        accountId: pick(accounts),
      })),
    });
  }

  occurrence(): Occurrence {
    const { random } = this;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    // Half of the acts are those that move a contract on, so that histories come to every end.
    const event =
      random() < 0.5 ? pick(['sign', 'sign', 'start', 'approve', 'thaw'] as const) : pick(TASK_EVENTS);
    const signer = pick(this.life.signers);
    const byPerson = event !== 'expire' && event !== 'start' && random() < 0.8;
    return { event, by: byPerson ? pick([signer.accountId, 'boss', 'admin']) : '', signerIds: [signer.id] };
  }

  happen(occurrence: Occurrence): void {
    const now = ['start', 'expire'].includes(occurrence.event) ? NOW + 1 : NOW;
    const before = this.life;
    const result = advance(before, occurrence, now);
    if ('refused' in result) return;
    const states = new Map(result.signers.map((one) => [one.id, one.state]));
    this.life = {
      ...before,
      state: result.state,
      voidState: result.voidState,
      signers: before.signers.map((one) => ({ ...one, state: states.get(one.id) ?? one.state })),
    };
    for (const event of result.events) {
      const line = CONSEQUENCES[event].trail;
      if (line && !(event === 'decideSealUse' || event === 'requestSealUse')) this.trail.push(line);
    }
    if (result.quota) this.quota.push(result.quota);
    if (!passesOn(occurrence.event)) this.called.push(...result.called);
    for (const { template, signerIds, ccPartyIds, initiator } of result.notifications)
      this.hear(before, occurrence, template, [
        ...signerIds,
        ...ccPartyIds,
        ...(initiator ? ['sender'] : []),
      ]);
  }

  private hear({ signers, ccParties }: TaskLife, { event, by }: Occurrence, template: string, ids: string[]) {
    const accountOf = (id: string) =>
      id === 'sender' ? 'boss' : [...signers, ...ccParties].find((one) => one.id === id)!.accountId;
    for (const id of ids) {
      // The completion and the start are no act of the person whose signature or sending led to them.
      const own = consequenceOf(event, this.life.state).told?.template === template;
      if (own && by !== '' && accountOf(id) === by) throw new Error(`${id} hears of their own ${event}`);
      this.heard.push(`${template} ${id}`);
    }
  }

  /** The state that the trail alone tells. */
  stateFromTrail(): TaskState | null {
    return this.trail.reduce<TaskState | null>((state, line) => STATE_AFTER[line] ?? state, null);
  }

  check(): void {
    const { state, signers } = this.life;
    const [reserved, ...settled] = this.quota;
    const isOver = state === 'ENDED' || state === 'REVOKED';
    const isSigned = signers.some((one) => one.state === 'SIGNED');
    // One unit is reserved once, and spent or returned once: by the first signature, or by the end.
    expect(reserved).toBe(state === null ? undefined : 'RESERVE');
    expect(settled).toHaveLength(isOver || isSigned ? 1 : 0);
    if (isSigned) expect(settled).toEqual(['SPEND']);
    expect(this.stateFromTrail()).toBe(state);
    // Nobody is called twice, and nobody acts without having been called.
    expect(new Set(this.called).size).toBe(this.called.length);
    for (const { id, state: signerState } of signers)
      expect(this.called.includes(id)).toBe(signerState !== 'UNSIGNED');
    // Of an end each is told once, and only who was told of the beginning.
    const ends = this.heard.filter((one) => /^TASK_(COMPLETED|REJECTED|REVOKED|EXPIRED) /.test(one));
    expect(new Set(ends).size).toBe(ends.length);
    for (const one of ends) {
      const id = one.split(' ')[1]!;
      if (id.startsWith('s') && id !== 'sender') expect(this.called).toContain(id);
    }
    if (state !== null && !isOver) expect(can(TASK_MACHINE, state, 'expire')).toBe(true);
  }
}

it('holds its rules in 100,000 random histories', () => {
  const random = randomFrom('the life of a contract');
  const reached = new Set<string>();
  for (let i = 0; i < HISTORIES; i++) {
    const history = new History(random);
    history.happen({ event: random() < 0.7 ? 'send' : 'submit', by: 'boss' });
    for (let n = 0; n < EVENTS_EACH; n++) history.happen(history.occurrence());
    history.check();
    for (const line of history.trail) reached.add(line);
    reached.add(`${history.life.state}${history.life.voidState}`);
  }
  // Every entry that an event writes, and every state with every state of voiding, was met.
  const lines = TASK_EVENTS.filter((event) => event !== 'decideSealUse' && event !== 'requestSealUse').map(
    (event) => CONSEQUENCES[event].trail!,
  );
  expect(lines.filter((line) => !reached.has(line))).toEqual([]);
  expect(TASK_STATES.filter((state) => !reached.has(state))).toEqual([]);
  expect(['ENDEDVOIDING', 'ENDEDVOIDED'].filter((one) => !reached.has(one))).toEqual([]);
});
