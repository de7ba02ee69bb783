import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DELIVERY_STATES, WEBHOOK_STATES } from '#core/webhook/calls.ts';
import type { TEST_EVENT, WebhookEvent } from '#core/webhook/events.ts';

/** An address to which events of the tasks that an enterprise sent are sent. */
export const webhook = sqliteTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    enterpriseId: text('enterprise_id').notNull(),
    address: text('address').notNull(),
    events: text('events', { mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    state: text('state').$type<(typeof WEBHOOK_STATES)[number]>().notNull().default('ACTIVE'),
    /** `whsec_…`, wrapped; the one before it and until when events are signed with both, '' for none. */
    wrapped: text('wrapped').notNull(),
    formerWrapped: text('former_wrapped').notNull().default(''),
    formerUntil: integer('former_until'),
    /** Nothing is sent before this: the receiver gave no answer. */
    pausedUntil: integer('paused_until').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('webhook_enterprise').on(t.enterpriseId, t.createdAt), index('webhook_state').on(t.state)],
);

/** An event on its way to a webhook, and what became of it. */
export const webhookDelivery = sqliteTable(
  'webhook_delivery',
  {
    /** Also the `webhook-id`: the same in each attempt, so that a receiver knows what it has. */
    id: text('id').primaryKey(),
    webhookId: text('webhook_id').notNull(),
    /** '' for a test. */
    taskId: text('task_id').notNull(),
    /** Line of the task's trail; events of a task are sent in this order. */
    seq: integer('seq').notNull(),
    event: text('event').$type<WebhookEvent | typeof TEST_EVENT>().notNull(),
    body: text('body').notNull(),
    state: text('state').$type<(typeof DELIVERY_STATES)[number]>().notNull().default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    lastAt: integer('last_at'),
    /** Status of the last answer; 0 where none came. */
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
