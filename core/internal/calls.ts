import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { nothing, time } from '#core/wire.ts';

/** Demo data, written once; asked for by `npm start` with the product's own key. */
export const seed = defineCall({
  id: 'internal.seed',
  method: 'POST',
  path: '/internal/seed',
  access: { actor: 'internal' },
  input: nothing,
  output: z.object({
    accounts: z.array(z.object({ account: z.string(), name: z.string(), enterprise: z.string() })),
    password: z.string(),
    signPassword: z.string(),
  }),
  summary: 'Write the demo data, if it is not there',
});

/** Carries out what is due now, for tests and for `npm start`. */
export const runJobs = defineCall({
  id: 'internal.runJobs',
  method: 'POST',
  path: '/internal/jobs',
  access: { actor: 'internal' },
  input: nothing,
  output: z.object({ done: z.number().int() }),
  summary: 'Carry out due jobs now',
});

/** What the simulators delivered; answers NOT_FOUND in mode pro. */
export const listSimulatedMessages = defineCall({
  id: 'internal.listSimulatedMessages',
  method: 'GET',
  path: '/sim/messages',
  access: { actor: 'anyone' },
  input: z.object({ target: z.string().max(100).optional() }),
  output: z.array(
    z.object({ id: z.string(), channel: z.string(), target: z.string(), text: z.string(), createdAt: time }),
  ),
  summary: 'The phone on the screen: short messages that the simulator took (not in production)',
});

export const health = defineCall({
  id: 'internal.health',
  method: 'GET',
  path: '/health',
  access: { actor: 'anyone' },
  input: nothing,
  output: z.object({ ok: z.boolean() }),
  summary: 'Whether Worker and database answer',
});
