import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, id, nothing, time } from '#core/wire.ts';
import { ENTERING } from './access.ts';
import { secondProof } from './proof.ts';

const OWN_PASSKEYS: Access = {
  actor: 'session',
  may: 'see, add, rename and remove the passkeys of their own account',
  also: 'only their own; adding and removing: with the signing password or a code to their mobile',
};

export const MOST_PASSKEYS = 10;
export const PASSKEY_NAME_MAX = 40;

/** What an authenticator responds with, as JSON (WebAuthn Level 3, 5.1.8 and 5.1.9). */
export const passkeyResponse = z.string().min(2).max(16_000);

/** What a browser needs to ask an authenticator. */
const challenge = {
  /** Base64url; good once and for five minutes. */
  challenge: z.string(),
  /** Relying party: the host name of the page. */
  rpId: z.string(),
};

export const listPasskeys = defineCall({
  id: 'identity.listPasskeys',
  method: 'GET',
  path: '/cb/user/passkey/list',
  access: OWN_PASSKEYS,
  input: nothing,
  output: z.array(
    z.object({
      passkeyId: id,
      name: z.string(),
      /** Whether it is copied to other devices of the person. */
      isSynced: z.boolean(),
      addedAt: time,
      /** Null until it was used. */
      usedAt: time.nullable(),
    }),
  ),
  summary: 'List the passkeys of the account',
});

export const beginPasskey = defineCall({
  id: 'identity.beginPasskey',
  method: 'POST',
  path: '/cb/user/passkey/begin',
  access: OWN_PASSKEYS,
  input: z.object({ proof: secondProof }),
  output: z.object({
    ...challenge,
    /** User handle, base64url. */
    userHandle: z.string(),
    userName: z.string(),
    /** Credentials that the account has already, base64url. */
    known: z.array(z.string()),
  }),
  summary: 'Begin to add a passkey, after a second proof of who does',
});

export const addPasskey = defineCall({
  id: 'identity.addPasskey',
  method: 'POST',
  path: '/cb/user/passkey/add',
  access: OWN_PASSKEYS,
  input: z.object({ name: z.string().trim().min(1).max(PASSKEY_NAME_MAX), response: passkeyResponse }),
  output: empty,
  summary: 'Add a passkey to the account by what the authenticator made',
  changes: ['identity.listPasskeys'],
});

export const renamePasskey = defineCall({
  id: 'identity.renamePasskey',
  method: 'POST',
  path: '/cb/user/passkey/rename',
  access: OWN_PASSKEYS,
  input: z.object({ passkeyId: id, name: z.string().trim().min(1).max(PASSKEY_NAME_MAX) }),
  output: empty,
  summary: 'Rename a passkey',
  changes: ['identity.listPasskeys'],
});

export const removePasskey = defineCall({
  id: 'identity.removePasskey',
  method: 'POST',
  path: '/cb/user/passkey/remove',
  access: OWN_PASSKEYS,
  input: z.object({ passkeyId: id, proof: secondProof }),
  output: empty,
  summary: 'Remove a passkey, after a second proof of who does; it no longer logs in or confirms',
  changes: ['identity.listPasskeys'],
});

export const getPasskeyChallenge = defineCall({
  id: 'identity.getPasskeyChallenge',
  method: 'POST',
  path: '/oauth2/passkey/challenge',
  access: ENTERING,
  input: nothing,
  output: z.object(challenge),
  summary: 'Get a challenge for the passkey of a login, valid once and for five minutes',
});
