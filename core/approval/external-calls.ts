import { z } from 'zod';
import { type Access, defineCall, ROLES } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { SENDERS } from '#core/identity/role-sets.ts';
import { trailLine } from '#core/task/trail-line.ts';
import { id, sha256, time } from '#core/wire.ts';
import { contractFen } from './contract-fen.ts';
import { APPROVAL_STATES, DECISIONS, STEP_MODES, STEP_STATES } from './states.ts';

const ASKING: Access = {
  actor: 'enterprise',
  roles: SENDERS,
  keys: 'send',
  may: 'request approval of another system’s business, and take the request back',
  also: 'a number that another API key or person asked for is refused; taking back: only the API key or person that asked',
};

/** Days in which an external approval is decided: at most, and where no time is given. */
export const EXTERNAL_DAYS = { most: 90, usual: 7 } as const;

/** [7.13] The payload is not specified; it is defined here. */
export const getAuthUrl = defineCall({
  id: 'approval.getAuthUrl',
  method: 'POST',
  path: '/docmanager/assemble/document/otherbusiness/getAuthUrl',
  access: ASKING,
  input: z.object({
    /**
     * Identifier of the business in the other system. It belongs to the API key or person that asked first, until they
     * take the request back. Asked again with the same content it is the same approval.
     */
    businessId: z.string().trim().min(1).max(64),
    businessName: z.string().trim().min(1).max(100),
    /** What flows judge it by. */
    businessType: z.enum(BUSINESS_TYPES).or(z.literal('')).default(''),
    /** fen */
    amount: contractFen.optional(),
    details: z
      .array(z.object({ name: z.string().trim().min(1).max(40), value: z.string().trim().max(500) }))
      .max(30)
      .default([]),
    documents: z
      .array(z.object({ fileName: z.string().trim().min(1).max(200), sha256 }))
      .max(20)
      .default([]),
    /** A flow to use beside those that apply by themselves. */
    processId: id.or(z.literal('')).default(''),
    /** Mobile numbers or login names of members who decide after all flows. */
    approvers: z.array(z.string().trim().min(1).max(64)).max(20).default([]),
    /** Whether all of them or any one. */
    mode: z.enum(STEP_MODES).default('SINGLE'),
    /** When it expires; by default after seven days. The first request decides, because nobody judges by it. */
    endTime: time.optional(),
    /** Asked again while it runs: replaces the link that was given before, which opens nothing any more. */
    newLink: z.boolean().default(false),
  }),
  output: z.object({
    approvalId: id,
    state: z.enum(APPROVAL_STATES),
    /**
     * Address that opens the approval once for somebody who is to decide. Empty once it ended, and where it was asked
     * before: the address that was answered then stays good.
     */
    authUrl: z.string(),
    endTime: time,
  }),
  summary:
    'Request approval of another system’s business; the response has a one-time address for its approver',
});

export const cancelAuth = defineCall({
  id: 'approval.cancelAuth',
  method: 'POST',
  path: '/docmanager/assemble/document/otherbusiness/cancelAuth',
  access: ASKING,
  input: z.object({
    approvalId: id,
    /** Whether one that was approved is made void; otherwise such a request is refused. */
    evenApproved: z.boolean().default(false),
  }),
  output: z.object({ state: z.enum(APPROVAL_STATES) }),
  summary: 'Withdraw a running approval of another system’s business, or make void one that was approved',
  once: true,
});

export const getAuthResult = defineCall({
  id: 'approval.getAuthResult',
  method: 'GET',
  path: '/docmanager/assemble/document/otherbusiness/getAuthResult',
  access: {
    actor: 'enterprise',
    roles: SENDERS,
    keys: 'read',
    may: 'read the state of an approval of another system’s business',
    also: 'only the applicant, the administrators of the enterprise, or an API key of it',
  },
  input: z.object({ approvalId: id }),
  output: z.object({
    approvalId: id,
    businessId: z.string(),
    state: z.enum(APPROVAL_STATES),
    /** SHA-256 of what was approved. */
    digest: sha256,
    createTime: time,
    endTime: time,
    steps: z.array(
      z.object({
        name: z.string(),
        mode: z.enum(STEP_MODES),
        state: z.enum(STEP_STATES),
        approvers: z.array(
          z.object({
            name: z.string(),
            roles: z.array(z.enum(ROLES)),
            decision: z.enum(DECISIONS).nullable(),
            time: time.nullable(),
            words: z.string(),
          }),
        ),
      }),
    ),
    /** The hash chain of what was asked and decided; `taskId` is the approval's. */
    trail: z.array(trailLine),
  }),
  summary:
    'How the approval of another system’s business stands: who decided what, when and with which words',
});

export const openApproval = defineCall({
  id: 'approval.openApproval',
  method: 'POST',
  path: '/docmanager/approval/open',
  access: {
    actor: 'session',
    sso: true,
    may: 'open an approval from a link in a message or of another system',
    also: 'only people with part in it, as whichever identity; links of other systems once',
  },
  input: z
    .object({ approvalId: id.optional(), code: z.string().max(64).optional() })
    .refine(({ approvalId, code }) => Boolean(approvalId) !== Boolean(code), {
      params: { problem: 'required' },
      path: ['approvalId'],
    }),
  output: z.object({
    approvalId: id,
    /** The enterprise to act for. */
    entId: id,
    entName: z.string(),
  }),
  summary: 'The approval that a link leads to, and the enterprise to act for',
});
