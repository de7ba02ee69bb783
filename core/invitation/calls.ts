import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { passkeyResponse } from '#core/identity/passkey-calls.ts';
import { sealedPassword, sentCode } from '#core/identity/proof.ts';
import { sessionUser } from '#core/identity/session-user.ts';
import { empty, id, time } from '#core/wire.ts';
import { INVITATION_CODE } from './code.ts';

const INVITED: Access = {
  actor: 'anyone',
  may: 'follow the link in a message about a contract',
  also: 'to a sentence about the contract; to the contract only with a code sent to the recipient’s mobile or address',
};

/** From the link; in no address of a call, because addresses are logged. */
const code = z.string().regex(INVITATION_CODE);
const version = z.string().max(40);

/** `CHANGED`: the link was for somebody else, who was corrected or has handed over. */
export const INVITATION_STATES = [
  'OPEN',
  'COMPLETED',
  'VOIDED',
  'REJECTED',
  'EXPIRED',
  'WITHDRAWN',
  'CHANGED',
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const openInvitation = defineCall({
  id: 'invitation.openInvitation',
  method: 'POST',
  path: '/docmanager/invitation/open',
  access: INVITED,
  input: z.object({ code }),
  output: z.object({
    state: z.enum(INVITATION_STATES),
    /** The sender's enterprise or name, and the name of the task; empty if the link was for somebody else. */
    initiator: z.string(),
    taskName: z.string(),
    files: z.number().int(),
    pages: z.number().int(),
    deadline: time,
    /** The enterprise that the recipient acts for; empty for a person. */
    enterprise: z.string(),
    /** Masked number of the recipient, or the address in its place. */
    mobile: z.string(),
    /** Whether the recipient gets a copy and does not sign. */
    isCopy: z.boolean(),
    /** Who opens it: nobody signed in, the recipient, the recipient’s number under another name, or somebody else. */
    reader: z.enum(['NOBODY', 'RECIPIENT', 'OTHER_NAME', 'OTHER']),
    /** Where the recipient goes on; null for everybody else. */
    target: z
      .object({
        planId: id,
        /** The recipient's name as the sender wrote it, to begin the real-name verification with. */
        userName: z.string(),
        /** Identity to act as: the enterprise, or empty for the person. */
        entId: z.string(),
        /** Whether it is the recipient's turn to sign. */
        signs: z.boolean(),
        /** What is missing before they can sign; MEMBER: they are no member of the enterprise, which is verified. */
        lacks: z.enum(['', 'NAME', 'ENTERPRISE', 'MEMBER']),
      })
      .nullable(),
  }),
  summary: 'Read what the link in a message leads to; a signed-in recipient is told where to go on',
});

export const sendInvitationCode = defineCall({
  id: 'invitation.sendInvitationCode',
  method: 'POST',
  path: '/docmanager/invitation/sendCode',
  access: INVITED,
  input: z.object({ code }),
  output: empty,
  summary: 'Send the recipient of a link the code that signs them in',
});

export const endReminders = defineCall({
  id: 'invitation.endReminders',
  method: 'POST',
  path: '/docmanager/invitation/endReminders',
  access: INVITED,
  input: z.object({ code }),
  output: empty,
  summary: 'Send the recipient of a link no more reminders of its contract',
});

export const acceptInvitation = defineCall({
  id: 'invitation.acceptInvitation',
  method: 'POST',
  path: '/docmanager/invitation/accept',
  access: INVITED,
  input: z.object({
    code,
    authCode: sentCode,
    /** Versions of the agreements 1 to 4 that a recipient without an account was shown and accepted. */
    agreements: z.object({ 1: version, 2: version, 3: version, 4: version }).optional(),
    /** Required of whoever has passkeys, or without them at hand the password. */
    passkey: passkeyResponse.optional(),
    password: sealedPassword.optional(),
  }),
  output: z.object({
    /** Null: the number has no account yet; the same code makes one together with the agreements. */
    session: sessionUser.nullable(),
  }),
  summary:
    'Sign in as the recipient of a link with the code sent to them; a newcomer gets an account without a password',
  validates: true,
});
