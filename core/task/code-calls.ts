import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { sha256, time } from '#core/wire.ts';

/** State of a task as shown to anyone who holds one of its files; hides whose turn it is and why it is frozen. */
export const CODE_STATES = ['PENDING', 'COMPLETED', 'REJECTED', 'EXPIRED', 'WITHDRAWN', 'VOIDED'] as const;
export type CodeState = (typeof CODE_STATES)[number];

/** Page that the QR code at the foot of a file opens; `code` is 16 random bytes in base64url. */
export const codePath = (code: string): string => `/contract/code/${code}`;

export const readCode = defineCall({
  id: 'task.readCode',
  method: 'GET',
  path: '/docmanager/assemble/plan/code/:code',
  access: {
    actor: 'anyone',
    may: 'see number, state, digests and their time of a file by the QR code at its foot',
    also: 'only holders of the file, since the code is nowhere else',
  },
  input: z.object({ code: z.string().regex(/^[\w-]{22}$/) }),
  output: z.object({
    number: z.string(),
    state: z.enum(CODE_STATES),
    /** Digest of the newest revision, and when it was registered. */
    sha256,
    registeredAt: time,
    /** Digests of earlier revisions, oldest first, so that an older copy is not mistaken for a forgery. */
    former: z.array(sha256),
  }),
  summary: 'Get number, state and revision digests of a file by the QR code at its foot',
});
