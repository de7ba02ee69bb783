import { z } from 'zod';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** Events of a task wait for a webhook. */
export const deliverEffect = defineEffect('webhook', z.object({ webhookId: z.string(), taskId: z.string() }));

/** One queue for each webhook and task: its events are sent one after the other. */
export const queueOf = (webhookId: string, taskId: string): string => `webhook:${webhookId}:${taskId}`;
