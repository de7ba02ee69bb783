import type { Certificate, RevocationReason } from '../certificate/certificate.ts';
import type { Crl } from '../crl/crl.ts';
import type { OcspResponse } from '../ocsp/ocsp.ts';
import type { ProblemCode } from '../problems.ts';

/** What policies the relying party asks for (RFC 5280, clause 6.1.1 c, e, f and g). */
export type PolicyInput = {
  /** OIDs that are accepted; missing: any. */
  readonly accepted?: readonly string[];
  readonly requireExplicit?: boolean;
  readonly inhibitMapping?: boolean;
  readonly inhibitAny?: boolean;
};

/** What the end certificate is used for. `any` checks nothing. */
export type Purpose = 'signing' | 'timestamping' | 'any';

export type PathInput = {
  readonly certificate: Certificate;
  /** Certificates to build with: of the message, of a store. */
  readonly pool: readonly Certificate[];
  /** Trusted by their name and key; their own dates and signatures do not matter. */
  readonly anchors: readonly Certificate[];
  /** Epoch ms: the moment at which the chain is to be good. */
  readonly time: number;
  readonly purpose?: Purpose;
  readonly policies?: PolicyInput;
  readonly revocation?: {
    readonly crls?: readonly Crl[];
    readonly ocsps?: readonly OcspResponse[];
    /** `required` (default): unknown is `unknown`; `soft`: unknown passes with the problem told; `none`: not looked at. */
    readonly mode?: 'required' | 'soft' | 'none';
  };
};

/** What is known about the revocation of one certificate of the path. */
export type RevocationFinding = {
  readonly status: 'good' | 'revoked' | 'unknown' | 'not-checked';
  readonly source?: 'crl' | 'ocsp';
  /** Epoch ms. Also set on a good one that was revoked later than the moment in question. */
  readonly revokedAt?: number;
  readonly reason?: RevocationReason | undefined;
  /** Epoch ms: of the list or answer. */
  readonly thisUpdate?: number;
  readonly problems: readonly ProblemCode[];
};

export type PathResult = {
  /**
   * `trusted`: all holds. `unknown`: all but the revocation, of which nothing valid is known. `invalid`: a trusted root
   * is there, but something is wrong. `untrusted`: no way to a trusted root.
   */
  readonly status: 'trusted' | 'untrusted' | 'invalid' | 'unknown';
  /** The end certificate first, the anchor last; without an anchor as far as it goes. */
  readonly path: readonly Certificate[];
  readonly problems: readonly ProblemCode[];
  /** Weak digests and short keys in the chain: told, but no reason against it. */
  readonly weaknesses: readonly ProblemCode[];
  /** One finding for each certificate of `path`, the anchor's being `not-checked`. */
  readonly revocation: readonly RevocationFinding[];
  /** Certificate policies that hold for the chain. */
  readonly policies: readonly string[];
};
