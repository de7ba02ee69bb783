import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DELIVERY_STATES, WEBHOOK_STATES } from '#core/webhook/calls.ts';
import type { TEST_EVENT, WebhookEvent } from '#core/webhook/events.ts';

/** A subscription: events of an enterprise's tasks and external approvals are sent to this address. */
export const webhook = sqliteTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    address: text('address').notNull(),
    events: text('events', { mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    state: text('state').$type<(typeof WEBHOOK_STATES)[number]>().notNull().default('ACTIVE'),
    /** Secret (`whsec_…`), wrapped; the previous secret, '' for none, and until when events are signed with both. */
    wrapped: text('wrapped').notNull(),
    formerWrapped: text('former_wrapped').notNull().default(''),
    formerUntil: integer('former_until'),
    /** Deliveries pause until this time because the receiver did not respond. */
    pausedUntil: integer('paused_until').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('webhook_enterprise').on(t.enterpriseId, t.createdAt), index('webhook_state').on(t.state)],
);

/** Delivery of one event to a webhook, and its outcome. */
export const webhookDelivery = sqliteTable(
  'webhook_delivery',
  {
    /** Also the `webhook-id`: the same for all attempts, so that receivers can deduplicate. */
    id: text('id').primaryKey(),
    webhookId: text('webhook_id').notNull(),
    /** Task, or external approval; '' for test events. */
    taskId: text('task_id').notNull(),
    /** Sequence number of the trail entry, or version of the approval: events are sent in this order. */
    seq: integer('seq').notNull(),
    event: text('event').$type<WebhookEvent | typeof TEST_EVENT>().notNull(),
    body: text('body').notNull(),
    state: text('state').$type<(typeof DELIVERY_STATES)[number]>().notNull().default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    lastAt: integer('last_at'),
    /** HTTP status of the last response; 0 if there was none. */
    status: integer('status').notNull().default(0),
    answer: text('answer').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('webhook_delivery_list').on(t.webhookId, t.createdAt),
    index('webhook_delivery_time').on(t.createdAt),
    index('webhook_delivery_queue').on(t.webhookId, t.taskId, t.state, t.seq),
  ],
);
