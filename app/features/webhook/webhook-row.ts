import type { listWebhooks } from '#core/webhook/calls.ts';
import type { RowOf } from '../../kit/use-list.ts';

export type WebhookRow = RowOf<typeof listWebhooks>;

/** An event name for use in field names and text keys, which must not contain dots. */
export const wordOf = (event: string): string => event.replace('.', '_');
