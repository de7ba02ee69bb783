import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { documentVersion, id, time, ukeySerial } from '#core/wire.ts';
import { SIGNING } from './access.ts';
import { fillings } from './calls.ts';
import { seenDocuments } from './seen.ts';

const base64 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** What the UKey signs next, one item per document; `message` in base64, `digest` of the document in hexadecimal. */
const toSign = z.object({
  title: z.string(),
  pages: z.number().int(),
  digest: z.string(),
  message: z.string(),
});

/** Progress of signing with a UKey: the next items to sign, or that it is done. */
export const signingState = z.object({
  signingId: id,
  /** Serial number of the certificate that the signature values must come from, hexadecimal. */
  certificateSerial: z.string(),
  /** Empty when it is done. */
  items: z.array(toSign),
  done: z
    .object({
      status: z.string(),
      documents: z.array(documentVersion),
    })
    .nullable(),
  expiresAt: time,
});
export type UkeySigningState = z.output<typeof signingState>;

/**
 * First half of signing with a UKey ([4.15a]): what the device has to sign. Locks nothing and writes nothing to the
 * task, so unplugging the device leaves the task unchanged.
 */
export const beginTaskUkey = defineCall({
  id: 'task.beginTaskUkey',
  method: 'POST',
  path: '/docmanager/assemble/plan/ukey/begin',
  access: SIGNING,
  input: z.object({ planId: id, seen: seenDocuments, ukeySerial, fillings }),
  output: signingState,
  summary: 'Start signing a task with a UKey; returns what the device must sign',
});

/**
 * Takes the signature values, in the order of the items. Returns the next items if a file needs several signatures one
 * after the other, else that it is done. Idempotent for the same values. Throws REVISION_CHANGED if somebody else
 * signed in between, because the signed content would differ from what was shown.
 */
export const continueUkey = defineCall({
  id: 'task.continueUkey',
  method: 'POST',
  path: '/docmanager/assemble/ukey/continue',
  access: SIGNING,
  input: z.object({ signingId: id, values: z.array(base64(2_048)).min(1).max(200) }),
  output: signingState,
  summary: 'Submit what the UKey signed; the documents are signed once nothing more is requested',
});
