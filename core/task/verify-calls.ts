import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { id, sha256 } from '#core/wire.ts';
import { READING } from './access.ts';

export const verifyDocument = defineCall({
  id: 'task.verifyDocument',
  method: 'GET',
  path: '/docmanager/assemble/plan/verify/:planId/:fileIndex',
  access: READING,
  input: z.object({ planId: id, fileIndex: z.coerce.number().int().min(0) }),
  output: z.object({
    sha256,
    verdict: z.enum(['valid', 'invalid', 'indeterminate', 'unsigned', 'error']),
    /** Codes of docs/verification.md. */
    problems: z.array(z.string()),
    signatures: z.array(
      z.object({
        verdict: z.enum(['valid', 'invalid', 'indeterminate']),
        signer: z.string().nullable(),
        /** ISO 8601; proven by a time stamp if there is a trusted one. */
        signingTime: z.string().nullable(),
        /** B-B, B-T, B-LT, B-LTA (PAdES), SES (GB/T 38540) or CMS. */
        level: z.string().nullable(),
        problems: z.array(z.string()),
      }),
    ),
  }),
  summary: 'Verify the signatures of the newest revision of a file of a task',
});
