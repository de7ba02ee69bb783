import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, nothing, time } from '#core/wire.ts';

const CLOUD_SEALS: Access = {
  actor: 'enterprise',
  may: 'get authorized to use the enterprise’s cloud seals',
  also: 'only in enterprises of the platform’s owner, if the service is enabled ([4.22d])',
};
const SIMULATED: Access = {
  actor: 'anyone',
  may: 'act as the cloud seal app on /sim',
  also: 'not in mode pro',
};

const challenge = z.object({
  /** Content of the QR code. */
  challenge: z.string().min(8).max(500),
  expiresAt: time,
});

/**
 * [7.16a] Throws CLOUD_SEAL_AUTHORIZATION_NEEDED (70003009) while there is no authorization, and NO_PERMISSION if cloud
 * seals do not apply ([4.22d]).
 */
export const queryCloudToken = defineCall({
  id: 'seal.queryCloudToken',
  method: 'POST',
  path: '/assemble/cloudSeal/user/querytoken',
  access: CLOUD_SEALS,
  input: nothing,
  output: z.object({ expiresAt: time }),
  summary: 'Get whether the person may currently use the enterprise’s cloud seals',
});

/** [7.16b] A QR code to scan with the cloud seal’s app. */
export const requestCloudQr = defineCall({
  id: 'seal.requestCloudQr',
  method: 'POST',
  path: '/assemble/cloudSeal/user/qr',
  access: CLOUD_SEALS,
  input: nothing,
  output: challenge,
  summary: 'Get a QR code to scan with the cloud seal app',
});

/** [7.16c] Waits for the scan until the QR code expires. */
export const confirmCloudQr = defineCall({
  id: 'seal.confirmCloudQr',
  method: 'POST',
  path: '/assemble/cloudSeal/user/confirm',
  access: CLOUD_SEALS,
  input: challenge,
  output: z.object({ expiresAt: time }),
  summary: 'Wait until the QR code is scanned and the authorization granted',
});

/** The cloud seal service as seen by the user; answers NOT_FOUND in mode pro. */
export const listCloudChallenges = defineCall({
  id: 'seal.listCloudChallenges',
  method: 'GET',
  path: '/sim/cloudSeal/challenges',
  access: SIMULATED,
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
  summary: 'List the authorization requests at the simulated cloud seal service (not in production)',
});

export const answerCloudChallenge = defineCall({
  id: 'seal.answerCloudChallenge',
  method: 'POST',
  path: '/sim/cloudSeal/answer',
  access: SIMULATED,
  input: z.object({ challenge: z.string().max(500), allow: z.boolean() }),
  output: empty,
  summary: 'Grant or refuse an authorization, as the person with the app would (not in production)',
});
