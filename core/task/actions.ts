import { can } from '#core/machine.ts';
import { TASK_MACHINE, type TaskState } from './states.ts';

export type TaskAction =
  | 'sign'
  | 'reject'
  | 'revoke'
  | 'urge'
  | 'download'
  | 'trail'
  | 'preview'
  | 'extend'
  | 'addPlaces'
  | 'send'
  | 'handOver'
  | 'correct'
  | 'void'
  | 'again';

/** What one identity may do with a task now; the edge checks the same rules before each action. */
export function taskActions(facts: {
  state: TaskState;
  /** It is the turn of a signer of this identity. */
  myTurn: boolean;
  /** The identity sent the task and may withdraw it. */
  initiator: boolean;
  /** Acting for an enterprise. */
  forEnterprise: boolean;
  /** The task itself allows the enterprise to start voiding it. */
  mayVoid?: boolean;
  /** The task itself still allows adding placements. */
  mayPlace?: boolean;
  /** The task has ended and can be sent to others. */
  sendable: boolean;
  /** Before the deadline. */
  inTime: boolean;
}): TaskAction[] {
  const actions: TaskAction[] = [];
  const running = facts.state === 'IN_PROGRESS' && facts.inTime;
  if (running && facts.myTurn) actions.push('sign', 'reject');
  actions.push('preview', 'download', 'trail');
  if (facts.initiator && running) actions.push('urge');
  if (facts.initiator && can(TASK_MACHINE, facts.state, 'revoke')) actions.push('revoke');
  if (facts.initiator) actions.push('again');
  const ahead = facts.inTime && ['NOT_STARTED', 'IN_PROGRESS', 'FROZEN'].includes(facts.state);
  if (facts.initiator && ahead) actions.push('extend');
  if (facts.initiator && facts.inTime && can(TASK_MACHINE, facts.state, 'correct')) actions.push('correct');
  if (facts.forEnterprise && facts.myTurn && ahead && facts.state !== 'NOT_STARTED') actions.push('handOver');
  if (facts.initiator && facts.mayPlace) actions.push('addPlaces');
  if (facts.initiator && facts.sendable) actions.push('send');
  if (facts.forEnterprise && facts.mayVoid) actions.push('void');
  return actions;
}
