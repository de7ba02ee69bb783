/**
 * The result of verifying a signed file, for PDF and OFD alike. `npm run verify -- --json` prints this shape, the page
 * shows it and reports are made from it. docs/verification.md explains every word and code of it.
 */
import type { Box } from '../drawing.ts';
import type { ProblemCode } from './problems.ts';

/**
 * valid: intact, trusted, only allowed changes. invalid: something is provably wrong. indeterminate: nothing is
 * provably wrong, but validity cannot be proven either (unknown trust anchor, …), as in ETSI EN 319 102-1, clause
 * 4.1.3.
 */
export const VERDICTS = ['valid', 'invalid', 'indeterminate'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A file can also be unsigned or unreadable. */
export type FileVerdict = Verdict | 'unsigned' | 'error';

export type FileFormat = 'pdf' | 'ofd';

/** none: no byte was added later. unknown: the comparison was not possible (must never be treated as "none"). */
export type LaterChanges = 'none' | 'allowed' | 'disallowed' | 'unknown';

/**
 * trusted: a valid path leads to a trust anchor. untrusted: well-formed, but no anchor is known. invalid: the path is
 * broken (expired at the proven time, revoked, a rule of RFC 5280 violated). unknown: it could not be checked.
 */
export type ChainStatus = 'trusted' | 'untrusted' | 'invalid' | 'unknown';

/** PAdES baseline level reached (ETSI EN 319 142-1), SES seal (GB/T 38540), or a plain CMS or PKCS#7 signature. */
export type SignatureLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | 'SES' | 'CMS';

/** Level of a change, for comparison with DocMDP permissions (ISO 32000-2, 12.8.2.2). */
export type ChangeLevel = 'none' | 'lta' | 'form' | 'annotation' | 'other';

/** Kind of a change; each has a sentence in the locales. */
export type ChangeKind =
  | 'validation-data'
  | 'document-timestamp'
  | 'signature-added'
  | 'signature-field-added'
  | 'field-filled'
  | 'field-changed'
  | 'field-added'
  | 'field-removed'
  | 'form-changed'
  | 'annotation-added'
  | 'annotation-changed'
  | 'annotation-removed'
  | 'page-content'
  | 'page-added'
  | 'page-removed'
  | 'page-changed'
  | 'catalog-changed'
  | 'metadata'
  | 'structure-tree'
  | 'attachment'
  | 'object-changed'
  | 'object-removed'
  | 'unused-object'
  | 'housekeeping'
  | 'entry-added'
  | 'entry-changed'
  | 'entry-removed'
  | 'entry-unprotected';

/**
 * One change after a signature. `page` counts from 1; `field` is the full name; `detail` is an identifier, not a
 * sentence.
 */
export interface DocumentChange {
  kind: ChangeKind;
  level: ChangeLevel;
  allowed: boolean;
  /** Index of the revision that made the change, from 0. */
  revision: number;
  page?: number;
  /** Place on the page in mm from its top left corner, as displayed. */
  box?: Box;
  field?: string;
  /** Value of a filled field before and after the change, as text; empty for a field without a value. */
  before?: string;
  after?: string;
  /** For experts: an object number, a key or the path of an entry. */
  detail?: string;
  problem?: ProblemCode;
}

/** A revision of the file: bytes from 0 up to `end`. */
export interface RevisionSummary {
  index: number;
  /** Offset just past the revision's last byte. */
  end: number;
  /** Names of the signatures that the revision added. */
  signatures: string[];
}

/** The parts of a certificate that the page shows. Times in epoch milliseconds. */
export interface CertificateSummary {
  subject: string;
  commonName: string | null;
  issuer: string;
  serialHex: string;
  notBefore: number;
  notAfter: number;
  /** e.g. "RSA 2048", "EC P-256", "SM2". */
  key: string;
  sha256: string;
}

/** A time stamp that was found and checked. */
export interface TimestampSummary {
  kind: 'signature' | 'document' | 'content' | 'archive';
  /** Epoch milliseconds that the token states. */
  time: number | null;
  authority: string | null;
  /** Whether it matches the stamped data and its own signature is valid. */
  intact: boolean;
  chain: ChainStatus;
}

export interface RevocationSummary {
  status: 'good' | 'revoked' | 'unknown' | 'not-checked';
  /** Source of the decisive revocation data: the signed file, or the verifier's input. */
  source: 'file' | 'given' | null;
  /** Epoch milliseconds; null if not revoked. */
  revokedAt: number | null;
}

/** The verdict on one signature. `--json` prints everything but `detail`. */
export interface SignatureVerdict {
  /** Full field name (PDF) or path of Signature.xml (OFD). */
  name: string;
  verdict: Verdict;
  /** Whether the covered bytes are the signed ones; null if that could not be computed. */
  integrity: boolean | null;
  coversWholeFile: boolean;
  laterChanges: LaterChanges;
  chain: ChainStatus;
  level: SignatureLevel | null;
  /** Name of the signer according to the certificate. */
  signer: string | null;
  /** ISO 8601; proven if a trusted time stamp proves it, else claimed. */
  signingTime: string | null;
  problems: ProblemCode[];

  detail: SignatureDetail;
}

export interface SignatureDetail {
  kind: 'signature' | 'document-timestamp' | 'seal';
  /**
   * The whole file, a whole revision, from the beginning up to some offset, some of the files in it (OFD), or none of
   * these.
   */
  coverage: 'whole-file' | 'whole-revision' | 'contiguous' | 'partial' | 'unclear';
  /** Index of the signed revision, or null. */
  revision: number | null;
  changeLevel: ChangeLevel;
  changes: DocumentChange[];
  /** Whether `signingTime` is proven by an intact time stamp. */
  timeProven: boolean;
  timestamps: TimestampSummary[];
  /** The signer's certificate first, then its issuers up to the anchor as far as known. */
  certificates: CertificateSummary[];
  revocation: RevocationSummary;
  digestAlgorithm: string | null;
  signatureAlgorithm: string | null;
  reason: string | null;
  location: string | null;
  contact: string | null;
  /** DocMDP permission that this signature sets (1 none, 2 forms, 3 annotations). */
  permission: 1 | 2 | 3 | null;
  certification: boolean;
  /** Fields locked by this signature: all, or a list of names; null for none. */
  lockedFields: { action: 'All' | 'Include' | 'Exclude'; fields: string[] } | null;
  /** Pages (from 1) that show it. */
  pages: number[];
}

export interface FileVerification {
  /** `evidence` for a bundle of evidence, which contains signed files. */
  format: FileFormat | 'evidence' | null;
  verdict: FileVerdict;
  problems: ProblemCode[];
  signatures: SignatureVerdict[];
  /** Time stamps on the whole document (PDF). They prove a time but no signer, so they are not among the signatures. */
  documentTimestamps: SignatureVerdict[];
  revisions: RevisionSummary[];
  /** Changes after the last signature and changes that belong to no signature. */
  changes: DocumentChange[];
  /** Time of the check in epoch milliseconds. */
  checkedAt: number;
  /** Size of the file in bytes. */
  size: number;
}

/** Initial detail of a signature; the engines fill in what they find. */
export function emptyDetail(kind: SignatureDetail['kind']): SignatureDetail {
  return {
    kind,
    coverage: 'unclear',
    revision: null,
    changeLevel: 'none',
    changes: [],
    timeProven: false,
    timestamps: [],
    certificates: [],
    revocation: { status: 'not-checked', source: null, revokedAt: null },
    digestAlgorithm: null,
    signatureAlgorithm: null,
    reason: null,
    location: null,
    contact: null,
    permission: null,
    certification: false,
    lockedFields: null,
    pages: [],
  };
}

/** Initial verdict on a signature, without any positive finding; every engine starts from it. */
export function unknownSignature(name: string, kind: SignatureDetail['kind']): SignatureVerdict {
  return {
    name,
    verdict: 'indeterminate',
    integrity: null,
    coversWholeFile: false,
    laterChanges: 'unknown',
    chain: 'unknown',
    level: null,
    signer: null,
    signingTime: null,
    problems: [],
    detail: emptyDetail(kind),
  };
}
