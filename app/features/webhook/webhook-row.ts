import type { listWebhooks } from '#core/webhook/calls.ts';
import type { RowOf } from '../../kit/use-list.ts';

export type WebhookRow = RowOf<typeof listWebhooks>;

/** An event as names of fields and of texts say it: without a dot. */
export const wordOf = (event: string): string => event.replace('.', '_');
