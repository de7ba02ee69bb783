import type { Bytes } from '#core/bytes.ts';
import type { DigestAlgorithm } from '../algorithm/algorithms.ts';

/** The time-stamped digest and its algorithm. */
export type MessageImprint = {
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly digestOid: string;
  readonly digest: Bytes;
};

/** TimeStampReq (RFC 3161, clause 2.4.1). */
export type TimestampRequest = {
  readonly version: number;
  readonly imprint: MessageImprint;
  readonly policy: string | undefined;
  /** Lower-case hex. */
  readonly nonce: string | undefined;
  readonly wantsCertificates: boolean;
  /** OIDs of extensions. */
  readonly extensions: readonly string[];
};

/** TSTInfo (clause 2.4.2). */
export type TstInfo = {
  readonly version: number;
  readonly policy: string;
  readonly imprint: MessageImprint;
  readonly serialHex: string;
  /** Epoch ms. */
  readonly time: number;
  /** Accuracy, ± ms; undefined if the authority states none. */
  readonly accuracy: number | undefined;
  readonly nonce: string | undefined;
};

/** Reasons for a rejection, by bit of PKIFailureInfo. */
export const FAILURE_BITS = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  addInfoNotAvailable: 17,
  systemFailure: 25,
} as const;
export type FailureReason = keyof typeof FAILURE_BITS;

/** TimeStampResp; the token inside is not parsed. */
export type TimestampResponse = {
  /** 0 granted, 1 granted with modifications, 2 rejection, 3 waiting, 4 and 5 about revocation. */
  readonly status: number;
  readonly texts: readonly string[];
  readonly failures: readonly FailureReason[];
  readonly token: Bytes | undefined;
};
