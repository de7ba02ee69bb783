import type { Bytes } from '#core/bytes.ts';
import type { DigestAlgorithm, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Name } from '../name/name.ts';
import type { ProblemCode } from '../problems.ts';

/** Maximum number of signers of a message, more are refused: each costs a verification; real messages have a few. */
export const MAX_SIGNERS = 64;

/** A reference to the signer's certificate in the signed attributes (ESS, RFC 2634 and 5035). */
export type CertificateReference = {
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly digest: Bytes;
  readonly issuer: Name | undefined;
  readonly serialHex: string | undefined;
};

/** Decoded signed attributes; absent ones are undefined. */
export type SignedAttributes = {
  contentType?: string;
  messageDigest?: Bytes;
  /** Epoch ms, as claimed by the signer. */
  signingTime?: number;
  /** The references of signing-certificate-v2, or else of signing-certificate; the signer's own comes first. */
  signingCertificate?: readonly CertificateReference[];
  /** OID of the signature policy; empty for an implied one. */
  signaturePolicyId?: string;
  /** OID of the commitment; of several the first. */
  commitmentType?: string;
  /** adbe-revocationInfoArchival (ISO 32000-1, clause 12.8.3.3.2). */
  adbeRevocation?: { readonly crls: readonly Bytes[]; readonly ocsps: readonly Bytes[] };
  /** Content time stamp tokens. */
  contentTimestamps: Bytes[];
  /** Protected names (RFC 6211). */
  algorithmProtection?: { readonly digestOid: string; readonly signatureOid: string | undefined };
  /** OIDs of all attributes, in order. */
  types: string[];
};

/** Relevant unsigned attributes: tokens as DER. */
export type UnsignedAttributes = {
  readonly signatureTimestamps: readonly Bytes[];
  readonly archiveTimestamps: readonly Bytes[];
  readonly types: readonly string[];
};

/** One SignerInfo. */
export type CmsSigner = {
  readonly version: number;
  readonly issuer: Name | undefined;
  readonly serialHex: string | undefined;
  readonly keyIdentifier: Bytes | undefined;
  readonly digestOid: string;
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  /** Includes the digest: that of the SignerInfo if the algorithm itself names none. */
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** The signed bytes: the attributes as DER SET OF; undefined if the content was signed directly. */
  readonly signedAttributesDer: Bytes | undefined;
  readonly signed: SignedAttributes;
  readonly unsigned: UnsignedAttributes;
  readonly signature: Bytes;
  /** The signer's certificate, if the message contains it. */
  readonly certificate: Certificate | undefined;
  /** Problems found while parsing. */
  readonly problems: readonly ProblemCode[];
};

/** A parsed SignedData. */
export type ParsedCms = {
  /** The message without trailing bytes. */
  readonly der: Bytes;
  /** OID of the message: CMS or GM/T 0010 signedData. */
  readonly type: string;
  readonly version: number;
  /** OID of the content. */
  readonly contentType: string;
  /** The content, if it is embedded. */
  readonly content: Bytes | undefined;
  readonly certificates: readonly Certificate[];
  /** Number of certificates that cannot be read. */
  readonly brokenCertificates: number;
  readonly crls: readonly Bytes[];
  /** OCSPResponse values. */
  readonly ocsps: readonly Bytes[];
  /** BasicOCSPResponse values, which some producers embed. */
  readonly basicOcsps: readonly Bytes[];
  readonly signers: readonly CmsSigner[];
  /** Number of bytes after the message, and whether all are zero (the padding of a PDF's /Contents). */
  readonly trailing: { readonly length: number; readonly allZero: boolean };
};
