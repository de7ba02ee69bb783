import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { id, pageSizes, sha256, time } from '#core/wire.ts';
import { sentPlan } from './calls.ts';
import { PARTY_TYPES } from './plan.ts';

const PARTNERS: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  may: 'see the recipients of their own tasks, to send them another',
  also: 'tasks they sent themselves; administrators: all that the enterprise sent',
};

/** As the sender entered it; does not reveal whether they are registered. */
const partner = z.object({
  type: z.enum(PARTY_TYPES),
  entName: z.string(),
  userName: z.string(),
  mobile: z.string(),
  department: z.string(),
  email: z.string(),
  /** When the last of these tasks was sent. */
  lastAt: time,
});
export type Partner = z.output<typeof partner>;

export const listPartners = defineCall({
  id: 'task.listPartners',
  method: 'GET',
  path: '/bc/assemble/plan/partners',
  access: PARTNERS,
  input: z.object({
    /** Only those of this task. */
    planId: id.optional(),
  }),
  output: z.object({ partners: z.array(partner) }),
  summary:
    'List the signers and copy recipients of the caller’s latest tasks, except their own enterprise, newest first',
});

export const copyTask = defineCall({
  id: 'task.copyTask',
  method: 'GET',
  path: '/bc/assemble/plan/again/:planId',
  access: PARTNERS,
  input: z.object({ planId: id }),
  output: z.object({
    /** Without times. Signers of other sides are included with type and placements, but without name or number. */
    plan: sentPlan,
    /** Its files, as far as they are still stored. */
    files: z.array(z.object({ fileKey: sha256, size: z.number().int(), pages: pageSizes })),
  }),
  summary: 'Get the content of a sent task, to send it to somebody else',
});
