import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { empty, id, time } from '#core/wire.ts';
import { SIGNING } from './access.ts';
import { consent } from './calls.ts';
import { TICKET_METHODS } from './consent-calls.ts';
import { seenDocuments } from './seen.ts';

/** State of each task of a batch ([4.2a]); pages show the tasks that they have just submitted as being signed. */
export const BATCH_STATES = ['WAITING', 'EXCEPTION', 'SUCCESS'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Tasks signed by one call: few, so that a page can show progress. */
export const BATCH_AT_ONCE = 10;

/** One task of a batch as it was shown to the person, and the seals for its placements. Dates fill themselves. */
const batchTask = z.object({
  planId: id,
  seen: seenDocuments,
  fillings: z.array(z.object({ placementId: id, sealId: id })).max(LIMITS.placementsPerTask),
});
export type BatchTask = z.output<typeof batchTask>;

const batchItem = z.object({
  planId: id,
  taskName: z.string(),
  state: z.enum(BATCH_STATES),
  /** For an exception: the error's code, and its message in the reader's language. */
  problem: z.object({ code: z.number().int(), message: z.string() }).nullable(),
});

const batchView = z.object({
  batchId: id,
  openedAt: time,
  /** How the person confirmed their willingness; empty until they have. */
  method: z.enum(['PASSWORD', 'SMS', ...TICKET_METHODS, '']),
  /** Until when the consent is valid in this session; null if it is not. */
  goodUntil: time.nullable(),
  items: z.array(batchItem),
});
export type BatchView = z.output<typeof batchView>;

export const openBatch = defineCall({
  id: 'task.openBatch',
  method: 'POST',
  path: '/docmanager/assemble/plan/batch/open',
  access: SIGNING,
  input: z.object({
    tasks: z
      .array(batchTask)
      .min(1)
      .max(LIMITS.batchTasks)
      .refine((tasks) => new Set(tasks.map(({ planId: taskId }) => taskId)).size === tasks.length),
  }),
  output: batchView,
  summary:
    'Open a batch of tasks to sign together, with their displayed revisions and the seals; ends the previous batch',
});

export const confirmBatch = defineCall({
  id: 'task.confirmBatch',
  method: 'POST',
  path: '/docmanager/assemble/plan/batch/confirm',
  access: SIGNING,
  input: z.object({ batchId: id, consent }),
  output: batchView,
  summary: 'Confirm the willingness to sign a whole batch, once for all displayed revisions',
});

export const signBatch = defineCall({
  id: 'task.signBatch',
  method: 'POST',
  path: '/docmanager/assemble/plan/batch/sign',
  access: SIGNING,
  input: z.object({ batchId: id, planIds: z.array(id).min(1).max(BATCH_AT_ONCE) }),
  output: z.array(batchItem),
  summary: 'Sign some tasks of a confirmed batch; a failed task becomes an exception, the others are signed',
});

export const getBatch = defineCall({
  id: 'task.getBatch',
  method: 'GET',
  path: '/docmanager/assemble/plan/batch',
  access: SIGNING,
  input: z.object({}),
  output: z.union([batchView, empty]),
  summary: 'Get the identity’s last batch that has not ended',
});

export const closeBatch = defineCall({
  id: 'task.closeBatch',
  method: 'POST',
  path: '/docmanager/assemble/plan/batch/close',
  access: SIGNING,
  input: z.object({ batchId: id }),
  output: empty,
  summary: 'End a batch; unsigned tasks stay as they are',
});
