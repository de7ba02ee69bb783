import type { TrailEvent } from '#core/task/states.ts';

/** Types of events of tasks, each with its event in the audit trail. */
const EVENT_OF = {
  'task.initiated': 'INITIATED',
  'task.started': 'STARTED',
  'task.signed': 'SIGNED',
  'task.completed': 'COMPLETED',
  'task.refused': 'REFUSED',
  'task.revoked': 'REVOKED',
  'task.expired': 'EXPIRED',
  'task.extended': 'EXTENDED',
  'task.voided': 'VOIDED',
} as const satisfies Record<string, TrailEvent>;

type TaskEvent = keyof typeof EVENT_OF;
const TASK_EVENTS = Object.keys(EVENT_OF) as [TaskEvent, ...TaskEvent[]];
/** The approval of another system's business ended, or no longer holds. */
export const APPROVAL_EVENT = 'approval.ended' as const;

/** Types of events that webhooks report. */
export type WebhookEvent = TaskEvent | typeof APPROVAL_EVENT;
export const WEBHOOK_EVENTS = [...TASK_EVENTS, APPROVAL_EVENT] as const;
/** Type of the test event. */
export const TEST_EVENT = 'webhook.test';

/** The event type of a trail event; undefined if webhooks do not report it. */
export const eventOf = (line: TrailEvent): WebhookEvent | undefined =>
  TASK_EVENTS.find((event) => EVENT_OF[event] === line);

const [S, M, H] = [1_000, 60_000, 3_600_000];
/** Delays before the retries, ms: three days in total. */
export const RETRY_WAITS = [
  5 * S,
  30 * S,
  2 * M,
  10 * M,
  30 * M,
  H,
  2 * H,
  4 * H,
  8 * H,
  12 * H,
  20 * H,
  24 * H,
] as const;
