import type { Bytes } from '#core/bytes.ts';
import type { PublicKey, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type { Name } from '../name/name.ts';
import type { GeneralName } from './general-name.ts';

/** Bits of key usage, in the order of RFC 5280, clause 4.2.1.3. */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
export type KeyUsage = (typeof KEY_USAGES)[number];

/** Reasons for revocation, by number (RFC 5280, clause 5.3.1; 7 is not used). */
export const REVOCATION_REASONS = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'unused7',
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];

/** Reasons in distribution points: bit n of ReasonFlags (clause 4.2.1.13; bit 0 is unused). */
export const REASON_FLAGS: readonly (RevocationReason | undefined)[] = [
  undefined,
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
  'aACompromise',
];

/** Location of a CRL, or identifier of its scope. */
export type DistributionPointName =
  | { readonly kind: 'full'; readonly names: readonly GeneralName[] }
  /** Relative to the name of the CRL's issuer. */
  | { readonly kind: 'relative'; readonly rdn: readonly { oid: string; type: string; value: string }[] };

export type DistributionPoint = {
  readonly name: DistributionPointName | undefined;
  /** Undefined means all reasons. */
  readonly reasons: readonly RevocationReason[] | undefined;
  readonly crlIssuer: readonly GeneralName[] | undefined;
};

export type PolicyInformation = {
  readonly oid: string;
  readonly qualifiers: readonly { readonly oid: string; readonly text: string | undefined }[];
};

/** A subtree of name constraints; minimum and maximum are not used by RFC 5280. */
export type NameConstraints = {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
};

export type Extensions = {
  readonly basicConstraints?: { readonly ca: boolean; readonly pathLength: number | undefined };
  readonly keyUsage?: ReadonlySet<KeyUsage>;
  /** OIDs of extended key usages. */
  readonly extKeyUsage?: readonly string[];
  readonly extKeyUsageCritical?: boolean;
  readonly subjectKeyIdentifier?: Bytes;
  readonly authorityKeyIdentifier?: {
    readonly keyIdentifier: Bytes | undefined;
    readonly issuer: readonly GeneralName[] | undefined;
    readonly serialHex: string | undefined;
  };
  readonly subjectAltName?: readonly GeneralName[];
  readonly nameConstraints?: NameConstraints;
  readonly certificatePolicies?: readonly PolicyInformation[];
  readonly policyMappings?: readonly { readonly issuer: string; readonly subject: string }[];
  readonly policyConstraints?: {
    readonly requireExplicit: number | undefined;
    readonly inhibitMapping: number | undefined;
  };
  readonly inhibitAnyPolicy?: number;
  readonly crlDistributionPoints?: readonly DistributionPoint[];
  readonly freshestCrl?: readonly DistributionPoint[];
  readonly authorityInfoAccess?: { readonly ocsp: readonly string[]; readonly caIssuers: readonly string[] };
  readonly ocspNoCheck?: true;
};

/** A parsed X.509 certificate. Times in epoch ms. */
export type Certificate = {
  readonly der: Bytes;
  /** What the issuer signed. */
  readonly tbs: Bytes;
  readonly version: 1 | 2 | 3;
  /** Lower-case hex, two digits per byte, without leading zero bytes, with a minus sign if negative. */
  readonly serialHex: string;
  readonly subject: Name;
  readonly issuer: Name;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: PublicKey;
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** Whether the algorithms inside and outside the signed part agree; if not, the certificate is never trusted. */
  readonly signatureAlgorithmAgrees: boolean;
  readonly signature: Bytes;
  readonly extensions: Extensions;
  /** OIDs of critical extensions that this product does not process. */
  readonly unknownCriticalExtensions: readonly string[];
  /** OIDs of extensions that occur twice. */
  readonly repeatedExtensions: readonly string[];
  /** OIDs of known extensions that cannot be decoded; with any of them the certificate is never trusted. */
  readonly brokenExtensions: readonly string[];
  /** Every extension as found. */
  readonly extensionList: readonly {
    readonly oid: string;
    readonly critical: boolean;
    readonly value: Bytes;
  }[];
  /** Whether subject and issuer are the same name (self-issued, RFC 5280, clause 3.2). */
  readonly selfIssued: boolean;
};
