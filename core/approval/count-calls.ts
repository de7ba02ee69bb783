import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { nothing } from '#core/wire.ts';
import { READING } from './access.ts';

/** In a module of its own, because every page counts them. */
export const countApprovals = defineCall({
  id: 'approval.countApprovals',
  method: 'GET',
  path: '/docmanager/approval/count',
  access: READING,
  input: nothing,
  output: z.object({
    toDecide: z.number().int(),
    /** Approved uses of seals that the caller can stamp. */
    toStamp: z.number().int(),
    /** Submitted approvals that are in progress. */
    submitted: z.number().int(),
  }),
  summary: 'Count the approvals that wait for the person, and the person’s own pending ones',
});
