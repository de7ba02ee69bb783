import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';
import { digestOf } from '../algorithm/digest.ts';
import type { Signer } from '../key/signer.ts';
import { OID } from '../oids.ts';
import { assembleCms, type CmsParts } from './assemble-cms.ts';
import { buildSignedAttributes } from './build-signed-attributes.ts';

/** Requests a TimeStampToken (DER) on `data` from an authority; it computes the digest itself. */
export type TimestampSource = (data: Bytes) => Promise<Bytes>;

export type SignCmsInput = {
  /** Digest of the content; or the content itself in `content`. */
  readonly digest?: Bytes;
  /** By default the digest of the signer's algorithm. */
  readonly digestAlgorithm?: DigestAlgorithm;
  readonly content?: Bytes;
  /** Whether the content is embedded. */
  readonly attached?: boolean;
  readonly signer: Signer;
  /** DER; the signer's first. By default only the signer's own certificate. */
  readonly certificates?: readonly Bytes[];
  /** Epoch ms; omitted from the signed attributes by default. */
  readonly signingTime?: number;
  readonly contentType?: string;
  readonly moreSignedAttributes?: readonly Bytes[];
  readonly timestamp?: TimestampSource;
} & Pick<CmsParts, 'crls' | 'ocsps' | 'profile' | 'includeCertificates'>;

/**
 * Signs in one step: attributes, value, and a time stamp on the value if a source is given. Returns the CMS as DER.
 * Throws CERTIFICATE_BROKEN without a certificate, and the errors of the signer and the source.
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
