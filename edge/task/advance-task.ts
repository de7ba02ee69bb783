import { inArray, type SQL } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { CONSEQUENCES, type TaskEffect } from '#core/task/consequences.ts';
import { type Advance, advance, type Occurrence, type TaskLife } from '#core/task/lifecycle.ts';
import type { FreezeReason, TaskEvent } from '#core/task/states.ts';
import { signer, type task } from '#db/schema/index.ts';
import { reserveCopy, returnCopy, spendCopy } from '#edge/credit/ledger.ts';
import type { Actor, Context } from '#edge/kernel/context.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commitSpending } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { forgetDraftEffect } from '#edge/sync/effects.ts';
import { appendTrail, beginTrail, type NewTrailEntry, type TrailedChange } from '#edge/trail/trail-of.ts';
import { isAutomatic } from './automatic.ts';
import { unchanged, updateTask } from './change-task.ts';
import { finishTaskEffect, signAutomaticallyEffect, voidEndedEffect } from './effects.ts';
import type { TaskWithParties } from './read-task.ts';
import { reminderStatements } from './reminder-times.ts';
import { reopenDraft } from './reopen-draft.ts';
import { pushTask, tellEachOnce, tellParty } from './tell-parties.ts';

/** Who does something to a task, as the trail names them. */
export interface Operator {
  name: string;
  /** The enterprise acted for; empty for a person of their own. */
  agent: string;
  /** Empty for the product itself. */
  accountId: string;
}

/** The product itself, where something happens by time or as a result. */
export const PRODUCT: Operator = { name: 'Signet', agent: '', accountId: '' };

export const operatorOf = ({ name, entName, accountId }: Actor): Operator => ({
  name,
  agent: entName,
  accountId,
});

/** The parts of a task that its consequences depend on. */
export type TaskParties = Pick<TaskWithParties, 'task' | 'signers' | 'ccParties'>;

/** An event of a task, with what its table cannot know. */
export interface TaskAct {
  event: TaskEvent;
  by: Operator;
  /** Signers that the event is about. */
  signerIds?: readonly string[];
  /** CC parties that the event adds; they are among those of the task. */
  ccPartyIds?: readonly string[];
  frozenReason?: FreezeReason;
  /** Of the event's entry in the trail. */
  remark?: string;
  evidence?: Record<string, string>;
  /** Entries in the trail before that of the event. */
  entriesBefore?: readonly NewTrailEntry[];
  /** The event's own entries where they say more, such as a signature's or the decisions of approvers. */
  entries?: readonly NewTrailEntry[];
  /** What the messages say beside the sender, the operator and the name of the task. */
  params?: Record<string, string>;
  /** Further columns of the task, and of the signers that the event is about. */
  set?: Partial<typeof task.$inferInsert>;
  signerSet?: Partial<typeof signer.$inferInsert>;
  guards?: TrailedChange<unknown>['guards'];
  proofs?: TrailedChange<unknown>['proofs'];
  statements?: readonly Statement[] | ((after: Advance) => readonly Statement[]);
}

/**
 * Writes an event of a task in one transaction: state, trail, quota, calls, messages, refreshed pages and effects, as
 * `core/task/lifecycle.ts` says. Whether the person may do it is asked before. Throws the refusal (TASK_REVIEWING,
 * TASK_FROZEN, TASK_CLOSED, NOT_YOUR_TURN), GuardFailed on a concurrent change.
 *
 * ```ts
 * await advanceTask(context, whole, { event: 'revoke', by: operatorOf(actor), remark: reason, params: { reason } });
 * ```
 */
export async function advanceTask(context: Context, contract: TaskParties, act: TaskAct): Promise<Advance> {
  const { after, guards, statements } = await eventStatements(context, contract, act);
  await commitSpending(context, act.proofs ?? [], guards, statements);
  return after;
}

/** The same as guards and statements, for a transaction that writes more than this task. */
export async function eventStatements(
  context: Context,
  contract: TaskParties,
  act: TaskAct,
): Promise<{ after: Advance; guards: SQL[]; statements: Statement[] }> {
  const { task: row } = contract;
  const after = advanceOrThrow(lifeOf(contract), occurrenceOf(act), context.now);
  const trail = await appendTrail(context, row.id, entriesOf(act, after));
  const { statements = [] } = act;
  return {
    after,
    guards: [unchanged(row), trail.guard, ...(act.guards ?? [])],
    statements: [
      updateTask(context, row, { ...act.set, ...columnsAfter(context, contract, after) }),
      ...trail.statements,
      ...(typeof statements === 'function' ? statements(after) : statements),
      ...signerStatements(context, act, after),
      ...reminderStatements(context, contract, act, after),
      ...consequences(context, contract, act, after),
    ],
  };
}

/** The statements that follow from the event that begins a task: its trail, and all that the event leads to. */
export async function firstStatements(
  context: Context,
  contract: TaskParties,
  act: TaskAct,
  after: Advance,
): Promise<Statement[]> {
  const trail = await beginTrail(context, contract.task.id, entriesOf(act, after));
  return [...trail.statements, ...consequences(context, contract, act, after)];
}

/** The same before a task is stored: its state, and that of its signers. Throws the refusal. */
export function advanceOrThrow(life: TaskLife, occurrence: Occurrence, now: number): Advance {
  const after = advance(life, occurrence, now);
  if ('refused' in after) throw new AppError(after.refused);
  return after;
}

const occurrenceOf = ({ by, ...act }: TaskAct): Occurrence => ({ ...act, by: by.accountId });

/** The facts of a stored task that decide its life. */
const lifeOf = ({ task: row, signers, ccParties }: TaskParties): TaskLife => ({
  ...row,
  signers,
  ccParties,
});

/** The task's columns that the event changes. */
function columnsAfter({ now }: Context, { task: row, signers }: TaskParties, after: Advance) {
  const signed = after.signers.filter(({ state }) => state === 'SIGNED').length;
  return {
    ...(after.state === row.state ? {} : { state: after.state }),
    ...(after.voidState === row.voidState ? {} : { voidState: after.voidState }),
    ...(after.endReason === null ? {} : { endReason: after.endReason, endedAt: now }),
    ...(signed === 0 ? {} : { signedNum: signers.filter(({ state }) => state === 'SIGNED').length + signed }),
    // The draft becomes another task when it is sent again.
    ...(after.effects.includes('REOPEN_DRAFT') ? { draftId: row.id } : {}),
  };
}

/** The entries in the trail: of the event by whom it was, and of what it led to by the product. */
const entriesOf = (act: TaskAct, { events }: Pick<Advance, 'events'>): NewTrailEntry[] => [
  ...(act.entriesBefore ?? []),
  ...events.flatMap((event): NewTrailEntry[] => {
    const line = CONSEQUENCES[event].trail;
    if (event === act.event && act.entries) return [...act.entries];
    if (line === null) return [];
    if (event !== act.event) return [{ event: line, operator: PRODUCT.name }];
    const { by, remark, evidence } = act;
    return [
      {
        event: line,
        operator: by.name,
        agent: by.agent,
        ...(remark === undefined ? {} : { remark }),
        ...(evidence === undefined ? {} : { evidence }),
      },
    ];
  }),
];

/** New states of signers, and what the event sets for those that it is about. */
function signerStatements(
  { db }: Context,
  { signerIds = [], signerSet }: TaskAct,
  after: Advance,
): Statement[] {
  const others = after.signers.filter(({ id }) => !signerIds.includes(id)).map(({ id }) => id);
  const state = after.signers.find(({ id }) => signerIds.includes(id))?.state;
  const named = { ...signerSet, ...(state ? { state } : {}) };
  return [
    ...(Object.keys(named).length
      ? [
          db
            .update(signer)
            .set(named)
            .where(inArray(signer.id, [...signerIds])),
        ]
      : []),
    // All others are called.
    ...(others.length ? [db.update(signer).set({ state: 'SIGNING' }).where(inArray(signer.id, others))] : []),
  ];
}

/** Statements for all that follows from an event besides the rows of the task and its signers. */
function consequences(context: Context, contract: TaskParties, act: TaskAct, after: Advance): Statement[] {
  const { task: row, signers, ccParties } = contract;
  const params = {
    initiator: row.initiatorEntName || row.initiatorName,
    task: row.name,
    operator: act.by.name,
    ...act.params,
  };
  const parties = new Map([...signers, ...ccParties].map((one) => [one.id, one]));
  return [
    ...quotaStatements(context, contract, act, after),
    ...after.called.flatMap((id) => callSigner(context, row, signers.find((one) => one.id === id)!, params)),
    ...after.notifications.flatMap(({ template, signerIds, ccPartyIds, initiator }) =>
      tellEachOnce(
        context,
        row,
        [...signerIds, ...ccPartyIds].map((id) => parties.get(id)!),
        { template, params, sender: initiator },
      ),
    ),
    ...(after.refreshes
      ? [pushTask(context, after.refreshes === 'SENDER' ? onlySender(contract) : contract)]
      : []),
    ...after.effects.flatMap((effect) => EFFECTS[effect](context, row)),
  ];
}

/**
 * Effects that call a signer: for their automatic signature, or by messages to the person; for an enterprise that is not
 * verified yet, that it has to be first.
 */
const callSigner = (
  context: Context,
  row: TaskParties['task'],
  one: TaskParties['signers'][number],
  params: Record<string, string>,
): Statement[] =>
  isAutomatic(row, one)
    ? [
        enqueue(context, `task:${row.id}:automatic`, signAutomaticallyEffect, {
          taskId: row.id,
          signerId: one.id,
          since: context.now,
        }),
      ]
    : one.type === 'ENTERPRISE' && one.ownerKey === ''
      ? tellParty(context, row, one, 'TASK_WAITS_FOR_ENTERPRISE', { ...params, enterprise: one.entName })
      : tellParty(context, row, one, 'TASK_TO_SIGN', params);

/** While a task has not been sent, its other parties do not know of it. */
export const onlySender = ({ task: row }: TaskParties) => ({ task: row, signers: [], ccParties: [] });

function quotaStatements(
  context: Context,
  { task: row }: TaskParties,
  { by }: TaskAct,
  { quota }: Advance,
): Statement[] {
  const operator = by.accountId
    ? { id: by.accountId, name: by.name }
    : { id: row.initiatorId, name: row.initiatorName };
  if (quota === 'RESERVE') return reserveCopy(context, row.ownerKey.slice('E:'.length), row.id, operator);
  if (quota === 'RETURN') return returnCopy(context, row.id, operator);
  return quota === 'SPEND' ? [spendCopy(context, row.id)] : [];
}

const EFFECTS: Record<TaskEffect, (context: Context, row: TaskParties['task']) => Statement[]> = {
  PRESERVE_DOCUMENTS: (context, { id }) => [enqueue(context, `task:${id}`, finishTaskEffect, { taskId: id })],
  CLOSE_DRAFT: (context, { draftId }) => [
    enqueue(context, `draft:${draftId}`, forgetDraftEffect, { draftId }),
  ],
  REOPEN_DRAFT: reopenDraft,
  SETTLE_VOIDED_CONTRACT: (context, { id, voids }) => [
    enqueue(context, `void:${voids}`, voidEndedEffect, { agreementId: id }),
  ],
};
