import type { Bytes } from '#core/bytes.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import type { ProblemCode } from '#core/verification/problems.ts';
import type { SignatureLevel } from '#core/verification/verdict.ts';
import type { Seal } from './ses.ts';

/** Result of verifying the file SignedValue.dat against Signature.xml. */
export type ValueJudgement = {
  level: SignatureLevel | null;
  /** Whether the value is valid for this Signature.xml; null if that could not be computed. */
  intact: boolean | null;
  certificate: Certificate | null;
  /** Other certificates found beside it. */
  pool: Certificate[];
  /** Claimed signing time, epoch ms; null if the value has none. */
  time: number | null;
  /** Time stamp token over the signature value, and the bytes that it stamps. */
  timestamp: { token: Bytes; stamped: Bytes } | null;
  seal: Seal | null;
  sealMaker: Certificate | null;
  digest: string | null;
  algorithm: string | null;
  problems: ProblemCode[];
};

/** The initial judgement; a new object on each call, to be filled in. */
export const nothingKnown = (): ValueJudgement => ({
  level: null,
  intact: null,
  certificate: null,
  pool: [],
  time: null,
  timestamp: null,
  seal: null,
  sealMaker: null,
  digest: null,
  algorithm: null,
  problems: [],
});
