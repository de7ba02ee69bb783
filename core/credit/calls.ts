import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { empty, fixedPageInput, id, nothing, pageOf, time } from '#core/wire.ts';
import { LOT_SOURCES, LOT_STATES, TRANSFER_KINDS } from './ledger.ts';

const KEEPERS: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'see the enterprise’s credits, their origin and all their movements',
};

export const getCredits = defineCall({
  id: 'credit.getCredits',
  method: 'GET',
  path: '/bc/assemble/copies/balance',
  access: KEEPERS,
  input: nothing,
  output: z.object({
    available: z.number().int(),
    /** Credits of sent tasks that nobody has signed yet. */
    reserved: z.number().int(),
    used: z.number().int(),
    expired: z.number().int(),
    /** Warning threshold. */
    low: z.number().int(),
    /** The credits that expire next. */
    nextExpiry: z.object({ quantity: z.number().int(), at: time }).nullable(),
  }),
  summary: 'Count the credits of the enterprise: available, reserved, used, expired',
});

const lotRow = z.object({
  lotId: id,
  number: z.string(),
  source: z.enum(LOT_SOURCES),
  /** Total, spent or reserved, remaining, and expired credits. */
  total: z.number().int(),
  used: z.number().int(),
  remaining: z.number().int(),
  expired: z.number().int(),
  grantTime: time,
  expireTime: time.nullable(),
  status: z.enum(LOT_STATES),
});
export type LotRow = z.output<typeof lotRow>;

/** Recharge orders ([3.18b], [4.12c]). */
export const listLots = defineCall({
  id: 'credit.listLots',
  method: 'GET',
  path: '/bc/assemble/copies/rechargeOrder/page',
  access: KEEPERS,
  input: z.object({
    ...fixedPageInput,
    number: z.string().trim().max(40).optional(),
    status: z.enum(LOT_STATES).optional(),
  }),
  output: pageOf(lotRow),
  summary: 'List the lots of credits that the enterprise was granted or bought, newest first',
});

const transferRow = z.object({
  transferId: id,
  at: time,
  kind: z.enum(TRANSFER_KINDS),
  quantity: z.number().int(),
  lotNumber: z.string(),
  /** The task that reserved or returned a copy; null for movements without a task. */
  task: z.object({ planId: id, number: z.string(), taskName: z.string() }).nullable(),
  operator: z.string(),
  remark: z.string(),
});
export type TransferRow = z.output<typeof transferRow>;

export const listTransfers = defineCall({
  id: 'credit.listTransfers',
  method: 'GET',
  path: '/bc/assemble/copies/ledger/page',
  access: KEEPERS,
  input: z.object({
    ...fixedPageInput,
    kind: z.enum(TRANSFER_KINDS).optional(),
    from: z.coerce.number().int().optional(),
    to: z.coerce.number().int().optional(),
  }),
  output: pageOf(transferRow),
  summary: 'List all movements of the enterprise’s credits, newest first',
});

/** Maximum number of credits that the platform can grant at once. */
export const GIFT_MOST = 100_000;

export const giveCredits = defineCall({
  id: 'credit.giveCredits',
  method: 'POST',
  path: '/bc/platform/copies/give',
  access: { actor: 'platform', may: 'grant credits to an enterprise' },
  changes: ['credit', 'platform'],
  input: z.object({
    entId: id,
    quantity: z.number().int().min(1).max(GIFT_MOST),
    /** Null: the credits do not expire. */
    expireTime: time.nullable(),
    reason: z.string().trim().min(1).max(200),
  }),
  output: empty,
  summary: 'Grant credits to an enterprise, with a reason',
  once: true,
});
