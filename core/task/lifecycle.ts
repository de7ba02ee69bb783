import type { MessageTemplate } from '#core/locales/message-text.ts';
import { next } from '#core/machine.ts';
import {
  type Audience,
  type Consequence,
  consequenceOf,
  FREEZE_TEXTS,
  followerOf,
  passesOn,
  type TaskEffect,
} from './consequences.ts';
import { allSigned, signersToCall } from './order.ts';
import type { EndReason, FreezeReason, SignerState, TaskEvent, TaskState } from './states.ts';
import { SIGNER_MACHINE, TASK_MACHINE } from './states.ts';
import type { VoidState } from './void.ts';

/** The facts of a task that decide what follows from an event. Times are epoch ms. */
export interface TaskLife {
  /** Null before it is sent or submitted. */
  readonly state: TaskState | null;
  readonly voidState: VoidState;
  /** The contract that this task voids; empty if it is no voiding agreement. */
  readonly voids: string;
  readonly ordered: boolean;
  readonly startAt: number;
  readonly deadline: number;
  readonly initiatorId: string;
  readonly signers: readonly {
    readonly id: string;
    /** Empty for a person without an account. */
    readonly accountId: string;
    readonly signOrder: number;
    readonly state: SignerState;
  }[];
  readonly ccParties: readonly { readonly id: string; readonly accountId: string }[];
}

/** One event, by whom, and of whom. */
export interface Occurrence {
  readonly event: TaskEvent;
  /** Account of the person who acts; empty if the product does. */
  readonly by: string;
  /** Signers that the event is about: who signs, rejects, is urged. */
  readonly signerIds?: readonly string[];
  /** CC parties that the event adds. */
  readonly ccPartyIds?: readonly string[];
  readonly frozenReason?: FreezeReason;
}

/** Who gets one text. */
export interface Notification {
  readonly template: MessageTemplate;
  readonly signerIds: readonly string[];
  readonly ccPartyIds: readonly string[];
  readonly initiator: boolean;
}

/** A task after an event, and what follows from it. */
export interface Advance {
  readonly state: TaskState;
  readonly endReason: EndReason | null;
  readonly voidState: VoidState;
  /** What happened, in order: the event, and what it led to, such as the start or the completion. */
  readonly events: readonly TaskEvent[];
  /** Signers whose state changed. */
  readonly signers: readonly { readonly id: string; readonly state: SignerState }[];
  /** Signers who are called to sign now. */
  readonly called: readonly string[];
  readonly quota: 'RESERVE' | 'SPEND' | 'RETURN' | null;
  readonly notifications: readonly Notification[];
  readonly refreshes: 'PARTIES' | 'SENDER' | null;
  readonly effects: readonly TaskEffect[];
}

/** Why an event cannot happen now: codes of the catalogue (`core/errors.ts`). */
export type Refusal = {
  readonly refused: 'TASK_REVIEWING' | 'TASK_FROZEN' | 'TASK_CLOSED' | 'NOT_YOUR_TURN';
};

/**
 * A task after an event at `now` (epoch ms), with all that follows from it, or why the event cannot happen. Pure: the edge
 * turns the result into one transaction (edge/task/advance-task.ts). Whether the person may do it is asked before.
 *
 * ```ts
 * const after = advance(life, { event: 'sign', by: 'jia', signerIds: ['s1'] }, now);
 * if (!('refused' in after)) after.events; // ['sign', 'complete'] for the last signature
 * ```
 */
export function advance(life: TaskLife, occurrence: Occurrence, now: number): Advance | Refusal {
  const first = step(life, occurrence, now);
  if ('refused' in first) return first;
  const following = followingEvent(first.life, occurrence.event, now);
  if (!following) return first.advance;
  // What follows by itself is nobody's act: all are told of it.
  const second = step(first.life, { event: following, by: '' }, now);
  return 'refused' in second ? second : joined(first.advance, second.advance);
}

/** What an event leads to now: a sent contract starts when its time has come, and the last signature completes it. */
function followingEvent(after: TaskLife, event: TaskEvent, now: number): TaskEvent | null {
  const follower = followerOf(event);
  return follower && isDue(after, follower, now) ? follower : null;
}

/** Whether the time, or the last signature, has come that an event waits for. */
function isDue({ startAt, deadline, signers }: TaskLife, event: TaskEvent, now: number): boolean {
  if (event === 'start') return startAt <= now;
  if (event === 'expire') return deadline <= now;
  return event !== 'complete' || allSigned(signers);
}

function step(
  life: TaskLife,
  occurrence: Occurrence,
  now: number,
): { life: TaskLife; advance: Advance } | Refusal {
  const { event, signerIds = [] } = occurrence;
  const state = stateAfter(life.state, event);
  const voidState = voidStateAfter(life.voidState, event);
  if (state === null || voidState === null || !isDue(life, event, now))
    return { refused: refusalIn(life.state) };
  const acted = signersAfter(life.signers, event, signerIds);
  if (acted === null) return { refused: 'NOT_YOUR_TURN' };
  const consequence = consequenceOf(event, life.state);
  const called = signersCalled(acted, life.ordered, consequence, occurrence);
  const signers = acted.map((one) => (called.includes(one.id) ? { ...one, state: 'SIGNING' as const } : one));
  const before = new Map(life.signers.map((one) => [one.id, one.state]));
  const { told, endReason } = consequence;
  const template = (occurrence.frozenReason && FREEZE_TEXTS[occurrence.frozenReason]) ?? told?.template;
  return {
    life: { ...life, state, voidState, signers },
    advance: {
      state,
      endReason,
      voidState,
      events: [event],
      signers: signers
        .filter((one) => one.state !== before.get(one.id))
        .map(({ id, state: signerState }) => ({ id, state: signerState })),
      called,
      quota: quotaAfter(life, consequence),
      notifications: told && template ? [{ template, ...audience(life, told.to, occurrence) }] : [],
      refreshes: consequence.refreshes,
      effects: [
        ...consequence.effects,
        ...(endReason !== null && life.voids !== '' ? (['SETTLE_VOIDED_CONTRACT'] as const) : []),
      ],
    },
  };
}

/** Signers who are called to sign: the next in order, or those to whom a part was passed on. */
function signersCalled(
  signers: TaskLife['signers'],
  ordered: boolean,
  { calls }: Consequence,
  { event, signerIds = [] }: Occurrence,
): string[] {
  if (passesOn(event))
    return signers
      .filter(({ id, state }) => signerIds.includes(id) && state === 'SIGNING')
      .map(({ id }) => id);
  return calls ? signersToCall(signers, ordered).map(({ id }) => id) : [];
}

const joined = (first: Advance, second: Advance): Advance => ({
  ...second,
  events: [...first.events, ...second.events],
  signers: [...new Map([...first.signers, ...second.signers].map((one) => [one.id, one])).values()],
  called: [...first.called, ...second.called],
  quota: first.quota ?? second.quota,
  notifications: [...first.notifications, ...second.notifications],
  effects: [...first.effects, ...second.effects],
});

function stateAfter(state: TaskState | null, event: TaskEvent): TaskState | null {
  if (state !== null) return next(TASK_MACHINE, state, event);
  if (event === 'submit') return 'REVIEWING';
  return event === 'send' ? TASK_MACHINE.initial : null;
}

/** [3.25b]: at most one agreement at a time voids a contract, and what is void stays so. Null: not possible now. */
function voidStateAfter(state: VoidState, event: TaskEvent): VoidState | null {
  if (event === 'beginVoid') return state === '' ? 'VOIDING' : null;
  if (event === 'void') return state === 'VOIDING' ? 'VOIDED' : null;
  if (event === 'failVoid') return state === 'VOIDING' ? '' : null;
  return state;
}

const refusalIn = (state: TaskState | null): Refusal['refused'] =>
  state === 'REVIEWING' ? 'TASK_REVIEWING' : state === 'FROZEN' ? 'TASK_FROZEN' : 'TASK_CLOSED';

/** The signers after the act of those whom the event is about; null if it is not their turn. */
function signersAfter(signers: TaskLife['signers'], event: TaskEvent, ids: readonly string[]) {
  const act = event === 'signAutomatically' ? 'sign' : event;
  if (act !== 'sign' && act !== 'reject') return signers;
  const acting = signers.filter(({ id }) => ids.includes(id));
  if (acting.length === 0 || acting.some(({ state }) => next(SIGNER_MACHINE, state, act) === null))
    return null;
  return signers.map((one) =>
    ids.includes(one.id) ? { ...one, state: next(SIGNER_MACHINE, one.state, act)! } : one,
  );
}

/** The first signature spends the reserved unit: after it nothing is spent or returned again. */
function quotaAfter({ signers }: TaskLife, { quota }: Consequence): Advance['quota'] {
  if (quota === null || quota === 'RESERVE') return quota;
  return signers.some(({ state }) => state === 'SIGNED') ? null : quota;
}

/** The people of some audiences, without the one who acted. */
function audience(
  { initiatorId, signers, ccParties }: TaskLife,
  to: readonly Audience[],
  { by, signerIds = [], ccPartyIds = [] }: Occurrence,
): Omit<Notification, 'template'> {
  const isOther = ({ accountId }: { accountId: string }) => by === '' || accountId !== by;
  return {
    signerIds: signers
      .filter((one) => isOther(one) && to.some((name) => isMeant(name, one, signerIds)))
      .map(({ id }) => id),
    ccPartyIds: ccParties
      .filter(
        (one) =>
          isOther(one) &&
          (to.includes('CC_PARTIES') || (to.includes('NEW_CC_PARTIES') && ccPartyIds.includes(one.id))),
      )
      .map(({ id }) => id),
    initiator: to.includes('INITIATOR') && isOther({ accountId: initiatorId }),
  };
}

function isMeant(
  name: Audience,
  { id, state }: TaskLife['signers'][number],
  signerIds: readonly string[],
): boolean {
  switch (name) {
    case 'NAMED_SIGNERS':
      return signerIds.includes(id);
    case 'CURRENT_SIGNERS':
      return state === 'SIGNING';
    case 'CALLED_SIGNERS':
      return state !== 'UNSIGNED';
    default:
      return name === 'SIGNERS';
  }
}
