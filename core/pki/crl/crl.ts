import type { Bytes } from '#core/bytes.ts';
import type { SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type {
  DistributionPoint,
  DistributionPointName,
  RevocationReason,
} from '../certificate/certificate.ts';
import type { Name } from '../name/name.ts';

/** One certificate on a list. */
export type RevokedEntry = {
  readonly serialHex: string;
  /** Epoch ms. */
  readonly revokedAt: number;
  readonly reason: RevocationReason | undefined;
  readonly invalidityDate: number | undefined;
  /** Key of the name of the certificate's issuer: that of the list, or another on an indirect list. */
  readonly issuerKey: string;
};

/** Which certificates a list is for (RFC 5280, clause 5.2.5). */
export type IssuingDistributionPoint = {
  readonly name: DistributionPointName | undefined;
  readonly onlyUserCertificates: boolean;
  readonly onlyCaCertificates: boolean;
  readonly onlySomeReasons: readonly RevocationReason[] | undefined;
  readonly indirect: boolean;
  readonly onlyAttributeCertificates: boolean;
};

/** A parsed list of revoked certificates. Times in epoch ms. */
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
  /** Set on a delta list: the number of the complete list that it builds on. */
  readonly deltaBase: bigint | undefined;
  readonly authorityKeyIdentifier: Bytes | undefined;
  readonly issuingDistributionPoint: IssuingDistributionPoint | undefined;
  readonly freshestCrl: readonly DistributionPoint[] | undefined;
  /** OIDs of critical extensions, of the list or an entry, that are not understood: the list must not be used. */
  readonly unknownCriticalExtensions: readonly string[];
};
