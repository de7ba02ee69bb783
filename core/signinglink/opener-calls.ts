import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { passkeyResponse } from '#core/identity/passkey-calls.ts';
import { humanProof, sealedPassword, sentCode } from '#core/identity/proof.ts';
import { sessionUser } from '#core/identity/session-user.ts';
import { contentField } from '#core/template/field.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { mobile } from '#core/validate/rules.ts';
import { draftKey, id } from '#core/wire.ts';
import { ENTRY_STATES } from './calls.ts';
import { SIGNING_LINK_CODE } from './code.ts';

const OPENING: Access = {
  actor: 'anyone',
  may: 'open a signing link',
  also: 'to who publishes what; further only with a code sent to their mobile',
};
const ENTERING: Access = {
  actor: 'person',
  may: 'fill in and sign what a signing link is for',
  also: 'only while the link takes people, and a number that it allows',
};

/** From the link; in no address of a call, because addresses are logged. */
const code = z.string().regex(SIGNING_LINK_CODE);
const version = z.string().max(40);
/** The code of a counter behind the address; empty without one. */
const counter = z
  .string()
  .regex(/^[0-9a-z.-]{0,80}$/)
  .default('');

/** `UNAVAILABLE`: the publisher's side takes nobody at present. `COUNTER`: only with a present code of the counter. */
export const OPENING_STATES = ['OPEN', 'STOPPED', 'ENDED', 'FULL', 'UNAVAILABLE', 'COUNTER'] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

export const openSigningLink = defineCall({
  id: 'signinglink.openSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/open',
  access: OPENING,
  input: z.object({ code, counter }),
  output: z.object({
    state: z.enum(OPENING_STATES),
    /** The publisher's enterprise, and the name of the link. */
    initiator: z.string(),
    taskName: z.string(),
    /** Whether the publisher accepts each before it becomes a contract. */
    approval: z.boolean(),
  }),
  summary: 'Read what a signing link is for',
});

export const sendSigningLinkCode = defineCall({
  id: 'signinglink.sendSigningLinkCode',
  method: 'POST',
  path: '/docmanager/signingLink/sendCode',
  access: OPENING,
  input: z.object({ code, counter, mobile: mobile(), ...humanProof }),
  /** In place of the counter's code from here on, as it is good for the time that a message and reading take. */
  output: z.object({ pass: z.string() }),
  summary: 'Send whoever opens a signing link the code that proves their number',
});

export const enterSigningLink = defineCall({
  id: 'signinglink.enterSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/enter',
  access: OPENING,
  input: z.object({
    code,
    mobile: mobile(),
    authCode: sentCode,
    /** Versions of the agreements 1 to 4 that a newcomer was shown and accepted. */
    agreements: z.object({ 1: version, 2: version, 3: version, 4: version }).optional(),
    /** Required of whoever has passkeys, or without them at hand the password. */
    passkey: passkeyResponse.optional(),
    password: sealedPassword.optional(),
  }),
  output: z.object({
    /** Null: the number has no account yet; the same code makes one together with the agreements. */
    session: sessionUser.nullable(),
  }),
  summary: 'Sign in by the code sent to a number; a newcomer gets an account without a password',
  validates: true,
});

export const readSigningLinkForm = defineCall({
  id: 'signinglink.readSigningLinkForm',
  method: 'POST',
  path: '/docmanager/signingLink/form',
  access: ENTERING,
  input: z.object({ code, counter }),
  output: z.object({
    initiator: z.string(),
    taskName: z.string(),
    approval: z.boolean(),
    /** Verified real name, which is taken; empty: it is typed. */
    userName: z.string(),
    /** Masked. */
    mobile: z.string(),
    /** What the opener fills in before the contract is made. */
    fields: z.array(
      contentField.pick({
        key: true,
        name: true,
        types: true,
        length: true,
        input: true,
        choices: true,
        required: true,
        format: true,
      }),
    ),
    /** What they sent in before, if anything that stands; the task once there is one. */
    mine: z
      .object({
        state: z.enum(ENTRY_STATES),
        /** The task; empty while there is none, or while the publisher's enterprise has to approve it. */
        planId: id.or(z.literal('')),
        /** Whether it is their turn to sign, and whether their real name is still to be verified first. */
        signs: z.boolean(),
        lacksName: z.boolean(),
      })
      .nullable(),
    repeats: z.boolean(),
    /** To be sent along with what is filled in: shows that it was begun at the counter. */
    pass: z.string(),
  }),
  summary: 'Read what somebody who proved their number fills in at a signing link',
});

export const submitSigningLink = defineCall({
  id: 'signinglink.submitSigningLink',
  method: 'POST',
  path: '/docmanager/signingLink/submit',
  access: ENTERING,
  input: z.object({
    code,
    userName: z.string().trim().min(1).max(50),
    /** By key of the field, as a person types them. */
    fields: z.record(draftKey, severalLines(z.string().max(4_000))).default({}),
    pass: z.string().max(100).default(''),
  }),
  output: z.object({
    state: z.enum(ENTRY_STATES),
    /** The task that was made; empty while it waits for a decision. */
    planId: id.or(z.literal('')),
  }),
  summary: 'Send in what was filled in: a task of one’s own, or a request that the publisher decides on',
  once: true,
  validates: true,
  changes: ['signinglink', 'task'],
});
