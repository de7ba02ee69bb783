import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { requestTimestampOnDigest } from '#core/pki/tsp/request-timestamp.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForSuccess } from '#edge/kernel/providers/ask-provider.ts';
import type { Family } from './families.ts';
import { stampHere } from './stamp.ts';

/** The imprint to be stamped: a digest and its algorithm. */
export interface Imprint {
  digest: Bytes;
  digestAlgorithm: DigestAlgorithm;
}

/** Gets a TimeStampToken (DER) on a digest. */
export type Timestamps = (imprint: Imprint) => Promise<Bytes>;

/** Space reserved for a token, bytes: ours with its chain has 3.7 kB; other authorities' may be longer. */
export const timestampBytes = ({ env }: Context): number => (env.TSA_URL ? 16_384 : 5_120);

const HEADERS = { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' };

/**
 * The authority at TSA_URL where one is set: RFC 3161 over HTTP (clause 3.4), with TSA_AUTHORIZATION as the
 * `Authorization` header and TSA_POLICY as the policy asked for. Its answer is checked: imprint, nonce, policy,
 * signature, purpose. Throws TIMESTAMP_FAILED. Else the product's own service, with a key of this family.
 */
export function openTimestamps(context: Context, family: Family): Timestamps {
  const { TSA_URL: url, TSA_AUTHORIZATION: authorization, TSA_POLICY: policy } = context.env;
  if (!url) return (imprint) => stampHere(context, family, imprint);
  const failure = (problems: string) => new AppError('TIMESTAMP_FAILED', { problems });
  const service = { name: 'time stamp authority', url, authorization, failure };
  return ({ digest, digestAlgorithm }) =>
    requestTimestampOnDigest(digest, digestAlgorithm, {
      send: async (bytes) => (await askForSuccess(service, { headers: HEADERS, bytes })).body,
      random: (bytes) => crypto.getRandomValues(bytes),
      ...(policy ? { policy } : {}),
    });
}

/** As `openTimestamps` for a signature value (ETSI EN 319 122-1, clause 5.3). */
export function signatureTimestamps(context: Context, family: Family): (value: Bytes) => Promise<Bytes> {
  const stamps = openTimestamps(context, family);
  const digestAlgorithm = family === 'SM2' ? 'SM3' : 'SHA-256';
  return async (value) => stamps({ digest: await digestOf(digestAlgorithm, value), digestAlgorithm });
}
