import type { TrailEvent } from '#core/task/states.ts';

/** Kinds of events that an enterprise may have sent, with the line of the trail that each tells of. */
const TOLD = {
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

export type WebhookEvent = keyof typeof TOLD;
export const WEBHOOK_EVENTS = Object.keys(TOLD) as [WebhookEvent, ...WebhookEvent[]];
/** What the test button sends. */
export const TEST_EVENT = 'webhook.test';

/** The kind of event that a line of the trail is told as; undefined for those that are not told. */
export const eventOf = (line: TrailEvent): WebhookEvent | undefined =>
  WEBHOOK_EVENTS.find((event) => TOLD[event] === line);

const [S, M, H] = [1_000, 60_000, 3_600_000];
/** Waits before the attempts after the first, ms: three days in all. */
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
