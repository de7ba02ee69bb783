import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { SENDING } from '#core/task/access.ts';
import { sendPlan, sentPlan } from '#core/task/calls.ts';
import { copyFields, PARTY_TYPES, planFields, signerFields } from '#core/task/plan.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { draftKey, fixedPageInput, id, pageInput, pageOf, time } from '#core/wire.ts';

const BATCHES: Access = {
  ...SENDING,
  may: 'see the progress of batches, stop and retry them',
  also: 'only the sender, and those who may manage the sender’s tasks',
};

/** Of a row: WAITING is still to be sent, STOPPED is not sent because somebody stopped the batch. */
export const ROW_STATES = ['WAITING', 'SENT', 'FAILED', 'STOPPED'] as const;
export type RowState = (typeof ROW_STATES)[number];

const cellKey = z
  .string()
  .regex(/^(name|p\.[0-9a-z]{10,40}\.[a-zA-Z]{4,10}|f\.[0-9a-z]{10,40}\.[0-9a-z]{10,40})$/);

const typed = severalLines(z.string().max(4_000));
/** A name or key of the template: of a signer, a field, repeated rows or an optional part. */
const named = z.string().trim().min(1).max(40);

/**
 * [1.2]: for programs, which have no wizard. Everything that the wizard would compute (file, placements) is made by the
 * Worker, and the plan is then sent as any other.
 */
export const sendFromTemplate = defineCall({
  id: 'batch.sendFromTemplate',
  method: 'POST',
  path: '/docmanager/assemble/plan/sendFromTemplate',
  access: SENDING,
  input: z.object({
    templateId: id,
    /** Defaults to the name of the template. */
    taskName: z.string().trim().max(LIMITS.taskNameLength).default(''),
    /** Word templates are always laid out as PDF. */
    taskFileType: planFields.taskFileType,
    startTime: planFields.startTime,
    endTime: planFields.endTime,
    /** Texts as a person would type them: dates, amounts and choices are read like cells of a batch. */
    fields: z.record(named, typed).default({}),
    /** By name of the repeated rows: the fields of each row. */
    rows: z.record(named, z.array(z.record(named, typed)).max(LIMITS.templateRepeatedRows)).default({}),
    /** By name of the optional part: whether it is kept. Parts that are not named are as in the template. */
    options: z.record(named, z.boolean()).default({}),
    /** Who plays each signer of the template; the order is that of the template. */
    signers: z
      .array(z.object({ role: named, ...signerFields }).omit({ signOrder: true, accountId: true }))
      .min(1)
      .max(LIMITS.signersPerTask),
    copies: z
      .array(z.object({ type: z.enum(PARTY_TYPES), ...copyFields }))
      .max(LIMITS.signersPerTask)
      .default([]),
  }),
  output: sendPlan.output,
  summary: 'Fill in a template, make its file and send it to its signers: one task in one call, for programs',
  once: true,
  changes: ['task'],
});

/** [1.2], [2.6]: what a row says is checked by the rules of `core/batch/batch.ts`. */
export const sendBatch = defineCall({
  id: 'batch.sendBatch',
  method: 'POST',
  path: '/docmanager/assemble/batch/send',
  access: SENDING,
  input: z.object({
    plan: sentPlan,
    /** Keys of the signers whom rows name. */
    varying: z.array(draftKey).min(1).max(LIMITS.signersPerTask),
    /** By document that is made from a template: who plays which of its signers. */
    casts: z.record(draftKey, z.record(draftKey, draftKey)).default({}),
    registeredOnly: z.boolean().default(false),
    rows: z
      .array(
        z.object({
          rowKey: draftKey,
          cells: z.record(cellKey, severalLines(z.string().max(4_000))),
          /** It repeats another row and is meant to. */
          kept: z.boolean().default(false),
        }),
      )
      .max(LIMITS.rowsPerImport),
  }),
  output: z.object({ batchId: draftKey }),
  summary:
    'Send one plan to many recipients: every row becomes a task of its own, created one after the other',
  once: true,
  changes: ['batch', 'task'],
});

const batchFacts = z.object({
  batchId: draftKey,
  taskName: z.string(),
  creator: z.string(),
  createTime: time,
  /** Epoch ms; null while rows wait. */
  endTime: time.nullable(),
  total: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  stopped: z.number().int(),
});

export const listBatches = defineCall({
  id: 'batch.listBatches',
  method: 'GET',
  path: '/docmanager/assemble/batch/page',
  access: BATCHES,
  input: z.object({ ...pageInput, taskName: z.string().max(100).optional() }),
  output: pageOf(batchFacts),
  summary: 'List the batches of the enterprise, newest first',
});

export const readBatch = defineCall({
  id: 'batch.readBatch',
  method: 'GET',
  path: '/docmanager/assemble/batch/:batchId',
  access: BATCHES,
  input: z.object({ batchId: draftKey }),
  output: batchFacts,
  summary: 'Get the progress of a batch',
});

export const listBatchRows = defineCall({
  id: 'batch.listBatchRows',
  method: 'GET',
  path: '/docmanager/assemble/batch/:batchId/rows',
  access: BATCHES,
  input: z.object({ ...fixedPageInput, batchId: draftKey, state: z.enum(ROW_STATES).optional() }),
  output: pageOf(
    z.object({
      rowKey: draftKey,
      /** From 1. */
      number: z.number().int(),
      parties: z.string(),
      state: z.enum(ROW_STATES),
      /** Why it failed, in the language of the request. */
      reason: z.string(),
      /** Of its task, once it is sent. */
      planId: id.or(z.literal('')),
      planNumber: z.string(),
    }),
  ),
  summary: 'List the rows of a batch in order, with the result of each',
});

/** What is said of a row and how often it is retried does not depend on who asks: one row is sent once. */
export const retryBatch = defineCall({
  id: 'batch.retryBatch',
  method: 'POST',
  path: '/docmanager/assemble/batch/:batchId/retry',
  access: BATCHES,
  input: z.object({ batchId: draftKey }),
  output: z.object({ rows: z.number().int() }),
  summary: 'Send the failed and stopped rows of a batch again',
  changes: ['batch', 'task'],
});

export const stopBatch = defineCall({
  id: 'batch.stopBatch',
  method: 'POST',
  path: '/docmanager/assemble/batch/:batchId/stop',
  access: BATCHES,
  input: z.object({ batchId: draftKey }),
  output: z.object({ rows: z.number().int() }),
  summary: 'Stop a batch: its waiting rows are not sent',
  changes: ['batch', 'task'],
});
