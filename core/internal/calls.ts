import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { DELIVERY_REASONS } from '#core/notice/delivery.ts';
import { empty, nothing, time } from '#core/wire.ts';

const DUE_WORK: Access = { actor: 'internal', may: 'write demo data and run due jobs' };

/** Writes the demo data once; called by `npm start` with the product's own key. */
export const seed = defineCall({
  id: 'internal.seed',
  method: 'POST',
  path: '/internal/seed',
  access: DUE_WORK,
  input: nothing,
  output: z.object({
    accounts: z.array(z.object({ account: z.string(), name: z.string(), enterprise: z.string() })),
    password: z.string(),
    signPassword: z.string(),
  }),
  summary: 'Write the demo data, unless it exists',
});

/** Runs all jobs that are due, for tests and for `npm start`. */
export const runJobs = defineCall({
  id: 'internal.runJobs',
  method: 'POST',
  path: '/internal/jobs',
  access: DUE_WORK,
  input: nothing,
  output: z.object({ done: z.number().int() }),
  summary: 'Run due jobs now',
});

/** Wraps stored keys with the current key-encryption key: runs the job of every minute immediately. */
export const rewrapKeys = defineCall({
  id: 'internal.rewrapKeys',
  method: 'POST',
  path: '/internal/keys',
  access: DUE_WORK,
  input: nothing,
  output: z.object({
    kekId: z.string(),
    done: z.number().int(),
    stores: z.array(z.object({ name: z.string(), left: z.number().int() })),
  }),
  summary: 'Rewrap keys that are encrypted with another key-encryption key, one batch per call',
});

/** Messages that the simulators delivered; answers NOT_FOUND in mode pro. */
export const listSimulatedMessages = defineCall({
  id: 'internal.listSimulatedMessages',
  method: 'GET',
  path: '/sim/messages',
  access: {
    actor: 'anyone',
    may: 'see the messages that the simulators received',
    also: 'never in production',
  },
  input: z.object({ target: z.string().max(100).optional() }),
  output: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(['sms', 'mail']),
      /** Mobile number or mail address; masked if a real gateway sent the message. */
      target: z.string(),
      /** Empty unless the simulator sent the message. */
      text: z.string(),
      state: z.enum(['SENDING', 'SENT', 'DELIVERED', 'FAILED']),
      createdAt: time,
    }),
  ),
  summary: 'List the simulated SMS and mails with their delivery states (not in production)',
});

/** What the gateway of a simulated message reports later; answers NOT_FOUND in mode pro. */
export const reportSimulated = defineCall({
  id: 'internal.reportSimulated',
  method: 'POST',
  path: '/sim/receipt',
  access: {
    actor: 'anyone',
    may: 'report in place of a gateway what became of a simulated message',
    also: 'never in production',
  },
  input: z.object({
    id: z.string().max(64),
    state: z.enum(['DELIVERED', 'FAILED']),
    reason: z.enum(DELIVERY_REASONS).default('OTHER'),
  }),
  output: empty,
  summary: 'Report what became of a simulated message (not in production)',
});

export const health = defineCall({
  id: 'internal.health',
  method: 'GET',
  path: '/health',
  access: { actor: 'anyone', may: 'check whether the system is running' },
  input: nothing,
  output: z.object({ ok: z.boolean() }),
  summary: 'Check whether Worker and database respond',
});
