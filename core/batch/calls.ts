import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { SENDING } from '#core/task/access.ts';
import { sendTask, sentPlan } from '#core/task/calls.ts';
import { copyFields, PARTY_TYPES, planFields, signerFields } from '#core/task/plan.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { afterInput, draftKey, fixedPageInput, id, pageInput, pageOf, time } from '#core/wire.ts';

const BATCHES: Access = {
  ...SENDING,
  may: 'see the progress of batches, stop and retry them',
  also: 'only the sender, and those who may manage the sender’s tasks',
};

/** States of a row. WAITING: still to be sent. STOPPED: not sent because somebody stopped the batch. */
export const ROW_STATES = ['WAITING', 'SENT', 'FAILED', 'STOPPED'] as const;
export type RowState = (typeof ROW_STATES)[number];

const cellKey = z
  .string()
  .regex(/^(name|p\.[0-9a-z]{10,40}\.[a-zA-Z]{4,10}|f\.[0-9a-z]{10,40}\.[0-9a-z]{10,40})$/);

const typed = severalLines(z.string().max(4_000));
/** Left out for somebody who is reached by mail alone. */
const mobile = copyFields.mobile.default('');
/** Name or key of a template's signer, field, repeated rows or optional part. */
const named = z.string().trim().min(1).max(40);

/**
 * [1.2] For programs, which have no wizard: the Worker computes what the wizard would (file, placements) and sends the
 * plan like any other.
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
    /** fen; for approval flows that judge the amount of a contract. */
    contractAmount: planFields.contractAmount,
    /** Texts as a person would type them: dates, amounts and choices are parsed like cells of a batch. */
    fields: z.record(named, typed).default({}),
    /** By name of the repeated rows: the fields of each row. */
    rows: z.record(named, z.array(z.record(named, typed)).max(LIMITS.templateRepeatedRows)).default({}),
    /** By name of the optional part: whether it is kept. Parts that are not listed keep the template's default. */
    options: z.record(named, z.boolean()).default({}),
    /** The party for each signer of the template; the signing order is the template's. */
    signers: z
      .array(z.object({ role: named, ...signerFields, mobile }).omit({ signOrder: true, accountId: true }))
      .min(1)
      .max(LIMITS.signersPerTask),
    copies: z
      .array(z.object({ type: z.enum(PARTY_TYPES), ...copyFields, mobile }))
      .max(LIMITS.signersPerTask)
      .default([]),
  }),
  output: sendTask.output,
  summary: 'Fill in a template, make its file and send it to its signers: one task in one call, for programs',
  once: true,
  changes: ['task'],
});

/** [1.2], [2.6] Rows are checked by the rules of `core/batch/batch.ts`. */
export const sendBatch = defineCall({
  id: 'batch.sendBatch',
  method: 'POST',
  path: '/docmanager/assemble/batch/send',
  access: SENDING,
  input: z.object({
    plan: sentPlan,
    /** Keys of the signers that rows supply. */
    varying: z.array(draftKey).min(1).max(LIMITS.signersPerTask),
    /** By document made from a template: signer of the template → signer of the plan. */
    casts: z.record(draftKey, z.record(draftKey, draftKey)).default({}),
    registeredOnly: z.boolean().default(false),
    /** Each person in a row must prove an identity document: its type and number are required ([3.4]). */
    documentsRequired: z.boolean().default(false),
    rows: z
      .array(
        z.object({
          rowKey: draftKey,
          cells: z.record(cellKey, severalLines(z.string().max(4_000))),
          /** The row intentionally repeats another one. */
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
  input: z.object({ ...pageInput, after: draftKey.optional(), taskName: z.string().max(100).optional() }),
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
  input: z.object({
    ...fixedPageInput,
    ...afterInput,
    batchId: draftKey,
    state: z.enum(ROW_STATES).optional(),
  }),
  output: pageOf(
    z.object({
      rowKey: draftKey,
      /** From 1. */
      number: z.number().int(),
      parties: z.string(),
      state: z.enum(ROW_STATES),
      /** Reason of a failure, in the language of the request. */
      reason: z.string(),
      /** The row's task, once it is sent. */
      planId: id.or(z.literal('')),
      planNumber: z.string(),
    }),
  ),
  summary: 'List the rows of a batch in order, with the result of each',
});

/** Idempotent for any number of callers: each row is sent once. */
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
