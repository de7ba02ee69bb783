import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { empty, nothing, time } from '#core/wire.ts';

const challenge = z.object({
  /** What the QR code shows. */
  challenge: z.string().min(8).max(500),
  expiresAt: time,
});

/**
 * [7.16a] Answers with the code CLOUD_SEAL_AUTHORIZATION_NEEDED (70003009) while there is no leave, and NO_PERMISSION
 * where cloud seals do not apply ([4.22d]).
 */
export const queryCloudToken = defineCall({
  id: 'seal.queryCloudToken',
  method: 'POST',
  path: '/assemble/cloudSeal/user/querytoken',
  access: { actor: 'enterprise' },
  input: nothing,
  output: z.object({ expiresAt: time }),
  summary: 'Whether one may use the enterprise’s cloud seals now',
});

/** [7.16b] */
export const requestCloudQr = defineCall({
  id: 'seal.requestCloudQr',
  method: 'POST',
  path: '/assemble/cloudSeal/user/qr',
  access: { actor: 'enterprise' },
  input: nothing,
  output: challenge,
  summary: 'A QR code to scan with the cloud seal’s app',
});

/** [7.16c] Waits for the scan as long as the QR code is good. */
export const confirmCloudQr = defineCall({
  id: 'seal.confirmCloudQr',
  method: 'POST',
  path: '/assemble/cloudSeal/user/confirm',
  access: { actor: 'enterprise' },
  input: challenge,
  output: z.object({ expiresAt: time }),
  summary: 'Wait until the QR code was scanned and the authorization given',
});

/** The side of the cloud seal's service that a person sees; answers NOT_FOUND in mode pro. */
export const listCloudChallenges = defineCall({
  id: 'seal.listCloudChallenges',
  method: 'GET',
  path: '/sim/cloudSeal/challenges',
  access: { actor: 'anyone' },
  input: nothing,
  output: z.array(
    z.object({
      challenge: z.string(),
      person: z.string(),
      enterprise: z.string(),
      state: z.enum(['WAITING', 'ALLOWED', 'REFUSED']),
      expiresAt: time,
    }),
  ),
  summary: 'Authorizations that the simulated cloud seal service is asked for (not in production)',
});

export const answerCloudChallenge = defineCall({
  id: 'seal.answerCloudChallenge',
  method: 'POST',
  path: '/sim/cloudSeal/answer',
  access: { actor: 'anyone' },
  input: z.object({ challenge: z.string().max(500), allow: z.boolean() }),
  output: empty,
  summary: 'Give or refuse an authorization, as the person with the app does (not in production)',
});
