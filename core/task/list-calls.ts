import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { TEMPLATE_SCENES } from '#core/template/record.ts';
import { afterInput, draftKey, id, nothing, pageInput, pageOf, time } from '#core/wire.ts';
import { READING } from './access.ts';
import { TASK_ACTIONS } from './actions.ts';
import { END_REASONS, FREEZE_REASONS, TASK_LABELS, TASK_STATES } from './states.ts';
import { VOID_STATES } from './void.ts';

/** Filters of a task list ([2.15a]); `done` are those that wait for others. */
export const BOXES = [
  'startWithMe',
  'pending',
  'done',
  'finished',
  'sendWithMe',
  'toVoid',
  'expiring',
  'all',
] as const;

export const DATA_RANGES = ['RECENT', 'ALL'] as const;

export const taskItem = z.object({
  planId: id,
  number: z.string(),
  taskName: z.string(),
  businessType: z.string(),
  businessTypeName: z.string(),
  initiator: z.string(),
  startTime: time,
  endTime: time,
  status: z.enum(TASK_STATES),
  endReason: z.enum(END_REASONS).nullable(),
  label: z.enum(TASK_LABELS),
  /** Why it is frozen ([8.14a]); null otherwise. */
  frozenReason: z.enum(FREEZE_REASONS).nullable(),
  signed: z.number().int(),
  signers: z.number().int(),
  fileNum: z.number().int(),
  scenario: z.enum(TEMPLATE_SCENES),
  /** Whether its parties are voiding it or have voided it; it stays completed. */
  voidState: z.enum(VOID_STATES),
  /** When it ended or was withdrawn; null while it runs. */
  endedTime: time.nullable(),
  /** Why it was withdrawn or rejected; empty otherwise. */
  reason: z.string(),
  /** The enterprise that must be verified before this person can sign for it; empty otherwise. */
  waitsFor: z.string(),
  /** What this identity may do with the task now. */
  actions: z.array(z.enum(TASK_ACTIONS.map(({ action }) => action))),
});
export type TaskItem = z.output<typeof taskItem>;

export const listTasks = defineCall({
  id: 'task.listTasks',
  method: 'GET',
  path: '/docmanager/assemble/plan/page',
  access: READING,
  input: z.object({
    ...pageInput,
    box: z.enum(BOXES),
    /** Part of the name or the number. */
    keyword: z.string().max(100).optional(),
    /**
     * Part of a file's name, or a file's number: the task's number with the index of the file, as QS20261120ABCDEFGH-1.
     */
    contract: z.string().max(100).optional(),
    scenario: z.enum(TEMPLATE_SCENES).optional(),
    signatory: z.string().max(50).optional(),
    status: z.enum(TASK_LABELS).optional(),
    initiateFrom: z.coerce.number().int().optional(),
    initiateTo: z.coerce.number().int().optional(),
    deadlineFrom: z.coerce.number().int().optional(),
    deadlineTo: z.coerce.number().int().optional(),
    /** When it ended or was withdrawn. */
    endedFrom: z.coerce.number().int().optional(),
    endedTo: z.coerce.number().int().optional(),
    /**
     * RECENT by default: of tasks that may have ended, those initiated within the number of years that the platform
     * sets ([9.34]), or within the requested initiation times.
     */
    dataRange: z.enum(DATA_RANGES).default('RECENT'),
    /** Only tasks of this batch. */
    batchId: draftKey.optional(),
    /** FAILED: only tasks that the identity sent, of which the last message to a party did not arrive. */
    delivery: z.enum(['FAILED']).optional(),
    ...afterInput,
  }),
  output: pageOf(taskItem),
  summary: 'List tasks of the identity',
});

/** [7.12a] Counts for the home page and the tabs. */
export const countTasks = defineCall({
  id: 'task.countTasks',
  method: 'GET',
  path: '/docmanager/assemble/plan/getCountFirstPage',
  access: READING,
  input: nothing,
  output: z.object({
    todo: z.number().int(),
    sent: z.number().int(),
    draft: z.number().int(),
    pendingOthers: z.number().int(),
    finished: z.number().int(),
    expiring: z.number().int(),
    copies: z.number().int(),
    /** Copies that the enterprise can still send ([2.8b]); null for a person. */
    balance: z.number().int().nullable(),
    /** Tasks sent and finished per month, for the last six months. */
    months: z.array(z.object({ month: z.string(), sent: z.number().int(), finished: z.number().int() })),
  }),
  summary: 'Count tasks for the home page and the tabs',
});
