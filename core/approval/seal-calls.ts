import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { drawing } from '#core/drawing-schema.ts';
import { SIGNING } from '#core/task/access.ts';
import { signerConsent, signTask } from '#core/task/calls.ts';
import { seenDocuments } from '#core/task/seen.ts';
import { signingState } from '#core/task/ukey-calls.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { id, time, ukeySerial } from '#core/wire.ts';
import { SEAL_USE_STATES } from './seal-use.ts';

/** Maximum length of the reason for using seals. */
export const SEAL_REASON = 200;

const sealAtPlace = z.object({ placementId: id, sealId: id });

const stampableSeal = z.object({
  sealId: id,
  name: z.string(),
  category: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  /** The seal's picture; null unless the caller holds the seal. */
  drawing: drawing.nullable(),
  onUkey: z.boolean(),
  held: z.boolean(),
  /** Whether using the seal always needs an approval, even by a holder. */
  asks: z.boolean(),
});
export type StampableSeal = z.output<typeof stampableSeal>;

export const getSealUses = defineCall({
  id: 'approval.getSealUses',
  method: 'GET',
  path: '/docmanager/approval/seal/uses',
  access: SIGNING,
  input: z.object({ planId: id }),
  output: z.object({
    /** The last request for the caller's signing places; null if there is none. */
    use: z
      .object({
        approvalId: id,
        state: z.enum(SEAL_USE_STATES),
        byHolder: z.boolean(),
        reason: z.string(),
        seals: z.array(z.string()),
        fillings: z.array(sealAtPlace),
        values: z.array(z.object({ placementId: id, name: z.string(), value: z.string() })),
        createdAt: time,
        /** Comment of the approver who refused. */
        words: z.string(),
      })
      .nullable(),
    /** Usable seals of the enterprise, whether or not the caller holds them. */
    seals: z.array(stampableSeal),
  }),
  summary:
    'List the seals usable for a contract, which of them need an approval, and the state of the last request',
});

export const requestSealUse = defineCall({
  id: 'approval.requestSealUse',
  method: 'POST',
  path: '/docmanager/approval/seal/request',
  access: SIGNING,
  input: z.object({
    planId: id,
    seen: seenDocuments,
    /** The seal for each seal placement, and the value for each field. */
    fillings: z
      .array(
        z.object({
          placementId: id,
          sealId: id.optional(),
          value: severalLines(z.string().max(200)).optional(),
        }),
      )
      .min(1)
      .max(LIMITS.placementsPerTask),
    reason: severalLines(z.string().trim().min(1).max(SEAL_REASON)),
  }),
  output: z.object({ approvalId: id }),
  summary: 'Request approval to use seals at the caller’s signing places',
  once: true,
  changes: ['approval', 'task'],
});

export const stampSealUse = defineCall({
  id: 'approval.stampSealUse',
  method: 'POST',
  path: '/docmanager/approval/seal/stamp',
  access: SIGNING,
  input: z.object({ useId: id, seen: seenDocuments, consent: signerConsent }),
  output: signTask.output,
  summary: 'Stamp an approved use of seals, as a holder of all these seals',
  once: true,
  changes: ['approval', 'task'],
});

export const beginSealUseUkey = defineCall({
  id: 'approval.beginSealUseUkey',
  method: 'POST',
  path: '/docmanager/approval/seal/ukey',
  access: SIGNING,
  input: z.object({ useId: id, seen: seenDocuments, ukeySerial }),
  output: signingState,
  summary: 'Start stamping an approved use of seals with a UKey; returns what the device must sign',
});
