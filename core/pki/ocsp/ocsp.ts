import type { Bytes } from '#core/bytes.ts';
import type { DigestAlgorithm, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type { Certificate, RevocationReason } from '../certificate/certificate.ts';

/** Identifies a certificate by digests of its issuer's name and key, and its serial number (RFC 6960, 4.1.1). */
export type CertId = {
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly nameHash: Bytes;
  readonly keyHash: Bytes;
  readonly serialHex: string;
  readonly der: Bytes;
};

export type OcspRequest = {
  readonly certIds: readonly CertId[];
  /** Contents of the nonce extension (an OCTET STRING, usually). */
  readonly nonce: Bytes | undefined;
};

/** Status of one certificate in a response. Times in epoch ms. */
export type OcspStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'revoked'; readonly revokedAt: number; readonly reason: RevocationReason | undefined }
  | { readonly kind: 'unknown' };

export type SingleResponse = {
  readonly certId: CertId;
  readonly status: OcspStatus;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
};

/** Numbers of OCSPResponseStatus. */
export const OCSP_RESPONSE_STATUS = {
  successful: 0,
  malformedRequest: 1,
  internalError: 2,
  tryLater: 3,
  sigRequired: 5,
  unauthorized: 6,
} as const;

/** A parsed OCSPResponse. */
export type OcspResponse = {
  readonly der: Bytes;
  /** 0 is successful; otherwise the other fields are empty. */
  readonly responseStatus: number;
  readonly basic: BasicOcspResponse | undefined;
};

export type BasicOcspResponse = {
  readonly tbs: Bytes;
  /** Key of the responder's name, or the SHA-1 of its key. */
  readonly responder: { readonly nameKey: string } | { readonly keyHash: Bytes };
  readonly producedAt: number;
  readonly responses: readonly SingleResponse[];
  readonly nonce: Bytes | undefined;
  readonly unknownCriticalExtensions: readonly string[];
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Bytes;
  readonly certificates: readonly Certificate[];
};
