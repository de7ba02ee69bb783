import type { Certificate, RevocationReason } from '../certificate/certificate.ts';
import type { Crl } from '../crl/crl.ts';
import type { OcspResponse } from '../ocsp/ocsp.ts';
import type { ProblemCode } from '../problems.ts';

/** Policies required by the relying party (RFC 5280, clause 6.1.1 c, e, f and g). */
export type PolicyInput = {
  /** OIDs of accepted policies; any by default. */
  readonly accepted?: readonly string[];
  readonly requireExplicit?: boolean;
  readonly inhibitMapping?: boolean;
  readonly inhibitAny?: boolean;
};

/** Purpose of the end certificate. `any` is not checked. */
export type Purpose = 'signing' | 'timestamping' | 'any';

export type PathInput = {
  readonly certificate: Certificate;
  /** Candidates for path building: from the message, from a store. */
  readonly pool: readonly Certificate[];
  /** Trusted by name and key; their own dates and signatures are ignored. */
  readonly anchors: readonly Certificate[];
  /** Epoch ms at which the chain has to be valid. */
  readonly time: number;
  readonly purpose?: Purpose;
  readonly policies?: PolicyInput;
  readonly revocation?: {
    readonly crls?: readonly Crl[];
    readonly ocsps?: readonly OcspResponse[];
    /** `required` (default): unknown stays `unknown`; `soft`: unknown passes, but is reported; `none`: not checked. */
    readonly mode?: 'required' | 'soft' | 'none';
  };
};

/** Revocation status of one certificate of the path. */
export type RevocationFinding = {
  readonly status: 'good' | 'revoked' | 'unknown' | 'not-checked';
  readonly source?: 'crl' | 'ocsp';
  /** Epoch ms. Also set for a good certificate that was revoked after the time in question. */
  readonly revokedAt?: number;
  readonly reason?: RevocationReason | undefined;
  /** Epoch ms: of the CRL or OCSP response. */
  readonly thisUpdate?: number;
  readonly problems: readonly ProblemCode[];
};

export type PathResult = {
  /**
   * `trusted`: everything is valid. `unknown`: everything except revocation, about which nothing valid is known.
   * `invalid`: a trusted root is reached, but something is wrong. `untrusted`: no path to a trusted root.
   */
  readonly status: 'trusted' | 'untrusted' | 'invalid' | 'unknown';
  /** The end certificate first, the anchor last; without an anchor the longest partial path. */
  readonly path: readonly Certificate[];
  readonly problems: readonly ProblemCode[];
  /** Weak digests and short keys in the chain: reported, but no reason for rejection. */
  readonly weaknesses: readonly ProblemCode[];
  /** One finding per certificate of `path`; the anchor's is `not-checked`. */
  readonly revocation: readonly RevocationFinding[];
  /** Certificate policies valid for the chain. */
  readonly policies: readonly string[];
};
