import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { SENDING } from './access.ts';
import { copyFields, draftKey, PARTY_TYPES, placeFields } from './plan.ts';
import { seenDocuments } from './seen.ts';

const HANDING_OVER: Access = {
  actor: 'enterprise',
  may: 'hand over their turn to a colleague',
  also: 'only when it is their turn; to a member with a verified name and, if the task requires a seal, one authorized to them',
};

const VOIDING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  may: 'start voiding a finished contract',
  also: 'only parties of the contract; every party signs the agreement',
};

export const extendTask = defineCall({
  id: 'task.extendTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/extend',
  access: SENDING,
  input: z.object({ planId: id, endTime: time }),
  output: empty,
  summary: 'Extend the deadline of a running task, up to the limit in force',
  once: true,
});

export const addPlaces = defineCall({
  id: 'task.addPlaces',
  method: 'POST',
  path: '/docmanager/assemble/plan/prePlaced',
  access: SENDING,
  input: z.object({
    planId: id,
    seen: seenDocuments,
    placements: z
      .array(z.object({ placementId: draftKey, signerId: id, documentId: id, ...placeFields }))
      .min(1)
      .max(LIMITS.placementsPerTask),
  }),
  output: empty,
  summary: 'Add signing places to a sent task, before anybody has signed it',
  once: true,
});

export const sendFinished = defineCall({
  id: 'task.sendFinished',
  method: 'POST',
  path: '/docmanager/assemble/plan/sendFinished',
  access: SENDING,
  input: z.object({
    planId: id,
    recipients: z
      .array(
        z
          .object({ type: z.enum(PARTY_TYPES), ...copyFields, accountId: id.optional() })
          .refine(({ accountId, mobile }) => accountId !== undefined || isMobile(mobile), {
            path: ['mobile'],
            params: { problem: 'mobileInvalid' },
          }),
      )
      .min(1)
      .max(LIMITS.signersPerTask),
  }),
  /** Number of recipients who had no copy before. */
  output: z.object({ sent: z.number().int() }),
  summary: 'Send a finished task of an HR scenario to others, who receive a copy',
  once: true,
});

export const voidTask = defineCall({
  id: 'task.voidTask',
  method: 'POST',
  path: '/docmanager/assemble/plan/void',
  access: VOIDING,
  input: z.object({ planId: id, reason: severalLines(z.string().trim().min(1).max(LIMITS.cancelReason)) }),
  output: z.object({
    /** The task in which the parties sign the voiding agreement. */
    planId: id,
    number: z.string(),
  }),
  summary:
    'Start voiding a finished contract: creates a task in which all its parties sign the voiding agreement',
  once: true,
});

export const listSuccessors = defineCall({
  id: 'task.listSuccessors',
  method: 'GET',
  path: '/docmanager/assemble/plan/successors',
  access: HANDING_OVER,
  input: z.object({
    ...fixedPageInput,
    planId: id,
    /** Part of a name. */
    userName: z.string().trim().max(50).optional(),
  }),
  output: pageOf(
    z.object({
      userId: id,
      userName: z.string(),
      /** Masked. */
      mobile: z.string(),
      /** Why the turn cannot pass to them; null if it can. */
      lacks: z.enum(['REAL_NAME', 'SEAL', 'ALREADY_SIGNER']).nullable(),
    }),
  ),
  summary: 'List the colleagues who could take over the caller’s turn, and what each lacks',
});

export const handOverTurn = defineCall({
  id: 'task.handOverTurn',
  method: 'POST',
  path: '/docmanager/assemble/plan/handOver',
  access: HANDING_OVER,
  input: z.object({
    planId: id,
    userId: id,
    reason: severalLines(z.string().trim().max(LIMITS.cancelReason)).default(''),
  }),
  output: empty,
  summary:
    'Hand over the caller’s turn to sign for the enterprise to a colleague; party and places stay the same',
  once: true,
});
