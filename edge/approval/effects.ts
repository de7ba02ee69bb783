import { z } from 'zod';
import { APPROVAL_STATES } from '#core/approval/states.ts';
import { sha256 } from '#core/wire.ts';
import { defineEffect } from '#edge/kernel/outbox/effect.ts';

/** What somebody who is to decide is told by SMS and mail, with a link. */
const APPROVAL_MESSAGES = ['APPROVAL_LINK', 'APPROVAL_LINK_URGED', 'APPROVAL_LINK_LATE'] as const;
export type ApprovalMessage = (typeof APPROVAL_MESSAGES)[number];

/** A message with a link to somebody who is to decide. */
export const approvalMessageEffect = defineEffect(
  'approvalMessage',
  z.object({
    approvalId: z.string(),
    accountId: z.string(),
    template: z.enum(APPROVAL_MESSAGES),
    params: z.record(z.string(), z.string()),
  }),
);

/** The approval of another system's business ended, or was voided after it was approved. */
export const externalEndedEffect = defineEffect(
  'externalEnded',
  z.object({
    enterpriseId: z.string(),
    approvalId: z.string(),
    businessId: z.string(),
    state: z.enum(APPROVAL_STATES),
    digest: sha256,
    /** Version of the approval: orders its events. */
    version: z.number(),
    at: z.number(),
  }),
);
