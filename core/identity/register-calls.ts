import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { empty, id, time } from '#core/wire.ts';
import { ENTERING, OWN_REGISTRATION } from './access.ts';
import { passkeyResponse } from './passkey-calls.ts';
import { sealedPassword, sentCode } from './proof.ts';
import { sessionUser } from './session-user.ts';

const mobile = z.string().trim().max(20);

/** [1.13b] Version of an agreement that a new user accepts. */
const version = z.string().max(40);

export const register = defineCall({
  id: 'identity.register',
  method: 'POST',
  path: '/cb/user/register',
  access: ENTERING,
  input: z.object({
    mobile,
    code: sentCode,
    password: sealedPassword,
    /** Versions of the agreements 1 to 4 that were shown and accepted. */
    agreements: z.object({ 1: version, 2: version, 3: version, 4: version }),
  }),
  output: sessionUser,
  summary: 'Register with a mobile number, a code sent to it and a password',
  validates: true,
});

/** [7.8a] [3.21f] The registration data of the signed-in person only. */
export const getRegisteredUser = defineCall({
  id: 'identity.getRegisteredUser',
  method: 'GET',
  path: '/cb/user/register/:id',
  access: OWN_REGISTRATION,
  input: z.object({ id }),
  output: z.object({
    id,
    account: z.string(),
    name: z.string(),
    /** Masked. */
    mobile: z.string(),
    /** Masked; empty if there is none. */
    mail: z.string(),
    photo: z.string(),
    defaultPwd: z.boolean(),
    handWriteImg: z.string(),
    authStatus: z.string(),
    registeredAt: time,
  }),
  summary: 'Get the signed-in person’s own registration',
});

/** [7.8b] Verifies an address by its code; the ticket is valid for one next step. */
export const checkCode = defineCall({
  id: 'identity.checkCode',
  method: 'POST',
  path: '/cb/user/register/checkCode',
  access: ENTERING,
  input: z.object({
    authCodeType: z.literal('FORGOT_PASSWORD'),
    /** Mobile number or mail address that the code went to. */
    username: z.string().trim().min(1).max(120),
    authCode: sentCode,
  }),
  output: z.object({
    ticket: z.string(),
    /** UKeys that keep login access to the account, unless they are removed together with the password reset. */
    keys: z.number().int(),
  }),
  summary: 'Check a code sent for a forgotten password, and get a ticket to set a new one',
  validates: true,
});

/** [7.8f] [1.13c] Set a new password with the ticket of a checked code; every session of the account ends. */
export const savePassword = defineCall({
  id: 'identity.savePassword',
  method: 'POST',
  path: '/cb/user/register/savePassword',
  access: ENTERING,
  input: z.object({
    ticket: z.string().max(200),
    password: sealedPassword,
    /** Also unbinds the account's UKeys, which log in without the password. */
    removeKeys: z.boolean().default(false),
    /** Required of whoever has passkeys: what the authenticator signed, as JSON. */
    passkey: passkeyResponse.optional(),
  }),
  output: empty,
  summary: 'Set a new password with the ticket of a checked code; ends every session of the account',
  validates: true,
});

/** [7.11d] [5.7g] Replace one’s default or weak password. */
export const changeDefaultPassword = defineCall({
  id: 'identity.changeDefaultPassword',
  method: 'POST',
  path: '/cb/user/register/changeDefaultPassword',
  access: OWN_REGISTRATION,
  input: z.object({ userId: id, password: sealedPassword }),
  output: empty,
  summary: 'Replace the person’s default or weak password',
  validates: true,
});
