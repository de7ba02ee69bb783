import type { TaskEvent, TaskState } from './states.ts';

/** What decides which actions one identity has on a task. */
export interface ActionFacts {
  state: TaskState;
  /** Whether the table of states allows the event now; a function, so that pages which show actions need no table. */
  allows: (event: TaskEvent) => boolean;
  /** It is the turn of a signer of this identity. */
  myTurn: boolean;
  /** The identity sent the task and may withdraw it. */
  initiator: boolean;
  /** It was this very person who sent it. */
  sentByThem: boolean;
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
}

interface ActionRule {
  action: string;
  /** The button of the menu (core/identity/menu.ts) that it needs; null for none. */
  menu: string | null;
  /** Whether the task offers it; the edge checks the same rules before each action. */
  when: (facts: ActionFacts) => boolean;
}

const isRunning = ({ state, inTime }: ActionFacts) => state === 'IN_PROGRESS' && inTime;
const isAhead = ({ state, inTime }: ActionFacts) =>
  inTime && (state === 'NOT_STARTED' || state === 'IN_PROGRESS' || state === 'FROZEN');
const always = () => true;

/** All that somebody can do with a task, in the order in which it is offered. */
export const TASK_ACTIONS = [
  { action: 'sign', menu: 'contract_sign', when: (task) => isRunning(task) && task.myTurn },
  { action: 'reject', menu: 'contract_reject', when: (task) => isRunning(task) && task.myTurn },
  { action: 'preview', menu: null, when: always },
  { action: 'download', menu: 'contract_download', when: always },
  { action: 'trail', menu: 'contract_track', when: always },
  { action: 'urge', menu: 'contract_urge', when: (task) => task.initiator && isRunning(task) },
  {
    action: 'revoke',
    menu: 'contract_revoke',
    when: ({ initiator, allows }) => initiator && allows('revoke'),
  },
  { action: 'again', menu: 'contract_send', when: ({ initiator }) => initiator },
  { action: 'extend', menu: 'contract_extend', when: (task) => task.initiator && isAhead(task) },
  {
    action: 'handOver',
    menu: 'contract_hand_over',
    when: (task) => task.forEnterprise && task.myTurn && isAhead(task) && task.state !== 'NOT_STARTED',
  },
  {
    action: 'correct',
    menu: 'contract_revoke',
    // While it is approved, those who approve were found by who submitted it.
    when: ({ initiator, sentByThem, state, inTime, allows }) =>
      initiator && inTime && allows('correct') && (state !== 'REVIEWING' || sentByThem),
  },
  {
    action: 'addPlaces',
    menu: 'contract_send',
    when: ({ initiator, mayPlace }) => initiator && mayPlace === true,
  },
  { action: 'send', menu: 'contract_send', when: ({ initiator, sendable }) => initiator && sendable },
  {
    action: 'void',
    menu: 'contract_void',
    when: ({ forEnterprise, mayVoid }) => forEnterprise && mayVoid === true,
  },
] as const satisfies readonly ActionRule[];

export type TaskAction = (typeof TASK_ACTIONS)[number]['action'];

/** What one identity may do with a task now. */
export const taskActions = (facts: ActionFacts): TaskAction[] =>
  TASK_ACTIONS.filter(({ when }) => when(facts)).map(({ action }) => action);
