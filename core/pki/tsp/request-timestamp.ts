import { type Bytes, toHex } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';
import { buildTimestampRequest } from './timestamp-request.ts';
import { verifyTimestampResponse } from './verify-timestamp.ts';

export type TimestampOptions = {
  /** Sends the request to an authority and returns its response. */
  readonly send: (request: Bytes) => Promise<Bytes>;
  /** Fills an array with random bytes, for the nonce. */
  readonly random: (bytes: Bytes) => Bytes;
  /** SHA-256 by default. */
  readonly digestAlgorithm?: DigestAlgorithm;
  readonly policy?: string;
};

/**
 * Requests a token (DER) on a digest and verifies it. Throws TIMESTAMP_FAILED with the problems.
 *
 * ```ts
 * const token = await requestTimestampOnDigest(digest, 'SHA-256', {
 *   send: async (request) => new Uint8Array(await (await fetch(url, { method: 'POST', body: request })).arrayBuffer()),
 *   random: (bytes) => crypto.getRandomValues(bytes),
 * });
 * ```
 */
export async function requestTimestampOnDigest(
  digest: Bytes,
  digestAlgorithm: DigestAlgorithm,
  { send, random, policy }: TimestampOptions,
): Promise<Bytes> {
  const nonce = toHex(random(new Uint8Array(8)));
  const more = policy ? { policy } : {};
  const answer = await send(buildTimestampRequest({ digest, digestAlgorithm, nonce, ...more }));
  const { ok, response, problems } = await verifyTimestampResponse(answer, {
    data: { digest: async () => digest },
    nonce,
    ...more,
  });
  if (!ok) throw new AppError('TIMESTAMP_FAILED', { problems: problems.join(' ') });
  return response!.token!;
}
