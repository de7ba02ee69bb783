/**
 * What verifying a signed file says, for PDF and OFD alike. The same shape is printed by `npm run verify -- --json`,
 * shown by the page and turned into a report. docs/verification.md explains every word and code of it.
 */
import type { Box } from '../drawing.ts';
import type { ProblemCode } from './problems.ts';

/**
 * valid: intact, trusted, nothing changed but what was allowed. invalid: something is provably wrong.
 * indeterminate: nothing is provably wrong, but it cannot be proven right either (unknown trust anchor, …),
 * as in ETSI EN 319 102-1, clause 4.1.3.
 */
export type Verdict = 'valid' | 'invalid' | 'indeterminate';

/** A file also can carry no signature, or not be readable at all. */
export type FileVerdict = Verdict | 'unsigned' | 'error';

export type FileFormat = 'pdf' | 'ofd';

/** none: no byte was added after. unknown: the comparison could not be made (never to be read as "none"). */
export type LaterChanges = 'none' | 'allowed' | 'disallowed' | 'unknown';

/**
 * trusted: a path to a trust anchor holds. untrusted: well-formed, but no anchor is known. invalid: the path is broken
 * (expired at the proven time, revoked, a rule of RFC 5280 broken). unknown: it could not be looked at.
 */
export type ChainStatus = 'trusted' | 'untrusted' | 'invalid' | 'unknown';

/** PAdES baseline level reached (ETSI EN 319 142-1), SES seal (GB/T 38540), or a plain CMS or PKCS#7 signature. */
export type SignatureLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | 'SES' | 'CMS';

/** How far a change goes; the ladder that DocMDP (ISO 32000-2, 12.8.2.2) permissions are compared with. */
export type ChangeLevel = 'none' | 'lta' | 'form' | 'annotation' | 'other';

/** What was changed, in words a locale can turn into a sentence. */
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

/** One change after a signature. `page` counts from 1; `field` is the full name; `detail` is a name, never a sentence. */
export interface DocumentChange {
  kind: ChangeKind;
  level: ChangeLevel;
  allowed: boolean;
  /** Index of the revision that brought it, from 0. */
  revision: number;
  page?: number;
  /** Place on the page: mm from its top left as seen. */
  box?: Box;
  field?: string;
  /** For people who look closer: an object number, a key, an entry's path. */
  detail?: string;
  problem?: ProblemCode;
}

/** A revision of the file: bytes from 0 up to `end`. */
export interface RevisionSummary {
  index: number;
  /** Offset just past the revision's last byte. */
  end: number;
  /** Names of the signatures that the revision brought. */
  signatures: string[];
}

/** A certificate as far as the page shows it. Times in epoch milliseconds. */
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

/** A time stamp that was found and looked at. */
export interface TimestampSummary {
  kind: 'signature' | 'document' | 'content' | 'archive';
  /** Epoch milliseconds that the token states. */
  time: number | null;
  authority: string | null;
  /** Whether it matches what it stamps and its own signature holds. */
  intact: boolean;
  chain: ChainStatus;
}

export interface RevocationSummary {
  status: 'good' | 'revoked' | 'unknown' | 'not-checked';
  /** Where the answer that counted came from: the signed file, or whoever verifies. */
  source: 'file' | 'given' | null;
  /** Epoch milliseconds, when revoked. */
  revokedAt: number | null;
}

/** The verdict on one signature. The first block is what `--json` prints. */
export interface SignatureVerdict {
  /** Full field name (PDF) or path of Signature.xml (OFD). */
  name: string;
  verdict: Verdict;
  /** Whether the signed bytes are the ones signed: true, false, or null when it could not be computed. */
  integrity: boolean | null;
  coversWholeFile: boolean;
  laterChanges: LaterChanges;
  chain: ChainStatus;
  level: SignatureLevel | null;
  /** Name of the signer as its certificate gives it. */
  signer: string | null;
  /** ISO 8601, claimed or, where a trusted time stamp proves it, proven. */
  signingTime: string | null;
  problems: ProblemCode[];

  detail: SignatureDetail;
}

export interface SignatureDetail {
  kind: 'signature' | 'document-timestamp' | 'seal';
  /**
   * Whole file, a whole revision of it, from the beginning up to somewhere, some of the files inside it (OFD), or none
   * of these.
   */
  coverage: 'whole-file' | 'whole-revision' | 'contiguous' | 'partial' | 'unclear';
  /** Index of the signed revision, or null. */
  revision: number | null;
  changeLevel: ChangeLevel;
  changes: DocumentChange[];
  /** Whether `signingTime` is proven by an intact time stamp. */
  timeProven: boolean;
  timestamps: TimestampSummary[];
  /** Signer's certificate first, then up to the anchor as far as known. */
  certificates: CertificateSummary[];
  revocation: RevocationSummary;
  digestAlgorithm: string | null;
  signatureAlgorithm: string | null;
  reason: string | null;
  location: string | null;
  contact: string | null;
  /** DocMDP permission in force by this signature (1 none, 2 forms, 3 annotations). */
  permission: 1 | 2 | 3 | null;
  certification: boolean;
  /** Fields locked by this signature: all, or names; null when none. */
  lockedFields: { action: 'All' | 'Include' | 'Exclude'; fields: string[] } | null;
  /** Pages (from 1) that show it. */
  pages: number[];
}

export interface FileVerification {
  format: FileFormat | null;
  verdict: FileVerdict;
  problems: ProblemCode[];
  signatures: SignatureVerdict[];
  /** Time stamps on the whole document (PDF): they say when, not who, and so are not among the signatures. */
  documentTimestamps: SignatureVerdict[];
  revisions: RevisionSummary[];
  /** Changes after the last signature and such that belong to no signature. */
  changes: DocumentChange[];
  /** Epoch milliseconds at which the check was made. */
  checkedAt: number;
  /** Bytes of the file. */
  size: number;
}

/** Detail of a signature about which nothing is known yet; engines fill in what they find. */
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

/** A signature about which nothing good is known: the state every engine starts from. */
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
