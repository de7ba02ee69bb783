import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';
import { digestOf } from '../algorithm/digest.ts';
import type { Signer } from '../key/signer.ts';
import { OID } from '../oids.ts';
import { assembleCms, type CmsParts } from './assemble-cms.ts';
import { buildSignedAttributes } from './build-signed-attributes.ts';

/** Gets a TimeStampToken (DER) on `data`: it hashes it and asks an authority. */
export type TimestampSource = (data: Bytes) => Promise<Bytes>;

export type SignCmsInput = {
  /** Digest of the content; or the content itself in `content`. */
  readonly digest?: Bytes;
  /** Unless told, the digest of the signer's algorithm. */
  readonly digestAlgorithm?: DigestAlgorithm;
  readonly content?: Bytes;
  /** Whether the content goes into the message. */
  readonly attached?: boolean;
  readonly signer: Signer;
  /** DER; the signer's first. Unless given, the signer's own certificate alone. */
  readonly certificates?: readonly Bytes[];
  /** Epoch ms; left out of the signed attributes unless given. */
  readonly signingTime?: number;
  readonly contentType?: string;
  readonly moreSignedAttributes?: readonly Bytes[];
  readonly timestamp?: TimestampSource;
} & Pick<CmsParts, 'crls' | 'ocsps' | 'profile' | 'includeCertificates'>;

/**
 * Signs in one go: attributes, value, time stamp on the value where a source is given. DER of the CMS. Throws
 * CERTIFICATE_BROKEN without a certificate, and what the signer and the source throw.
 *
 * ```ts
 * const cms = await signCms({ content: bytes, attached: true, signer: await pkcs8Signer(pkcs8, { certificate }) });
 * ```
 */
export async function signCms(input: SignCmsInput): Promise<Bytes> {
  const { signer } = input;
  const certificates = input.certificates ?? (signer.certificate ? [signer.certificate] : []);
  const certificate = certificates[0];
  if (!certificate) throw new AppError('CERTIFICATE_BROKEN', { reason: 'no certificate', at: 0 });
  const digestAlgorithm = input.digestAlgorithm ?? signer.algorithm.digest ?? 'SHA-256';
  const contentType = input.contentType ?? (input.profile === 'gm' ? OID.gmData : OID.data);
  const signedAttributes = buildSignedAttributes({
    digest: input.digest ?? (await digestOf(digestAlgorithm, input.content ?? new Uint8Array(0))),
    digestAlgorithm,
    certificate,
    contentType,
    ...(input.signingTime === undefined ? {} : { signingTime: input.signingTime }),
    more: input.moreSignedAttributes ?? [],
  });
  const signatureValue = await signer.sign(signedAttributes);
  return assembleCms({
    signedAttributes,
    signatureValue,
    signatureAlgorithm: signer.algorithm,
    digestAlgorithm,
    certificates,
    contentType,
    crls: input.crls ?? [],
    ocsps: input.ocsps ?? [],
    content: input.attached ? input.content : undefined,
    timestampToken: await input.timestamp?.(signatureValue),
    profile: input.profile ?? 'cms',
    includeCertificates: input.includeCertificates ?? true,
  });
}
