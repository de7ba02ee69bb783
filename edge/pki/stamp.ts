import type { Bytes } from '#core/bytes.ts';
import { DIGEST_OIDS, type DigestAlgorithm } from '#core/pki/algorithm/algorithms.ts';
import { newSerial } from '#core/pki/certificate/issue-certificate.ts';
import {
  answerTimestampRequest,
  issueTimestampToken,
  type TimestampAuthority,
} from '#core/pki/tsp/answer-timestamp-request.ts';
import type { Context } from '#edge/kernel/context.ts';
import { type Family, openAuthority } from './authority.ts';
import { openSigningService } from './signing-service.ts';

/** The policy of the product's own time stamps, an OID made from a UUID (ITU-T X.667): UTC of the server, to a second. */
export const TSA_POLICY = '2.25.245730410621243572538987790486009478926';

async function openTimestampAuthority(context: Context, family: Family): Promise<TimestampAuthority> {
  const [{ signer, certificate }, { issuing }] = await Promise.all([
    openSigningService(context, 'TSA', family),
    openAuthority(context, family),
  ]);
  return {
    signer: { ...signer, certificate: certificate.der },
    time: context.now,
    serialHex: newSerial((bytes) => crypto.getRandomValues(bytes)),
    policy: TSA_POLICY,
    chain: [issuing.der],
  };
}

/** Answers a request to the product's time stamp service (RFC 3161). */
export async function answerTimestamp(context: Context, family: Family, request: Bytes): Promise<Bytes> {
  return answerTimestampRequest(request, await openTimestampAuthority(context, family));
}

/** A token of the product's own service, without HTTP. */
export async function stampHere(
  context: Context,
  family: Family,
  imprint: { digest: Bytes; digestAlgorithm: DigestAlgorithm },
): Promise<Bytes> {
  return issueTimestampToken(
    {
      imprint: { ...imprint, digestOid: DIGEST_OIDS[imprint.digestAlgorithm] },
      nonce: undefined,
      wantsCertificates: true,
    },
    await openTimestampAuthority(context, family),
  );
}
