import type { Bytes } from '#core/bytes.ts';
import type { SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type {
  DistributionPoint,
  DistributionPointName,
  RevocationReason,
} from '../certificate/certificate.ts';
import type { Name } from '../name/name.ts';

/** One revoked certificate. */
export type RevokedEntry = {
  readonly serialHex: string;
  /** Epoch ms. */
  readonly revokedAt: number;
  readonly reason: RevocationReason | undefined;
  readonly invalidityDate: number | undefined;
  /** Key of the certificate issuer's name: the CRL's issuer, or another one in an indirect CRL. */
  readonly issuerKey: string;
};

/** Scope of a CRL (RFC 5280, clause 5.2.5). */
export type IssuingDistributionPoint = {
  readonly name: DistributionPointName | undefined;
  readonly onlyUserCertificates: boolean;
  readonly onlyCaCertificates: boolean;
  readonly onlySomeReasons: readonly RevocationReason[] | undefined;
  readonly indirect: boolean;
  readonly onlyAttributeCertificates: boolean;
};

/** A parsed CRL. Times in epoch ms. */
export type Crl = {
  readonly der: Bytes;
  readonly tbs: Bytes;
  readonly issuer: Name;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
  readonly entries: readonly RevokedEntry[];
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Bytes;
  readonly number: bigint | undefined;
  /** Set for a delta CRL: the number of the complete CRL that it is based on. */
  readonly deltaBase: bigint | undefined;
  readonly authorityKeyIdentifier: Bytes | undefined;
  readonly issuingDistributionPoint: IssuingDistributionPoint | undefined;
  readonly freshestCrl: readonly DistributionPoint[] | undefined;
  /** OIDs of unknown critical extensions, of the CRL or an entry: with any of them the CRL must not be used. */
  readonly unknownCriticalExtensions: readonly string[];
};
