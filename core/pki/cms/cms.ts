import type { Bytes } from '#core/bytes.ts';
import type { DigestAlgorithm, SignatureAlgorithm } from '../algorithm/algorithms.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Name } from '../name/name.ts';
import type { ProblemCode } from '../problems.ts';

/** Signers in a message; each costs a verification, and a real message has a few. More are refused. */
export const MAX_SIGNERS = 64;

/** A reference to the signer's certificate in the signed attributes (ESS, RFC 2634 and 5035). */
export type CertificateReference = {
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly digest: Bytes;
  readonly issuer: Name | undefined;
  readonly serialHex: string | undefined;
};

/** Signed attributes, decoded. What is missing was not there. */
export type SignedAttributes = {
  contentType?: string;
  messageDigest?: Bytes;
  /** Epoch ms, as claimed by the signer. */
  signingTime?: number;
  /** The references of signing-certificate-v2, else of signing-certificate; the signer's own is the first. */
  signingCertificate?: readonly CertificateReference[];
  /** OID of the signature policy; an empty text for an implied one. */
  signaturePolicyId?: string;
  /** OID of the commitment, the first where there are several. */
  commitmentType?: string;
  /** adbe-revocationInfoArchival (ISO 32000-1, clause 12.8.3.3.2). */
  adbeRevocation?: { readonly crls: readonly Bytes[]; readonly ocsps: readonly Bytes[] };
  /** Content time stamp tokens. */
  contentTimestamps: Bytes[];
  /** Protected names (RFC 6211). */
  algorithmProtection?: { readonly digestOid: string; readonly signatureOid: string | undefined };
  /** OIDs of all attributes, in their order. */
  types: string[];
};

/** Unsigned attributes that matter: tokens as DER. */
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
  /** With its digest: that of the signer where the algorithm itself names none. */
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** What was signed: the attributes as DER SET OF; missing where the content was signed directly. */
  readonly signedAttributesDer: Bytes | undefined;
  readonly signed: SignedAttributes;
  readonly unsigned: UnsignedAttributes;
  readonly signature: Bytes;
  /** The signer's certificate, where the message holds it. */
  readonly certificate: Certificate | undefined;
  /** Found while reading. */
  readonly problems: readonly ProblemCode[];
};

/** A parsed SignedData. */
export type ParsedCms = {
  /** The message without what follows it. */
  readonly der: Bytes;
  /** OID of the message: CMS or GM/T 0010 signedData. */
  readonly type: string;
  readonly version: number;
  /** OID of the content. */
  readonly contentType: string;
  /** The content, where the message carries it. */
  readonly content: Bytes | undefined;
  readonly certificates: readonly Certificate[];
  /** Certificates that cannot be read. */
  readonly brokenCertificates: number;
  readonly crls: readonly Bytes[];
  /** OCSPResponse values. */
  readonly ocsps: readonly Bytes[];
  /** BasicOCSPResponse values, as some put them in. */
  readonly basicOcsps: readonly Bytes[];
  readonly signers: readonly CmsSigner[];
  /** Bytes after the message, and whether all are zero (the padding of a PDF's /Contents). */
  readonly trailing: { readonly length: number; readonly allZero: boolean };
};
