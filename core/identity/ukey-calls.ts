import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { attestation } from '#core/config/key-policy.ts';
import { empty, id, nothing, time, ukeySerial } from '#core/wire.ts';
import { ENTERING } from './access.ts';
import { SECOND_PROOFS, secondProof } from './proof.ts';
import { sessionUser } from './session-user.ts';

const OWN_UKEYS: Access = {
  actor: 'session',
  may: 'see, bind and unbind the UKeys of their own account',
  also: 'only their own; binding: with the signing password or a code to their mobile',
};

/** UKeys of the account ([2.20]). */
export const listMyUkeys = defineCall({
  id: 'identity.listMyUkeys',
  method: 'GET',
  path: '/cb/user/ukey/list',
  access: OWN_UKEYS,
  input: nothing,
  output: z.array(
    z.object({
      id,
      serial: z.string(),
      label: z.string(),
      bindTime: time,
      certificateSerial: z.string(),
      certificateNotAfter: time,
    }),
  ),
  summary: 'List the UKeys bound to the account',
});

/** Proofs required for binding a key in addition to the session, here and for an enterprise's seal. */
export const listKeyProofs = defineCall({
  id: 'identity.listKeyProofs',
  method: 'GET',
  path: '/cb/user/ukey/proofs',
  access: OWN_UKEYS,
  input: nothing,
  output: z.object({
    methods: z.array(z.enum(SECOND_PROOFS)),
    /** Whether only keys with a hardware attestation are accepted. */
    attestedOnly: z.boolean(),
  }),
  summary: 'List the ways in which the person can confirm their identity before binding a key',
});

/**
 * [7.8g] A key signs and logs in without the password and outlasts the session, so binding requires a second proof
 * besides the session.
 */
export const bindUkey = defineCall({
  id: 'identity.bindUkey',
  method: 'POST',
  path: '/cb/user/register/bindUKey',
  access: OWN_UKEYS,
  input: z.object({
    serial: ukeySerial,
    label: z.string().trim().max(64),
    /** PKCS#10 (RFC 2986) in base64, generated on the UKey: proves possession of the key. */
    request: z
      .string()
      .max(12_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    attestation,
    proof: secondProof,
  }),
  output: z.object({
    id,
    /** For import into the UKey, DER in base64. */
    certificate: z.string(),
    certificateNotAfter: time,
  }),
  summary: 'Bind a UKey to the account; its key gets a certificate of the person',
  once: true,
  changes: ['identity.listMyUkeys', 'account.listKeys'],
});

/** [7.8h] Unbind a UKey from the account; its certificate is revoked. */
export const unbindUkey = defineCall({
  id: 'identity.unbindUkey',
  method: 'POST',
  path: '/cb/user/register/unBindUKey/:id',
  access: OWN_UKEYS,
  input: z.object({ id }),
  output: empty,
  summary: 'Unbind a UKey from the account; its certificate is revoked',
  changes: ['identity.listMyUkeys', 'account.listKeys'],
});

/** [1.13a] A challenge for logging in with a UKey, good once and for five minutes. */
export const getUkeyChallenge = defineCall({
  id: 'identity.getUkeyChallenge',
  method: 'GET',
  path: '/oauth2/ukey/challenge',
  access: ENTERING,
  input: nothing,
  output: z.object({ challenge: z.string() }),
  summary: 'Get a challenge for logging in with a UKey, valid once and for five minutes',
});

export const loginByUkey = defineCall({
  id: 'identity.loginByUkey',
  method: 'POST',
  path: '/oauth2/ukey/token',
  access: ENTERING,
  input: z.object({
    /** Serial number of the certificate that the UKey signed with, hexadecimal. */
    certificateSerial: z.string().regex(/^[0-9a-f]{2,40}$/),
    challenge: z.string().max(200),
    value: z
      .string()
      .max(2_048)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  }),
  output: sessionUser,
  summary: 'Log in with a challenge signed by a UKey',
});
