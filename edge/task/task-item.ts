import { SENDERS } from '#core/identity/role-sets.ts';
import { can } from '#core/machine.ts';
import { taskActions } from '#core/task/actions.ts';
import type { TaskItem } from '#core/task/list-calls.ts';
import { canBeSent, TASK_MACHINE, taskLabel } from '#core/task/states.ts';
import { administersAll, mayAs } from '#edge/identity/check-access.ts';
import type { Actor } from '#edge/kernel/context.ts';
import type { TaskRow } from './read-task.ts';

/** Whether the actor may act as the initiator: the person who sent the task, and administrators of the same owner. */
export const isInitiator = (actor: Actor, task: Pick<TaskRow, 'ownerKey' | 'initiatorId'>): boolean =>
  task.ownerKey === actor.ownerKey &&
  (task.initiatorId === actor.accountId
    ? actor.entId === '' || mayAs(actor, SENDERS)
    : administersAll(actor));

/** Converts a task to a list row in the wire format. */
export function taskItem(
  task: TaskRow,
  actor: Actor,
  now: number,
  myTurn: boolean,
  waitsFor: string,
  /** Known only if the complete task was read. */
  rights: { mayVoid: boolean; mayPlace: boolean } = { mayVoid: false, mayPlace: false },
): TaskItem {
  return {
    planId: task.id,
    number: task.number,
    taskName: task.name,
    businessType: task.businessType,
    businessTypeName: task.businessTypeName,
    initiator: task.initiatorEntName || task.initiatorName,
    startTime: task.sentAt,
    endTime: task.deadline,
    status: task.state,
    endReason: task.endReason,
    label: taskLabel(task.state, task.endReason, myTurn, task.frozenReason),
    frozenReason: task.state === 'FROZEN' ? task.frozenReason || null : null,
    signed: task.signedNum,
    signers: task.signerNum,
    fileNum: task.fileNum,
    scenario: task.scenario,
    voidState: task.voidState,
    endedTime: task.endedAt,
    reason: task.revokeReason || task.rejectReason,
    waitsFor: task.state === 'ENDED' || task.state === 'REVOKED' ? '' : waitsFor,
    actions: taskActions({
      state: task.state,
      allows: (event) => can(TASK_MACHINE, task.state, event),
      myTurn,
      initiator: isInitiator(actor, task),
      sentByThem: task.initiatorId === actor.accountId,
      sendable: canBeSent(task),
      ...rights,
      forEnterprise: actor.entId !== '',
      inTime: now < task.deadline,
    }),
  };
}
